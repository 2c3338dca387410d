import {closeSync, linkSync, mkdirSync, openSync, renameSync, rmdirSync, unlinkSync} from 'node:fs';

import {exists} from '../errors.js';

/** What file systems without hard links say. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/**
 * Gives an entry a new name and never replaces what is there, also when that came a moment ago: RESOURCE_EXISTS. Both
 * paths are on one device.
 */
export function place(from: string, to: string, isFolder: boolean, asked: readonly string[]): void {
  try {
    if (isFolder) placeFolder(from, to);
    else placeFile(from, to);
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? exists(asked) : error;
  }
}

/** A rename replaces an empty folder, so the name is taken first. */
function placeFolder(from: string, to: string): void {
  mkdirSync(to);
  try {
    renameSync(from, to);
  } catch (error) {
    rmdirSync(to);
    throw error;
  }
}

function placeFile(from: string, to: string): void {
  try {
    linkSync(from, to);
    unlinkSync(from);
  } catch (error) {
    if (!noLinks.has(codeOf(error))) throw error;
    closeSync(openSync(to, 'wx'));
    renameSync(from, to);
  }
}
