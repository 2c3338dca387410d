import {createTool} from '@mastra/core/tools';
import * as zod from 'zod';
import {noop, toolCall, zodInput} from '../lib/noop-tool.mjs';

/** The tool's own `execute`, which validates. Input is given directly, which it tries first and so is its fastest way. */
export function prepare() {
  const tool = createTool({
    id: 'read',
    description: 'Do nothing',
    inputSchema: zod.z.strictObject(zodInput(zod)),
    execute: noop,
  });
  return toolCall({call: (input) => tool.execute(input)});
}
