/** The last bytes of a stream that may be endless: what a server said before it died. */
export class Tail {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#size += chunk.length;
    // Joined now and then, so that neither many small parts nor a few large ones are kept.
    if (this.#size <= 4 * this.#maxBytes && this.#parts.length <= 64) return;
    const last = Buffer.from(Buffer.concat(this.#parts).subarray(-this.#maxBytes));
    this.#parts = [last];
    this.#size = last.length;
  }

  text(): string {
    return Buffer.concat(this.#parts).subarray(-this.#maxBytes).toString('utf8').trim();
  }
}
