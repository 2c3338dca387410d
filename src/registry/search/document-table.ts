import {grown} from './posting-pool.js';

/** The documents of an index, counted up from 0: their lengths, and which terms they have. */
export class DocumentTable {
  /** Infinity for a removed document. */
  lengths = new Float32Array(64);
  /** Removed ones too. */
  size = 0;
  live = 0;
  #totalLength = 0;
  /** The terms of each document, one after the other, and where those of a document begin. */
  #terms = new Uint32Array(256);
  #from = new Uint32Array(65);

  get averageLength(): number {
    return this.live === 0 ? 1 : Math.max(1, this.#totalLength / this.live);
  }

  /** `count` is the number of terms. */
  add(terms: Iterable<number>, count: number, length: number): number {
    const document = this.size++;
    let at = this.#makeRoom(document, count);
    for (const term of terms) this.#terms[at++] = term;
    this.#from[document + 1] = at;
    this.lengths[document] = length;
    this.#totalLength += length;
    this.live++;
    return document;
  }

  /** Answers where the terms of the document go. */
  #makeRoom(document: number, count: number): number {
    if (document >= this.lengths.length) {
      const room = this.lengths.length * 2;
      this.lengths = grown(this.lengths, new Float32Array(room));
      this.#from = grown(this.#from, new Uint32Array(room + 1));
    }
    const start = this.#from[document] ?? 0;
    if (start + count > this.#terms.length)
      this.#terms = grown(this.#terms, new Uint32Array(Math.max(start + count, this.#terms.length * 2)));
    return start;
  }

  isLive(document: number): boolean {
    return document < this.size && this.lengths[document] !== Infinity;
  }

  remove(document: number): void {
    this.#totalLength -= this.lengths[document] ?? 0;
    this.lengths[document] = Infinity;
    this.live--;
  }

  terms(document: number): Uint32Array {
    return this.#terms.subarray(this.#from[document] ?? 0, this.#from[document + 1] ?? 0);
  }
}
