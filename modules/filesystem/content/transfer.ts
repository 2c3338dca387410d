import {fstatSync, read} from 'node:fs';
import type {FileHandle} from 'node:fs/promises';
import {promisify} from 'node:util';

const readAsync = promisify(read);
const chunkBytes = 1 << 20;

/** Writes all bytes, at the file's position or at `position`; stops between two chunks when `signal` aborts. */
export async function writeBytes(
  bytes: Uint8Array,
  file: FileHandle,
  signal: AbortSignal | undefined,
  position: number | null = null,
): Promise<void> {
  for (let from = 0; from < bytes.length;) {
    signal?.throwIfAborted();
    const at = position === null ? null : position + from;
    const {bytesWritten} = await file.write(bytes, from, Math.min(chunkBytes, bytes.length - from), at);
    from += bytesWritten;
  }
}

/** Copies what an open file holds now; what a writer appends meanwhile is not awaited. */
export async function copyBytes(source: number, file: FileHandle, signal: AbortSignal | undefined): Promise<void> {
  await copyRange({source, from: 0, length: fstatSync(source).size}, {file, position: 0}, signal);
}

/** Copies a range of one file into another, in chunks; ends early where the source does. */
export async function copyRange(
  {source, from, length}: {readonly source: number; readonly from: number; readonly length: number},
  {file, position}: {readonly file: FileHandle; readonly position: number},
  signal: AbortSignal | undefined,
): Promise<void> {
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, length));
  for (let copied = 0; copied < length;) {
    const wanted = Math.min(chunk.length, length - copied);
    const {bytesRead} = await readAsync(source, chunk, 0, wanted, from + copied);
    if (bytesRead === 0) return;
    await writeBytes(chunk.subarray(0, bytesRead), file, signal, position + copied);
    copied += bytesRead;
  }
}
