import type {Call, ModuleInstance} from '../../../src/sdk.js';
import {answerOf} from '../answer.js';
import type {HttpAnswer} from '../answer.js';
import type {HttpClient} from '../client.js';
import {exchange} from '../exchange.js';
import type {HttpRequest} from '../exchange.js';
import type {HttpConfig} from '../options.js';
import {requestBody} from '../request/body.js';
import type {BodyInput} from '../request/body.js';
import type {ResponseType} from '../response/data.js';
import {requestUrl} from '../target/request-url.js';

/** The module a tool runs in. */
export type HttpModule = ModuleInstance<HttpConfig, HttpClient>;

const anyUrl = {
  type: 'string',
  maxLength: 65_536,
  aliases: ['path'],
  description: "A path below baseURL's path ('/users/1'), or a whole URL of an allowed origin",
} as const;

export const urlInput = {...anyUrl, default: '/'} as const;

/** Of tools that mean one thing, and not the root of the API. */
export const requiredUrl = {...anyUrl, required: true} as const;

export const paramsInput = {
  type: 'object',
  aliases: ['query'],
  description:
    'The query: {page: 2, tag: ["a", "b"]}; null leaves one out. It follows what the url has after a ?, replacing nothing',
} as const;

export const headersInput = {
  type: 'object',
  description:
    "Headers of this request, over those of the config; null leaves one of the config's off, also Authorization with its credentials",
} as const;

export const responseTypeInput = {
  type: 'string',
  enum: ['auto', 'json', 'text', 'base64'],
  default: 'auto',
  description: 'What the answer becomes; auto goes by its content type: JSON, text, else bytes in base64',
} as const;

/** How a body is given, in one of three ways. */
export const bodyInput = {
  data: {description: 'Any value, sent as JSON; with json: false an object, sent as a form'},
  json: {type: 'boolean', default: true, description: 'false sends `data` as application/x-www-form-urlencoded'},
  body: {type: 'string', description: 'A text that is sent as it is, or bytes in base64'},
  bodyEncoding: {type: 'string', enum: ['utf8', 'base64'], default: 'utf8', description: 'What `body` is'},
  multipart: {
    type: 'array',
    minItems: 1,
    maxItems: 1000,
    items: {
      type: 'object',
      properties: {
        name: {type: 'string'},
        value: {anyOf: [{type: 'string'}, {type: 'number'}, {type: 'boolean'}]},
        content: {type: 'string', description: 'Bytes in base64'},
        file: {type: 'string', description: 'Path in the files of the config'},
        filename: {type: 'string'},
        contentType: {type: 'string'},
      },
      required: ['name'],
      additionalProperties: false,
    },
    description: 'Parts of a multipart/form-data body: {name, value}, {name, content} or {name, file}',
  },
} as const;

export const answerOutput = {
  data: {type: 'any', required: true, description: 'The body: JSON, a text, base64, or null for none'},
  status: {type: 'integer', required: true, description: 'The status, 200 say'},
  headers: {type: 'object', required: true, description: 'Headers in lower case'},
  encoding: {type: 'string', enum: ['base64'], description: 'There where the data is bytes'},
  url: {type: 'string', description: 'Where the answer came from, after redirects'},
} as const;

/** Codes of every tool that sends a request. */
export const requestErrors = {
  INVALID_PARAMETER: 'The URL, a header or the body can not be sent',
  PERMISSION_DENIED: 'The config does not open this origin, path or address; redirects are asked as well',
  AUTHENTICATION_REQUIRED: 'The server answered 401, or getAuthToken failed',
  AUTHORIZATION_FAILED: 'The server answered 403',
  RESOURCE_NOT_FOUND: 'The server answered 404',
  RESOURCE_LOCKED: 'The server answered 423',
  RESOURCE_UNAVAILABLE: 'The server answered 503',
  RATE_LIMITED: 'The server answered 429, or the rateLimit of the config leaves no turn in time',
  OPERATION_FAILED: 'The server answered another status that is no success',
  OPERATION_TIMEOUT: 'The time of the config is over, or the server answered 408',
  NETWORK_ERROR: 'The server can not be reached',
  CONNECTION_LOST: 'The connection was lost before the whole answer was there',
  TLS_ERROR: 'The certificate is for another name, expired or not trusted, or the server speaks no TLS',
  PROTOCOL_ERROR: 'The answer is not HTTP, not what its content-encoding says, or not JSON where it should be',
  LIMIT_EXCEEDED: 'A body is too long, or there are too many redirects',
} as const;

export const bodyErrors = {
  ...requestErrors,
  INVALID_STATE: 'multipart names a file, and the config has no files',
} as const;

/** Facts for planners of tools that depend on a server. */
export const reading = {
  cost: 'medium',
  reliability: 'medium',
  idempotent: true,
  sideEffects: false,
  reversible: false,
  dependencies: [],
} as const;

/** A tool that changes something, which PUT and DELETE may do twice. */
export const changing = (idempotent: boolean) => ({...reading, idempotent, sideEffects: true}) as const;

export const requirements = ['network access'] as const;
export const limitations = ['subject to rate limits'] as const;

/** What a call says of its request. */
export interface RequestInput extends BodyInput {
  readonly url: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
}

/** A request from the input of a tool. Throws INVALID_PARAMETER, PERMISSION_DENIED and LIMIT_EXCEEDED: nothing is sent. */
export function toRequest(
  {settings}: HttpClient,
  input: RequestInput,
  facts: Pick<HttpRequest, 'method' | 'changes' | 'repeatable'> & {readonly accept?: string | undefined},
): HttpRequest {
  const {url, params, headers} = input;
  return {
    ...facts,
    url: requestUrl({url, query: params}, settings.origins, settings.queryArrays),
    headers,
    body: requestBody(input, {
      contentType: contentTypeOf(headers),
      maxBytes: settings.maxRequestBytes,
      queryArrays: settings.queryArrays,
      files: settings.files,
    }),
  };
}

/** Sends the request of a call and reads its answer. */
export async function perform(
  {wrappedInstance: http}: HttpModule,
  request: HttpRequest,
  call: Call,
  type: ResponseType,
): Promise<HttpAnswer> {
  return exchange(http, call, request, (head, running) => answerOf(http, head, running, type));
}

function contentTypeOf(headers: Readonly<Record<string, unknown>> | undefined): string | undefined {
  if (headers === undefined) return undefined;
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-type');
  const value = name === undefined ? undefined : headers[name];
  return typeof value === 'string' ? value : undefined;
}
