import {defineTool} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import type {HttpAnswer} from '../answer.js';
import type {ResponseType} from '../response/data.js';
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
import type {HttpModule, RequestInput} from './shared.js';

/** What all of them are. */
const change = {
  category: 'network',
  resource: 'url',
  input: {
    url: urlInput,
    ...bodyInput,
    params: paramsInput,
    headers: headersInput,
    responseType: responseTypeInput,
  },
  output: answerOutput,
  returns: 'The answer: its data, status and headers',
  errors: bodyErrors,
  requirements,
  limitations,
  positional: ['url', 'data'],
  securityTier: 2,
  timeout: 0,
} as const;

/** What one of them does: a request of this method, which may be sent again where that changes nothing more. */
const sending =
  (method: string, {idempotent: repeatable}: {readonly idempotent: boolean}) =>
  (http: HttpModule, input: RequestInput & {readonly responseType: ResponseType}, call: Call): Promise<HttpAnswer> =>
    perform(
      http,
      toRequest(http.wrappedInstance, input, {method, changes: true, repeatable}),
      call,
      input.responseType,
    );

const once = changing(false);
const again = changing(true);

export const post = defineTool({
  ...change,
  name: 'post',
  description:
    'HTTP POST request: send JSON, a form, multipart, text or bytes, to make something or to start something.',
  tags: ['http', 'post', 'create', 'send', 'submit', 'rest', 'api', 'form', 'json'],
  planning: once,
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
  run: sending('POST', once),
});

export const put = defineTool({
  ...change,
  name: 'put',
  description: 'HTTP PUT request: make or replace what is at a URL, as a whole.',
  tags: ['http', 'put', 'replace', 'update', 'rest', 'api'],
  planning: again,
  examples: [
    {
      description: 'Replace a user',
      input: {url: '/users/1', data: {name: 'Ada L.'}},
      output: {data: {id: 1, name: 'Ada L.'}, status: 200},
    },
  ],
  run: sending('PUT', again),
});

export const patch = defineTool({
  ...change,
  name: 'patch',
  description: 'HTTP PATCH request: change a part of what is at a URL.',
  tags: ['http', 'patch', 'change', 'update', 'rest', 'api'],
  planning: once,
  examples: [
    {
      description: 'Change a name',
      input: {url: '/users/1', data: {name: 'Ada K.'}},
      output: {data: {id: 1, name: 'Ada K.'}, status: 200},
    },
  ],
  run: sending('PATCH', once),
});

export const remove = defineTool({
  ...change,
  name: 'delete',
  description: 'HTTP DELETE request: remove what is at a URL.',
  tags: ['http', 'delete', 'remove', 'rest', 'api'],
  returns: 'The answer, whose data is often null',
  planning: again,
  positional: ['url'],
  examples: [{description: 'Remove a user', input: {url: '/users/1'}, output: {data: null, status: 204}}],
  run: sending('DELETE', again),
});
