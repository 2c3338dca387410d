const newline = 10;

/**
 * Cuts a stream of bytes into lines and holds at most `maxBytes` of one that is not whole (MC04): then `overflow` is told,
 * once, and nothing more is read.
 */
export class LineReader {
  readonly #maxBytes: number;
  readonly #line: (text: string) => void;
  readonly #overflow: () => void;
  #parts: Buffer[] = [];
  #size = 0;
  #isOver = false;

  constructor(maxBytes: number, line: (text: string) => void, overflow: () => void) {
    this.#maxBytes = maxBytes;
    this.#line = line;
    this.#overflow = overflow;
  }

  push(chunk: Buffer): void {
    let start = 0;
    while (!this.#isOver) {
      const end = chunk.indexOf(newline, start);
      const size = (end < 0 ? chunk.length : end) - start;
      if (this.#size + size > this.#maxBytes) {
        this.stop(this.#overflow);
        return;
      }
      if (end < 0) {
        this.#keep(chunk.subarray(start));
        return;
      }
      const part = chunk.subarray(start, end);
      start = end + 1;
      this.#line(this.#size === 0 ? part.toString('utf8') : this.#joined(part));
    }
  }

  /** Reads nothing more and lets go of what there is. */
  stop(then?: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts = [];
    then?.();
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#size += part.length;
  }

  #joined(last: Buffer): string {
    const text = Buffer.concat([...this.#parts, last]).toString('utf8');
    this.#parts = [];
    this.#size = 0;
    return text;
  }
}
