import type {Secrets} from '../clean-text.js';

/** The last bytes of a stream that may be endless: what a server said before it died. */
export class Tail {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #size = 0;
  #hasForgotten = false;

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
    this.#hasForgotten = true;
  }

  /** They, without secrets: nor the end of one that began before. */
  text(secrets: Secrets): string {
    const bytes = Buffer.concat(this.#parts);
    const isCut = this.#hasForgotten || bytes.length > this.#maxBytes;
    const words = bytes.subarray(-this.#maxBytes).toString('utf8');
    return secrets.text(isCut ? secrets.torn(words, 'start') : words).trim();
  }
}
