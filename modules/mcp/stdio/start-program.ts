import {spawn} from 'node:child_process';
import type {ChildProcessWithoutNullStreams} from 'node:child_process';
import {once} from 'node:events';
import {stat} from 'node:fs/promises';
import {isAbsolute, resolve} from 'node:path';
import {findProgram, guardTree, minimalEnvironment, ToolError, toToolError} from '../../../src/sdk.js';
import type {TreeGuard} from '../../../src/sdk.js';
import type {ProgramTarget} from '../settings.js';

/** A server that runs, and what ends it with all that it started (MC08). */
export interface ServerProgram {
  readonly child: ChildProcessWithoutNullStreams;
  readonly guard: TreeGuard;
}

/** What the SDK passes on beside haft's own minimum (DEFAULT_INHERITED_ENV_VARS); none of it is a secret. */
const customary = ['LOGNAME', 'SHELL', 'TERM', 'USER', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'COMSPEC', 'WINDIR'];

/**
 * Starts a server with a minimal environment, in a process group of its own. Throws RESOURCE_NOT_FOUND where there is no
 * such program, INVALID_CONFIG where there is no such directory.
 */
export async function startProgram(target: ProgramTarget, inheritEnv: readonly string[]): Promise<ServerProgram> {
  const cwd = resolve(target.cwd ?? '.');
  await assertFolder(cwd);
  const env = {...minimalEnvironment([...customary, ...inheritEnv]), ...target.env};
  const file = await findProgram(absolute(target.command, cwd), env['PATH']);
  if (file === undefined) throw notThere(target.command);
  const guard = guardTree();
  const child = spawn(file, [...target.args], {
    cwd,
    env: guard.environment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (child.pid !== undefined) guard.started(child.pid);
  try {
    await once(child, 'spawn');
  } catch (error) {
    const {code} = toToolError(error, 'RESOURCE_UNAVAILABLE');
    throw new ToolError(code, `The program ${target.command} can not be started: ${messageOf(error)}`, {
      outcome: 'not_executed',
      recoverable: false,
      suggestions: ['Start it by hand with the same arguments and see what it says'],
      cause: error,
    });
  }
  return {child, guard};
}

/** A name is looked for on the PATH; a path means the same wherever the server will run. */
const absolute = (command: string, cwd: string): string =>
  /[\\/]/.test(command) && !isAbsolute(command) ? resolve(cwd, command) : command;

async function assertFolder(cwd: string): Promise<void> {
  const isFolder = await stat(cwd).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  throw new ToolError('INVALID_CONFIG', `server.cwd ${JSON.stringify(cwd)} is no directory`, {
    outcome: 'not_executed',
    suggestions: ['Name a directory that is there, or leave cwd out'],
  });
}

const notThere = (command: string): ToolError =>
  new ToolError('RESOURCE_NOT_FOUND', `There is no program ${JSON.stringify(command)} to start as an MCP server`, {
    outcome: 'not_executed',
    suggestions: ['Install it, or give its absolute path as server.command'],
    cause: Object.assign(new Error(`spawn ${command} ENOENT`), {code: 'ENOENT'}),
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
