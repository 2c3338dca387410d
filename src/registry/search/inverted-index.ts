import {BestHits} from './best-hits.js';
import type {Hit} from './best-hits.js';
import {DocumentTable} from './document-table.js';
import {grown, PostingPool} from './posting-pool.js';
import type {Scores, Scoring} from './posting-pool.js';
import {kindFactors, readQuery} from './query.js';
import type {Alternative, QueryWord} from './query.js';
import {TermReader} from './terms.js';
import {Vocabulary} from './vocabulary.js';

/** A text of a document, and how much a word in it counts: an integer, so that sums are exact in any order. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** What a document got for a word of the text. */
export interface WordScore extends Alternative {
  readonly word: string;
  readonly score: number;
}

/** How fast more of a term stops to count, and how much a long document is held back (BM25). */
const saturation = 30;
const lengthEffect = 0.5;

/** A tool that has something for every word is better than one that has much for a few of them. */
const coverageEffect = 0.4;
const coverage = (found: number, asked: number): number => 1 - coverageEffect * (1 - found / asked);

/** Fewer removed documents than this are not worth a rebuilding. */
const worthRebuilding = 1024;

/**
 * Ranked search in documents that are weighted texts. Documents are numbers, counted up from 0, and can be added and removed;
 * scores are then as if a removed one had never been there.
 */
export class InvertedIndex {
  readonly #reader = new TermReader();
  #vocabulary = new Vocabulary();
  #postings = new PostingPool();
  #documents = new DocumentTable();
  /** How many living documents have a term. */
  #frequencies = new Uint32Array(64);
  #scores = scoresFor(0);
  #group = 0;

  /** Answers the number of the document. */
  add(texts: readonly WeightedText[]): number {
    const {weights, length} = this.#read(texts, (stem) => this.#vocabulary.add(stem));
    const document = this.#documents.add(weights.keys(), weights.size, length);
    for (const [term, weight] of weights) {
      this.#postings.push(term, document, weight);
      if (term >= this.#frequencies.length)
        this.#frequencies = grown(this.#frequencies, new Uint32Array(Math.max(term + 1, this.#frequencies.length * 2)));
      this.#frequencies[term] = (this.#frequencies[term] ?? 0) + 1;
    }
    return document;
  }

  /** The terms of texts, each with the sum of its weights. */
  #read<T>(texts: readonly WeightedText[], key: (stem: string) => T): {weights: Map<T, number>; length: number} {
    const weights = new Map<T, number>();
    let length = 0;
    for (const {text, weight} of texts) {
      for (const {stem} of this.#reader.read(text)) {
        const term = key(stem);
        weights.set(term, (weights.get(term) ?? 0) + weight);
        length += weight;
      }
    }
    return {weights, length};
  }

  /** It is never found again; its place stays taken until `compact`. */
  remove(document: number): void {
    if (!this.#documents.isLive(document)) return;
    for (const term of this.#documents.terms(document)) this.#frequencies[term] = (this.#frequencies[term] ?? 0) - 1;
    this.#documents.remove(document);
  }

  /**
   * Gives the room of removed documents back once they are the greater part, which keeps the cost of a removal in proportion
   * to what is removed. Answers the new number of each document, or undefined when all keep theirs.
   */
  compact(): Uint32Array | undefined {
    const documents = this.#documents;
    const removed = documents.size - documents.live;
    if (removed < worthRebuilding || removed < documents.live) return undefined;
    const [vocabulary, postings] = [new Vocabulary(), new PostingPool()];
    const numbers = new Uint32Array(documents.size);
    let next = 0;
    for (let document = 0; document < documents.size; document++) {
      numbers[document] = next;
      if (documents.isLive(document)) next++;
    }
    const terms = this.#vocabulary.terms();
    const termNumbers = new Uint32Array(terms.length);
    const frequencies = new Uint32Array(Math.max(64, terms.length));
    for (const [number, term] of terms.entries()) {
      if (this.#frequencies[number] === 0) continue;
      const now = (termNumbers[number] = vocabulary.add(term));
      frequencies[now] = this.#frequencies[number] ?? 0;
      this.#postings.each(number, (document, weight) => {
        if (documents.isLive(document)) postings.push(now, numbers[document] ?? 0, weight);
      });
    }
    this.#documents = new DocumentTable();
    for (let document = 0; document < documents.size; document++) {
      if (!documents.isLive(document)) continue;
      const own = documents.terms(document).map((term) => termNumbers[term] ?? 0);
      this.#documents.add(own, own.length, documents.lengths[document] ?? 0);
    }
    this.#vocabulary = vocabulary;
    this.#postings = postings;
    this.#frequencies = frequencies;
    return numbers;
  }

  /** What a text asks for: its words, each with the terms that fit it. */
  read(text: string): QueryWord[] {
    return readQuery(text, this.#reader, this.#vocabulary, (term) => this.#frequencies[term] ?? 0);
  }

  /** The best documents, best first. `factor` is from 0, not to be found at all, to 1. */
  search(words: readonly QueryWord[], limit: number, factor: (document: number) => number): Hit[] {
    if (limit <= 0 || words.every(({alternatives}) => alternatives.length === 0)) return [];
    this.#clearScores();
    for (const {alternatives} of words) {
      const [only] = alternatives;
      if (only && alternatives.length === 1) this.#postings.addTo(this.#scores, only.number, this.#scoring(only, only));
      else this.#scoreGroup(alternatives);
    }
    return this.#bestOf(limit, factor, askedOf(words));
  }

  #clearScores(): void {
    const room = this.#documents.lengths.length;
    if (this.#scores.scores.length < room) {
      this.#scores = scoresFor(room);
      return;
    }
    this.#scores.scores.fill(0, 0, this.#documents.size);
    this.#scores.words.fill(0, 0, this.#documents.size);
  }

  #scoreGroup(alternatives: readonly Alternative[]): void {
    const group = ++this.#group;
    const [first] = alternatives;
    for (const alternative of alternatives)
      this.#postings.raise(this.#scores, alternative.number, this.#scoring(alternative, first), group);
  }

