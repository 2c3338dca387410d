import type {ToolError} from '../../../src/sdk.js';
import {readTable} from '../catalog/read-table.js';
import type {Table} from '../catalog/table.js';
import {quoted} from '../sql/names.js';
import {aliasedTable, prefix, rowImage, tableText} from '../sql/table-text.js';
import {formatNames, plainFormats} from '../sql/value-formats.js';
import {shapeText} from '../sql/watched-change.js';
import {refuseDependents} from './dependents.js';
import {imageValues, keptImages, refused} from './kept-images.js';
import type {Run} from './kept-images.js';
import type {RowChange, RowChanges, RowsRecord} from './rows-record.js';

/**
 * Puts the rows of a call back as they were: those it made go, those it changed get their old values, those it deleted
 * come back. All of it or nothing, and only while every row is as the call left it (decision 0046). Answers UNDO_REFUSED
 * too when a row does not come back as it was, say by a trigger. Runs in a transaction, which an error rolls back.
 */
export async function takeBackRows(run: Run, name: RowsRecord['table'], {shape, changes}: RowChanges): Promise<void> {
  const table = await readTable(run, name);
  const text = tableText(name);
  if (table === undefined) throw refused(`There is no table ${text} any more`);
  const {rows} = await run(`select ${shapeText('$1::text')} as "shape", ${plainFormats} as "plain"`, [text]);
  if (rows[0]?.['plain'] !== true) throw refused(`The transaction that it would run in has set one of ${formatNames}`);
  if (rows[0]['shape'] !== shape) throw refused(`The columns of ${text} were changed since`);
  const [made, changed, deleted] = [
    changes.filter(({before}) => before === null),
    changes.filter(({before, after}) => before !== null && after !== null),
    changes.filter(({after}) => after === null),
  ];
  if (table.primaryKey.length === 0) throw refused(`${text} has no primary key any more`);
  await lockUnchanged(run, table, [...made, ...changed]);
  await refuseDependents(run, table, made);
  const own = `from ${keptImages(table)} where ${isRow(table, 'after')}`;
  if (made.length > 0)
    await run(`delete from ${aliasedTable(table)} using ${own.slice('from '.length)}`, imageValues(made));
  const columns = [...table.columns.values()].filter(({computed}) => computed !== 'generated');
  if (changed.length > 0) {
    const settable = columns.filter(({computed}) => computed === undefined);
    const values = settable.map(({name: it}) => `${quoted(it)} = ("kept"."before").${quoted(it)}`);
    await run(`update ${aliasedTable(table)} set ${values.join(', ')} ${own}`, imageValues(changed));
  }
  if (deleted.length > 0) {
    const names = columns.map(({name: it}) => quoted(it));
    await run(
      `insert into ${tableText(table)} (${names.join(', ')}) overriding system value
       select ${names.map((it) => `("kept"."before").${it}`).join(', ')} from ${keptImages(table)}`,
      imageValues(deleted),
    );
  }
  await verifyGone(run, table, made, changes);
  await verifyBack(run, table, [...changed, ...deleted]);
}

const isRow = ({primaryKey}: Table, image: 'before' | 'after'): string =>
  primaryKey.map((name) => `${prefix}${quoted(name)} = ("kept".${quoted(image)}).${quoted(name)}`).join(' and ');

/** Holds the rows of a call; UNDO_REFUSED when one of them is gone or is another one by now. */
async function lockUnchanged(run: Run, table: Table, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return;
  const {rows} = await run(
    `select count(*)::int4 as "found" from (
       select 1 from ${aliasedTable(table)}, ${keptImages(table)}
       where ${isRow(table, 'after')} and ${rowImage} = "kept"."new" for update of "row"
     ) as "held"`,
    imageValues(changes),
  );
  const count = changes.length - Number(rows[0]?.['found'] ?? 0);
  if (count === 0) return;
  throw refused(`${count} of ${changes.length} rows of ${tableText(table)} were changed or deleted since`);
}

/** UNDO_REFUSED when a row that the call made is still there: a trigger can keep it, or make it again. */
async function verifyGone(
  run: Run,
  table: Table,
  made: readonly RowChange[],
  changes: readonly RowChange[],
): Promise<void> {
  if (made.length === 0) return;
  // A row that has its old key back may have the one that a new row had.
  const {rows} = await run(
    `select count(*)::int4 as "left" from ${aliasedTable(table)}, ${keptImages(table)}
     where ${isRow(table, 'after')} and not coalesce(${rowImage} = any($3::text[]), false)`,
    [...imageValues(made), imageValues(changes.filter(({before}) => before !== null))[0] ?? null],
  );
  const count = Number(rows[0]?.['left'] ?? 0);
  if (count > 0) throw notAsBefore(`${count} of ${made.length} rows of ${tableText(table)} that the call made stay`);
}

/** UNDO_REFUSED when a row that the call changed or deleted is not what it was, to the letter. */
async function verifyBack(run: Run, table: Table, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return;
  const {rows} = await run(
    `select count(*)::int4 as "back" from ${aliasedTable(table)}, ${keptImages(table)}
     where ${isRow(table, 'before')} and ${rowImage} = "kept"."old"`,
    imageValues(changes),
  );
  const count = changes.length - Number(rows[0]?.['back'] ?? 0);
  if (count === 0) return;
  throw notAsBefore(`${count} of ${changes.length} rows of ${tableText(table)} do not come back as they were`);
}

const notAsBefore = (what: string): ToolError =>
  refused(`${what}: a trigger, a rule or a policy of the table changes them`);
