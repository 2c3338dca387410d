import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {commonCode, nativeCode, ToolError} from '../../../src/sdk.js';

/** Directories that this process has open. */
const held = new Set<string>();

/**
 * Makes sure that one process at a time has a directory open, and once: two would destroy what is in it. The lock lies
 * beside the directory and names the process; that of one that is gone does not count. Answers RESOURCE_LOCKED.
 */
export function lockDirectory(directory: string): () => void {
  const file = `${directory}.lock`;
  try {
    mkdirSync(dirname(directory), {recursive: true});
    take(file, directory);
  } catch (error) {
    if (ToolError.isToolError(error)) throw error;
    const code = commonCode(nativeCode(error)) ?? 'RESOURCE_UNAVAILABLE';
    throw new ToolError(code, `The directory of the embedded database can not be used: ${(error as Error).message}`, {
      outcome: 'not_executed',
      suggestions: ['Name a directory that this process may write to'],
      cause: error,
    });
  }
  held.add(directory);
  return () => {
    held.delete(directory);
    rmSync(file, {force: true});
  };
}

function take(file: string, directory: string): void {
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, String(process.pid), {flag: 'wx'});
      return;
    } catch (error) {
      if (nativeCode(error) !== 'EEXIST') throw error;
      const owner = ownerOf(file);
      if (held.has(directory)) throw openHere(directory);
      if (attempt > 0 || isAlive(owner)) throw locked(directory, owner);
      rmSync(file, {force: true});
    }
  }
}

function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return Number.NaN;
  }
}

function isAlive(pid: number): boolean {
  // A process of this number that is not the one that wrote it is this one: what it held, it held before it was restarted.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return nativeCode(error) === 'EPERM';
  }
}

const openHere = (directory: string): ToolError =>
  new ToolError(
    'RESOURCE_LOCKED',
    `The embedded database in '${directory}' is open in another module of this process`,
    {
      outcome: 'not_executed',
      suggestions: ['Use that module, or clean it up first'],
    },
  );

const locked = (directory: string, owner: number): ToolError =>
  new ToolError('RESOURCE_LOCKED', `The embedded database in '${directory}' is open in process ${String(owner)}`, {
    outcome: 'not_executed',
    suggestions: ['End the other process, or use a server, which takes many'],
  });