  /** `first` is the first alternative: the word itself where it is known. What stands for it counts no more for being rarer. */
  #scoring({number, kind}: Alternative, first: Alternative | undefined): Scoring {
    const {lengths, averageLength} = this.#documents;
    const rarity = this.#rarity(number);
    return {
      factor: kindFactors[kind] * (first?.kind === 'exact' ? Math.min(rarity, this.#rarity(first.number)) : rarity),
      base: saturation * (1 - lengthEffect),
      perLength: (saturation * lengthEffect) / averageLength,
      lengths,
    };
  }

  /** What a term counts: much when few documents have it, never less than nothing. */
  #rarity(term: number): number {
    const having = this.#frequencies[term] ?? 0;
    return Math.log(1 + (this.#documents.live - having + 0.5) / (having + 0.5));
  }

  #bestOf(limit: number, factor: (document: number) => number, asked: number): Hit[] {
    const {scores, words} = this.#scores;
    const shares = Float32Array.from({length: asked + 1}, (_, found) => coverage(found, asked));
    const size = this.#documents.size;
    const best = new BestHits(limit);
    let threshold = 0;
    for (let document = 0; document < size; document++) {
      let score = scores[document] ?? 0;
      if (score <= threshold) continue;
      score *= shares[words[document] ?? 0] ?? 0;
      if (score <= threshold) continue;
      score *= factor(document);
      if (score <= threshold) continue;
      best.add({document, score});
      threshold = best.threshold;
    }
    return best.sorted();
  }

  /** What a document got for each word, from its texts: the parts that its score is the sum of. */
  explain(words: readonly QueryWord[], document: number, texts: readonly WeightedText[]): WordScore[] {
    const {weights} = this.#read(texts, (stem) => stem);
    const scored = words.flatMap(({word, alternatives}) => {
      let best: WordScore | undefined;
      for (const alternative of alternatives) {
        const weight = weights.get(alternative.term) ?? 0;
        const {factor, base, perLength, lengths} = this.#scoring(alternative, alternatives[0]);
        const score = (factor * weight) / (weight + base + perLength * (lengths[document] ?? Infinity));
        if (score > (best?.score ?? 0)) best = {word, ...alternative, score};
      }
      return best ?? [];
    });
    const share = coverage(scored.length, askedOf(words));
    return scored.map((each) => ({...each, score: share * each.score}));
  }
}

/** Words that any tool has something for; the others say nothing about one. */
const askedOf = (words: readonly QueryWord[]): number =>
  words.filter(({alternatives}) => alternatives.length > 0).length;

const scoresFor = (documents: number): Scores => ({
  scores: new Float32Array(documents),
  words: new Uint8Array(documents),
  groups: new Uint32Array(documents),
  best: new Float32Array(documents),
});
