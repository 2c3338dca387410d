import type {Dirent} from 'node:fs';
import {opendir} from 'node:fs/promises';

import {AnchoredFolder} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {isReserved} from '../confinement/reserved-names.js';
import {shown, tooLarge} from '../errors.js';
import {sortByName} from './sort-by-name.js';

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
  /** Begins after this path below the start, whether it is there or not; only the folders on the way to it are read. */
  readonly after?: readonly string[];
}

/** More entries than this in one folder are not sorted in memory. */
const maxFolderEntries = 200_000;

/**
 * All entries below a folder, parents first, names in order of their code units. A folder that vanishes or can't be
 * read on the way is passed over, the first one is not. Throws LIMIT_EXCEEDED, an AbortError, native errors.
 */
export async function* walk(base: BaseFolder, start: readonly string[], options: WalkOptions): AsyncGenerator<Entry> {
  const {signal, enter, after = []} = options;
  const reached = (folder: readonly string[]): string | undefined => nameOnTheWay(after, folder.slice(start.length));
  const pending = (await readFolder(base, start, signal, reached(start))).reverse();
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const next = after.length > 0 ? reached(entry.segments.slice(0, -1)) : undefined;
    if (next !== entry.name) yield entry;
    if (entry.type !== 'directory' || enter?.(entry) === false) continue;
    const inner = await readFolder(base, entry.segments, signal, reached(entry.segments)).catch(passOver);
    for (const child of inner.reverse()) pending.push(child);
  }
}

/** The name in a folder that the path goes through or ends at; undefined when it does not go through the folder. */
function nameOnTheWay(path: readonly string[], folder: readonly string[]): string | undefined {
  return folder.every((name, index) => name === path[index]) ? path[folder.length] : undefined;
}

/** The entries of one folder, sorted by name, from a name on; temporary entries of the module are not among them. */
async function readFolder(
  base: BaseFolder,
  segments: readonly string[],
  signal: AbortSignal,
  from = '',
): Promise<Entry[]> {
  signal.throwIfAborted();
  const folder = new AnchoredFolder(base, segments);
  try {
    const entries: Entry[] = [];
    for await (const found of await opendir(folder.path, {bufferSize: 1024})) {
      if (found.name < from || isReserved(found.name)) continue;
      entries.push({segments: [...segments, found.name], name: found.name, type: typeOf(found)});
      if (entries.length > maxFolderEntries) {
        throw tooLarge(`Folder ${shown(segments)}`, maxFolderEntries, 'entries', 'Name the files you need');
      }
    }
    signal.throwIfAborted();
    return await sortByName(entries);
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
  if (isPassable(error)) return [];
  throw error;
}

/** Whether an error says that a folder vanished, was swapped, or can't be read: others are told of all the same. */
export function isPassable(error: unknown): boolean {
  return passable.has((error as NodeJS.ErrnoException).code ?? '');
}
