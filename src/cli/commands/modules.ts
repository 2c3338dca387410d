import type {Command} from '../command.js';

export const modules: Command = {
  name: 'modules',
  summary: 'List the modules of the config, and what comes with haft to make modules of',
  details: [
    'NEEDS names the packages and programs that a module can not work without, and what is not there. Nothing is loaded or started.',
  ],
  examples: ['haft modules', 'haft modules --json'],
  run: async (invocation) => (await import('../actions/modules.js')).listModules(invocation),
};
