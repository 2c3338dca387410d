import {Buffer} from 'node:buffer';
import type {RowChanges, RowsRecord} from './rows-record.js';

/** What a row takes beside its text. */
const overhead = 100;

/** The rows that undos are kept with; the oldest go when all of them take more than `maxBytes`. */
export class KeptRows {
  readonly maxBytes: number;
  readonly #kept = new Map<RowsRecord, number>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  keep(record: RowsRecord, done: RowChanges): void {
    record.done = done;
    const size = done.changes.reduce((sum, {before, after}) => sum + sizeOf(before) + sizeOf(after) + overhead, 0);
    this.#kept.set(record, size);
    this.#bytes += size;
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.maxBytes) return;
      this.forget(oldest);
      oldest.done = 'forgotten';
    }
  }

  /** A call was taken back. */
  forget(record: RowsRecord): void {
    this.#bytes -= this.#kept.get(record) ?? 0;
    this.#kept.delete(record);
  }
}

const sizeOf = (image: string | null): number => (image === null ? 0 : Buffer.byteLength(image));
