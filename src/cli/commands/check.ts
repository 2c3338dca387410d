import type {Command} from '../command.js';

export const check: Command = {
  name: 'check',
  summary: 'Check haft.config files and wrap configs, and list everything that is wrong with them',
  arguments: [
    {
      name: 'CONFIG',
      description: 'the files; default: the haft.config file of this folder',
      optional: true,
      rest: true,
      completes: {with: 'files'},
    },
  ],
  options: {
    allow: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: 'Packages that wrap configs may load and programs that they may run, by commas or one by one',
    },
  },
  details: [
    'Each problem comes with file, line and column, the path in the config, and what to do; of a wrap config that extends others, with the file that it stands in.',
    'Nothing that a config names is loaded, started or reached: whether a server answers or a password is right is seen by the first call. A config in JavaScript is run, as it would be anywhere.',
  ],
  examples: ['haft check haft.config.json', 'haft check wraps/*.json --allow marked --json'],
  run: async (invocation) => (await import('../actions/check.js')).checkConfig(invocation),
};
