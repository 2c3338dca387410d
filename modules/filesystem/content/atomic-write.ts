import {accessSync, constants} from 'node:fs';
import type {Stats} from 'node:fs';

import {inFolder} from '../confinement/anchored-folder.js';
import type {AnchoredFolder} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {TemporaryFile} from './temporary-file.js';
import type {Finish} from './temporary-file.js';
import {copyBytes, writeBytes} from './transfer.js';

export interface AtomicWrite extends Finish {
  /** Bytes, or the descriptor of an open file to copy from. */
  readonly content: Buffer | number;
  /** false: RESOURCE_EXISTS when a file is there, decided by the system and not by a look before. */
  readonly overwrite: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The base is on another device than the file, or may not be written. */
const elsewhere = new Set(['EXDEV', 'EACCES', 'EPERM', 'EROFS']);

/**
 * Writes a file so that readers see the old content or the new one, never a part, also after a crash (FS08) and on a
 * full disk (FS09): a temporary file, fsync, rename. The temporary file is in the base itself, where leftovers are found
 * without a search, or else beside the file. Answers the stats of what was written. Throws RESOURCE_EXISTS, an
 * AbortError, and native errors; whenever it throws, nothing was changed.
 */
export async function writeAtomically(
  base: BaseFolder,
  folder: AnchoredFolder,
  name: string,
  write: AtomicWrite,
): Promise<Stats> {
  // A rename would replace a file that its owner made read-only.
  if (write.existing) accessSync(folder.at(name), constants.W_OK);
  try {
    return await inFolder(base, [], (root) => writeThrough(root, folder, name, write));
  } catch (error) {
    if (!elsewhere.has((error as NodeJS.ErrnoException).code ?? '') || folder.segments.length === 0) throw error;
    return writeThrough(folder, folder, name, write);
  }
}

async function writeThrough(
  home: AnchoredFolder,
  folder: AnchoredFolder,
  name: string,
  write: AtomicWrite,
): Promise<Stats> {
  const {content, signal, overwrite} = write;
  const temporary = await TemporaryFile.make(home, write.mode);
  try {
    if (typeof content === 'number') await copyBytes(content, temporary.file, signal);
    else await writeBytes(content, temporary.file, signal);
    const stats = await temporary.finish(write);
    signal?.throwIfAborted();
    temporary.place(folder, name, overwrite);
    return stats;
  } catch (error) {
    await temporary.discard();
    throw error;
  }
}
