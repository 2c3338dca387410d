import {defineTool} from '../../../src/sdk.js';
import {serverErrors} from '../connection/call-failure.js';
import {anyRecord, listItems, lookingPlan, nextCursor, pageInput} from './shared.js';
import type {Mcp} from './shared.js';

export const listResources = defineTool({
  name: 'listResources',
  description:
    'List the resources that the MCP server offers (files, records, pages …), each with the uri that readResource takes.',
  category: 'mcp',
  resource: 'resource',
  tags: ['mcp', 'resource', 'list'],
  input: pageInput,
  output: {
    resources: {type: 'array', items: anyRecord, required: true, description: '{uri, name, description, mimeType …}'},
    nextCursor,
  },
  errors: serverErrors,
  planning: lookingPlan,
  securityTier: 1,
  examples: [
    {description: 'All resources', input: {}},
    {description: 'The first page', input: {limit: 1}},
  ],
  async run(mcp: Mcp, {cursor, limit}, call) {
    const {items, next} = await listItems(mcp, call, {key: 'resources', method: 'resources/list', cursor, limit});
    return {resources: items, ...next};
  },
});
