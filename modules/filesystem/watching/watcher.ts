import {lstatSync} from 'node:fs';
import type {Stats} from 'node:fs';
import {setImmediate as nextTurn} from 'node:timers/promises';

import type {FileSystemClient, Live} from '../client.js';
import type {AnchoredFolder} from '../confinement/anchored-folder.js';
import {splitLast} from '../confinement/anchored-folder.js';
import type {Location} from '../confinement/locate.js';
import {isReserved} from '../confinement/reserved-names.js';
import {tooLarge} from '../errors.js';
import {shownPath} from '../shown-path.js';
import {Turns} from '../tree/turns.js';
import {isPassable, walk} from '../tree/walk.js';
import {EventQueue} from './event-queue.js';
import type {FileEvent, FileEventName} from './event-queue.js';
import {FolderWatch} from './folder-watch.js';

export interface WatchOptions {
  readonly events: readonly FileEventName[];
  readonly recursive: boolean;
}

/** Folders that one watcher watches at most: each takes a watch of the system, which has few. */
const maxFolders = 10_000;

/**
 * Watches a file, a folder, or a folder with all below it, until it is ended. A file is watched by its name, so that it is
 * still watched when another takes its place, as a write does. Links are not followed below what is watched, and nothing is
 * told of a folder that is no longer where it was. The resource of `fs_watcher` handles.
 */
export class Watcher implements Live {
  readonly asked: readonly string[];
  readonly queue = new EventQueue();
  readonly #files: FileSystemClient;
  readonly #options: WatchOptions;
  /** The folder that is watched, or that the watched file is in. */
  readonly #root: readonly string[];
  /** Name of the watched file. */
  readonly #only: string | undefined;
  readonly #folders = new Map<string, FolderWatch>();
  readonly #listeners = new Set<(event: FileEvent) => void>();
  readonly #woken = new Set<FolderWatch>();
  readonly #stop = new AbortController();
  readonly #leave: () => void;
  #working: Promise<void> | undefined;

  /** Throws LIMIT_EXCEEDED, PERMISSION_DENIED, native errors. */
  private constructor(files: FileSystemClient, {asked, segments, stats}: Location, options: WatchOptions) {
    const isFolder = stats?.isDirectory() === true;
    const {parent, name} = splitLast(segments);
    this.asked = asked;
    this.#files = files;
    this.#options = options;
    this.#root = isFolder ? segments : parent;
    this.#only = isFolder ? undefined : name;
    this.#leave = files.enter(this);
  }

  /** Watches what is at a location. */
  static async start(
    files: FileSystemClient,
    location: Location,
    options: WatchOptions,
    signal: AbortSignal,
  ): Promise<Watcher> {
    const watcher = new Watcher(files, location, options);
    try {
      watcher.#add(watcher.#root);
      if (watcher.#isDeep) for await (const folder of watcher.#foldersBelow(signal)) watcher.#addBelow(folder);
      return watcher;
    } catch (error) {
      await watcher.end();
      throw error;
    }
  }

  /** Tells a listener of every event from now on. */
  listen(listener: (event: FileEvent) => void): void {
    this.#listeners.add(listener);
    this.listenersChanged();
  }

  /** A script with a listener lives as long as the watch, as with Node's own; one that asks for events ends. */
  listenersChanged(): void {
    for (const folder of this.#folders.values()) folder.hold(this.#isListenedTo);
  }

  get #isListenedTo(): boolean {
    return this.#listeners.size > 0 || this.#files.listeners.size > 0;
  }

  /** Ends the watch, once. Events that wait can be taken still. */
  async end(): Promise<void> {
    this.#close();
    await this.#working;
  }

  #close(): void {
    if (this.queue.ended) return;
    this.#stop.abort();
    for (const folder of this.#folders.values()) folder.close();
    this.#folders.clear();
    this.#woken.clear();
    this.queue.end();
    this.#leave();
  }

  get #isDeep(): boolean {
    return this.#options.recursive && this.#only === undefined;
  }

