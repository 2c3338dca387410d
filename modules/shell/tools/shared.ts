import type {ModuleInstance} from '../../../src/sdk.js';
import type {ShellConfig} from '../options.js';
import type {Shell} from '../shell.js';

export type ShellModule = ModuleInstance<ShellConfig, Shell>;

/** The program that a call names, and where it runs: of execute and start. */
export const programInput = {
  command: {
    required: true,
    anyOf: [{type: 'string'}, {type: 'array', items: {type: 'string'}}],
    description:
      "A command line, cut into words without a shell (quotes are understood; pipes, globs and variables are refused), or a list: ['git', 'log', '--oneline']",
  },
  args: {
    type: 'array',
    items: {type: 'string'},
    description: 'Further arguments, each passed on as it is',
  },
  cwd: {type: 'string', description: 'Directory to run in, under basePath; default basePath'},
  env: {
    type: 'object',
    additionalProperties: {type: 'string'},
    description: 'Variables of its environment, of those that the config lets calls set',
  },
} as const;

/** What can go wrong before a program runs. */
export const startErrors = {
  PERMISSION_DENIED:
    'The command, its subcommand, the directory or a variable is not allowed, or the file can not be run',
  PROGRAM_NOT_FOUND: 'The command is allowed, and not installed',
  INVALID_PARAMETER: 'An argument is not declared for the command, or the line holds what only a shell understands',
  RESOURCE_NOT_FOUND: 'There is no such directory, or the program is gone since the module was made',
  RESOURCE_UNAVAILABLE: 'The system has no room for another process',
  LIMIT_EXCEEDED: 'There was more than the config allows, or than the system takes as arguments',
  OPERATION_FAILED: 'The program could not be started',
} as const;

/** Answers of read, wait and stop. */
export const readingOutput = {
  stdout: {type: 'string', required: true, description: 'What it wrote since it was read last'},
  stderr: {type: 'string', required: true, description: 'The same of its errors'},
  truncated: {
    type: 'boolean',
    required: true,
    description: 'More came than is kept: the middle is missing, and a line in its place says how much',
  },
  running: {type: 'boolean', required: true, description: 'It has not ended'},
  exitCode: {type: 'integer', description: 'When it ended by itself'},
  signal: {type: 'string', description: 'When a signal ended it'},
} as const;

/** Signals that ask a program to do something. */
export const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGKILL'] as const;

/** Where examples are run: this Node under a name that the config of the contract suite allows. */
export const nodeScript = (script: string): string[] => ['node', '-e', script];
