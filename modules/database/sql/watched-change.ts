import type {Answer, Row} from '../answer.js';
import type {Table} from '../catalog/table.js';
import {textOf} from '../catalog/text-of.js';
import type {Bound} from './bindings.js';
import type {ChangeText} from './changes.js';
import {quoted} from './names.js';
import {columnOf, freeName, prefix, tableText} from './table-text.js';
import {plainFormats} from './value-formats.js';

/** What is to be seen of a change. */
export interface Watch {
  /** Columns to answer of each row: `*`, or names; none for no rows. */
  readonly returning: readonly string[];
  /** Rows that are answered at most; all that are changed are counted. */
  readonly maxRows: number;
  /** How much may be kept of the rows for an undo, and what a row is known by; left out: nothing. */
  readonly keep?: {readonly rows: number; readonly bytes: number; readonly key: readonly string[]} | undefined;
  /** Of an upsert: tell rows that were made from those that were there, which have the same values in these columns. */
  readonly tellMade?: readonly string[] | undefined;
  /** Tell whether foreign keys let rows of other tables go or change with those that are deleted, or get another key. */
  readonly spread?: 'delete' | 'update' | undefined;
}

/** A whole row as PostgreSQL writes it, what it is known by, and whether it is new. */
export interface RowImage {
  readonly image: string;
  readonly key: string;
  readonly made: boolean;
}

/** What a change did. */
export interface Changed {
  readonly rows: Row[];
  readonly rowCount: number;
  /** Every row that was changed; undefined when they are too many, were not to be kept, or the formats are not plain. */
  readonly images: readonly RowImage[] | undefined;
  /** Rows that were not there before; of an upsert. */
  readonly made: number;
  /** Which table it was, and which columns it had: an image can only be read back into the same ones. */
  readonly shape: string;
  /** Rows of other tables may have gone or changed as well. */
  readonly spread: boolean;
  /** The session writes values as it was set up to: a text in other formats may be read as another value, or lacks digits. */
  readonly plain: boolean;
}

export interface WatchedChange {
  readonly text: string;
  readonly values: readonly Bound[];
  readonly read: (answer: Answer) => Changed;
}

/** Text of the shape of a table, by its name as a text expression. */
export const shapeText = (table: string): string =>
  `(select string_agg(concat_ws(' ', a.attrelid, a.attname, a.atttypid, a.atttypmod), ',' order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped)`;

/** What is answered beside the columns of the table, each under a name that none of these has. */
const facts = ['count', 'made', 'shape', 'spread', 'plain', 'image', 'key', 'new'] as const;

type FactNames = Readonly<Record<(typeof facts)[number], string>>;

/**
 * A statement that changes rows (or locks them), with what is to be seen of it: one statement, so that a broken connection
 * leaves all of it or nothing. Rows stay in the server until it is known how many they are.
 */
export function watchedChange({text, parameters}: ChangeText, table: Table, watch: Watch): WatchedChange {
  const {returning, keep, tellMade} = watch;
  const names = Object.fromEntries(facts.map((fact) => [fact, freeName(fact, table)])) as unknown as FactNames;
  const number = (value: number): string => `${parameters.bind(String(value))}::bigint`;
  const row = '("changed"."row")';
  const own = `${parameters.bind(tableText(table))}::text`;
  const fits = keep ? `"plain" and "rows" <= ${number(keep.rows)} and "bytes" <= ${number(keep.bytes)}` : 'false';
  const kept = (value: string): string => `case when ${fits} then ${value} end`;
  const values: FactNames = {
    count: '"total"."rows"::text',
    made: '"total"."made"::text',
    shape: kept(shapeText(own)),
    spread: watch.spread ? spreadText(own, watch.spread) : 'false',
    plain: '"total"."plain"',
    image: kept(`${row}::text`),
    key: kept(`array[${(keep?.key ?? []).map((it) => `${row}.${quoted(it)}::text`).join(', ')}]::text[]::text`),
    new: '"changed"."made"',
  };
  const columns = [
    ...shownColumns(row, table, returning),
    ...facts.map((it) => `${values[it]} as ${quoted(names[it])}`),
  ];
  const each = `(${prefix}*)::${tableText(table)} as "row", ${tellMade ? madeText(table, tellMade) : 'false'} as "made"`;
  const bytes = keep ? 'coalesce(sum(octet_length("row"::text)), 0)' : '0';
  // One row at least, for it tells how many there are.
  const few = number(returning.length === 0 ? 1 : Math.max(1, watch.maxRows));
  const all = `with "changed" as (${text(each)}),
    "total" as (select count(*) as "rows", count(*) filter (where "made") as "made", ${bytes} as "bytes",
      ${plainFormats} as "plain" from "changed")
    select ${columns.join(', ')} from "total", "changed"
    limit (select case when ${fits} then "rows" else ${few} end from "total")`;
  return {text: all, values: parameters.values, read: ({rows}) => readChanged(rows, names, watch)};
}

function shownColumns(row: string, table: Table, returning: readonly string[]): string[] {
  if (returning.includes('*')) return [`${row}.*`];
  const names = returning.map((name, index) => columnOf(table, name, `returning[${index}]`).name);
  return [...new Set(names)].map((name) => `${row}.${quoted(name)}`);
}

/**
 * Whether a row was made by the statement. One that it changed was locked first, which its `xmax` tells. A partitioned
 * table does not show it: there what was to be seen before the statement must do.
 */
function madeText(table: Table, key: readonly string[]): string {
  if (table.kind !== 'partitioned table') return `${prefix}xmax = 0`;
  const same = key.map((name) => `"old".${quoted(name)} = ${prefix}${quoted(name)}`).join(' and ');
  return `not exists (select 1 from ${tableText(table)} as "old" where ${same})`;
}

/** Whether foreign keys change rows that refer. What cascades with a key comes back with it. */
function spreadText(table: string, how: 'delete' | 'update'): string {
  const actions = how === 'delete' ? "f.confdeltype in ('c', 'n', 'd')" : "f.confupdtype in ('n', 'd')";
  return `exists (select 1 from pg_catalog.pg_constraint f
    where f.contype = 'f' and f.confrelid = ${table}::regclass and ${actions})`;
}

function readChanged(rows: readonly Row[], names: FactNames, {returning, maxRows, keep}: Watch): Changed {
  const [first] = rows;
  const images = rows.map((it) => ({
    image: it[names.image] as string | null,
    key: textOf(it[names.key]),
    made: it[names.new] === true,
  }));
  const isWhole = images.every((it): it is RowImage => it.image !== null);
  const shown = returning.length === 0 ? [] : rows.slice(0, maxRows);
  return {
    rows: shown.map((it) => without(it, Object.values(names))),
    rowCount: Number(first?.[names.count] ?? 0),
    images: keep && isWhole ? images : undefined,
    made: Number(first?.[names.made] ?? 0),
    shape: textOf(first?.[names.shape]),
    spread: first?.[names.spread] === true,
    plain: first?.[names.plain] !== false,
  };
}

function without(row: Row, names: readonly string[]): Row {
  const rest = {...row};
  for (const name of names) Reflect.deleteProperty(rest, name);
  return rest;
}
