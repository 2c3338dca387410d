import {defineHandle} from '../../src/sdk.js';
import type {Handle} from '../../src/sdk.js';
import type {BackgroundProgram} from './running/background-program.js';

/** A program in the background. It ends with its handle, its session and its module. */
export const shellProcess = defineHandle('shell_process', {
  description: 'A program that runs in the background',
  fields: ({pid, command}: BackgroundProgram): {pid: number; command: string} => ({pid, command}),
  dispose: (program: BackgroundProgram) => program.release(),
});

/** What callers hold. */
export type ShellProcessHandle = Handle<'shell_process', {pid: number; command: string}>;
