import type {Command} from '../command.js';

export const tools: Command = {
  name: 'tools',
  summary: 'List the tools that can be called',
  arguments: [
    {name: 'MODULE', description: 'only the tools of this module', optional: true, completes: {with: 'modules'}},
  ],
  options: {
    verbose: {type: 'boolean', description: 'Tell what a module could not make tools of, and why'},
  },
  details: [
    'CHANGES says whether a tool changes something, and whether a call can be taken back.',
    'Modules whose tools follow from a server or a description (mcp, openapi) are started for it.',
  ],
  examples: ['haft tools', 'haft tools git', 'haft tools --config haft.config.json --json'],
  run: async (invocation) => (await import('../actions/tools.js')).listTools(invocation),
};
