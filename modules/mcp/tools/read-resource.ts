import {defineTool} from '../../../src/sdk.js';
import {serverErrors} from '../connection/call-failure.js';
import {anyRecord, lookingPlan, recordsOf} from './shared.js';
import type {Mcp} from './shared.js';

export const readResource = defineTool({
  name: 'readResource',
  description: 'Read a resource of the MCP server by its uri: text, or base64 in blob.',
  category: 'mcp',
  resource: 'resource',
  tags: ['mcp', 'resource', 'read'],
  input: {uri: {type: 'string', minLength: 1, required: true, description: 'As listResources names it'}},
  output: {
    contents: {
      type: 'array',
      items: anyRecord,
      required: true,
      description: '{uri, mimeType, text or blob}, one or more',
    },
    text: {type: 'string', required: true, description: 'The texts among them, joined by line ends'},
  },
  errors: serverErrors,
  planning: lookingPlan,
  positional: ['uri'],
  securityTier: 1,
  limitations: ['The server alone decides what a uri means, and may do something when it is read'],
  examples: [
    {
      description: "A document of MCP's reference server",
      input: {uri: 'demo://resource/static/document/features.md'},
    },
    {
      description: 'A resource that is not there',
      input: {uri: 'nowhere:nothing'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
    },
  ],
  async run(mcp: Mcp, {uri}, call) {
    const answer = await mcp.wrappedInstance.request('resources/read', {uri}, call);
    const contents = recordsOf(answer, 'contents', 'resources/read');
    const texts = contents.flatMap(({text}) => (typeof text === 'string' ? [text] : []));
    return {contents, text: texts.join('\n')};
  },
});
