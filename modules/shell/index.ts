import {defineModule, ModuleInstance, ToolError} from '../../src/sdk.js';
import {shellProcess} from './handles.js';
import {shellConfig} from './options.js';
import type {ShellConfig} from './options.js';
import {noSecrets} from './secrets.js';
import type {Shell} from './shell.js';
import {execute} from './tools/execute.js';
import {list} from './tools/list.js';
import {read} from './tools/read.js';
import {start} from './tools/start.js';
import {stop} from './tools/stop.js';
import {wait} from './tools/wait.js';
import {write} from './tools/write.js';

/** Programs as tools, alive. */
export class ShellModuleInstance extends ModuleInstance<ShellConfig, Shell> {}

/** Provider `shell`: the programs that the config names, argv and never a shell, ended with all that they started (R11). */
export const ShellModuleDefinition = defineModule({
  name: 'shell',
  module: 'ShellModule',
  description: 'Run programs: to their end, or in the background with something to read, write, wait for and stop',
  version: '0.1.0',
  category: 'programs',
  tags: ['shell', 'command', 'program', 'process'],
  requirements: ['the programs that the config names'],
  limitations: [
    'No shell: no pipes, globs or variables, unless the config opens one',
    'A program does what the user may who runs it; basePath is where it starts, and no jail',
  ],
  config: shellConfig,
  Instance: ShellModuleInstance,
  handles: [shellProcess],
  tools: [execute, start, read, write, wait, stop, list],
  checkConfig: async (config) => (await import('./shell.js')).Shell.open(config as ShellConfig, noSecrets),
  connect: async (config, runtime) => {
    // Who imports haft for another module does without what runs programs.
    const {Shell} = await import('./shell.js');
    return Shell.open(config as ShellConfig, runtime.redactor);
  },
  check: ({commands}: Shell) => {
    const {missing} = commands.list();
    if (missing.length > 0) throw new ToolError('PROGRAM_NOT_FOUND', `Not installed: ${missing.join(', ')}`);
  },
});
export type ShellModuleDefinition = typeof ShellModuleDefinition;

/** Shorter, for the same. */
export {ShellModuleDefinition as ShellModule};
export {shellProcess} from './handles.js';
export type {ShellProcessHandle} from './handles.js';
export type {CommandRules, ShellConfig} from './options.js';
