import {defineModule, ModuleInstance} from '../../src/sdk.js';
import {FileSystemClient} from './client.js';
import {fileSystemConfig} from './options.js';
import type {FileSystemConfig} from './options.js';
import {append} from './tools/append.js';
import {copy} from './tools/copy.js';
import {create} from './tools/create.js';
import {remove} from './tools/delete.js';
import {glob} from './tools/glob.js';
import {list} from './tools/list.js';
import {move} from './tools/move.js';
import {read} from './tools/read.js';
import {stats} from './tools/stats.js';
import {write} from './tools/write.js';

export type {FileSystemConfig} from './options.js';

export class FileSystemModuleInstance extends ModuleInstance<FileSystemConfig, FileSystemClient> {
  /** The folder that all paths are relative to and confined to, links resolved. */
  get basePath(): string {
    return this.wrappedInstance.base.path;
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
  tools: [read, write, append, remove, copy, move, list, create, stats, glob],
  connect: (config: FileSystemConfig) => FileSystemClient.open(config),
  close: (client) => client.close(),
  check: (client) => {
    client.check();
  },
});
export type FileSystemModuleDefinition = typeof FileSystemModuleDefinition;

export {FileSystemModuleDefinition as FileSystemModule};
