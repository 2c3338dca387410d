import type {Table} from '../catalog/table.js';
import {quoted, unquoted} from './names.js';
import {refuseName} from './refusals.js';

/** What a statement calls its table, whatever the table is called. */
const alias = '"row"';

/** What stands before each column of the statement's table. */
export const prefix = `${alias}.`;

/** A row as one text that PostgreSQL reads back without loss, whatever its columns hold. */
export const rowImage = `(${prefix}*)::text`;

/** A table's full name in a statement: the search path has no say in it any more. */
export const tableText = ({schema, name}: Pick<Table, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`;

/** The same, as a statement's `"row"`. */
export const aliasedTable = (table: Table): string => `${tableText(table)} as ${alias}`;

/** Columns to answer: `*`, or names that the table has. Answers INVALID_PARAMETER; empty for none. */
export function columnsText(names: readonly string[], table: Table, path: string): string {
  const texts = names.map((name, index) =>
    name === '*' ? `${prefix}*` : `${prefix}${quoted(columnOf(table, name, `${path}[${index}]`).name)}`,
  );
  // A name in the list beside `*`, or twice, would come back under another name.
  return texts.includes(`${prefix}*`) ? `${prefix}*` : [...new Set(texts)].join(', ');
}

/** A column by its name. Answers INVALID_PARAMETER with the nearest one. */
export function columnOf(table: Table, name: string, path: string) {
  const column = table.columns.get(unquoted(name));
  if (column === undefined) throw refuseName(path, `column of ${table.name}`, name, [...table.columns.keys()]);
  return column;
}

/** A name for a column of our own in an answer about the table, none of whose columns is called so. */
export function freeName(word: string, table: Table): string {
  let name = `haft_${word}`;
  while (table.columns.has(name)) name += '_';
  return name;
}
