import {chmodSync, closeSync, lstatSync, mkdirSync, readlinkSync, symlinkSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {resolve} from 'node:path';

import {AnchoredFolder, splitLast} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {locate} from '../confinement/locate.js';
import {openFile} from '../confinement/open-file.js';
import {copyBytes} from '../content/transfer.js';
import {invalid, outsideBase, shown} from '../errors.js';
import {walk} from '../tree/walk.js';
import type {Entry} from '../tree/walk.js';

export interface Copied {
  readonly entries: number;
  /** Bytes of all files. */
  readonly size: number;
}

/**
 * Copies a folder to `to`, which must not exist; `final` is where it will be in the end. Links are copied as links, but
 * only where they stay inside the base, at the old place and at the new one. Throws INVALID_PARAMETER for FIFOs, sockets
 * and devices, PERMISSION_DENIED for links that lead out; the caller removes what was begun.
 */
export async function copyTree(
  base: BaseFolder,
  from: readonly string[],
  to: readonly string[],
  final: readonly string[],
  signal: AbortSignal,
): Promise<Copied> {
  let entries = 1;
  let size = 0;
  makeLike(base, from, to);
  for await (const entry of walk(base, from, {signal})) {
    const below = entry.segments.slice(from.length);
    size += await copyEntry(base, entry, [...to, ...below], [...final, ...below], signal);
    entries += 1;
  }
  return {entries, size};
}

async function copyEntry(
  base: BaseFolder,
  {segments, type}: Entry,
  to: readonly string[],
  final: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  if (type === 'directory') makeLike(base, segments, to);
  else if (type === 'symlink') copyLink(base, segments, to, final);
  else if (type === 'file') return copyFile(base, segments, to, signal);
  else
    throw invalid('not_regular', `${shown(segments)} is no file, folder or link, and can not be copied`, [
      'Copy the files one by one',
    ]);
  return 0;
}

/** A folder with the permissions of another, and always usable for its owner: entries follow. */
function makeLike(base: BaseFolder, from: readonly string[], to: readonly string[]): void {
  const mode = (lstatSync(base.absolute(from)).mode & 0o777) | 0o700;
  inParent(base, to, (path) => {
    mkdirSync(path, mode);
    chmodSync(path, mode);
  });
}

function copyLink(base: BaseFolder, from: readonly string[], to: readonly string[], final: readonly string[]): void {
  locate(base, from);
  const target = inParent(base, from, (path) => readlinkSync(path));
  if (!base.segmentsOf(resolve(base.absolute(final.slice(0, -1)), target))) throw outsideBase();
  inParent(base, to, (path) => {
    symlinkSync(target, path);
  });
}

async function copyFile(
  base: BaseFolder,
  from: readonly string[],
  to: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const source = openFile(base, locate(base, from, {followLast: false}));
  const {parent, name} = splitLast(to);
  try {
    const folder = new AnchoredFolder(base, parent);
    try {
      const copy = await open(folder.at(name), 'wx', source.stats.mode & 0o777);
      await copyBytes(source.descriptor, copy, signal).finally(() => copy.close());
    } finally {
      folder.close();
    }
    return source.stats.size;
  } finally {
    closeSync(source.descriptor);
  }
}

function inParent<T>(base: BaseFolder, segments: readonly string[], act: (path: string) => T): T {
  const {parent, name} = splitLast(segments);
  const folder = new AnchoredFolder(base, parent);
  try {
    return act(folder.at(name));
  } finally {
    folder.close();
  }
}
