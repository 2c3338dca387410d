import {closeSync, constants, fstatSync, openSync} from 'node:fs';
import type {Stats} from 'node:fs';

import {invalid, notFound, replaced, shown} from '../errors.js';
import type {BaseFolder} from './base-folder.js';
import type {Location} from './locate.js';

export interface OpenFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

/** Never waits for the other end of a FIFO, never follows a link in the last place (FS05). */
const readFlags =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Opens a regular file for reading and checks what was opened. The caller closes the descriptor. Throws
 * RESOURCE_NOT_FOUND, PERMISSION_DENIED, INVALID_PARAMETER for what is not a regular file; native errors otherwise.
 */
export function openFile(
  base: BaseFolder,
  location: Pick<Location, 'segments' | 'stats'> & Partial<Location>,
): OpenFile {
  const {segments, stats, asked = segments} = location;
  if (!stats) throw notFound(asked);
  assertRegular(asked, stats);
  const path = base.absolute(segments);
  const descriptor = openWithoutLink(path);
  try {
    base.assertInside(descriptor, path);
    const opened = fstatSync(descriptor);
    assertRegular(asked, opened);
    return {descriptor, stats: opened};
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** INVALID_PARAMETER for folders, FIFOs, sockets and devices. */
export function assertRegular(segments: readonly string[], stats: Stats): void {
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'a folder' : 'not a regular file';
  throw invalid('not_regular', `${shown(segments)} is ${what}`, [
    stats.isDirectory() ? 'Use list for folders' : 'Name a regular file',
  ]);
}

function openWithoutLink(path: string): number {
  try {
    return openSync(path, readFlags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
    throw replaced();
  }
}
