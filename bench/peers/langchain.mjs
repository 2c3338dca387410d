import {tool as createTool} from '@langchain/core/tools';
import * as zod from 'zod';
import {noop, toolCall, zodInput} from '../lib/noop-tool.mjs';

/** `invoke` with the arguments: validation, callbacks and tracing without a listener. */
export function prepare() {
  const tool = createTool(noop, {name: 'read', description: 'Do nothing', schema: zod.z.strictObject(zodInput(zod))});
  return toolCall({call: (input) => tool.invoke(input)});
}
