import {maxColumns, tooMany, uniqueNames} from './rows.js';
import {wordsOf} from './words.js';
import type {Word} from './words.js';

/** A column of a table, by where its name stands. */
export interface Column {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Columns by their names in the header, which has them all, in order. Throws a text for a header that has others. */
export function namedColumns(header: string, names: readonly string[]): Column[] {
  let end = 0;
  const columns = names.map((name) => {
    const start = header.indexOf(name, end);
    if (start < 0) throw new Error(`it has no "${name}" behind "${header.slice(0, end).trim()}"`);
    assertBlank(header.slice(end, start));
    end = start + name.length;
    return {name, start, end};
  });
  assertBlank(header.slice(end));
  return columns;
}

function assertBlank(between: string): void {
  if (between.trim() !== '') throw new Error(`it has "${between.trim()}", which columns do not name`);
}

/**
 * Columns of a header that nobody has named. Two blanks end a name. One blank may be part of it, as in `Mounted on`: it is,
 * when a row has text across it, or no row has a word under what follows. Throws a text for too many.
 */
export function findColumns(header: string, rows: readonly (readonly Word[])[]): Column[] {
  const words = wordsOf(header);
  if (words.length > maxColumns) throw new Error(tooMany('words', words.length, maxColumns));
  const places = new WordPlaces(header.length, rows);
  const columns: Column[] = [];
  for (const [index, word] of words.entries()) {
    const before = columns.at(-1);
    const next = words[index + 1]?.start ?? Infinity;
    if (before && word.start - before.end === 1 && !places.isOwnColumn(word.start, next)) {
      columns[columns.length - 1] = {name: `${before.name} ${word.text}`, start: before.start, end: word.end};
    } else columns.push({name: word.text, start: word.start, end: word.end});
  }
  const names = uniqueNames([...(hasRowNames(columns, rows) ? ['name'] : []), ...columns.map(({name}) => name)]);
  const all = names.length > columns.length ? [{name: '', start: 0, end: 1}, ...columns] : columns;
  return all.map((column, index) => ({...column, name: names[index] ?? column.name}));
}

/** Where the words of all rows stand, counted once for a header that asks often. */
class WordPlaces {
  /** How many words begin before a place. */
  readonly #begun: Uint32Array;
  /** How many of them have not ended before it. */
  readonly #across: Uint32Array;
  readonly #all: number;

  constructor(width: number, rows: readonly (readonly Word[])[]) {
    const begins = new Uint32Array(width + 2);
    const ends = new Uint32Array(width + 2);
    const words = rows.flat();
    for (const {start, end} of words) {
      if (start < width) count(begins, start + 1, 1);
      if (end < width) count(ends, end + 1, 1);
    }
    for (let place = 1; place < begins.length; place++) {
      count(begins, place, begins[place - 1]);
      count(ends, place, ends[place - 1]);
    }
    this.#begun = begins;
    this.#across = begins.map((begun, place) => begun - (ends[place] ?? 0));
    this.#all = words.length;
  }

  /** Whether no word stands across a place, and one begins there or before the next name. */
  isOwnColumn(start: number, next: number): boolean {
    const before = this.#begun[start] ?? 0;
    const behind = next === Infinity ? this.#all : (this.#begun[next] ?? 0);
    return (this.#across[start] ?? 0) === 0 && behind > before;
  }
}

function count(counts: Uint32Array, place: number, more = 0): void {
  counts[place] = (counts[place] ?? 0) + more;
}

/** Names of rows stand in front of the first name of the header, as `free` writes them. */
const hasRowNames = ([first]: readonly Column[], rows: readonly (readonly Word[])[]): boolean =>
  first !== undefined &&
  first.start > 1 &&
  rows.length > 0 &&
  rows.every(([word]) => word?.start === 0 && word.end <= first.start);
