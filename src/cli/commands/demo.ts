import type {Command} from '../command.js';

export const demo: Command = {
  name: 'demo',
  summary: 'Do a whole job on a git repository: who changed what, and when',
  arguments: [
    {
      name: 'PATH',
      description: 'a repository with commits; default: that of this folder, or a new one',
      optional: true,
      completes: {with: 'folders'},
    },
  ],
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'DIR',
      completes: {with: 'folders'},
      description: 'Keep the report there; default report',
    },
  },
  details: [
    'Clones the repository into a temporary folder and changes nothing in it: reads the log, writes a report with a chart, renders it to HTML, commits it in the clone, shows the calls, a failure and its error, takes the commit back, and cleans up. Modules and wrapped libraries come from a config file, which --config replaces.',
  ],
  examples: ['haft demo', 'haft demo ../my-project --out /tmp/report', 'haft demo --json'],
  run: async (invocation) => (await import('../actions/demo.js')).showDemo(invocation),
};
