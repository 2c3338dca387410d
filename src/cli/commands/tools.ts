import type {Command} from '../command.js';

export const tools: Command = {
  name: 'tools',
  summary: 'List the tools that can be called',
  arguments: [
    {name: 'MODULE', description: 'only the tools of this module', optional: true, completes: {with: 'modules'}},
  ],
  details: ['CHANGES says whether a tool changes something, and whether a call can be taken back.'],
  examples: ['haft tools', 'haft tools git', 'haft tools --config haft.config.json --json'],
  run: async (invocation) => (await import('../actions/tools.js')).listTools(invocation),
};
