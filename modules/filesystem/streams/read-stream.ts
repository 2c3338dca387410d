import {closeSync, createReadStream} from 'node:fs';
import {Readable} from 'node:stream';

import type {FileSystemClient} from '../client.js';
import {openFile} from '../confinement/open-file.js';
import {fileFailure, invalid} from '../errors.js';
import {endWith} from './live-stream.js';
import {assertStreamOptions} from './stream-options.js';

/** What `createReadStream` takes beside the path. All of it is optional. */
export interface ReadStreamOptions {
  /** First byte, from 0; default 0. */
  readonly start?: number;
  /** Last byte, included, as in Node; default the last that the file has when it is opened. */
  readonly end?: number;
  /** Destroys the stream. */
  readonly signal?: AbortSignal | undefined;
}

const optionNames = ['start', 'end', 'signal'] as const satisfies readonly (keyof ReadStreamOptions)[];

/** Opens a file as a stream. Throws the codes of `read`, whatever the size of the file. */
export async function openReadStream(
  files: FileSystemClient,
  path: string,
  options: ReadStreamOptions = {},
): Promise<Readable> {
  assertStreamOptions('createReadStream', options, optionNames);
  const {start = 0, end = Infinity, signal} = options;
  assertByte('start', start);
  if (end !== Infinity) assertByte('end', end);
  const location = files.readable(path);
  try {
    signal?.throwIfAborted();
    const {descriptor, stats} = openFile(files.base, location);
    // Of a file that grows, what it has now; of one whose size the system does not tell, all there is.
    const last = stats.size > 0 ? Math.min(end, stats.size - 1) : end;
    return await endWith(
      files,
      () => streamOf(descriptor, start, last, signal),
      async () => {
        closeSync(descriptor);
      },
    );
  } catch (error) {
    throw fileFailure(error, 'READ_FAILED', location.asked);
  }
}

function streamOf(descriptor: number, start: number, end: number, signal: AbortSignal | undefined): Readable {
  if (start <= end) return createReadStream('', {fd: descriptor, start, end, signal});
  closeSync(descriptor);
  return Readable.from([]);
}

function assertByte(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw invalid('range', `Option "${name}" must be a whole number from 0 on, received ${String(value)}`);
}
