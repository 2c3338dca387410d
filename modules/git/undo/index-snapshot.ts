import {createHash} from 'node:crypto';
import {open, readFile, rename, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {ToolError} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import type {Repository} from '../repository.js';

/**
 * The index (what is staged) as it was, or null where there was none. Its time counts: git trusts an entry only when
 * the file is older than the index, so that a change within the same second is seen.
 */
export type IndexSnapshot = {readonly bytes: Buffer; readonly mtimeMs: number} | null;

const indexPath = (repository: Repository): string => join(repository.gitDir, 'index');

export async function takeIndex(repository: Repository): Promise<IndexSnapshot> {
  try {
    // The time first: an index that is written meanwhile then counts as older than it is, which is the safe side.
    const stats = await stat(indexPath(repository));
    // A FIFO would be waited for without end.
    if (!stats.isFile()) throw noIndex();
    return {bytes: await readFile(indexPath(repository)), mtimeMs: stats.mtimeMs};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const noIndex = (): ToolError =>
  new ToolError('INVALID_REPO', 'The index is no file', {
    outcome: 'not_executed',
    suggestions: ['Remove it from the .git directory of the repository'],
  });

/** What is staged, as one hash; git may rewrite the file without changing this. */
export async function indexFingerprint(git: Git, repository: Repository, signal: AbortSignal): Promise<string> {
  const {stdout} = await git.in(repository, ['ls-files', '--stage', '-z'], {signal});
  return createHash('sha256').update(stdout).digest('hex');
}

/** Puts it back the way git writes it: under `index.lock`, by rename. Answers RESOURCE_LOCKED. */
export async function restoreIndex(repository: Repository, snapshot: IndexSnapshot): Promise<void> {
  const lock = `${indexPath(repository)}.lock`;
  const file = await open(lock, 'wx').catch((cause: unknown) => {
    throw new ToolError('RESOURCE_LOCKED', 'The index is locked by another git process', {
      outcome: 'not_executed',
      cause,
      suggestions: ['Try again when the other process has ended'],
    });
  });
  try {
    if (snapshot !== null) {
      await file.writeFile(snapshot.bytes);
      const seconds = Math.floor(snapshot.mtimeMs) / 1000;
      await file.utimes(seconds, seconds);
    }
    await file.sync();
    await file.close();
    if (snapshot !== null) {
      await rename(lock, indexPath(repository));
      return;
    }
    await rm(indexPath(repository), {force: true});
    await rm(lock);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(lock, {force: true});
    throw error;
  }
}
