import {isRecord} from '../../contract/json.js';
import type {Shape, WrapLanguage} from '../../contract/wrap-language.js';
import type {Pagination, RestModuleKeys, RestRequest, RestToolKeys} from '../config-types/rest.js';
import {handleKeys} from './common.js';
import {httpErrors, httpKeys, methodFacts} from './http.js';
import {count, flag, template, text, textTemplate} from './parts.js';

const rest: Readonly<Record<keyof RestModuleKeys, Shape>> = {
  baseURL: textTemplate('Where the API is. Requests stay under it.'),
  wraps: text('Another spelling of `baseURL`.', {minLength: 1}),
  ...httpKeys,
};

const explode = flag('Each item of a list and each property of an object for itself. Default: as the style has it.');
const contentType = text('The value is sent as text of this type: `application/json`.', {minLength: 1});
const queryStyle = text('How a list or an object is written, as OpenAPI knows it.', {
  enum: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  default: 'form',
});
const allowReserved = flag("Leaves `:/?[]@!$'()*,;=` as they are.");

/** A parameter: its value, or the value with how it is written. */
const parameters = (description: string, styles: Readonly<Record<string, Shape>>): Shape => ({
  description,
  type: 'object',
  additionalProperties: {
    template: true,
    anyOf: [
      {type: ['string', 'number', 'boolean', 'array']},
      {
        description: 'A runtime value or a variable of the environment.',
        type: 'object',
        properties: {$config: {type: 'string'}, $env: {type: 'string'}, default: {}},
        additionalProperties: false,
      },
      {
        description: 'A value and how it is written.',
        type: 'object',
        properties: {value: template('Its value.'), ...styles},
        required: ['value'],
        additionalProperties: false,
      },
    ],
  },
});

const request: Readonly<Record<keyof RestRequest, Shape>> = {
  method: text('HTTP method.', {
    enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
    default: 'GET',
  }),
  path: text(
    'Path below `baseURL`, an RFC 6570 template: `/repos/{owner}/{repo}`. Each value is encoded; `{+path}` keeps slashes, `{.x}` and `{;x}` are the styles label and matrix, and `{x*}` explodes. A template.',
    {template: 'uri', minLength: 1},
  ),
  query: parameters('Query parameters, by name; those whose input is missing are left out.', {
    style: queryStyle,
    explode,
    allowReserved,
    contentType,
  }),
  headers: parameters('Headers, by name; lists are joined by commas.', {explode, contentType}),
  cookies: parameters('Cookies, by name.', {explode, contentType}),
  body: template('Body: what it is made from by `bodyType`; left out when its input is missing.'),
  bodyType: text('How the body is sent; `bytes` are base64.', {
    enum: ['json', 'form', 'multipart', 'text', 'bytes'],
    default: 'json',
  }),
  contentType: text('Content type of the body, where it is not that of `bodyType`.', {minLength: 1}),
  encoding: {
    description: 'How fields of a form or parts of a multipart body are written, by name.',
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        style: queryStyle,
        explode,
        allowReserved,
        contentType: text('Type of the part; `application/json` sends the value as JSON.', {minLength: 1}),
        base64: flag('The value is bytes in base64.'),
        filename: textTemplate('Name of the file.'),
      },
      additionalProperties: false,
    },
  },
};

const paginate: Readonly<Record<keyof Pagination, Shape>> = {
  style: text('How the next page is found: the `Link` header, a cursor in the answer, or by counting.', {
    enum: ['link', 'cursor', 'page', 'offset'],
  }),
  parameter: text('Query parameter that takes the cursor, the page or the offset.', {minLength: 1}),
  next: text('Where the cursor, or the URL of the next page, is in the answer: `meta.next`, `data.-1.id`.', {
    minLength: 1,
  }),
  hasMore: text('Where the answer says whether there are more pages.', {minLength: 1}),
  items: text('Where the items of a page are in the answer. Left out: the answer is the list.', {minLength: 1}),
  size: count('Items of a full page: for `page` and `offset`, a page with fewer is the last. Left out: an empty one.', {
    minimum: 1,
  }),
  start: count('Number of the first page (default 1), or first offset (default 0).'),
  maxPages: count('Pages that one call walks.', {minimum: 1, maximum: 1000, default: 10}),
  maxItems: count('Items that one call answers.', {minimum: 1, maximum: 100_000, default: 1000}),
};

const restTool: Readonly<Record<keyof RestToolKeys, Shape>> = {
  request: {
    description: 'The request of the tool.',
    type: 'object',
    properties: request,
    required: ['path'],
    additionalProperties: false,
  },
  response: text(
    'What the answer becomes: by its content type JSON, text or base64; or `{data, status, headers}` as `full`.',
    {enum: ['auto', 'json', 'text', 'base64', 'full'], default: 'auto'},
  ),
  statuses: {
    description: 'What a status means: `ok`, or a code. Left out: 2xx and 304 are fine.',
    type: 'object',
    additionalProperties: {type: 'string'},
  },
  pick: {
    description:
      'Fields of the answer, or of each item of a list: new names with paths, `{"author": "user.login", "labels": "labels.*.name"}`.',
    type: 'object',
    additionalProperties: {type: 'string', minLength: 1},
    minProperties: 1,
  },
  paginate: {
    description: 'Walks the pages of a list: the tool answers the items of all of them.',
    type: 'object',
    properties: paginate,
    required: ['style'],
    additionalProperties: false,
  },
  ...handleKeys,
};

/** What the path names has to be there; the rest may be left out. */
function inputOf(tool: Readonly<Record<string, unknown>>, placeholders: readonly string[]): Record<string, string> {
  const path = isRecord(tool['request']) ? String(tool['request']['path']) : '';
  const inPath = new Set([...path.matchAll(/\{[+#./;]?([A-Za-z_$][\w$-]*)/g)].map(([, name]) => name));
  return Object.fromEntries(placeholders.map((name) => [name, inPath.has(name) ? 'any' : 'any?']));
}

const methodOf = (tool: Readonly<Record<string, unknown>>): unknown =>
  (isRecord(tool['request']) ? tool['request']['method'] : undefined) ?? 'GET';

export const restLanguage: WrapLanguage = {
  summary: 'an HTTP API',
  module: rest,
  tool: restTool,
  toolAnyOf: ['request', 'release'],
  required: ['tools'],
  oneOf: ['baseURL', 'wraps'],
  paces: true,
  facts: (tool, module) => methodFacts(methodOf(tool), module),
  input: inputOf,
  errors: httpErrors,
};
