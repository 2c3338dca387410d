import {accessSync, constants} from 'node:fs';
import {readdir, rm, lstat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {ToolError} from '../../src/sdk.js';
import {KeptStore} from './changes/kept-store.js';
import {KeyedLock} from './changes/keyed-lock.js';
import {BaseFolder} from './confinement/base-folder.js';
import {locate} from './confinement/locate.js';
import type {Location} from './confinement/locate.js';
import {isLeftBehind} from './confinement/reserved-names.js';
import {tooLarge} from './errors.js';
import {toPermissions} from './options.js';
import type {FileSystemConfig, Permissions} from './options.js';
import type {FileEvent} from './watching/event-queue.js';

/** What the tools of one module instance share: the base folder, what they may do, and what they keep for undo. */
export class FileSystemClient {
  readonly base: BaseFolder;
  readonly permissions: Permissions;
  readonly kept: KeptStore;
  readonly #listeners = new Set<(event: FileEvent) => void>();
  readonly #locks = new KeyedLock();
  readonly #live = new Set<Live>();
  readonly #maxOpen: number;
  #closed = false;

  private constructor(config: FileSystemConfig) {
    this.base = new BaseFolder(config.basePath ?? process.cwd());
    this.permissions = toPermissions(config.permissions);
    this.kept = new KeptStore(this.base, config.maxUndoBytes);
    this.#maxOpen = config.maxOpenHandles;
  }

  /** Throws INVALID_CONFIG when basePath is no folder. One that may write clears away what a dead process left. */
  static async open(config: FileSystemConfig): Promise<FileSystemClient> {
    const client = new FileSystemClient(config);
    if (client.permissions.write) await removeLeftovers([client.base.path, tmpdir()]);
    return client;
  }

  /** Who is told of every event of every watcher. */
  get listeners(): ReadonlySet<(event: FileEvent) => void> {
    return this.#listeners;
  }

  /** Tells a listener of every event of every watcher from now on; answers how to stop. */
  listen(listener: (event: FileEvent) => void): () => void {
    // One of its own for each time it is given, so that stopping one does not stop the other.
    const own = (event: FileEvent): void => listener(event);
    const tellWatchers = (): void => {
      for (const live of this.#live) live.listenersChanged?.();
    };
    this.#listeners.add(own);
    tellWatchers();
    return () => {
      this.#listeners.delete(own);
      tellWatchers();
    };
  }

  /** Where a path to read is, links followed. Throws PERMISSION_DENIED and the codes of `parse` and `locate`. */
  readable(path: string, parameter?: string): Location {
    this.assertMay('read');
    return locate(this.base, this.base.parse(path, parameter));
  }

  /** Where a path to change is; `followLast: false` means the entry itself when it is a link. */
  writable(path: string, {parameter = 'path', followLast = true} = {}): Location {
    this.assertMay('write');
    return locate(this.base, this.base.parse(path, parameter), {followLast});
  }

  /** Runs a change while no other change of these paths runs. `work` gets them as they are when its turn has come. */
  async change<T>(paths: readonly Location[], work: (...now: Location[]) => Promise<T>): Promise<T> {
    const keys = [...new Set(paths.map(({segments}) => segments.join('/')))];
    return this.#locks.run(keys, () =>
      work(...paths.map(({asked, followLast}) => locate(this.base, asked, {followLast}))),
    );
  }

  /** Runs work on an open file while nothing changes what is at the path it was opened by. */
  async hold<T>(segments: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#locks.run([segments.join('/')], work);
  }

  /**
   * Keeps what has to be ended with the module; answers how to leave. LIMIT_EXCEEDED at maxOpenHandles: descriptors and
   * watches belong to the whole process.
   */
  enter(live: Live): () => void {
    if (this.#closed) throw new ToolError('INVALID_STATE', 'The module was cleaned up', {outcome: 'not_executed'});
    const {size} = this.#live;
    if (size >= this.#maxOpen)
      throw tooLarge(
        'A module',
        this.#maxOpen,
        'open files and watchers',
        'Close those that are no longer needed',
        size + 1,
      );
    this.#live.add(live);
    return () => void this.#live.delete(live);
  }

  /** How many files, watchers and streams are open. */
  get live(): number {
    return this.#live.size;
  }

  /** PERMISSION_DENIED with the message of the seed (R7.9). */
  assertMay(operation: 'read' | 'write'): void {
    if (this.permissions[operation]) return;
    const message = operation === 'write' ? 'Write permission required' : 'Read permission required';
    throw new ToolError('PERMISSION_DENIED', message, {
      outcome: 'not_executed',
      suggestions: [`Create the module with permissions: '${operation === 'write' ? 'read-write' : 'read'}'`],
      context: {reason: operation === 'write' ? 'read_only' : 'not_granted'},
    });
  }

  /** For health checks: the base is still there. */
  check(): void {
    accessSync(this.base.path, constants.R_OK | constants.X_OK);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#live].map((live) => live.end()));
    await this.kept.close();
  }
}

/** Something that is open: a file, a watcher, a stream. */
export interface Live {
  end(): Promise<void>;
  /** Told when somebody begins or stops to listen to all events. */
  listenersChanged?(): void;
}

/** Removes temporary entries whose process is gone (FS08). What can't be removed belongs to somebody else and stays. */
async function removeLeftovers(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const names = await readdir(folder).catch((): string[] => []);
    for (const name of names.filter((entry) => entry.startsWith('.haft-'))) {
      const path = join(folder, name);
      const stats = await lstat(path).catch(() => undefined);
      if (stats && isLeftBehind(name, stats.ctimeMs))
        await rm(path, {recursive: true, force: true}).catch(() => undefined);
    }
  }
}
