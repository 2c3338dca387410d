import type {ToolMetadata} from '../../contract/metadata.js';
import type {Test, ToolCriteria} from './criteria.js';
import {compileCriteria} from './criteria.js';
import {InvertedIndex} from './inverted-index.js';
import {toolTexts} from './tool-texts.js';

/** The record of a tool that was found. */
export interface ToolMatch extends ToolMetadata {
  /** How well the text fits; above 0, comparable within one answer. Only when there was a text. */
  readonly score?: number;
}

export interface SearchOptions {
  /** Default 20 with a text, all without. */
  readonly limit?: number;
}

/** Reads the record of a tool; asked once, when somebody searches. */
export type ReadRecord = () => ToolMetadata;

const defaultLimit = 20;
/** Removed documents stay in the index until they are the greater part of it. */
const worthRebuilding = 1000;

/**
 * The records of all tools, by owner (a provider, a module, a tool on its own). Nothing is read or indexed before the first
 * search, and then only what has changed since the last one.
 */
export class Catalogue {
  readonly #readers = new Map<string, readonly ReadRecord[]>();
  /** Documents in the index, by owner. */
  readonly #documents = new Map<string, readonly number[]>();
  readonly #report: (error: unknown) => void;
  #index = new InvertedIndex();
  #records: (ToolMetadata | undefined)[] = [];
  #removed = 0;

  /** `report` is told of records that could not be read. */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Sets the records of an owner, in place of those it had. */
  set(owner: string, readers: readonly ReadRecord[]): void {
    this.delete(owner);
    this.#readers.set(owner, readers);
  }

  delete(owner: string): void {
    this.#readers.delete(owner);
    for (const document of this.#documents.get(owner) ?? []) {
      this.#index.remove(document);
      this.#records[document] = undefined;
      this.#removed++;
    }
    this.#documents.delete(owner);
  }

  /** Throws INVALID_PARAMETER for criteria that are none. */
  search(query: string | ToolCriteria | null = {}, {limit}: SearchOptions = {}): ToolMatch[] {
    const criteria = typeof query === 'string' ? {text: query} : (query ?? {});
    const test = compileCriteria(criteria);
    this.#update();
    const text = typeof criteria.text === 'string' ? criteria.text.trim() : '';
    if (text === '') return this.#all(test, limit);
    const accept = (document: number): boolean => {
      const record = this.#records[document];
      return record !== undefined && (test?.(record) ?? true);
    };
    return this.#index.search(text, limit ?? defaultLimit, accept).flatMap(({document, score}) => {
      const record = this.#records[document];
      return record ? [{...record, score}] : [];
    });
  }

  /** In the order in which they came. */
  #all(test: Test | undefined, limit = Infinity): ToolMatch[] {
    const found: ToolMatch[] = [];
    for (const record of this.#records) {
      if (found.length >= limit) break;
      if (record && (!test || test(record))) found.push({...record});
    }
    return found;
  }

  #update(): void {
    if (this.#removed > worthRebuilding && this.#removed > this.#records.length / 2) {
      this.#index = new InvertedIndex();
      this.#records = [];
      this.#documents.clear();
      this.#removed = 0;
    }
    if (this.#documents.size === this.#readers.size) return;
    for (const [owner, readers] of this.#readers) {
      if (!this.#documents.has(owner))
        this.#documents.set(
          owner,
          readers.map((read) => this.#add(read)),
        );
    }
  }

  /** A tool whose record can not be read is not found; the others are. */
  #add(read: ReadRecord): number {
    let record: ToolMetadata | undefined;
    try {
      record = read();
    } catch (error) {
      this.#report(error);
    }
    const document = this.#index.add(record ? toolTexts(record) : []);
    this.#records[document] = record;
    return document;
  }
}
