import {isRecord} from '../../../src/sdk.js';
import type {Column, Table} from '../catalog/table.js';
import {maxParameters, Parameters} from './bindings.js';
import {quoted} from './names.js';
import {pictured, refuse, refuseName, shown} from './refusals.js';
import {aliasedTable, columnOf, prefix} from './table-text.js';
import {toBound} from './values.js';
import {whereText} from './where.js';
import type {Where} from './where.js';

/** Values by column. */
export type Data = Readonly<Record<string, unknown>>;

/** A statement about rows to which what it answers of each is added, and its values so far. */
export interface ChangeText {
  readonly text: (answered?: string) => string;
  readonly parameters: Parameters;
}

const returning = (text: string, parameters: Parameters): ChangeText => ({
  text: (answered) => (answered === undefined ? text : `${text} returning ${answered}`),
  parameters,
});

/** Rows of an insert in parts that one statement takes, with the columns that any of them names. */
export interface RowList {
  readonly columns: readonly Column[];
  readonly parts: readonly (readonly Data[])[];
}

/** Checks the rows of an insert. Answers INVALID_PARAMETER for none, for empty ones, and for columns that are not there. */
export function rowList(table: Table, data: Data | readonly Data[]): RowList {
  const single = !Array.isArray(data);
  const rows = single ? [data as Data] : (data as readonly Data[]);
  if (rows.length === 0) throw refuse('data', 'is an empty list', 'Give at least one row');
  const columns = new Map<string, Column>();
  for (const [index, row] of rows.entries()) {
    const path = single ? 'data' : `data[${index}]`;
    if (!isRecord(row)) throw refuse(path, `must be an object of columns, received ${pictured(row)}`);
    const names = Object.keys(row);
    if (names.length === 0) throw refuse(path, 'is empty', 'Give at least one column');
    for (const name of names) if (!columns.has(name)) columns.set(name, writable(table, name, `${path}.${name}`));
  }
  const size = Math.max(1, Math.floor(maxParameters / 2 / columns.size));
  const parts = Array.from({length: Math.ceil(rows.length / size)}, (_, part) =>
    rows.slice(part * size, (part + 1) * size),
  );
  return {columns: [...columns.values()], parts};
}

/** `insert into … values …`; a column that a row does not name gets its default. `end` is what an upsert adds. */
export function insertText(
  table: Table,
  columns: readonly Column[],
  rows: readonly Data[],
  first: number,
  end = '',
): ChangeText {
  const parameters = new Parameters();
  const texts = rows.map((row, index) => {
    const cells = columns.map((column) => {
      if (!Object.hasOwn(row, column.name)) return 'default';
      const path = `data[${first + index}].${column.name}`;
      return parameters.bind(toBound(row[column.name], column, path), path, column);
    });
    return `(${cells.join(', ')})`;
  });
  const names = columns.map(({name}) => quoted(name)).join(', ');
  return returning(`insert into ${aliasedTable(table)} (${names}) values ${texts.join(', ')}${end}`, parameters);
}

/** `update … set … where …`; `where` may be empty: who calls has asked whether all is meant. */
export function updateText(table: Table, data: Data, where: Where): ChangeText {
  const parameters = new Parameters();
  const entries = Object.entries(data);
  if (entries.length === 0) throw refuse('data', 'is empty', 'Give at least one column and its new value');
  const texts = entries.map(([name, value]) => {
    const column = writable(table, name, `data.${name}`);
    const path = `data.${name}`;
    return `${quoted(column.name)} = ${parameters.bind(toBound(value, column, path), path, column)}`;
  });
  return returning(
    `update ${aliasedTable(table)} set ${texts.join(', ')}${matching(table, where, parameters)}`,
    parameters,
  );
}

/** `delete from … where …`; the same of `where`. */
export function deleteText(table: Table, where: Where): ChangeText {
  const parameters = new Parameters();
  return returning(`delete from ${aliasedTable(table)}${matching(table, where, parameters)}`, parameters);
}

