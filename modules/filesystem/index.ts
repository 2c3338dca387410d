import type {Readable, Writable} from 'node:stream';

import {defineModule, ModuleInstance} from '../../src/sdk.js';
import {FileSystemClient} from './client.js';
import {fileSystemConfig} from './options.js';
import type {FileSystemConfig} from './options.js';
import {fsFile, fsWatcher} from './handles.js';
import {openReadStream} from './streams/read-stream.js';
import type {ReadStreamOptions} from './streams/read-stream.js';
import {openWriteStream} from './streams/write-stream.js';
import type {WriteStreamOptions} from './streams/write-stream.js';
import {append} from './tools/append.js';
import {close} from './tools/close.js';
import {copy} from './tools/copy.js';
import {create} from './tools/create.js';
import {remove} from './tools/delete.js';
import {events} from './tools/events.js';
import {glob} from './tools/glob.js';
import {list} from './tools/list.js';
import {move} from './tools/move.js';
import {open} from './tools/open.js';
import {read} from './tools/read.js';
import {readChunk} from './tools/read-chunk.js';
import {seek} from './tools/seek.js';
import {stats} from './tools/stats.js';
import {truncate} from './tools/truncate.js';
import {unwatch} from './tools/unwatch.js';
import {watch} from './tools/watch.js';
import {write} from './tools/write.js';
import {writeChunk} from './tools/write-chunk.js';
import type {FileEvent} from './watching/event-queue.js';
import {watchWith} from './watching/watch-with.js';
import type {WatchMethod} from './watching/watch-with.js';

export {fsFile, fsWatcher} from './handles.js';
export type {FileSystemConfig} from './options.js';
export type {ReadStreamOptions} from './streams/read-stream.js';
export type {WriteStreamOptions} from './streams/write-stream.js';
export type {FileEvent} from './watching/event-queue.js';

/** The file system module, alive: a method for every tool, and the folder it is confined to. */
export class FileSystemModuleInstance extends ModuleInstance<FileSystemConfig, FileSystemClient> {
  /** The folder that all paths are relative to and confined to, links resolved. */
  get basePath(): string {
    return this.wrappedInstance.base.path;
  }

  /** The tool `watch`, which also takes a `callback` that is told of every event (R7.7). */
  get watch(): WatchMethod {
    return watchWith(this);
  }

  /** Tells a listener of every event of every watcher of this instance; answers how to stop. */
  onChange(listener: (event: FileEvent) => void): () => void {
    return this.wrappedInstance.listen(listener);
  }

  /**
   * A file as a Node stream, of any size; `start` and `end` are bytes, both included. A member for scripts and no tool:
   * confinement, permissions and limits of the module hold, the runtime's policy, audit log and undo do not know of it.
   * Throws the codes of `read`; ends with the module.
   */
  async createReadStream(path: string, options?: ReadStreamOptions): Promise<Readable> {
    return openReadStream(this.wrappedInstance, path, options);
  }

  /**
   * A Node stream into a file, of at most maxWriteBytes: the file is there, whole, when the stream has finished; one that is
   * destroyed before leaves nothing. For scripts, as createReadStream. Throws the codes of `write`.
   */
  async createWriteStream(path: string, options?: WriteStreamOptions): Promise<Writable> {
    return openWriteStream(this.wrappedInstance, path, this.config.maxWriteBytes, options);
  }
}

/** Files under one folder, read-only unless granted (R7). */
export const FileSystemModuleDefinition = defineModule({
  name: 'fs',
  module: 'FileSystemModule',
  description: 'Read, write and manage the files under one folder',
  version: '0.1.0',
  category: 'files',
  tags: ['files', 'folders', 'text', 'storage'],
  requirements: ['file system access'],
  limitations: ['confined to basePath', 'read-only unless permissions say otherwise'],
  config: fileSystemConfig,
  Instance: FileSystemModuleInstance,
  handles: [fsFile, fsWatcher],
  // prettier-ignore
  tools: [
    read, write, append, remove, copy, move, list, create, stats, glob,
    open, readChunk, writeChunk, seek, truncate, close,
    watch, events, unwatch,
  ],
  connect: (config: FileSystemConfig) => FileSystemClient.open(config),
  close: (client) => client.close(),
  check: (client) => {
    client.check();
  },
});
export type FileSystemModuleDefinition = typeof FileSystemModuleDefinition;

export {FileSystemModuleDefinition as FileSystemModule};
