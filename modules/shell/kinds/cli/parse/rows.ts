import {nearest} from '../../../../../src/sdk.js';
import type {Problem} from '../reading.js';

/** What a text can stand for. */
type CellType = 'number' | 'integer' | 'boolean';

/** The types of columns or groups by name; those without one stay text. */
export type CellTypes = Readonly<Record<string, CellType>>;

/** A row of data. Its keys are its own, whatever a program calls its columns (CO01). */
export type Row = Readonly<Record<string, unknown>>;

const words: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
};

/** A row of cells by name. Of a cell with a type, what stands for nothing (empty, `-`) is left out. Throws a text. */
export function toRow(cells: readonly (readonly [string, string | undefined])[], types: CellTypes): Row {
  const entries = cells.flatMap(([name, text]): [string, unknown][] => {
    if (text === undefined) return [];
    const value = Object.hasOwn(types, name) ? cellOf(name, text.trim(), types[name]) : text;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function cellOf(name: string, text: string, type: CellType | undefined): unknown {
  if (text === '' || text === '-') return undefined;
  if (type === 'boolean') {
    const value = Object.hasOwn(words, text.toLowerCase()) ? words[text.toLowerCase()] : undefined;
    if (value !== undefined) return value;
  } else if (/^[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text)) {
    const value = Number(text);
    if (type === 'number' || Number.isSafeInteger(value)) return value;
  }
  throw new Error(`"${name}" is no ${String(type)}`);
}

/** Columns that a header may have, which somebody else may have written. */
export const maxColumns = 1000;

/** Cells that all rows may have together; a short row has the empty ones as well. */
export const maxCells = 1_000_000;

/** Names that a header repeats get a number: `size`, `size_1`. Throws a text for too many. */
export function uniqueNames(names: readonly string[]): string[] {
  if (names.length > maxColumns) throw new Error(tooMany('columns', names.length, maxColumns));
  const taken = new Set<string>();
  // Where the last one ended, so that a name that comes often is not counted from the beginning.
  const counts = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let count = counts.get(name) ?? 0;
    while (taken.has(unique)) unique = `${name}_${String(++count)}`;
    counts.set(name, count);
    taken.add(unique);
    return unique;
  });
}

/** What is wrong with so many. */
export const tooMany = (what: string, count: number, most: number): string =>
  `there are ${String(count)} ${what}, and ${String(most)} are taken at most`;

/** Reports types of what is no column or group. */
export function checkTypes(types: CellTypes, known: readonly string[] | undefined, at: string, problem: Problem): void {
  for (const name of Object.keys(types)) {
    if (!known || known.includes(name)) continue;
    const near = nearest(name, known);
    const remedy = near === undefined ? `There are ${known.join(', ')}` : `Did you mean "${near}"?`;
    problem(`${at}.${name}`, `Nothing is called "${name}"`, remedy);
  }
}
