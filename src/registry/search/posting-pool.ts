/** What BM25 needs of a term and of the documents to score a posting. */
export interface Scoring {
  /** What an endless weight would count. */
  readonly factor: number;
  /** `weight / (weight + base + perLength * length)` is the share of `factor` that a posting counts. */
  readonly base: number;
  readonly perLength: number;
  /** By document; Infinity for one that was removed, which makes its share 0. */
  readonly lengths: Float32Array;
}

/** What documents have got so far, by document. */
export interface Scores {
  readonly scores: Float32Array;
  /** How many words of the text were found. */
  readonly words: Uint8Array;
  /** The group of terms that was scored last, and the best share of it. */
  readonly groups: Uint32Array;
  readonly best: Float32Array;
}

const maxWeight = 0xffff;

/**
 * The posting lists of all terms, in one pair of typed arrays: which documents have a term, in ascending order, and how
 * strongly. A list lives in a chunk whose capacity is a power of two; when it is full it moves to one of twice the size, and
 * its place is used again.
 */
export class PostingPool {
  #documents = new Uint32Array(256);
  #weights = new Uint16Array(256);
  #used = 0;
  /** By term. */
  #starts = new Uint32Array(64);
  #sizes = new Uint32Array(64);
  /** Starts of chunks that are not in use, by the logarithm of their capacity. */
  readonly #free: number[][] = [];

  /** Documents must come in ascending order. */
  push(term: number, document: number, weight: number): void {
    if (term >= this.#sizes.length) {
      const length = Math.max(term + 1, this.#sizes.length * 2);
      this.#starts = grown(this.#starts, new Uint32Array(length));
      this.#sizes = grown(this.#sizes, new Uint32Array(length));
    }
    const size = this.#sizes[term] ?? 0;
    // A chunk is full when its size is a power of two.
    if ((size & (size - 1)) === 0) this.#move(term, size);
    const at = (this.#starts[term] ?? 0) + size;
    this.#documents[at] = document;
    this.#weights[at] = Math.min(weight, maxWeight);
    this.#sizes[term] = size + 1;
  }

  #move(term: number, size: number): void {
    const capacity = Math.max(1, size * 2);
    const start = this.#take(capacity);
    if (size > 0) {
      const old = this.#starts[term] ?? 0;
      this.#documents.copyWithin(start, old, old + size);
      this.#weights.copyWithin(start, old, old + size);
      (this.#free[logarithm(size)] ??= []).push(old);
    }
    this.#starts[term] = start;
  }

  #take(capacity: number): number {
    const free = this.#free[logarithm(capacity)]?.pop();
    if (free !== undefined) return free;
    const start = this.#used;
    this.#used += capacity;
    if (this.#used > this.#documents.length) {
      const length = Math.max(this.#used, this.#documents.length * 2);
      this.#documents = grown(this.#documents, new Uint32Array(length));
      this.#weights = grown(this.#weights, new Uint16Array(length));
    }
    return start;
  }

  /** Calls back for each posting of a term. */
  each(term: number, visit: (document: number, weight: number) => void): void {
    const start = this.#starts[term] ?? 0;
    const end = start + (this.#sizes[term] ?? 0);
    for (let at = start; at < end; at++) visit(this.#documents[at] ?? 0, this.#weights[at] ?? 0);
  }

  /** Adds what a term counts to the scores of its documents. */
  addTo({scores, words}: Scores, term: number, {factor, base, perLength, lengths}: Scoring): void {
    const documents = this.#documents;
    const weights = this.#weights;
    const start = this.#starts[term] ?? 0;
    const end = start + (this.#sizes[term] ?? 0);
    // Plain indexed loops over typed arrays, here and below: this is where a search spends its time.
    for (let at = start; at < end; at++) {
      const document = documents[at] ?? 0;
      const weight = weights[at] ?? 0;
      const part = (factor * weight) / (weight + base + perLength * (lengths[document] ?? 0));
      scores[document] = (scores[document] ?? 0) + part;
      words[document] = (words[document] ?? 0) + 1;
    }
  }

  /** The same for one term of a group, of which only the best counts for a document. */
  raise({scores, words, best, groups}: Scores, term: number, scoring: Scoring, group: number): void {
    const {factor, base, perLength, lengths} = scoring;
    const documents = this.#documents;
    const weights = this.#weights;
    const start = this.#starts[term] ?? 0;
    const end = start + (this.#sizes[term] ?? 0);
    for (let at = start; at < end; at++) {
      const document = documents[at] ?? 0;
      const weight = weights[at] ?? 0;
      const part = (factor * weight) / (weight + base + perLength * (lengths[document] ?? 0));
      const isFirst = groups[document] !== group;
      const before = isFirst ? 0 : (best[document] ?? 0);
      if (isFirst) {
        groups[document] = group;
        words[document] = (words[document] ?? 0) + 1;
      } else if (part <= before) continue;
      scores[document] = (scores[document] ?? 0) + part - before;
      best[document] = part;
    }
  }
}

const logarithm = (capacity: number): number => 31 - Math.clz32(capacity);

/** The larger array, with what was in the old one. */
export function grown<A extends Float32Array | Uint32Array | Uint16Array | Uint8Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}
