import {fstatSync, watch} from 'node:fs';
import type {FSWatcher, Stats} from 'node:fs';

import {AnchoredFolder} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {isPassable} from '../tree/walk.js';
import type {FileEventName} from './event-queue.js';

/** What the system calls the watched folder itself. No entry has this name. */
const itself = '.';

/**
 * The watch of one folder, by the folder that was opened and seen to lie inside: a path that is swapped for a link
 * meanwhile is not followed. Not recursive: node's own recursion follows paths, and costs a watch for each file.
 */
export class FolderWatch {
  readonly segments: readonly string[];
  readonly #base: BaseFolder;
  readonly #watcher: FSWatcher;
  readonly #device: number;
  readonly #inode: number;
  #pending = new Map<string, Set<FileEventName>>();

  /** `wake` is called when there is something to take. Throws PERMISSION_DENIED, and native errors such as ENOSPC. */
  constructor(base: BaseFolder, segments: readonly string[], wake: (folder: FolderWatch) => void) {
    this.segments = segments;
    this.#base = base;
    const folder = new AnchoredFolder(base, segments);
    try {
      const {dev, ino} = fstatSync(folder.descriptor);
      [this.#device, this.#inode] = [dev, ino];
      this.#watcher = watch(`${folder.path}/${itself}`);
    } finally {
      folder.close();
    }
    const note = (event: string, name: string | null): void => {
      this.#note(event === 'rename' ? 'rename' : 'change', name ?? itself);
      wake(this);
    };
    this.#watcher.on('change', (event: string, name: string | Buffer | null) => note(event, name && String(name)));
    this.#watcher.on('error', () => note('rename', itself));
  }

  /** Names of entries that something happened to since the last time, and what the system called it. */
  take(): Map<string, Set<FileEventName>> {
    const pending = this.#pending;
    this.#pending = new Map();
    pending.delete(itself);
    return pending;
  }

  /** The folder opened again, or undefined when it is no longer where it was: nothing may be told of it then. */
  reopen(): AnchoredFolder | undefined {
    let folder: AnchoredFolder;
    try {
      folder = new AnchoredFolder(this.#base, this.segments);
    } catch (error) {
      if (isPassable(error)) return undefined;
      throw error;
    }
    if (this.isOf(fstatSync(folder.descriptor))) return folder;
    folder.close();
    return undefined;
  }

  /** Whether these are the stats of the folder that is watched. */
  isOf({dev, ino}: Stats): boolean {
    return dev === this.#device && ino === this.#inode;
  }

  /** Keeps the process alive, as it does at first, or lets it end. */
  hold(active: boolean): void {
    if (active) this.#watcher.ref();
    else this.#watcher.unref();
  }

  close(): void {
    this.#watcher.close();
  }

  #note(event: FileEventName, name: string): void {
    const events = this.#pending.get(name);
    if (events) events.add(event);
    else this.#pending.set(name, new Set([event]));
  }
}
