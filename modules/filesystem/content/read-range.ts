import {read} from 'node:fs';
import {promisify} from 'node:util';

import {invalid} from '../errors.js';
import type {Encoding} from './encoding.js';
import {unitOf} from './encoding.js';

const readAsync = promisify(read);

/** Reads into a buffer from a place of a file, as `fs.read` does. */
export type ReadAt = (buffer: Buffer, offset: number, length: number, position: number) => Promise<{bytesRead: number}>;

export function readerOf({descriptor}: {readonly descriptor: number}): ReadAt {
  return (buffer, offset, length, position) => readAsync(descriptor, buffer, offset, length, position);
}

export interface Range {
  /** First byte, from 0. */
  readonly offset: number;
  /** Bytes wanted. */
  readonly length: number;
  readonly encoding: Encoding;
  /** Bytes of the file, so that no more memory is taken; 0 where the system does not tell. */
  readonly size: number;
}

export interface RangeRead {
  readonly bytes: Buffer;
  /** Whether bytes follow. */
  readonly more: boolean;
}

/** A character has at most four bytes; one more shows whether the file goes on. */
const lookAhead = 4;
const chunkBytes = 1 << 20;

/**
 * Reads a range of bytes without looking at the rest of the file. A range of text ends before a character that does not
 * fit any more; where not even the first one fits it is read whole, so that reading in chunks always goes on. Memory is
 * that of the range: the caller bounds `length`. Throws INVALID_PARAMETER for half a unit of utf16le, an AbortError.
 */
export async function readRange(read: ReadAt, range: Range, signal: () => AbortSignal): Promise<RangeRead> {
  const {offset, encoding, size} = range;
  if (offset % unitOf(encoding) !== 0)
    throw invalid('offset', `Offset ${offset} is within a character of ${encoding}`, ['Give an even offset']);
  const length = size === 0 ? range.length : Math.min(range.length, Math.max(size - offset, 1));
  const bytes = Buffer.allocUnsafe(length + lookAhead);
  let filled = 0;
  while (filled < bytes.length) {
    signal().throwIfAborted();
    const wanted = Math.min(chunkBytes, bytes.length - filled);
    const {bytesRead} = await read(bytes, filled, wanted, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  const found = bytes.subarray(0, filled);
  const end = filled <= length ? filled : endOfCharacters(found, length, encoding);
  return {bytes: found.subarray(0, end), more: filled > end};
}

/** The end of the last character that ends at `length` or before; of the first one when there is none. */
function endOfCharacters(bytes: Buffer, length: number, encoding: Encoding): number {
  if (encoding === 'utf16le') return endOfUnits(bytes, length);
  if (encoding !== 'utf8') return length;
  let end = length;
  while (end > 0 && length - end < lookAhead && isContinuation(bytes[end])) end -= 1;
  // No character is that long: what it is, is for the decoder to say.
  if (isContinuation(bytes[end])) return length;
  if (end > 0) return end;
  end = 1;
  while (isContinuation(bytes[end])) end += 1;
  return end;
}

function endOfUnits(bytes: Buffer, length: number): number {
  const even = length - (length % 2);
  const end = even >= 2 && isHighSurrogate(bytes.readUInt16LE(even - 2)) ? even - 2 : even;
  if (end > 0) return end;
  const first = Math.min(2, bytes.length);
  return first === 2 && isHighSurrogate(bytes.readUInt16LE(0)) ? Math.min(4, bytes.length) : first;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
