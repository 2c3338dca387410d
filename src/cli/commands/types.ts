import type {Command} from '../command.js';

export const types: Command = {
  name: 'types',
  summary: 'Write the TypeScript types of the module that a wrap config makes',
  arguments: [{name: 'CONFIG', description: 'the wrap config', completes: {with: 'files'}}],
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      completes: {with: 'files'},
      description: 'Where they go, such as github.d.ts; default: stdout',
    },
    name: {type: 'string', value: 'NAME', description: 'Name of the module; default: that of the file'},
    program: {type: 'boolean', description: 'Write a .ts that makes the module as well'},
    live: {
      type: 'boolean',
      description: 'Make the module first, for types that only a server or a database knows; mcp always does',
    },
    allow: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: 'A package that may be loaded, or a program that may be run, where the module is made',
    },
    force: {type: 'boolean', description: 'Replace a file that was written by somebody else'},
  },
  details: [
    'Each tool is a typed method, with its description; handles are Handle<TYPE>. In JavaScript: /** @type {import("./github").GithubModule} */.',
    'For openapi the document is read, and nothing is sent to the API. What --set gives are runtime values of the module.',
  ],
  examples: [
    'haft types github.json --out github.d.ts',
    'haft types haft/configs/marked.json --name markdown',
    'haft types memory.json --allow npx --out memory.ts --program',
  ],
  run: async (invocation) => (await import('../actions/types.js')).writeTypes(invocation),
};
