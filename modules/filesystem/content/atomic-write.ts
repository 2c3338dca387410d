import {accessSync, constants, renameSync, unlinkSync} from 'node:fs';
import type {Stats} from 'node:fs';
import {open} from 'node:fs/promises';
import type {FileHandle} from 'node:fs/promises';

import {inFolder} from '../confinement/anchored-folder.js';
import type {AnchoredFolder} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {reservedName} from '../confinement/reserved-names.js';
import {place} from './place.js';
import {copyBytes, writeBytes} from './transfer.js';

export interface AtomicWrite {
  /** Bytes, or the descriptor of an open file to copy from. */
  readonly content: Buffer | number;
  /** Permission bits; default those of the file that is replaced, else 0o666 less the umask. */
  readonly mode?: number | undefined;
  /** The file that is there. */
  readonly existing?: Stats | undefined;
  /** false: RESOURCE_EXISTS when a file is there, decided by the system and not by a look before. */
  readonly overwrite: boolean;
  /** Time of the last change that the file shall have, ms. */
  readonly modified?: number | undefined;
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
  const temporary = home.at(reservedName('temp'));
  const file = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, write.mode ?? 0o666);
  try {
    const stats = await fill(file, write).finally(() => file.close());
    write.signal?.throwIfAborted();
    if (write.overwrite) renameSync(temporary, folder.at(name));
    else place(temporary, folder.at(name), false, [...folder.segments, name]);
    return stats;
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

async function fill(file: FileHandle, {content, mode, existing, modified, signal}: AtomicWrite): Promise<Stats> {
  if (typeof content === 'number') await copyBytes(content, file, signal);
  else await writeBytes(content, file, signal);
  if (existing && (existing.uid !== process.geteuid?.() || existing.gid !== process.getegid?.())) {
    await file.chown(existing.uid, existing.gid).catch(() => undefined);
  }
  const bits = mode ?? (existing && existing.mode & 0o7777);
  if (bits !== undefined) await file.chmod(bits);
  if (modified !== undefined) await file.utimes(modified / 1000, modified / 1000);
  await file.sync();
  return file.stat();
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It goes with the next start.
  }
}
