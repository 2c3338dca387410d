import {RunContext, tool as createTool} from '@openai/agents-core';
import * as zod from 'zod';
import {noop, toolCall, zodInput} from '../lib/noop-tool.mjs';

/** `invoke`, which takes the arguments as the text that a model gives; the text is made before the clock starts. */
export function prepare() {
  // Its strict mode wants every property named, so optional ones are nullable.
  const {path, encoding, limit} = zodInput(zod);
  const tool = createTool({
    name: 'read',
    description: 'Do nothing',
    parameters: zod.z.strictObject({path, encoding: encoding.nullable(), limit: limit.nullable()}),
    errorFunction: null,
    execute: noop,
  });
  const context = new RunContext();
  return toolCall({call: (text) => tool.invoke(context, text), wire: (input) => JSON.stringify(input)});
}
