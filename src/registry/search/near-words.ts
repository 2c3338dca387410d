import {nearest} from '../../contract/nearest.js';
import {grown} from './posting-pool.js';

/** Longer ones are no slips of the keyboard. */
const maxLength = 64;
/** Words that are compared letter by letter: a search stays quick whatever words there are. */
const maxCompared = 2000;

/**
 * Words among which the one can be found that was meant by a misspelt one. Each has a signature, a bit for every letter in it:
 * an edit changes two bits at most, so that nearly all words are passed over by one operation on integers.
 */
export class NearWords {
  readonly #words: string[] = [];
  readonly #places = new Map<string, number>();
  #signatures = new Uint32Array(64);
  #lengths = new Uint8Array(64);

  add(word: string): void {
    if (word.length > maxLength || this.#places.has(word)) return;
    const place = this.#words.length;
    if (place >= this.#lengths.length) {
      this.#signatures = grown(this.#signatures, new Uint32Array(place * 2));
      this.#lengths = grown(this.#lengths, new Uint8Array(place * 2));
    }
    this.#words.push(word);
    this.#places.set(word, place);
    this.#signatures[place] = signatureOf(word);
    this.#lengths[place] = word.length;
  }

  delete(word: string): void {
    const place = this.#places.get(word);
    const last = this.#words.pop();
    if (place === undefined || last === undefined) return;
    this.#places.delete(word);
    if (last === word) return;
    this.#words[place] = last;
    this.#places.set(last, place);
    this.#signatures[place] = this.#signatures[this.#words.length] ?? 0;
    this.#lengths[place] = last.length;
  }

  /**
   * The word that is nearest, at most `maxEdits` away; undefined when there is none. Words that weigh 0 are not there; of
   * several as near the heaviest is it, so that the answer does not depend on what was added and deleted before.
   */
  find(word: string, maxEdits: number, weigh: (word: string) => number = () => 1): string | undefined {
    if (word.length > maxLength) return undefined;
    const signature = signatureOf(word);
    for (let edits = 1; edits <= maxEdits; edits++) {
      const candidates = this.#within(word.length, signature, edits).map((each) => ({each, weight: weigh(each)}));
      const found = candidates
        .filter(({weight}) => weight > 0)
        .sort((a, b) => b.weight - a.weight || (a.each < b.each ? -1 : 1));
      const near = nearest(
        word,
        found.map(({each}) => each),
      );
      if (near !== undefined) return near;
    }
    return undefined;
  }

  /** Words that may be `edits` away. */
  #within(length: number, signature: number, edits: number): string[] {
    const [signatures, lengths] = [this.#signatures, this.#lengths];
    const found: string[] = [];
    for (let place = 0; place < this.#words.length; place++) {
      if (Math.abs((lengths[place] ?? 0) - length) > edits) continue;
      if (bits((signatures[place] ?? 0) ^ signature) > 2 * edits) continue;
      found.push(this.#words[place] ?? '');
      if (found.length >= maxCompared) break;
    }
    return found;
  }
}

/** Case does not count: letters that differ in it have the same five last bits. */
function signatureOf(word: string): number {
  let signature = 0;
  for (let index = 0; index < word.length; index++) signature |= 1 << (word.charCodeAt(index) & 31);
  return signature >>> 0;
}

/** How many bits are set. */
function bits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