/** `select … for update`: rows as they are before they are changed, which nobody else changes from then on. */
export function lockText(table: Table, where: Where, limit: number): ChangeText {
  const parameters = new Parameters();
  const end = `${matching(table, where, parameters)} limit ${parameters.bind(String(limit))}::bigint for update`;
  return {text: (answered = '1') => `select ${answered} from ${aliasedTable(table)}${end}`, parameters};
}

function matching({columns}: Table, where: Where, binder: Parameters): string {
  const condition = whereText(where, {columns, binder, prefix, explicit: true});
  return condition === '' ? '' : ` where ${condition}`;
}

/** What an upsert does where a row is there already. */
export interface ConflictRule {
  /** Columns that tell that a row is there: those of a unique key. */
  readonly conflict: readonly string[];
  /** Columns that get the new value then; none leaves the row alone. */
  readonly update: readonly string[];
}

/**
 * Who is told apart by what, and what is overwritten; defaults: the primary key, and every column of the data that is not in
 * it. Answers INVALID_PARAMETER when no unique key is made of these columns, or a row lacks one of them.
 */
export function conflictRule(
  table: Table,
  rows: RowList,
  given: {readonly conflict?: readonly string[] | undefined; readonly update?: readonly string[] | undefined},
): ConflictRule {
  const {conflict: names = table.primaryKey, update} = given;
  if (names.length === 0) {
    throw refuse('conflict', `is needed: ${shown(table.name)} has no primary key`, 'Name the columns of a unique key');
  }
  const conflict = names.map((name, index) => columnOf(table, name, `conflict[${index}]`).name);
  if (!table.uniqueKeys.some((key) => key.length === conflict.length && key.every((name) => conflict.includes(name)))) {
    const keys = table.uniqueKeys.map((key) => JSON.stringify(key));
    throw refuse(
      'conflict',
      `is no unique key of ${shown(table.name)}: ${JSON.stringify(conflict)}`,
      keys.length === 0 ? 'It has none' : `Use ${keys.join(' or ')}`,
    );
  }
  const named = rows.columns.map(({name}) => name);
  for (const [index, row] of rows.parts.flat().entries()) {
    // What is not named would be overwritten with its default.
    const missing = [...conflict, ...named].find((name) => !Object.hasOwn(row, name));
    if (missing !== undefined) {
      throw refuse(
        `data[${index}]`,
        `lacks the column "${missing}"`,
        'Rows of an upsert name the same columns, and those that tell them apart',
      );
    }
  }
  const updated = update?.map((name, index) => columnOf(table, name, `update[${index}]`).name);
  const stranger = updated?.find((name) => !named.includes(name));
  if (stranger !== undefined) throw refuseName('update', 'column of data', stranger, named);
  return {conflict, update: updated ?? named.filter((name) => !conflict.includes(name))};
}

/** The end of an insert that overwrites, or leaves alone, rows that are there. */
export function onConflict({conflict, update}: ConflictRule): string {
  const target = ` on conflict (${conflict.map(quoted).join(', ')})`;
  if (update.length === 0) return `${target} do nothing`;
  return `${target} do update set ${update.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')}`;
}

/** The condition for rows that are there already, if any can be: a key with a null in it is like no other. */
export function rowsOfKey(key: readonly string[], rows: readonly Data[]): Where | undefined {
  const whole = rows.filter((row) => key.every((name) => row[name] !== null));
  const equal = (row: Data): Where => Object.fromEntries(key.map((name) => [quoted(name), {eq: row[name]}]));
  return whole.length === 0 ? undefined : {or: whole.map(equal)};
}

/** A column that takes values. */
function writable(table: Table, name: string, path: string): Column {
  const column = table.columns.get(name);
  if (column === undefined) throw refuseName(path, `column of ${table.name}`, name, [...table.columns.keys()]);
  if (column.computed === undefined) return column;
  const how = column.computed === 'generated' ? 'is computed from other columns' : 'always comes from its sequence';
  throw refuse(path, `can not be given: column "${name}" ${how}`, 'Leave it out');
}
