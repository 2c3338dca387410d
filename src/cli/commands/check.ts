import type {Command} from '../command.js';

export const check: Command = {
  name: 'check',
  summary: 'Check a haft.config file or a wrap config, and list everything that is wrong with it',
  arguments: [
    {
      name: 'CONFIG',
      description: 'the file; default: the haft.config file of this folder',
      optional: true,
      completes: {with: 'files'},
    },
  ],
  options: {
    allow: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: 'A package that a wrap config may load, or a program that it may run',
    },
  },
  details: [
    'Nothing that a config names is loaded, started or reached: whether a server answers or a password is right is seen by the first call. A config in JavaScript is run, as it would be anywhere.',
  ],
  examples: ['haft check haft.config.json', 'haft check configs/marked.json --allow marked --json'],
  run: async (invocation) => (await import('../actions/check.js')).checkConfig(invocation),
};
