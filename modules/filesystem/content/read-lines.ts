import {read} from 'node:fs';
import {promisify} from 'node:util';

import {tooLarge} from '../errors.js';
import type {OpenFile} from '../confinement/open-file.js';

const readAsync = promisify(read);
const chunkBytes = 262_144;
const lineFeed = 0x0a;

export interface Lines {
  readonly bytes: Buffer;
  /** Last line that was read, from 1; one less than `start` when the file ends before. */
  readonly end: number;
  /** Whether lines follow. */
  readonly more: boolean;
}

/**
 * Reads the lines `start` to `end`, both counted from 1 and included, line ends included. The file may be larger than
 * `limit`, the lines may not: LIMIT_EXCEEDED. Memory stays at the limit and one chunk.
 */
export async function readLines(
  file: OpenFile,
  {start, end, limit}: {readonly start: number; readonly end: number; readonly limit: number},
  signal: AbortSignal,
): Promise<Lines> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let line = 1;
  let lineIsOpen = false;
  for (;;) {
    signal.throwIfAborted();
    const {bytesRead} = await readAsync(file.descriptor, chunk, 0, chunkBytes, null);
    if (bytesRead === 0)
      return {bytes: Buffer.concat(kept), end: Math.min(end, lineIsOpen ? line : line - 1), more: false};
    const bytes = chunk.subarray(0, bytesRead);
    let from = 0;
    let firstWanted = line >= start ? 0 : bytesRead;
    while (from < bytesRead && line <= end) {
      const feed = bytes.indexOf(lineFeed, from);
      lineIsOpen = feed === -1;
      from = lineIsOpen ? bytesRead : feed + 1;
      if (lineIsOpen) break;
      line += 1;
      if (line === start) firstWanted = from;
    }
    keptBytes += Math.max(from - firstWanted, 0);
    if (keptBytes > limit) throw tooLarge('A range of lines', limit, 'bytes', 'Ask for fewer lines');
    if (from > firstWanted) kept.push(Buffer.from(bytes.subarray(firstWanted, from)));
    if (from < bytesRead) return {bytes: Buffer.concat(kept), end, more: true};
  }
}
