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

/** What all of them are. */
const look = {
  category: 'network',
  resource: 'url',
  input: {url: urlInput, params: paramsInput, headers: headersInput},
  output: answerOutput,
  errors: requestErrors,
  planning: reading,
  requirements,
  limitations,
  positional: ['url'],
  securityTier: 1,
  timeout: 0,
} as const;

export const get = defineTool({
  ...look,
  name: 'get',
  description: 'HTTP GET request: fetch JSON, text or bytes from a URL of the API.',
  tags: ['http', 'get', 'fetch', 'rest', 'api', 'request', 'json'],
  input: {...look.input, responseType: responseTypeInput},
  returns: 'The answer: its data, status and headers',
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
  ...look,
  name: 'head',
  description: 'HTTP HEAD request: status and headers of a URL, without its body. Size, type, or whether it is there.',
  tags: ['http', 'head', 'headers', 'exists', 'request'],
  returns: 'Status and headers; the data is null',
  examples: [{description: 'Is it there?', input: {url: '/users/1'}, output: {data: null, status: 200}}],
  run: (http: HttpModule, input, call) =>
    perform(http, toRequest(http.wrappedInstance, input, {method: 'HEAD', ...safe}), call, 'auto'),
});

export const options = defineTool({
  ...look,
  name: 'options',
  description: 'HTTP OPTIONS request: what a URL offers, in the headers allow and access-control-*.',
  tags: ['http', 'options', 'allow', 'cors', 'request'],
  returns: 'The answer, whose headers say what is offered',
  examples: [{description: 'What can be done with it?', input: {url: '/users'}, output: {status: 204}}],
  run: (http: HttpModule, input, call) =>
    perform(http, toRequest(http.wrappedInstance, input, {method: 'OPTIONS', ...safe}), call, 'auto'),
});
