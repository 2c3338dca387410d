import {defineTool} from '../../../src/sdk.js';
import {serverErrors} from '../connection/call-failure.js';
import {anyRecord, listItems, lookingPlan, nextCursor, pageInput} from './shared.js';
import type {Mcp} from './shared.js';

export const listPrompts = defineTool({
  name: 'listPrompts',
  description: 'List the prompts that the MCP server offers, each with the arguments that getPrompt fills in.',
  category: 'mcp',
  resource: 'prompt',
  tags: ['mcp', 'prompt', 'list'],
  input: pageInput,
  output: {
    prompts: {
      type: 'array',
      items: anyRecord,
      required: true,
      description: '{name, description, arguments: [{name, required}]}',
    },
    nextCursor,
  },
  errors: serverErrors,
  planning: lookingPlan,
  securityTier: 1,
  examples: [{description: 'All prompts', input: {}}],
  async run(mcp: Mcp, {cursor, limit}, call) {
    const {items, next} = await listItems(mcp, call, {key: 'prompts', method: 'prompts/list', cursor, limit});
    return {prompts: items, ...next};
  },
});
