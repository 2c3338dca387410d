import type {Command} from '../command.js';
import {importKinds} from '../import/importers.js';

export const importCommand: Command = {
  name: 'import',
  summary: 'Write a wrap config, to be edited, from an API, a schema, a database or a server',
  arguments: [
    {
      name: 'KIND',
      description: Object.keys(importKinds).join(', '),
      choices: Object.keys(importKinds),
      completes: {with: 'words'},
    },
    {name: 'SOURCE', description: 'what it is made from; see below', completes: {with: 'files'}},
  ],
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      completes: {with: 'files'},
      description: 'Where the config goes; default: stdout',
    },
    name: {type: 'string', value: 'NAME', description: 'Name of the kind of module, as its tools tell it'},
    include: {
      type: 'string',
      value: 'PATTERN',
      multiple: true,
      description: 'Only what has such a name; * stands for any text. For openapi also tag:NAME and "GET /path/*"',
    },
    exclude: {type: 'string', value: 'PATTERN', multiple: true, description: 'Not what has such a name'},
    token: {
      type: 'string',
      value: "'$NAME'",
      description: 'The variable with the token of an API, which the config names and never holds',
    },
    'base-url': {type: 'string', value: 'URL', description: 'Where requests go, where the source does not say it'},
    schema: {type: 'string', value: 'NAME', multiple: true, description: 'For sql: only tables of this schema'},
    write: {type: 'boolean', description: 'For sql: tools that insert, update and delete as well'},
    depth: {type: 'integer', value: 'N', description: 'For graphql: levels of objects in answers; default 1'},
    expand: {type: 'boolean', description: 'For openapi: write every tool out, to be edited by itself'},
    'allow-private': {type: 'boolean', description: 'The name of a host may lead to an address that is not public'},
    force: {type: 'boolean', description: 'Replace the file that is there'},
    verbose: {type: 'boolean', description: 'Tell what was left out, and why'},
    progress: {type: 'boolean', description: 'Tell what it does in lines on stderr, also where that is no terminal'},
  },
  details: [
    ...Object.entries(importKinds).map(([kind, {source}]) => `${kind}: SOURCE is ${source}.`),
    'What is written is what haft check accepts. A file that is there stays, unless --force is given.',
  ],
  examples: [
    "haft import openapi petstore.yaml --include 'tag:pets' --out petstore.json",
    'haft import graphql https://countries.example.com/graphql --out countries.json',
    "haft import sql '$DATABASE_URL' --include 'order*' --out orders.json",
    "haft import mcp 'npx -y @modelcontextprotocol/server-memory' --out memory.json",
  ],
  run: async (invocation) => (await import('../actions/import.js')).importConfig(invocation),
};
