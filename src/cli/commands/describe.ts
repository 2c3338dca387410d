import type {Command} from '../command.js';

export const describe: Command = {
  name: 'describe',
  summary: 'Tell everything about a tool: input, output, errors, examples',
  arguments: [{name: 'TOOL', description: 'name of a tool, such as fs.read', completes: {with: 'tools'}}],
  details: ['With --json the whole metadata record of the tool is printed.'],
  examples: ['haft describe fs.read', 'haft describe git.commit --json'],
  run: async (invocation) => (await import('../actions/describe.js')).describeOne(invocation),
};
