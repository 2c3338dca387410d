import type {Answer} from '../answer.js';
import type {TableName} from '../sql/names.js';
import type {Column, Table, TableKind} from './table.js';
import {textOf} from './text-of.js';

/** Runs one statement, wherever the catalog is asked. */
export type Ask = (text: string, values: readonly (string | null)[]) => Promise<Answer>;

/** What a domain is a domain of, down to a type that is none. */
const baseType = `
  with recursive "base" as (
    select a.atttypid as "type"
    union all
    select d.typbasetype from "base" join pg_catalog.pg_type d on d.oid = "base"."type" where d.typtype = 'd'
  )
  select json_build_object('name', t.typname, 'category', t.typcategory, 'element', e.typname)
  from "base" join pg_catalog.pg_type t on t.oid = "base"."type" and t.typtype <> 'd'
  left join pg_catalog.pg_type e on t.typcategory = 'A' and e.oid = t.typelem`;

const columns = `
  select json_agg(json_build_object(
    'name', a.attname,
    'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
    'base', (${baseType}),
    'generated', a.attgenerated <> '',
    'identity', a.attidentity = 'a'
  ) order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

/** Unique indexes on columns alone, without a condition and without waiting for the end of the transaction. */
const uniqueKeys = `
  select json_agg(json_build_object('primary', i.indisprimary, 'columns', (
    select json_agg(a.attname order by k.place)
    from unnest(i.indkey::int2[]) with ordinality as k (number, place)
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    where k.place <= i.indnkeyatts
  )) order by i.indexrelid)
  from pg_catalog.pg_index i
  where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indimmediate
    and i.indpred is null and 0 <> all (i.indkey::int2[])`;

/** A name without a schema is looked for where the server would look, but not among its own tables. */
const question = `
  select c.oid::text as "oid", n.nspname as "schema", c.relname as "name", c.relkind::text as "kind",
    (${columns}) as "columns", (${uniqueKeys}) as "keys"
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relname = $2::text and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and case when $1::text is null
      then n.nspname = any (pg_catalog.current_schemas(true)) and n.nspname <> 'pg_catalog'
      else n.nspname = $1::text end
  order by array_position(pg_catalog.current_schemas(true), n.nspname) limit 1`;

/** Kinds of tables by the letter of the catalog. */
export const tableKinds: Readonly<Record<string, TableKind>> = {
  r: 'table',
  p: 'partitioned table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
};

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly base: {readonly name: string; readonly category: string; readonly element: string | null};
  readonly generated: boolean;
  readonly identity: boolean;
}

interface TableRow {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly columns: readonly ColumnRow[] | null;
  readonly keys: readonly {readonly primary: boolean; readonly columns: readonly string[]}[] | null;
}

/** A table as the catalog has it now, or undefined when it has none of exactly this name. */
export async function readTable(ask: Ask, {schema, name}: TableName): Promise<Table | undefined> {
  const {rows} = await ask(question, [schema ?? null, name]);
  const row = rows[0] as unknown as TableRow | undefined;
  if (row === undefined) return undefined;
  const keys = row.keys ?? [];
  return {
    oid: row.oid,
    schema: row.schema,
    name: row.name,
    kind: tableKinds[row.kind] ?? 'table',
    columns: new Map((row.columns ?? []).map((column) => [column.name, toColumn(column)])),
    primaryKey: keys.find(({primary}) => primary)?.columns ?? [],
    uniqueKeys: keys.map(({columns: names}) => names),
  };
}

function toColumn({name, type, base, generated, identity}: ColumnRow): Column {
  const array = base.element !== null;
  const typeName = base.element ?? base.name;
  return {
    name,
    type,
    shape: typeName === 'json' || typeName === 'jsonb' ? 'json' : typeName === 'bool' ? 'boolean' : 'scalar',
    array,
    category: base.category,
    computed: generated ? 'generated' : identity ? 'identity' : undefined,
  };
}

/** Names of tables near by, for a message. */
export async function tableNames(ask: Ask, schema: string | undefined): Promise<string[]> {
  const {rows} = await ask(
    `select c.relname as "name" from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and case when $1::text is null
       then n.nspname = any (pg_catalog.current_schemas(false)) and n.nspname <> 'pg_catalog' else n.nspname = $1::text end
     order by c.relname limit 500`,
    [schema ?? null],
  );
  return rows.map(({name}) => textOf(name));
}
