import {NearWords} from './near-words.js';

/** More new terms than this are sorted in before the next look-up. */
const maxUnsorted = 256;
const correctable = /^\p{L}{4,32}$/u;
/** A word of this length may have two slips. */
const longWord = 8;

/** The terms of an index, numbered from 0; found exactly, by their beginning, or in spite of a slip of the keyboard. */
export class Vocabulary {
  readonly #terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Both are filled when first asked for, up to the term that is named by the number. */
  #sorted: string[] = [];
  #sortedUpTo = 0;
  readonly #near = new NearWords();
  #nearUpTo = 0;

  /** The number of a term, which is new or known. */
  add(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.length;
    this.#terms.push(term);
    this.#numbers.set(term, number);
    return number;
  }

  get(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  terms(): readonly string[] {
    return this.#terms;
  }

  /** The first terms that begin so, in alphabetical order. */
  startingWith(prefix: string, limit: number, counts: (number: number) => boolean): string[] {
    if (this.#terms.length - this.#sortedUpTo > maxUnsorted) this.#sort();
    const found: string[] = [];
    const consider = (term: string): void => {
      if (counts(this.#numbers.get(term) ?? 0)) found.push(term);
    };
    const sorted = this.#sorted;
    for (let at = lowerBound(sorted, prefix); found.length < limit && sorted[at]?.startsWith(prefix) === true; at++)
      consider(sorted[at] ?? '');
    for (let at = this.#sortedUpTo; at < this.#terms.length; at++) {
      const term = this.#terms[at] ?? '';
      if (term.startsWith(prefix)) consider(term);
    }
    return found.sort().slice(0, limit);
  }

  #sort(): void {
    const added = this.#terms.slice(this.#sortedUpTo).sort();
    this.#sorted = this.#sorted.length === 0 ? added : merged(this.#sorted, added);
    this.#sortedUpTo = this.#terms.length;
  }

  /** The term that was most likely meant by a misspelt word; of several as near the one that `weigh` gives the most. */
  nearest(word: string, weigh: (number: number) => number): string | undefined {
    if (!correctable.test(word)) return undefined;
    for (; this.#nearUpTo < this.#terms.length; this.#nearUpTo++) {
      const term = this.#terms[this.#nearUpTo] ?? '';
      if (correctable.test(term)) this.#near.add(term);
    }
    return this.#near.find(word, word.length < longWord ? 1 : 2, (term) => weigh(this.#numbers.get(term) ?? 0));
  }
}

/** Where a text is or would be in a sorted list. */
function lowerBound(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merged(a: readonly string[], b: readonly string[]): string[] {
  const all: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) all.push(((a[i] ?? '') < (b[j] ?? '') ? a[i++] : b[j++]) ?? '');
  return all.concat(a.slice(i), b.slice(j));
}
