import type {Field, Row} from '../answer.js';
import type {WireField} from '../connections/wire.js';
import {decoderOf} from './decode.js';
import type {TypeFacts} from './types.js';

/** Columns of an answer, and how a row of them is read. */
export interface RowReader {
  readonly fields: readonly Field[];
  readonly read: (texts: readonly (string | null)[]) => Row;
}

/** How rows of text are read, by the types of their columns. */
export function rowReader(columns: readonly WireField[], facts: (oid: number) => TypeFacts | undefined): RowReader {
  const names = uniqueNames(columns.map(({name}) => name));
  const decoders = columns.map(({dataTypeID}) => decoderOf(dataTypeID, facts));
  const fields = columns.map(({dataTypeID}, at) => ({
    name: names[at] ?? '',
    type: facts(dataTypeID)?.name ?? 'unknown',
  }));
  const width = columns.length;
  const read = (texts: readonly (string | null)[]): Row => {
    const row: Row = {};
    for (let at = 0; at < width; at++) {
      const text = texts[at];
      const value = text === null || text === undefined ? null : (decoders[at]?.(text) ?? null);
      row[names[at] ?? ''] = value;
    }
    return row;
  };
  return {fields, read};
}

/** A row of JSON has one value a name: of two columns alike, the second is `name_2`. */
function uniqueNames(names: readonly string[]): string[] {
  // No answer may have a key of that name.
  const taken = new Set(['__proto__']);
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name}_${String(number)}`;
    taken.add(unique);
    return unique;
  });
}
