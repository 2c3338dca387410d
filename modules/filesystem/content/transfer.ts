import {fstatSync, read} from 'node:fs';
import type {FileHandle} from 'node:fs/promises';
import {promisify} from 'node:util';

const readAsync = promisify(read);
const chunkBytes = 1 << 20;

/** Writes all bytes at the file's position; stops between two chunks when `signal` aborts. */
export async function writeBytes(bytes: Buffer, file: FileHandle, signal: AbortSignal | undefined): Promise<void> {
  for (let from = 0; from < bytes.length;) {
    signal?.throwIfAborted();
    const {bytesWritten} = await file.write(bytes, from, Math.min(chunkBytes, bytes.length - from));
    from += bytesWritten;
  }
}

/** Copies what an open file holds now; what a writer appends meanwhile is not awaited. */
export async function copyBytes(source: number, file: FileHandle, signal: AbortSignal | undefined): Promise<void> {
  const {size} = fstatSync(source);
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size));
  for (let copied = 0; copied < size;) {
    const {bytesRead} = await readAsync(source, chunk, 0, Math.min(chunk.length, size - copied), copied);
    if (bytesRead === 0) return;
    await writeBytes(chunk.subarray(0, bytesRead), file, signal);
    copied += bytesRead;
  }
}
