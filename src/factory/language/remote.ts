import type {
  GraphqlModuleKeys,
  GraphqlToolKeys,
  HttpModuleKeys,
  McpModuleKeys,
  OpenapiModuleKeys,
  RestModuleKeys,
  RestToolKeys,
  SqlModuleKeys,
  SqlToolKeys,
} from '../wrap-config.js';
import {commonToolKeys} from './common.js';
import {anything, count, flag, template, templateMap, text, texts, textTemplate} from './parts.js';
import type {WrapLanguage, Shape} from '../../contract/wrap-kind.js';

/** Kinds whose other end is a server. */

const http: Readonly<Record<keyof HttpModuleKeys, Shape>> = {
  headers: templateMap('Headers of every request.'),
  auth: {
    description: 'Credentials, sent to the own origin only.',
    type: 'object',
    properties: {
      bearer: textTemplate('Token of an `Authorization: Bearer` header.'),
      basic: {
        type: 'object',
        properties: {username: textTemplate('User.'), password: textTemplate('Password.')},
        required: ['username', 'password'],
        additionalProperties: false,
      },
      header: {
        type: 'object',
        properties: {name: text('Name of the header.'), value: textTemplate('Its value.')},
        required: ['name', 'value'],
        additionalProperties: false,
      },
      query: {
        type: 'object',
        properties: {name: text('Name of the parameter.'), value: textTemplate('Its value.')},
        required: ['name', 'value'],
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  },
  allowHosts: texts('Further origins that a redirect or an absolute URL may go to: `https://uploads.example.com`.'),
  maxRedirects: count('Redirects that are followed, each checked again.', {maximum: 5, default: 5}),
  maxBody: count('Bytes that an answer may have after decoding.', {minimum: 1, default: 10_485_760}),
};

const rest: Readonly<Record<keyof RestModuleKeys, Shape>> = {
  baseURL: textTemplate('Where the API is. Requests stay under it.'),
  wraps: text('Another spelling of `baseURL`.', {minLength: 1}),
  ...http,
};

const restTool: Readonly<Record<keyof RestToolKeys, Shape>> = {
  request: {
    description: 'The request of the tool.',
    type: 'object',
    properties: {
      method: text('HTTP method.', {
        enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
        default: 'GET',
      }),
      path: text('Path below `baseURL`: `/repos/{owner}/{repo}`, each value encoded. A template.', {template: true}),
      query: templateMap('Query parameters; those whose input is missing are left out.'),
      headers: templateMap('Headers.'),
      body: template('Body.'),
      bodyType: text('How the body is sent.', {enum: ['json', 'form', 'text'], default: 'json'}),
    },
    required: ['path'],
    additionalProperties: false,
  },
  response: text('How the answer is read.', {enum: ['json', 'text', 'base64'], default: 'json'}),
  statuses: {
    description: 'What a status means: `ok`, or a code of `errors`.',
    type: 'object',
    additionalProperties: {type: 'string'},
  },
};

const openapi: Readonly<Record<keyof OpenapiModuleKeys, Shape>> = {
  document: {
    description: 'The OpenAPI description: a path, a URL, or the document itself.',
    type: ['string', 'object'],
  },
  wraps: text('Another spelling of `document`.', {minLength: 1}),
  baseURL: textTemplate('Instead of the server that the document names.'),
  include: texts('Operations to take, by id or `GET /path`; `*` stands for any text. Default: all.'),
  exclude: texts('Operations to leave out.'),
  overrides: {
    description: 'Facts about single tools, by their names.',
    type: 'object',
    additionalProperties: {type: 'object', properties: commonToolKeys, additionalProperties: false},
  },
  ...http,
};

const graphql: Readonly<Record<keyof GraphqlModuleKeys, Shape>> = {
  endpoint: textTemplate('URL of the endpoint.'),
  wraps: text('Another spelling of `endpoint`.', {minLength: 1}),
  ...http,
};

const graphqlTool: Readonly<Record<keyof GraphqlToolKeys, Shape>> = {
  query: text('The document. Values come as variables, never as text.', {minLength: 1}),
  operationName: text('Operation to run, where the document has several.'),
  variables: templateMap('Variables. Left out: the input.'),
};

const sql: Readonly<Record<keyof SqlModuleKeys, Shape>> = {
  database: {
    description:
      'Which Postgres: `{"embedded": "memory"}` or a directory, `{"url": {"$env": "DATABASE_URL"}}`, or `{"env": true}`.',
    type: 'object',
    properties: {
      embedded: text('`memory`, or a directory.'),
      url: textTemplate('Connection URL.'),
      env: flag('Takes the PG* variables of the environment.'),
    },
    minProperties: 1,
    additionalProperties: false,
  },
  readOnly: flag('Opens read-only transactions, held by the server.', true),
  maxRows: count('Rows that a query may answer.', {minimum: 1, default: 10_000}),
};

const sqlTool: Readonly<Record<keyof SqlToolKeys, Shape>> = {
  sql: text('One statement with named parameters: `select * from users where id = :id`.', {minLength: 1}),
  parameters: templateMap('Values of the parameters. Left out: the input.'),
  mode: text('What is answered: all rows, the first, its only value, or how many were changed.', {
    enum: ['rows', 'row', 'value', 'execute'],
    default: 'rows',
  }),
};

const mcp: Readonly<Record<keyof McpModuleKeys, Shape>> = {
  server: {
    description: 'The server: a program, or a URL.',
    anyOf: [
      {
        type: 'object',
        properties: {
          command: text('Program.', {minLength: 1}),
          args: {
            description: 'Its arguments. Templates.',
            type: 'array',
            template: true,
            items: {type: ['string', 'object']},
          },
          env: templateMap('Its environment, beside PATH and HOME.'),
          cwd: textTemplate('Directory it runs in.'),
        },
        required: ['command'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: {url: textTemplate('Streamable HTTP endpoint.'), headers: templateMap('Headers.')},
        required: ['url'],
        additionalProperties: false,
      },
    ],
  },
  include: texts('Tools to take; `*` stands for any text. Default: all.'),
  exclude: texts('Tools to leave out.'),
  overrides: {
    description: 'Facts about single tools, by their names at the server. They never lower a security tier.',
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {...commonToolKeys, rename: text('Name of the tool here.')},
      additionalProperties: false,
    },
  },
  pin: anything('Digests of approved definitions, by name of the tool: a changed definition is refused.', {
    type: 'object',
    additionalProperties: {type: 'string'},
  }),
};

export const restLanguage: WrapLanguage = {
  summary: 'an HTTP API',
  module: rest,
  tool: restTool,
  toolRequired: ['request'],
  required: ['tools'],
  oneOf: ['baseURL', 'wraps'],
};

export const openapiLanguage: WrapLanguage = {
  summary: 'an API with an OpenAPI description',
  module: openapi,
  tool: {},
  required: [],
  oneOf: ['document', 'wraps'],
  discovers: true,
};

export const graphqlLanguage: WrapLanguage = {
  summary: 'a GraphQL endpoint',
  module: graphql,
  tool: graphqlTool,
  toolRequired: ['query'],
  required: ['tools'],
  oneOf: ['endpoint', 'wraps'],
};

export const sqlLanguage: WrapLanguage = {
  summary: 'a Postgres database',
  module: sql,
  tool: sqlTool,
  toolRequired: ['sql'],
  required: ['database', 'tools'],
};

export const mcpLanguage: WrapLanguage = {
  summary: 'an MCP server',
  module: mcp,
  tool: {},
  required: ['server'],
  discovers: true,
};
