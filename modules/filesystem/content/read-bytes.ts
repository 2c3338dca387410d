import {read, readSync} from 'node:fs';
import {promisify} from 'node:util';

import {tooLarge} from '../errors.js';
import type {OpenFile} from '../confinement/open-file.js';

const readAsync = promisify(read);

/** Up to here a read is done at once: it takes 3 us, the way through the thread pool 50. */
const inlineBytes = 65_536;

/**
 * Reads a whole file of at most `limit` bytes. A larger one is refused before memory is taken; one that grows meanwhile,
 * or whose size the system does not tell, when it passes the limit (FS06). Throws LIMIT_EXCEEDED.
 */
export async function readBytes(file: OpenFile, limit: number, signal?: () => AbortSignal): Promise<Buffer> {
  const {size} = file.stats;
  if (size > limit) throw limitError(limit, size);
  const inline = size < inlineBytes;
  // One more than expected, so that the end shows itself.
  let bytes = Buffer.allocUnsafe(Math.min(Math.max(size, 4095), limit) + 1);
  let length = 0;
  for (;;) {
    if (length === bytes.length) {
      if (length > limit) throw limitError(limit);
      bytes = Buffer.concat([bytes], Math.min(bytes.length * 2, limit + 1));
    }
    const room = bytes.length - length;
    if (!inline || length >= inlineBytes) signal?.().throwIfAborted();
    const count =
      inline && length < inlineBytes
        ? readSync(file.descriptor, bytes, length, room, null)
        : (await readAsync(file.descriptor, bytes, length, Math.min(room, 1 << 20), null)).bytesRead;
    if (count === 0) return bytes.subarray(0, length);
    length += count;
  }
}

function limitError(limit: number, size?: number): Error {
  return tooLarge('A file', limit, 'bytes', 'Read a range of lines, or raise maxReadBytes of the module', size);
}
