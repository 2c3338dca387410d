import {createHash} from 'node:crypto';
import {constants} from 'node:fs';
import type {Stats} from 'node:fs';
import {lstat, open} from 'node:fs/promises';
import type {FileHandle} from 'node:fs/promises';

import type {Call} from '../../../src/sdk.js';
import type {FileSystemClient} from '../client.js';
import {inFolder, splitLast} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {locate} from '../confinement/locate.js';
import type {Location} from '../confinement/locate.js';
import {assertRegular} from '../confinement/open-file.js';
import {writeBytes} from '../content/transfer.js';
import {undoRefused} from '../errors.js';

/** What an append left, and how it is cut off again. */
export interface Appended {
  readonly segments: readonly string[];
  /** Bytes before, and bytes added. */
  readonly size: number;
  readonly added: number;
  /** Hash of the bytes added. */
  readonly digest: string;
}

/** Never follows a link, never waits for a FIFO. */
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Appends to a file that exists and records how to go back; answers the new size. When it throws, the file has its old
 * length. To be called within `FileSystemClient.change`.
 */
export async function appendBytes(
  files: FileSystemClient,
  {segments}: Location,
  bytes: Buffer,
  call: Call,
): Promise<number> {
  return withFile(files.base, segments, constants.O_WRONLY | constants.O_APPEND | careful, async (file, {size}) => {
    const record: Appended = {segments, size, added: bytes.length, digest: hashOf(bytes)};
    const entry = call.undo(record);
    try {
      await writeBytes(bytes, file, call.signal);
      await file.sync();
    } catch (error) {
      entry.discard();
      await file.truncate(size);
      throw error;
    }
    return (await file.stat()).size;
  });
}

/**
 * Takes an append back. Throws UNDO_REFUSED unless the file ends with it, and where it ended then: when what came later is
 * taken back first, it does again.
 */
export async function cutOff(files: FileSystemClient, {segments, size, added, digest}: Appended): Promise<void> {
  await files.change([locate(files.base, segments)], async () =>
    withFile(files.base, segments, constants.O_RDWR | careful, async (file, now) => {
      if (now.size !== size + added || hashOf(await readAt(file, size, added)) !== digest)
        throw undoRefused('the file was changed since');
      await file.truncate(size);
      await file.sync();
    }),
  );
}

async function withFile<T>(
  base: BaseFolder,
  segments: readonly string[],
  flags: number,
  use: (file: FileHandle, stats: Stats) => Promise<T>,
): Promise<T> {
  const {parent, name} = splitLast(segments);
  return inFolder(base, parent, async (folder) => {
    const stats = await lstat(folder.at(name));
    // Before it is opened: a socket can't be, and a device may act on it.
    assertRegular(segments, stats);
    const file = await open(folder.at(name), flags);
    try {
      const opened = await file.stat();
      assertRegular(segments, opened);
      return await use(file, opened);
    } finally {
      await file.close();
    }
  });
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** As many of the bytes as there are. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length;) {
    const {bytesRead} = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) return bytes.subarray(0, read);
    read += bytesRead;
  }
  return bytes;
}
