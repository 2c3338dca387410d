import {Ajv2020} from 'ajv/dist/2020.js';
import {inputSchema, noop, toolCall} from '../lib/noop-tool.mjs';

/** The least that a checked call can cost: ajv, then the function. */
export function prepare() {
  const ajv = new Ajv2020();
  const validate = ajv.compile(inputSchema);

  async function call(input) {
    if (!validate(input)) throw new TypeError(ajv.errorsText(validate.errors));
    return noop(input);
  }

  return toolCall({call});
}
