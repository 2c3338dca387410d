import {defineTool} from '../../../src/sdk.js';
import {
  answerOutput,
  bodyErrors,
  bodyInput,
  changing,
  headersInput,
  limitations,
  paramsInput,
  perform,
  requirements,
  responseTypeInput,
  toRequest,
  urlInput,
} from './shared.js';
import type {HttpModule} from './shared.js';

const input = {
  url: urlInput,
  ...bodyInput,
  params: paramsInput,
  headers: headersInput,
  responseType: responseTypeInput,
} as const;

const once = {changes: true, repeatable: false} as const;
const twice = {changes: true, repeatable: true} as const;

export const post = defineTool({
  name: 'post',
  description:
    'HTTP POST request: send JSON, a form, multipart, text or bytes, to make something or to start something.',
  category: 'network',
  resource: 'url',
  tags: ['http', 'post', 'create', 'send', 'submit', 'rest', 'api', 'form', 'json'],
  input,
  output: answerOutput,
  returns: 'The answer: its data, status and headers',
  errors: bodyErrors,
  planning: changing(false),
  requirements,
  limitations,
  positional: ['url', 'data'],
  securityTier: 2,
  timeout: 0,
  examples: [
    {
      description: 'Make a user',
      input: {url: '/users', data: {name: 'Grace'}},
      output: {data: {id: 2, name: 'Grace'}, status: 201},
    },
    {
      description: 'Send a form',
      input: {url: '/echo', data: {name: 'Grace'}, json: false},
      output: {data: 'name=Grace', status: 200},
    },
  ],
  run: (http: HttpModule, given, call) =>
    perform(http, toRequest(http.wrappedInstance, given, {method: 'POST', ...once}), call, given.responseType),
});

export const put = defineTool({
  name: 'put',
  description: 'HTTP PUT request: make or replace what is at a URL, as a whole.',
  category: 'network',
  resource: 'url',
  tags: ['http', 'put', 'replace', 'update', 'rest', 'api'],
  input,
  output: answerOutput,
  returns: 'The answer: its data, status and headers',
  errors: bodyErrors,
  planning: changing(true),
  requirements,
  limitations,
  positional: ['url', 'data'],
  securityTier: 2,
  timeout: 0,
  examples: [
    {
      description: 'Replace a user',
      input: {url: '/users/1', data: {name: 'Ada L.'}},
      output: {data: {id: 1, name: 'Ada L.'}, status: 200},
    },
  ],
  run: (http: HttpModule, given, call) =>
    perform(http, toRequest(http.wrappedInstance, given, {method: 'PUT', ...twice}), call, given.responseType),
});

export const patch = defineTool({
  name: 'patch',
  description: 'HTTP PATCH request: change a part of what is at a URL.',
  category: 'network',
  resource: 'url',
  tags: ['http', 'patch', 'change', 'update', 'rest', 'api'],
  input,
  output: answerOutput,
  returns: 'The answer: its data, status and headers',
  errors: bodyErrors,
  planning: changing(false),
  requirements,
  limitations,
  positional: ['url', 'data'],
  securityTier: 2,
  timeout: 0,
  examples: [
    {
      description: 'Change a name',
      input: {url: '/users/1', data: {name: 'Ada K.'}},
      output: {data: {id: 1, name: 'Ada K.'}, status: 200},
    },
  ],
  run: (http: HttpModule, given, call) =>
    perform(http, toRequest(http.wrappedInstance, given, {method: 'PATCH', ...once}), call, given.responseType),
});

export const remove = defineTool({
  name: 'delete',
  description: 'HTTP DELETE request: remove what is at a URL.',
  category: 'network',
  resource: 'url',
  tags: ['http', 'delete', 'remove', 'rest', 'api'],
  input,
  output: answerOutput,
  returns: 'The answer, whose data is often null',
  errors: bodyErrors,
  planning: changing(true),
  requirements,
  limitations,
  positional: ['url'],
  securityTier: 2,
  timeout: 0,
  examples: [{description: 'Remove a user', input: {url: '/users/1'}, output: {data: null, status: 204}}],
  run: (http: HttpModule, given, call) =>
    perform(http, toRequest(http.wrappedInstance, given, {method: 'DELETE', ...twice}), call, given.responseType),
});
