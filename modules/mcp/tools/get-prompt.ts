import {defineTool, isRecord} from '../../../src/sdk.js';
import {cleanOptional} from '../clean-text.js';
import {serverErrors} from '../connection/call-failure.js';
import {textOf} from '../result.js';
import {anyRecord, lookingPlan, recordsOf} from './shared.js';
import type {Mcp} from './shared.js';

export const getPrompt = defineTool({
  name: 'getPrompt',
  description: 'Get a prompt of the MCP server with its arguments filled in, as messages for a model.',
  category: 'mcp',
  resource: 'prompt',
  tags: ['mcp', 'prompt'],
  input: {
    name: {type: 'string', minLength: 1, required: true, description: 'As listPrompts names it'},
    arguments: {type: 'object', additionalProperties: {type: 'string'}, description: 'Values by argument, all texts'},
  },
  output: {
    description: {type: 'string', description: 'What the prompt is for'},
    messages: {type: 'array', items: anyRecord, required: true, description: '{role, content}, in order'},
    text: {type: 'string', required: true, description: 'The texts of the messages, joined by line ends'},
  },
  errors: serverErrors,
  planning: lookingPlan,
  positional: ['name', 'arguments'],
  securityTier: 1,
  limitations: ['What a prompt says is the word of the server'],
  examples: [
    {
      description: "A prompt of MCP's reference server, with its argument",
      input: {name: 'args-prompt', arguments: {city: 'Berlin'}},
    },
    {
      description: 'A prompt that is not there',
      input: {name: 'no-such-prompt'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
    },
  ],
  async run(mcp: Mcp, {name, arguments: values}, call) {
    const params = values === undefined ? {name} : {name, arguments: values};
    const answer = await mcp.wrappedInstance.request('prompts/get', params, call);
    const messages = recordsOf(answer, 'messages', 'prompts/get');
    const description = isRecord(answer) ? cleanOptional(answer['description'], 4000) : undefined;
    const text = textOf(messages.map(({content}) => content));
    return {...(description !== undefined && {description}), messages, text};
  },
});
