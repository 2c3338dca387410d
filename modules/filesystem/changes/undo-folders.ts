import {mkdirSync, statSync, writeFileSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {AnchoredFolder} from '../confinement/anchored-folder.js';
import {BaseFolder} from '../confinement/base-folder.js';
import {reservedName} from '../confinement/reserved-names.js';

interface UndoFolder {
  readonly path: string;
  readonly anchor: AnchoredFolder;
}

/**
 * Private folders (0700) for entries that were taken away: one for each device, since a rename works within one only. In
 * the system's temporary folder where that is on the device, else hidden in the base with a .gitignore of its own.
 */
export class UndoFolders {
  readonly #parents: readonly string[];
  readonly #folders = new Map<number, UndoFolder | undefined>();
  #slots = 0;

  constructor(base: BaseFolder) {
    this.#parents = [tmpdir(), base.path];
  }

  /** Path for one more entry on a device, or undefined when there is no place for it. */
  newSlot(device: number): string | undefined {
    if (!this.#folders.has(device)) this.#folders.set(device, this.#make(device));
    this.#slots += 1;
    return this.#folders.get(device)?.anchor.at(`entry-${this.#slots}`);
  }

  /** Removes the folders and all that is in them. */
  async close(): Promise<void> {
    const folders = [...this.#folders.values()];
    this.#folders.clear();
    for (const folder of folders) {
      folder?.anchor.close();
      if (folder) await rm(folder.path, {recursive: true, force: true});
    }
  }

  #make(device: number): UndoFolder | undefined {
    for (const parent of this.#parents) {
      try {
        if (statSync(parent).dev !== device) continue;
        const path = join(parent, reservedName('undo'));
        mkdirSync(path, {mode: 0o700});
        if (parent === this.#parents.at(-1)) writeFileSync(join(path, '.gitignore'), '*\n');
        const anchor = new AnchoredFolder(new BaseFolder(path), []);
        return {path, anchor};
      } catch {
        // The next place, or none.
      }
    }
    return undefined;
  }
}
