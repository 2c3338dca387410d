import type {Readable, Writable} from 'node:stream';
import {ToolError} from '../../src/sdk.js';

/** Where downloads go and uploads come from: what an instance of the file system module has. */
export interface Files {
  createReadStream(path: string, options?: {readonly signal?: AbortSignal}): Promise<Readable>;
  createWriteStream(
    path: string,
    options?: {readonly overwrite?: boolean; readonly createParents?: boolean; readonly signal?: AbortSignal},
  ): Promise<Writable>;
}

/** Whether a value of the config can be used as `files`. */
export function isFiles(value: unknown): value is Files {
  if (typeof value !== 'object' || value === null) return false;
  const {createReadStream, createWriteStream} = value as Partial<Files>;
  return typeof createReadStream === 'function' && typeof createWriteStream === 'function';
}

/** The files of the config. Throws INVALID_STATE where it names none. */
export function filesOf({files}: {readonly files: Files | undefined}): Files {
  if (files !== undefined) return files;
  throw new ToolError('INVALID_STATE', 'The module has no files to read from or to write to', {
    outcome: 'not_executed',
    suggestions: [
      'Name an instance of the file system module in the config: files: await FileSystemModuleDefinition.create({basePath})',
      'In a JSON config: "files": {"$module": "fs"}',
    ],
  });
}
