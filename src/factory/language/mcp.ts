import type {Shape, WrapLanguage} from '../../contract/wrap-language.js';
import type {McpModuleKeys} from '../config-types/mcp.js';
import {commonToolKeys} from './common.js';
import {anything, count, flag, templateMap, text, texts, textTemplate} from './parts.js';

const mcp: Readonly<Record<keyof McpModuleKeys, Shape>> = {
  server: {
    description: 'The server: a program, which the caller must allow, or a URL.',
    anyOf: [
      {
        type: 'object',
        properties: {
          command: text('Program: a name that is looked up on the PATH, or a path.', {minLength: 1}),
          args: {
            description: 'Its arguments. Templates.',
            type: 'array',
            template: true,
            items: {type: ['string', 'object']},
          },
          env: templateMap('Its environment, beside PATH, HOME and their like.'),
          cwd: textTemplate('Directory it runs in.'),
        },
        required: ['command'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: {
          url: textTemplate('Streamable HTTP endpoint.'),
          headers: templateMap('Headers of every request, kept secret.'),
          token: textTemplate('Sent as `Authorization: Bearer …`, kept secret.'),
        },
        required: ['url'],
        additionalProperties: false,
      },
    ],
  },
  client: {
    description: 'In code, instead of `server`: a client that is connected already.',
    code: 'a `Client` of @modelcontextprotocol/client',
  },
  include: texts('Tools to take, by their names at the server; `*` stands for any text. Default: all.'),
  exclude: texts('Tools to leave out, in the same way.'),
  overrides: {
    description:
      'What the config says of single tools, by their names at the server, put over what the server says. A security tier can only be raised.',
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {...commonToolKeys, rename: text('Name of the tool here.')},
      additionalProperties: false,
    },
  },
  pin: anything(
    'Fingerprints of approved definitions, by names at the server: a changed definition and a tool that is not named are refused. Left out: what the server says first is taken.',
    {type: 'object', additionalProperties: {type: 'string'}},
  ),
  resources: flag('Adds `listResources`, `listResourceTemplates` and `readResource`.'),
  prompts: flag('Adds `listPrompts` and `getPrompt`.'),
  trustAnnotations: flag('Takes the word of the server for which tools only read and which are idempotent.'),
  inheritEnv: texts('Names of further variables that a program gets from this process.'),
  allowPrivate: flag('Lets a URL lead to a private address that it does not name itself.'),
  connectTimeout: count('ms until a server that was started must have answered.', {minimum: 1, default: 30_000}),
  recheckInterval: count('ms after which definitions are compared again, before the next call.', {default: 5000}),
  maxMessageBytes: count('Bytes of one message of the server.', {minimum: 1024, default: 4_194_304}),
  reconnect: {
    description:
      'How the next call begins a server again that has ended: at most `attempts` times in a row (5; 0 is never), after `delay` ms (250), doubled each time up to `maxDelay` (10,000).',
    type: 'object',
    properties: {attempts: count('Times.'), delay: count('ms.'), maxDelay: count('ms.')},
    additionalProperties: false,
  },
  protocol: text('Revisions of MCP that are spoken: `legacy` up to 2025-11-25, `modern` from 2026-07-28.', {
    enum: ['auto', 'legacy', 'modern'],
    default: 'auto',
  }),
};

export const mcpLanguage: WrapLanguage = {
  summary: 'an MCP server',
  module: mcp,
  tool: {},
  required: [],
  oneOf: ['server', 'client'],
  discovers: true,
};
