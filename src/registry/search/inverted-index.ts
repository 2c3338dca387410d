import {BestHits} from './best-hits.js';
import type {Hit} from './best-hits.js';
import {PostingList} from './posting-list.js';
import {TermReader} from './terms.js';

/** A text of a document, and how much a word in it counts. */
export type WeightedText = readonly [text: string, weight: number];

/** How fast more of a term stops to count, and how much a long document is held back (BM25). */
const saturation = 1.2;
const lengthEffect = 0.6;

const minPrefix = 3;
const maxExpansions = 16;
/** What a word counts that is only the beginning of a term. */
const prefixFactor = 0.6;

/** Ranked search in documents that are weighted texts. Documents are numbers, counted up from 0, and can be added and removed. */
export class InvertedIndex {
  readonly #reader = new TermReader();
  readonly #postings = new Map<string, PostingList>();
  /** Of the document that is being added. */
  readonly #weights = new Map<string, number>();
  #vocabulary: readonly string[] | undefined;
  /** 0 for a removed document. */
  #lengths = new Float32Array(64);
  #norms = new Float32Array(0);
  #scores = new Float32Array(0);
  /** Whether norms are those of other documents than there are now. */
  #changed = false;
  #size = 0;
  #live = 0;
  #totalLength = 0;

  add(texts: readonly WeightedText[]): number {
    const document = this.#size++;
    const weights = this.#weights;
    weights.clear();
    let length = 0;
    for (const [text, weight] of texts) {
      for (const term of this.#reader.read(text)) {
        weights.set(term, (weights.get(term) ?? 0) + weight);
        length += weight;
      }
    }
    for (const [term, weight] of weights) this.#post(term, document, weight);
    this.#setLength(document, Math.max(length, Number.EPSILON));
    this.#live++;
    return document;
  }

  #post(term: string, document: number, weight: number): void {
    const postings = this.#postings.get(term);
    if (postings) {
      postings.push(document, weight);
    } else {
      this.#postings.set(term, new PostingList(document, weight));
      this.#vocabulary = undefined;
    }
  }

  #setLength(document: number, length: number): void {
    if (document >= this.#lengths.length) {
      const lengths = new Float32Array(this.#lengths.length * 2);
      lengths.set(this.#lengths);
      this.#lengths = lengths;
    }
    this.#totalLength += length - (this.#lengths[document] ?? 0);
    this.#lengths[document] = length;
    this.#changed = true;
  }

  /** It is never found again; its place stays taken. */
  remove(document: number): void {
    if (!this.#lengths[document]) return;
    this.#setLength(document, 0);
    this.#live--;
  }

  /** The best documents for a text that `accept` lets through, best first. */
  search(text: string, limit: number, accept: (document: number) => boolean): Hit[] {
    const terms = new Set(this.#reader.read(text));
    if (terms.size === 0 || limit <= 0) return [];
    this.#prepare();
    this.#scores.fill(0);
    for (const term of terms) this.#scoreTerm(term);
    return this.#best(limit, accept);
  }

  /** Norms and scores for the documents there are now; a removed one has an endless norm, and so the score 0. */
  #prepare(): void {
    if (!this.#changed) return;
    this.#changed = false;
    const average = this.#live === 0 ? 1 : this.#totalLength / this.#live;
    this.#norms = new Float32Array(this.#size);
    for (let document = 0; document < this.#size; document++) {
      const length = this.#lengths[document] ?? 0;
      this.#norms[document] =
        length === 0 ? Infinity : saturation * (1 - lengthEffect + (lengthEffect * length) / average);
    }
    this.#scores = new Float32Array(this.#size);
  }

  #scoreTerm(term: string): void {
    const postings = this.#postings.get(term);
    if (postings) {
      postings.score(this.#scores, this.#norms, this.#rarity(postings));
      return;
    }
    for (const longer of this.#expansions(term)) {
      const found = this.#postings.get(longer);
      found?.score(this.#scores, this.#norms, prefixFactor * this.#rarity(found));
    }
  }

  /** What a term counts: much when few documents have it, never less than nothing. */
  #rarity(postings: PostingList): number {
    const having = Math.min(postings.size, this.#live);
    return Math.log(1 + (this.#live - having + 0.5) / (having + 0.5)) * (saturation + 1);
  }

  /** Terms that begin with a word that is no term itself. */
  #expansions(prefix: string): readonly string[] {
    if (prefix.length < minPrefix) return [];
    const vocabulary = (this.#vocabulary ??= [...this.#postings.keys()].sort());
    let low = 0;
    let high = vocabulary.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((vocabulary[middle] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    const found = vocabulary.slice(low, low + maxExpansions);
    return found.filter((term) => term.startsWith(prefix));
  }

  #best(limit: number, accept: (document: number) => boolean): Hit[] {
    const scores = this.#scores;
    const best = new BestHits(limit);
    let threshold = 0;
    for (let document = 0; document < scores.length; document++) {
      const score = scores[document] ?? 0;
      if (score <= threshold || !accept(document)) continue;
      best.add({document, score});
      threshold = best.threshold;
    }
    return best.sorted();
  }
}
