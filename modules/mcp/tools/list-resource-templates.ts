import {defineTool} from '../../../src/sdk.js';
import {serverErrors} from '../connection/call-failure.js';
import {anyRecord, listItems, lookingPlan, nextCursor, pageInput} from './shared.js';
import type {Mcp} from './shared.js';

export const listResourceTemplates = defineTool({
  name: 'listResourceTemplates',
  description:
    'List the templates of resources that the MCP server offers: with values in place of its {variables}, a template is a uri for readResource.',
  category: 'mcp',
  resource: 'resource',
  tags: ['mcp', 'resource', 'template', 'list'],
  input: pageInput,
  output: {
    resourceTemplates: {type: 'array', items: anyRecord, required: true, description: '{uriTemplate, name …}'},
    nextCursor,
  },
  errors: serverErrors,
  planning: lookingPlan,
  securityTier: 1,
  examples: [{description: 'All templates', input: {}}],
  async run(mcp: Mcp, {cursor, limit}, call) {
    const method = 'resources/templates/list';
    const {items, next} = await listItems(mcp, call, {key: 'resourceTemplates', method, cursor, limit});
    return {resourceTemplates: items, ...next};
  },
});
