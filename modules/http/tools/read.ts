import {defineTool} from '../../../src/sdk.js';
import {
  answerOutput,
  headersInput,
  limitations,
  paramsInput,
  perform,
  reading,
  requestErrors,
  requirements,
  responseTypeInput,
  toRequest,
  urlInput,
} from './shared.js';
import type {HttpModule} from './shared.js';

const safe = {changes: false, repeatable: true} as const;

export const get = defineTool({
  name: 'get',
  description: 'HTTP GET request: fetch JSON, text or bytes from a URL of the API.',
  category: 'network',
  resource: 'url',
  tags: ['http', 'get', 'fetch', 'rest', 'api', 'request', 'json'],
  input: {url: urlInput, params: paramsInput, headers: headersInput, responseType: responseTypeInput},
  output: answerOutput,
  returns: 'The answer: its data, status and headers',
  errors: requestErrors,
  planning: reading,
  requirements,
  limitations,
  positional: ['url'],
  securityTier: 1,
  timeout: 0,
  examples: [
    {
      description: 'Fetch one user',
      input: {url: '/users/1'},
      output: {data: {id: 1, name: 'Ada'}, status: 200},
    },
    {
      description: 'Search, with the spellings of the other style',
      input: {path: '/users', query: {name: 'Ada', tag: ['a', 'b']}},
      output: {data: [{id: 1, name: 'Ada'}], status: 200},
    },
    {
      description: 'A user that is not there',
      input: {url: '/users/404'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
    },
  ],
  run: (http: HttpModule, input, call) =>
    perform(http, toRequest(http.wrappedInstance, input, {method: 'GET', ...safe}), call, input.responseType),
});

export const head = defineTool({
  name: 'head',
  description: 'HTTP HEAD request: status and headers of a URL, without its body. Size, type, or whether it is there.',
  category: 'network',
  resource: 'url',
  tags: ['http', 'head', 'headers', 'exists', 'request'],
  input: {url: urlInput, params: paramsInput, headers: headersInput},
  output: answerOutput,
  returns: 'Status and headers; the data is null',
  errors: requestErrors,
  planning: reading,
  requirements,
  limitations,
  positional: ['url'],
  securityTier: 1,
  timeout: 0,
  examples: [{description: 'Is it there?', input: {url: '/users/1'}, output: {data: null, status: 200}}],
  run: (http: HttpModule, input, call) =>
    perform(http, toRequest(http.wrappedInstance, input, {method: 'HEAD', ...safe}), call, 'auto'),
});

export const options = defineTool({
  name: 'options',
  description: 'HTTP OPTIONS request: what a URL offers, in the headers allow and access-control-*.',
  category: 'network',
  resource: 'url',
  tags: ['http', 'options', 'allow', 'cors', 'request'],
  input: {url: urlInput, params: paramsInput, headers: headersInput},
  output: answerOutput,
  returns: 'The answer, whose headers say what is offered',
  errors: requestErrors,
  planning: reading,
  requirements,
  limitations,
  positional: ['url'],
  securityTier: 1,
  timeout: 0,
  examples: [{description: 'What can be done with it?', input: {url: '/users'}, output: {status: 204}}],
  run: (http: HttpModule, input, call) =>
    perform(http, toRequest(http.wrappedInstance, input, {method: 'OPTIONS', ...safe}), call, 'auto'),
});
