import type {Readable, Writable} from 'node:stream';
import {finished} from 'node:stream/promises';
import {ToolError, toToolError} from '../../src/sdk.js';

/** Where downloads go and uploads come from: what an instance of the file system module has. */
export interface Files {
  /** A file that is uploaded. */
  createReadStream(path: string, options?: {readonly signal?: AbortSignal}): Promise<Readable>;
  /** A file that a download becomes, whole or not at all: a stream that is destroyed before its end leaves nothing. */
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

/** Opens a file to be written. What the file system says against it is told as its word; nothing was executed. */
export async function openFile(
  files: Files,
  path: string,
  options: {readonly overwrite: boolean; readonly createParents: boolean},
): Promise<Writable> {
  try {
    const file = await files.createWriteStream(path, options);
    // It may fail while nobody writes: who writes next is told.
    file.on('error', () => undefined);
    return file;
  } catch (thrown) {
    const {code, message, recoverable, suggestions, context, cause} = toToolError(thrown, 'WRITE_FAILED');
    throw new ToolError(code, `The file system module (\`files\` of the config): ${message}`, {
      outcome: 'not_executed',
      recoverable,
      suggestions: suggestions?.map((text) => `For \`files\`: ${text}`),
      context,
      cause,
    });
  }
}

/** Takes back a file that was not written to its end, and waits until it is gone. */
export async function discardFile(file: Writable): Promise<void> {
  if (file.writableFinished || file.closed) return;
  file.destroy();
  await finished(file).catch(() => undefined);
}
