import {closeSync, constants, fstatSync, openSync, readFileSync} from 'node:fs';
import {basename} from 'node:path';
import {ToolError} from '../../../src/sdk.js';

/** Never follows a link, never waits for a FIFO. */
const careful = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Bytes; git's own files of this kind are a few lines. */
const maxBytes = 16 << 20;

const nothing = new Set(['ENOENT', 'ENOTDIR']);

/**
 * What a file in git's directory holds, or undefined where there is none. git's directory can come with a repository: a
 * link there would tell what is outside, a FIFO would stop the process for good (GIT05, FS05). Answers PERMISSION_DENIED.
 */
export function readPlainFile(path: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, careful);
  } catch (error) {
    if (nothing.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw denied(path, error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > maxBytes) throw denied(path);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const denied = (path: string, cause?: unknown): ToolError =>
  new ToolError('PERMISSION_DENIED', `'${basename(path)}' in git's directory is no plain file that can be read`, {
    context: {reason: 'git_directory'},
    outcome: 'not_executed',
    suggestions: ['Look at the .git directory of the repository'],
    cause,
  });
