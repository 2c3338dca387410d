import {Pieces} from './pieces.js';
import type {StreamName} from './pieces.js';

/** What is kept of one stream: all of it in `head`, or its beginning and its end with `dropped` bytes between them. */
export interface KeptStream {
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Bytes between head and tail that are gone. */
  readonly dropped: number;
}

export type Kept = Readonly<Record<StreamName, KeptStream>>;

/**
 * The output of a program, both streams together within a number of bytes: beyond it the beginning and the end are kept,
 * half of the bytes each, for the one says what was begun and the other why it failed.
 */
export class KeptOutput {
  readonly #limit: number;
  #head = new Pieces();
  #tail = new Pieces();
  #dropped = {stdout: 0, stderr: 0};

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes that are kept. */
  get size(): number {
    return this.#head.size + this.#tail.size;
  }

  /** Adds what came; false when something had to be dropped for it. */
  add(stream: StreamName, chunk: Buffer): boolean {
    const room = Math.max(0, Math.ceil(this.#limit / 2) - this.#head.size);
    if (room > 0) this.#head.push(stream, chunk.subarray(0, room));
    if (chunk.length <= room) return true;
    this.#tail.push(stream, chunk.subarray(room));
    const most = this.#limit - this.#head.size;
    if (this.#tail.size <= most) return true;
    this.#tail.shrink(most, (from, bytes) => (this.#dropped[from] += bytes));
    return false;
  }

  /** All that is kept, of which nothing is kept from here on. */
  take(): Kept {
    const kept = {stdout: this.#stream('stdout'), stderr: this.#stream('stderr')};
    this.#head = new Pieces();
    this.#tail = new Pieces();
    this.#dropped = {stdout: 0, stderr: 0};
    return kept;
  }

  #stream(name: StreamName): KeptStream {
    const dropped = this.#dropped[name];
    const [head, tail] = [this.#head.of(name), this.#tail.of(name)];
    return dropped > 0 ? {head, tail, dropped} : {head: Buffer.concat([head, tail]), tail: Buffer.alloc(0), dropped};
  }
}
