import type {Command} from '../command.js';

export const help: Command = {
  name: 'help',
  summary: 'Tell about haft, or about one command',
  arguments: [{name: 'COMMAND', description: 'name of a command', optional: true, completes: {with: 'commands'}}],
  run: async (invocation) => (await import('../actions/help.js')).showHelp(invocation),
};
