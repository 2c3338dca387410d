import type {Command} from '../command.js';

export const call: Command = {
  name: 'call',
  summary: 'Call a tool and print its data',
  arguments: [
    {name: 'TOOL', description: 'name of a tool, such as fs.read', completes: {with: 'tools'}},
    {
      name: 'JSON',
      description: "the input; '-' reads it from stdin",
      optional: true,
      completes: {with: 'options'},
    },
  ],
  options: {
    param: {
      type: 'string',
      short: 'p',
      value: 'NAME=VALUE',
      multiple: true,
      completes: {with: 'parameters'},
      description: 'One parameter of the input; lists with commas, objects as JSON',
    },
    file: {
      type: 'string',
      short: 'f',
      value: 'FILE',
      completes: {with: 'files'},
      description: 'Read the input from a file',
    },
    timeout: {type: 'integer', short: 't', value: 'MS', minimum: 1, description: 'ms for the whole call'},
    'dry-run': {
      type: 'boolean',
      description: 'Check input, policy and handles, and run nothing; what only the tool can find out is not checked',
    },
    progress: {type: 'boolean', description: 'Print progress as lines on stderr where it is no terminal, too'},
    'no-input': {type: 'boolean', description: 'Ask nothing, also at a terminal'},
  },
  details: [
    'Data goes to stdout as JSON; with --json it is the whole result, with metadata. Errors go to stderr, with --json they are the result.',
    'What the tool needs and the input has not is asked for at a terminal, unless CI is set. Without JSON, --param and --file, a tool that needs input reads it from stdin where that is no terminal.',
    'A handle lives as long as the command. A value of the input may be a call that makes one: {"$tool": NAME, "input": {...}}.',
  ],
  examples: [
    `haft call fs.read '{"path": "README.md"}'`,
    'haft call fs.read -p path=README.md',
    `echo '{"path": "."}' | haft call fs.list -`,
    `haft call git.log '{"repository": {"$tool": "git.open", "input": {"path": "."}}, "limit": 5}'`,
  ],
  run: async (invocation) => (await import('../actions/call.js')).callTool(invocation),
};
