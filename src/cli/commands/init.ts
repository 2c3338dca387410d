import type {Command} from '../command.js';

export const init: Command = {
  name: 'init',
  summary: 'Write a haft.config.json, by asking or from options',
  options: {
    module: {
      type: 'string',
      short: 'm',
      value: '[NAME=]PROVIDER',
      multiple: true,
      completes: {with: 'providers'},
      description: 'A module by its provider: fs, git, http, db, shell, mcp; NAME is what its tools are called by',
    },
    'base-url': {type: 'string', value: 'URL', description: 'For http: the address that requests go to'},
    database: {
      type: 'string',
      value: 'WHICH',
      description:
        "For db: memory, a folder, postgres://user@host/database, or '$NAME' of a variable that holds an address",
    },
    commands: {type: 'string', value: 'LIST', description: 'For shell: the programs that may be run, with commas'},
    server: {
      type: 'string',
      value: 'COMMAND',
      description: "For mcp: the server's command line, 'npx -y some-server', or its address",
    },
    package: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      completes: {with: 'packages'},
      description: 'A package that haft has a wrap config for, such as marked; it is allowed to be loaded',
    },
    wrap: {
      type: 'string',
      value: '[NAME=]FILE',
      multiple: true,
      completes: {with: 'files'},
      description: 'A wrap config of your own; what it loads or runs needs --allow',
    },
    allow: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      description: 'Packages that wrap configs may load and programs that they may run, by commas or one by one',
    },
    'base-path': {
      type: 'string',
      value: 'DIR',
      completes: {with: 'folders'},
      description: 'The folder that modules are confined to; default: that of the config',
    },
    permissions: {
      type: 'string',
      value: 'WHAT',
      choices: ['read', 'write', 'read-write'],
      description: 'What fs may do: read (default), write or read-write',
    },
    with: {
      type: 'string',
      value: 'MODULE.KEY=VALUE',
      multiple: true,
      description: 'Any other setting of a module, such as git.author="Ada <ada@example.com>"',
    },
    audit: {type: 'string', value: 'DIR', completes: {with: 'folders'}, description: 'Keep an audit log there'},
    yes: {
      type: 'boolean',
      short: 'y',
      description: 'Ask nothing and take the defaults: fs, read-only, and git, both in the folder of the config',
    },
    force: {type: 'boolean', description: 'Replace the file that is there'},
    'no-input': {type: 'boolean', description: 'Ask nothing, also at a terminal'},
  },
  details: [
    'With any of these options nothing is asked. --config names another file to write. The config is checked before it is written, and nothing is written where it has a problem.',
  ],
  examples: [
    'haft init',
    'haft init --yes',
    'haft init --module fs --base-path . --permissions read-write --package marked',
    'haft init --module notes=fs --with notes.maxReadBytes=65536 --audit log',
    'haft init --base-url https://api.example.com --database ./data --commands npm,node',
  ],
  run: async (invocation) => (await import('../actions/init.js')).initialize(invocation),
};
