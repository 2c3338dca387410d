import {safeValidateTypes} from '@ai-sdk/provider-utils';
import {asSchema, tool as createTool} from 'ai';
import * as zod from 'zod';
import {noop, toolCall, zodInput} from '../lib/noop-tool.mjs';

/**
 * What stands between a model's call and the tool, without the model: the SDK's own validation, then the tool's
 * `execute`. A whole `generateText` does much more, so it would not be comparable.
 */
export function prepare() {
  const tool = createTool({description: 'Do nothing', inputSchema: zod.z.strictObject(zodInput(zod)), execute: noop});
  const schema = asSchema(tool.inputSchema);
  const options = {toolCallId: 'call-1', messages: []};

  async function call(input) {
    const parsed = await safeValidateTypes({value: input, schema});
    if (!parsed.success) throw parsed.error;
    return tool.execute(parsed.value, options);
  }

  return toolCall({call});
}
