import type {Ask} from './read-table.js';
import type {Table} from './table.js';

/** A column, as people and models are told of it. */
interface ColumnDescription {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly primaryKey: boolean;
  /** As SQL. */
  readonly default?: string;
  readonly generated?: string;
  readonly identity?: 'always' | 'byDefault';
  /** Labels of an enum, in their order. */
  readonly values?: string[];
  readonly comment?: string;
}

interface ForeignKeyDescription {
  readonly name: string;
  readonly columns: string[];
  readonly references: {readonly schema: string; readonly table: string; readonly columns: string[]};
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** Everything that a statement about the table may want to know. */
export interface TableDescription {
  readonly columns: ColumnDescription[];
  readonly unique: {readonly name: string; readonly columns: string[]}[];
  readonly foreignKeys: ForeignKeyDescription[];
  readonly checks: {readonly name: string; readonly expression: string}[];
  readonly indexes: {readonly name: string; readonly unique: boolean; readonly definition: string}[];
  readonly rowEstimate?: number;
  readonly comment?: string;
}

const columns = `
  select json_agg(json_strip_nulls(json_build_object(
    'name', a.attname,
    'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
    'nullable', not a.attnotnull,
    'primaryKey', a.attnum = any (coalesce(
      (select i.indkey::int2[] from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary), '{}')),
    'default', case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
    'generated', case when a.attgenerated <> '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
    'identity', case a.attidentity when 'a' then 'always' when 'd' then 'byDefault' end,
    'values', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = a.atttypid),
    'comment', pg_catalog.col_description(c.oid, a.attnum)
  )) order by a.attnum)
  from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const namesOf = (table: string, numbers: string): string => `(
  select json_agg(a.attname order by k.place) from unnest(${numbers}) with ordinality as k (number, place)
  join pg_catalog.pg_attribute a on a.attrelid = ${table} and a.attnum = k.number)`;

const action = (column: string): string =>
  `case ${column} when 'c' then 'cascade' when 'n' then 'set null' when 'd' then 'set default' when 'r' then 'restrict' else 'no action' end`;

const foreignKeys = `
  select json_agg(json_build_object(
    'name', f.conname, 'columns', ${namesOf('f.conrelid', 'f.conkey')},
    'references', json_build_object('schema', n.nspname, 'table', t.relname, 'columns', ${namesOf('f.confrelid', 'f.confkey')}),
    'onDelete', ${action('f.confdeltype')}, 'onUpdate', ${action('f.confupdtype')}
  ) order by f.conname)
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_class t on t.oid = f.confrelid join pg_catalog.pg_namespace n on n.oid = t.relnamespace
  where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0`;

const unique = `
  select json_agg(json_build_object('name', u.conname, 'columns', ${namesOf('u.conrelid', 'u.conkey')}) order by u.conname)
  from pg_catalog.pg_constraint u where u.conrelid = c.oid and u.contype = 'u'`;

const checks = `
  select json_agg(json_build_object(
    'name', k.conname, 'expression', pg_catalog.pg_get_expr(k.conbin, k.conrelid)) order by k.conname)
  from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'c'`;

const indexes = `
  select json_agg(json_build_object(
    'name', x.relname, 'unique', i.indisunique, 'definition', pg_catalog.pg_get_indexdef(i.indexrelid)) order by x.relname)
  from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid`;

const question = `
  select (${columns}) as "columns", (${unique}) as "unique", (${foreignKeys}) as "foreignKeys", (${checks}) as "checks",
    (${indexes}) as "indexes", nullif(c.reltuples, -1)::float8 as "rowEstimate",
    pg_catalog.obj_description(c.oid, 'pg_class') as "comment"
  from pg_catalog.pg_class c where c.oid = $1::oid`;

/** Columns, keys, foreign keys, checks and indexes of a table as the catalog has them now. */
export async function describeTable(ask: Ask, table: Table): Promise<TableDescription> {
  const {rows} = await ask(question, [table.oid]);
  const row = rows[0] as unknown as {readonly [K in keyof TableDescription]: TableDescription[K] | null} | undefined;
  const estimate = row?.rowEstimate ?? undefined;
  const comment = row?.comment ?? undefined;
  return {
    columns: row?.columns ?? [],
    unique: row?.unique ?? [],
    foreignKeys: row?.foreignKeys ?? [],
    checks: row?.checks ?? [],
    indexes: row?.indexes ?? [],
    ...(estimate !== undefined && {rowEstimate: estimate}),
    ...(comment !== undefined && {comment}),
  };
}
