import type {Dirent} from 'node:fs';
import {opendir} from 'node:fs/promises';

import {AnchoredFolder} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {isReserved} from '../confinement/reserved-names.js';
import {shown, tooLarge} from '../errors.js';

export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

export interface Entry {
  readonly segments: readonly string[];
  readonly name: string;
  readonly type: EntryType;
}

export interface WalkOptions {
  readonly signal: AbortSignal;
  /** Whether to go into a folder; default into all. Links are never followed. */
  readonly enter?: (folder: Entry) => boolean;
}

/** More entries than this in one folder are not sorted in memory. */
const maxFolderEntries = 200_000;

/**
 * All entries below a folder, parents first, names in order of their code units. A folder that vanishes or can't be
 * read on the way is passed over, the first one is not. Throws LIMIT_EXCEEDED, an AbortError, native errors.
 */
export async function* walk(base: BaseFolder, start: readonly string[], options: WalkOptions): AsyncGenerator<Entry> {
  const pending = (await readFolder(base, start, options.signal)).reverse();
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    yield entry;
    if (entry.type !== 'directory' || options.enter?.(entry) === false) continue;
    const inner = await readFolder(base, entry.segments, options.signal).catch(passOver);
    for (const child of inner.reverse()) pending.push(child);
  }
}

/** The entries of one folder, sorted by name; temporary entries of the module are not among them. */
async function readFolder(base: BaseFolder, segments: readonly string[], signal: AbortSignal): Promise<Entry[]> {
  signal.throwIfAborted();
  const folder = new AnchoredFolder(base, segments);
  try {
    const entries: Entry[] = [];
    for await (const found of await opendir(folder.path, {bufferSize: 1024})) {
      if (isReserved(found.name)) continue;
      entries.push({segments: [...segments, found.name], name: found.name, type: typeOf(found)});
      if (entries.length > maxFolderEntries) {
        throw tooLarge(`Folder ${shown(segments)}`, maxFolderEntries, 'entries', 'Name the files you need');
      }
    }
    signal.throwIfAborted();
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    folder.close();
  }
}

/** Type of a directory entry, or of stats: both have the same questions. */
export function typeOf(entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryType {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}

const passable = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'PERMISSION_DENIED']);

function passOver(error: unknown): Entry[] {
  if (passable.has((error as NodeJS.ErrnoException).code ?? '')) return [];
  throw error;
}
