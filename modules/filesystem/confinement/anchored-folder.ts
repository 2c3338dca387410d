import {closeSync, constants, fstatSync, openSync} from 'node:fs';

import type {BaseFolder} from './base-folder.js';

/**
 * A folder that was opened and then seen to lie inside the base. What is done to `at(name)` happens in this very
 * folder, even when its path is swapped for a link meanwhile (FS04).
 */
export class AnchoredFolder {
  readonly segments: readonly string[];
  /** Open until `close`. */
  readonly descriptor: number;
  readonly #root: string;

  /** Opens a folder by its real segments. Throws PERMISSION_DENIED, and native errors such as ENOENT and ENOTDIR. */
  constructor(base: BaseFolder, segments: readonly string[], path = base.absolute(segments)) {
    this.segments = segments;
    this.descriptor = openSync(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0));
    try {
      base.assertInside(this.descriptor, path);
    } catch (error) {
      closeSync(this.descriptor);
      throw error;
    }
    this.#root = base.hasDescriptorPaths ? `/proc/self/fd/${this.descriptor}` : path;
  }

  /** Path of the folder itself, to read its entries. */
  get path(): string {
    return this.#root;
  }

  /** Number of the device the folder is on: entries can be renamed within one. */
  get device(): number {
    return fstatSync(this.descriptor).dev;
  }

  /** Path of an entry, for system calls made while the folder is open. */
  at(name: string): string {
    return `${this.#root}/${name}`;
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** Opens a folder for as long as `use` runs. */
export async function inFolder<T>(
  base: BaseFolder,
  segments: readonly string[],
  use: (folder: AnchoredFolder) => T | Promise<T>,
): Promise<T> {
  const folder = new AnchoredFolder(base, segments);
  try {
    return await use(folder);
  } finally {
    folder.close();
  }
}

/** A path as folder and name. The base itself has none, callers refuse it before. */
export function splitLast(segments: readonly string[]): {parent: readonly string[]; name: string} {
  return {parent: segments.slice(0, -1), name: segments.at(-1) ?? '.'};
}
