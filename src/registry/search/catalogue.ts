import {setImmediate} from 'node:timers/promises';
import {assertKnownKeys} from '../../contract/known-keys.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import {cautionFor, effectOf} from './caution.js';
import type {Effect} from './caution.js';
import type {ToolCriteria} from './criteria.js';
import type {FactTest} from './criterion-readers.js';
import {explainMatch} from './explain-match.js';
import {InvertedIndex} from './inverted-index.js';
import type {SearchMatch} from './match.js';
import {readCriteria} from './read-criteria.js';
import type {ExplainFacts} from './read-criteria.js';
import {factsOf} from './tool-facts.js';
import type {ToolFacts} from './tool-facts.js';
import {toolTexts} from './tool-texts.js';
import type {FieldText} from './tool-texts.js';

/** The record of a tool that was found. */
export interface ToolMatch extends ToolMetadata {
  /** How well the text fits; above 0, comparable within one answer. Only when there was a text. */
  readonly score?: number;
  /** Why it was found; with `explain`. */
  readonly match?: SearchMatch;
}

/** The second argument of `searchTools`. */
export interface SearchOptions {
  /** Default 20 with a text, all without. */
  readonly limit?: number;
  /** Adds to each tool why it was found; default false. */
  readonly explain?: boolean;
}

/** Reads the record of a tool; asked when somebody searches, and for each answer that the tool is in. */
export type ReadRecord = () => ToolMetadata;

/** Records of an owner that are not in the index yet: those from `next` on. */
interface Waiting {
  readonly readers: readonly ReadRecord[];
  next: number;
}

/** What is kept of a tool; the record of one that is found is read anew. */
interface CataloguedTool {
  readonly facts: ToolFacts;
  readonly effect: Effect;
  readonly read: ReadRecord;
}

/** The documents of an owner: `count` of them, one after the other. */
interface Range {
  readonly first: number;
  readonly count: number;
}

const defaultLimit = 20;
/** ms that preparing takes before others have their turn, and records that are read between two looks at the clock. */
const slice = 8;
const batch = 16;

/**
 * The records of all tools, by owner (a provider, a module, a tool on its own). Nothing is read or indexed before the first
 * search, and then only what was added since the last one.
 */
export class Catalogue {
  /** In the order in which they came. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #ranges = new Map<string, Range>();
  readonly #index = new InvertedIndex();
  readonly #report: (error: unknown) => void;
  /** By document; undefined for a removed one. */
  #tools: (CataloguedTool | undefined)[] = [];

  /** `report` is told of records that could not be read. */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Sets the records of an owner, in place of those it had. */
  set(owner: string, readers: readonly ReadRecord[]): void {
    this.delete(owner);
    if (readers.length > 0) this.#waiting.set(owner, {readers, next: 0});
  }

  delete(owner: string): void {
    this.#waiting.delete(owner);
    const range = this.#ranges.get(owner);
    if (!range) return;
    this.#ranges.delete(owner);
    for (let document = range.first; document < range.first + range.count; document++) {
      this.#index.remove(document);
      this.#tools[document] = undefined;
    }
    const numbers = this.#index.compact();
    if (!numbers) return;
    this.#tools = this.#tools.filter((tool) => tool !== undefined);
    for (const [each, {first, count}] of this.#ranges) this.#ranges.set(each, {first: numbers[first] ?? 0, count});
  }

  /** Does the work of a first search before it, in slices between which others have their turn. */
  async prepare(): Promise<void> {
    while (this.#waiting.size > 0) {
      const end = performance.now() + slice;
      while (this.#waiting.size > 0 && performance.now() < end) this.#read(batch);
      await setImmediate();
    }
  }

  /** Throws INVALID_PARAMETER for criteria and options that are none. */
  search(query?: string | ToolCriteria | null, options: SearchOptions = {}): ToolMatch[] {
    const {text, test, explain: explainFacts} = readCriteria(query);
    const {limit, explain} = readOptions(options);
    this.#read(Infinity);
    if (text === '') return this.#all(test, limit, explain === true ? explainFacts : undefined);
    const words = this.#index.read(text);
    const caution = cautionFor(text, words);
    const factor = (document: number): number => {
      const tool = this.#tools[document];
      if (!tool || test?.(tool.facts) === false) return 0;
      return caution[tool.effect];
    };
    return this.#index.search(words, limit ?? defaultLimit, factor).flatMap(({document, score}) => {
      const tool = this.#tools[document];
      const record = tool && this.#recordOf(tool.read);
      if (!record) return [];
      if (explain !== true) return {...record, score};
      const found = {words, document, score, factor: factor(document), texts: toolTexts(record)};
      return {...record, score, match: explainMatch(this.#index, found, explainFacts(tool.facts))};
    });
  }

  /** In the order in which they came. */
  #all(test: FactTest | undefined, limit = Infinity, explain?: ExplainFacts): ToolMatch[] {
    const found: ToolMatch[] = [];
    for (const tool of this.#tools) {
      if (found.length >= limit) break;
      if (!tool || (test && !test(tool.facts))) continue;
      const record = this.#recordOf(tool.read);
      if (!record) continue;
      const match = explain && {score: 0, terms: [], missing: [], facts: explain(tool.facts)};
      found.push({...record, ...(match && {match})});
    }
    return found;
  }

  /** Undefined for one that can not be read: a tool without a record is not found, the others are. */
  #recordOf<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }

  /** Indexes so many of the records that wait. */
  #read(count: number): void {
    let left = count;
    for (const [owner, waiting] of this.#waiting) {
      for (; waiting.next < waiting.readers.length; left--) {
        if (left <= 0) return;
        this.#add(owner, waiting);
      }
      if (this.#waiting.get(owner) === waiting) this.#waiting.delete(owner);
    }
  }

  #add(owner: string, waiting: Waiting): void {
    const read = waiting.readers[waiting.next++];
    const record = read && this.#recordOf(() => described(read()));
    // Code of users was asked, which may have taken its tools away meanwhile.
    if (!read || !record || this.#waiting.get(owner) !== waiting) return;
    const document = this.#index.add(record.texts);
    const {facts} = record;
    this.#tools[document] = {facts, effect: effectOf(facts), read};
    const {first = document, count = 0} = this.#ranges.get(owner) ?? {};
    this.#ranges.set(owner, {first, count: count + 1});
  }
}

const described = (record: ToolMetadata): {texts: FieldText[]; facts: ToolFacts} => ({
  texts: toolTexts(record),
  facts: factsOf(record),
});

function readOptions(options: SearchOptions): SearchOptions {
  assertKnownKeys('Options of searchTools', options, ['limit', 'explain']);
  return options;
}