  async *#foldersBelow(signal: AbortSignal): AsyncGenerator<readonly string[]> {
    for await (const entry of walk(this.#files.base, this.#root, {signal}))
      if (entry.type === 'directory') yield entry.segments;
  }

  /** Watches one more folder; its entries are read afterwards, so that none is missed. */
  #add(segments: readonly string[]): void {
    if (this.#folders.size >= maxFolders)
      throw tooLarge('A watcher', maxFolders, 'folders', 'Watch a folder further down, or several of them');
    const folder = new FolderWatch(this.#files.base, segments, (woken) => {
      this.#woken.add(woken);
      this.#working ??= this.#work();
    });
    folder.hold(this.#isListenedTo);
    this.#folders.set(keyOf(segments), folder);
  }

  /** The same for a folder below, which may have gone again: its own folder tells of that. */
  #addBelow(segments: readonly string[]): void {
    if (this.queue.ended || this.#folders.has(keyOf(segments))) return;
    try {
      this.#add(segments);
    } catch (error) {
      if (!isPassable(error)) throw error;
    }
  }

  /** Ends the watches of a folder and of all below it. */
  #remove(segments: readonly string[]): void {
    const key = keyOf(segments);
    for (const [other, folder] of this.#folders) {
      if (other !== key && !other.startsWith(`${key}/`)) continue;
      folder.close();
      this.#folders.delete(other);
      this.#woken.delete(folder);
    }
  }

  /** Looks at the folders where something happened, a turn after the system told, so that one change is one event. */
  async #work(): Promise<void> {
    await nextTurn();
    for (const folder of this.#woken) {
      this.#woken.delete(folder);
      await this.#lookAt(folder).catch(() => this.queue.lose());
    }
    this.#working = undefined;
  }

  async #lookAt(folder: FolderWatch): Promise<void> {
    const names = folder.take();
    const opened = folder.reopen();
    if (!opened) {
      this.#gone(folder);
      return;
    }
    const arrived: (readonly string[])[] = [];
    const turns = new Turns();
    try {
      for (const [name, events] of names) {
        if (turns.due) await turns.next();
        if (isReserved(name) || (this.#only !== undefined && name !== this.#only)) continue;
        const segments = [...folder.segments, name];
        const stats = entryIn(opened, name);
        this.#tell(segments, events, stats);
        if (this.#isDeep && events.has('rename') && this.#isNewFolder(segments, stats)) arrived.push(segments);
      }
    } finally {
      opened.close();
    }
    for (const segments of arrived) await this.#arrive(segments);
  }

  /** Whether a folder came that is not watched yet. Ends the watches of one that went. */
  #isNewFolder(segments: readonly string[], stats: Stats | undefined): boolean {
    const known = this.#folders.get(keyOf(segments));
    if (known && stats && known.isOf(stats)) return false;
    if (known) this.#remove(segments);
    return stats?.isDirectory() === true;
  }

  /** Watches a folder that came, and tells of what came with it. */
  async #arrive(segments: readonly string[]): Promise<void> {
    const {signal} = this.#stop;
    this.#addBelow(segments);
    if (!this.#folders.has(keyOf(segments))) return;
    const turns = new Turns();
    for await (const entry of walk(this.#files.base, segments, {signal})) {
      if (turns.due) await turns.next();
      const isFolder = entry.type === 'directory';
      if (isFolder) this.#addBelow(entry.segments);
      this.#emit('rename', entry.segments);
      if (!isFolder) this.#emit('change', entry.segments);
    }
  }

  #gone(folder: FolderWatch): void {
    const isRoot = folder.segments.length === this.#root.length;
    if (!isRoot) {
      this.#remove(folder.segments);
      return;
    }
    this.#emit('rename', this.#only === undefined ? this.#root : [...this.#root, this.#only]);
    this.#close();
  }

  /** A new entry under a name is a change of what the name stands for, unless it is a folder. */
  #tell(segments: readonly string[], events: ReadonlySet<FileEventName>, stats: Stats | undefined): void {
    const renamed = events.has('rename');
    if (renamed) this.#emit('rename', segments);
    if (events.has('change') || (renamed && stats && !stats.isDirectory())) this.#emit('change', segments);
  }

  #emit(event: FileEventName, segments: readonly string[]): void {
    if (!this.#options.events.includes(event) || this.queue.ended) return;
    const below = segments.slice(this.#root.length);
    const path = shownPath(this.#only === undefined ? [...this.asked, ...below] : this.asked);
    const told: FileEvent = Object.freeze({event, file: shownPath(below), path});
    this.queue.push(told);
    for (const listener of [...this.#listeners, ...this.#files.listeners]) {
      try {
        listener(told);
      } catch {
        // Its owner's trouble: nobody here can do anything about it.
      }
    }
  }
}

const keyOf = (segments: readonly string[]): string => segments.join('/');

function entryIn(folder: AnchoredFolder, name: string): Stats | undefined {
  try {
    return lstatSync(folder.at(name), {throwIfNoEntry: false});
  } catch {
    return undefined;
  }
}
