import {createHash} from 'node:crypto';
import {constants} from 'node:fs';
import type {Stats} from 'node:fs';
import {open} from 'node:fs/promises';
import type {FileHandle} from 'node:fs/promises';

import {ToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import type {FileSystemClient} from '../client.js';
import {inFolder, splitLast} from '../confinement/anchored-folder.js';
import {locate} from '../confinement/locate.js';
import {writeBytes} from '../content/transfer.js';
import {fileFailure, undoRefused} from '../errors.js';
import type {KeptPart} from './kept-store.js';

/** What one call did to an open file in place, and what it takes to go back. */
export interface Patch {
  readonly segments: readonly string[];
  readonly device: number;
  readonly inode: number;
  /** Where the bytes that were written begin, how many they are, and their hash. */
  readonly offset: number;
  readonly length: number;
  readonly digest: string;
  /** What was at `offset` before; undefined: nothing. */
  readonly before: KeptPart | undefined;
  readonly sizeBefore: number;
  readonly sizeAfter: number;
}

/** A file that is changed, opened for reading and writing. */
export interface Patched {
  readonly file: {readonly segments: readonly string[]; readonly asked: readonly string[]; changed(): void};
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** Writes bytes over what is there, and answers the new size. To be called while the file is held. */
export async function writeInPlace(
  files: FileSystemClient,
  target: Patched,
  {offset, bytes, append}: {readonly offset: number; readonly bytes: Buffer; readonly append: boolean},
  call: Call,
): Promise<number> {
  const sizeAfter = Math.max(target.stats.size, offset + bytes.length);
  const overwritten = Math.min(bytes.length, Math.max(target.stats.size - offset, 0));
  await patch(files, target, {offset, bytes, overwritten, sizeAfter}, call, () =>
    writeBytes(bytes, target.handle, call.signal, append ? null : offset),
  );
  return sizeAfter;
}

/** Cuts the file off, or lengthens it by zeros. To be called while the file is held. */
export async function resizeInPlace(files: FileSystemClient, target: Patched, size: number, call: Call): Promise<void> {
  const added = Buffer.alloc(Math.max(size - target.stats.size, 0));
  const offset = Math.min(size, target.stats.size);
  const overwritten = target.stats.size - offset;
  await patch(files, target, {offset, bytes: added, overwritten, sizeAfter: size}, call, () =>
    target.handle.truncate(size),
  );
}

interface Act {
  readonly offset: number;
  readonly bytes: Buffer;
  /** How many bytes from `offset` on are lost. */
  readonly overwritten: number;
  readonly sizeAfter: number;
}

/** Keeps what will be lost, acts, and puts it back when that fails. */
async function patch(
  files: FileSystemClient,
  {file, handle, stats}: Patched,
  {offset, bytes, overwritten, sizeAfter}: Act,
  call: Call,
  act: () => Promise<void>,
): Promise<void> {
  call.signal.throwIfAborted();
  const before = overwritten > 0 ? await files.kept.keepPart(handle.fd, offset, overwritten, stats.dev) : undefined;
  const isKept = overwritten === 0 || before !== undefined;
  if (!isKept) call.warn('What was there could not be kept (maxUndoBytes): this call can not be taken back');
  const record: Patch = {
    segments: file.segments,
    device: stats.dev,
    inode: stats.ino,
    offset,
    length: bytes.length,
    digest: hashOf(bytes),
    before,
    sizeBefore: stats.size,
    sizeAfter,
  };
  const entry = isKept ? call.undo(record) : undefined;
  file.changed();
  try {
    await act();
  } catch (error) {
    entry?.discard();
    const isBack = isKept && (await restore(files, handle, record).then(...settled));
    await files.kept.forget(before);
    if (!isBack) throw halfWritten(error, file.asked);
    throw error;
  }
}

/** Whether a promise was kept. */
const settled = [() => true, () => false] as const;

/** Takes a patch back. Throws UNDO_REFUSED when the bytes it wrote are not there any more. */
export async function takePatchBack(files: FileSystemClient, record: Patch): Promise<void> {
  const {segments, device, inode, offset, length, digest, before, sizeBefore, sizeAfter} = record;
  await files.change([locate(files.base, segments, {followLast: false})], () =>
    withFile(files, segments, async (file, now) => {
      if (before) files.kept.assertKept(before);
      const isSameFile = now.dev === device && now.ino === inode;
      // Bytes tell more than the identity, which an undo of a later write does not bring back.
      const isKnown = isSameFile || length > 0 || sizeAfter === 0;
      const isSameSize = sizeBefore === sizeAfter || now.size === sizeAfter;
      if (!isKnown || !isSameSize || (await hashAt(file, offset, length)) !== digest)
        throw undoRefused('the file was changed since');
      await restore(files, file, record);
      await file.sync();
      await files.kept.forget(before);
    }),
  );
}

async function restore(
  files: FileSystemClient,
  file: FileHandle,
  {offset, before, sizeBefore, sizeAfter}: Patch,
): Promise<void> {
  if (sizeAfter > sizeBefore) await file.truncate(sizeBefore);
  if (before) await files.kept.putBackPart(before, file, offset);
}

async function withFile(
  files: FileSystemClient,
  segments: readonly string[],
  use: (file: FileHandle, stats: Stats) => Promise<void>,
): Promise<void> {
  const {parent, name} = splitLast(segments);
  await inFolder(files.base, parent, async (folder) => {
    const file = await openAgain(folder.at(name));
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw undoRefused('there is something else at its path now');
      await use(file, stats);
    } finally {
      await file.close();
    }
  });
}

async function openAgain(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    throw undoRefused('the file is not at its path any more');
  }
}

const chunkBytes = 1 << 20;

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function hashAt(file: FileHandle, offset: number, length: number): Promise<string> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, length));
  for (let done = 0; done < length;) {
    const {bytesRead} = await file.read(chunk, 0, Math.min(chunk.length, length - done), offset + done);
    if (bytesRead === 0) break;
    hash.update(chunk.subarray(0, bytesRead));
    done += bytesRead;
  }
  return hash.digest('hex');
}

/** The disk was full, or the call ended, in the middle, and what was there is not to be had. */
function halfWritten(cause: unknown, asked: readonly string[]): ToolError {
  const {code, message} = fileFailure(cause, 'WRITE_FAILED', asked);
  return new ToolError(code, message, {
    outcome: 'partial',
    suggestions: ['Read the file to see how far it came'],
    context: {path: asked.join('/')},
    cause,
  });
}
