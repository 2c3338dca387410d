import {createHash} from 'node:crypto';
import {closeSync, readlinkSync} from 'node:fs';
import type {Stats} from 'node:fs';

import type {BaseFolder} from '../confinement/base-folder.js';
import {entryAt} from '../confinement/entry-at.js';
import {openFile} from '../confinement/open-file.js';
import {readBytes} from '../content/read-bytes.js';
import {typeOf, walk} from '../tree/walk.js';

/** Files up to here are told apart by their bytes, larger ones by identity, size and time of change. */
const hashedBytes = 1 << 20;

/** What an entry is, as one line: equal lines mean that nobody changed it since. Undefined when nothing is there. */
export async function fingerprint(
  base: BaseFolder,
  segments: readonly string[],
  signal: AbortSignal = new AbortController().signal,
): Promise<string | undefined> {
  const stats = entryAt(base.absolute(segments), segments);
  if (!stats) return undefined;
  if (!stats.isDirectory()) return entryPrint(base, segments, stats, signal);
  const hash = createHash('sha256');
  for await (const entry of walk(base, segments, {signal})) {
    const inner = entryAt(base.absolute(entry.segments), entry.segments);
    const print = inner && (inner.isDirectory() ? 'directory' : await entryPrint(base, entry.segments, inner, signal));
    hash.update(`${JSON.stringify(entry.segments.slice(segments.length))} ${print ?? 'gone'}\n`);
  }
  return `directory ${hash.digest('hex')}`;
}

/** The fingerprint of a file whose bytes are at hand. */
export function filePrint(stats: Stats, bytes: Buffer | undefined): string {
  const content =
    bytes && stats.size <= hashedBytes
      ? createHash('sha256').update(bytes).digest('hex')
      : `${stats.dev}:${stats.ino}:${stats.mtimeMs}`;
  return `file ${(stats.mode & 0o7777).toString(8)} ${stats.size} ${content}`;
}

async function entryPrint(
  base: BaseFolder,
  segments: readonly string[],
  stats: Stats,
  signal: AbortSignal,
): Promise<string> {
  if (stats.isSymbolicLink()) return `symlink ${readlinkSync(base.absolute(segments))}`;
  if (!stats.isFile()) return `${typeOf(stats)} ${stats.dev}:${stats.ino}`;
  if (stats.size > hashedBytes) return filePrint(stats, undefined);
  const file = openFile(base, {segments, stats});
  try {
    return filePrint(file.stats, await readBytes(file, hashedBytes, () => signal));
  } finally {
    closeSync(file.descriptor);
  }
}
