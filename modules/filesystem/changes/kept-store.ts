import {closeSync, linkSync, renameSync, unlinkSync} from 'node:fs';
import type {Stats} from 'node:fs';
import {open, rm} from 'node:fs/promises';
import type {FileHandle} from 'node:fs/promises';

import type {AnchoredFolder} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {openFile} from '../confinement/open-file.js';
import {reservedName} from '../confinement/reserved-names.js';
import {writeAtomically} from '../content/atomic-write.js';
import {readBytes} from '../content/read-bytes.js';
import {copyBytes, copyRange} from '../content/transfer.js';
import {undoRefused} from '../errors.js';
import {UndoFolders} from './undo-folders.js';

/** What was there before a change: small files as bytes, everything else as an entry of an undo folder. */
export type Kept =
  | {readonly bytes: Buffer; readonly mode: number; readonly modified: number; readonly size: number}
  | {readonly slot: string; readonly size: number};

/** Bytes of a file that were overwritten or cut off in place, kept as a file of their own. */
export type KeptPart = Extract<Kept, {slot: string}>;

/** Files up to here are kept in memory, as long as all of them fit into `memoryBytes`. */
const inlineBytes = 262_144;
const memoryBytes = 16 << 20;

/**
 * Keeps what changes replace and remove, until it is put back, `maxBytes` push the oldest out, or the module ends.
 */
export class KeptStore {
  readonly #base: BaseFolder;
  readonly maxBytes: number;
  readonly #folders: UndoFolders;
  readonly #kept = new Set<Kept>();
  #bytes = 0;
  #inMemory = 0;

  constructor(base: BaseFolder, maxBytes: number) {
    this.#base = base;
    this.maxBytes = maxBytes;
    this.#folders = new UndoFolders(base);
  }

  /** Keeps a file that a write will replace. Undefined when it is larger than maxUndoBytes. */
  async keepCopy(folder: AnchoredFolder, name: string, stats: Stats): Promise<Kept | undefined> {
    if (stats.size > this.maxBytes) return undefined;
    if (this.#fitsMemory(stats)) return this.#add(await this.#readInto(folder, name, stats));
    const slot = this.#folders.newSlot(folder.device);
    if (slot === undefined) return undefined;
    try {
      linkSync(folder.at(name), slot);
    } catch {
      await this.#copyInto(folder, name, stats, slot);
    }
    return this.#add({slot, size: stats.size});
  }

  /**
   * Takes an entry away and keeps it; `size` is that of all files in it. A folder goes in one step, so nobody sees half
   * of it. Undefined when it could not be kept: then it is gone for good.
   */
  async takeAway(folder: AnchoredFolder, name: string, stats: Stats, size: number): Promise<Kept | undefined> {
    const wanted = size <= this.maxBytes;
    const path = folder.at(name);
    if (wanted && this.#fitsMemory(stats)) {
      const kept = await this.#readInto(folder, name, stats);
      unlinkSync(path);
      return this.#add(kept);
    }
    const slot = wanted || stats.isDirectory() ? this.#folders.newSlot(folder.device) : undefined;
    const moved = slot !== undefined && renameWithinDevice(path, slot);
    if (moved && wanted) return this.#add({slot, size});
    if (moved) {
      await rm(slot, {recursive: true, force: true});
    } else if (stats.isDirectory()) {
      const hidden = folder.at(reservedName('undo'));
      renameSync(path, hidden);
      await rm(hidden, {recursive: true, force: true});
    } else {
      unlinkSync(path);
    }
    return undefined;
  }

  /** Keeps a range of an open file that will be overwritten in place. Undefined when it is larger than maxUndoBytes. */
  async keepPart(source: number, from: number, length: number, device: number): Promise<KeptPart | undefined> {
    const slot = length > this.maxBytes ? undefined : this.#folders.newSlot(device);
    if (slot === undefined) return undefined;
    const copy = await open(slot, 'wx', 0o600);
    try {
      await copyRange({source, from, length}, {file: copy, position: 0}, undefined).finally(() => copy.close());
    } catch (error) {
      await rm(slot, {force: true});
      throw error;
    }
    const part = {slot, size: length};
    await this.#add(part);
    return part;
  }

  /** Writes a kept range back into an open file. Throws UNDO_REFUSED when it was pushed out, native errors. */
  async putBackPart(part: KeptPart, file: FileHandle, position: number): Promise<void> {
    this.assertKept(part);
    const source = await open(part.slot, 'r');
    await copyRange({source: source.fd, from: 0, length: part.size}, {file, position}, undefined).finally(() =>
      source.close(),
    );
  }

  /** Puts back what was kept. The caller has made room. Throws UNDO_REFUSED when it was pushed out, native errors. */
  async putBack(kept: Kept, folder: AnchoredFolder, name: string): Promise<void> {
    this.assertKept(kept);
    if ('bytes' in kept) {
      const {bytes, mode, modified} = kept;
      await writeAtomically(this.#base, folder, name, {content: bytes, mode, modified, overwrite: true});
    } else {
      renameSync(kept.slot, folder.at(name));
    }
    this.#drop(kept);
  }

  /** UNDO_REFUSED when it can't be put back any more. */
  assertKept(kept: Kept): void {
    if (this.#kept.has(kept)) return;
    throw undoRefused('what was there before is no longer kept (maxUndoBytes of the module bounds it)');
  }

  /** Forgets what is not needed any more. */
  async forget(kept: Kept | undefined): Promise<void> {
    if (!kept || !this.#drop(kept)) return;
    if ('slot' in kept) await rm(kept.slot, {recursive: true, force: true});
  }

  async close(): Promise<void> {
    this.#kept.clear();
    this.#bytes = 0;
    this.#inMemory = 0;
    await this.#folders.close();
  }

  #fitsMemory(stats: Stats): boolean {
    return stats.isFile() && stats.size <= inlineBytes && this.#inMemory + stats.size <= memoryBytes;
  }

  async #readInto(folder: AnchoredFolder, name: string, stats: Stats): Promise<Kept> {
    const file = openFile(this.#base, {segments: [...folder.segments, name], stats});
    try {
      const bytes = await readBytes(file, inlineBytes);
      return {bytes, mode: file.stats.mode & 0o7777, modified: file.stats.mtimeMs, size: bytes.length};
    } finally {
      closeSync(file.descriptor);
    }
  }

  async #copyInto(folder: AnchoredFolder, name: string, stats: Stats, slot: string): Promise<void> {
    const source = openFile(this.#base, {segments: [...folder.segments, name], stats});
    try {
      const copy = await open(slot, 'wx', source.stats.mode & 0o7777);
      await copyBytes(source.descriptor, copy, undefined).finally(() => copy.close());
    } finally {
      closeSync(source.descriptor);
    }
  }

  async #add(kept: Kept): Promise<Kept> {
    this.#kept.add(kept);
    this.#bytes += kept.size;
    if ('bytes' in kept) this.#inMemory += kept.size;
    for (const oldest of this.#kept) {
      if (this.#bytes <= this.maxBytes) break;
      await this.forget(oldest);
    }
    return kept;
  }

  #drop(kept: Kept): boolean {
    if (!this.#kept.delete(kept)) return false;
    this.#bytes -= kept.size;
    if ('bytes' in kept) this.#inMemory -= kept.size;
    return true;
  }
}

/** False when the paths only seemed to be on one device, as with bind mounts. */
function renameWithinDevice(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    return false;
  }
}
