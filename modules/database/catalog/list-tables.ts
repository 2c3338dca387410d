import type {Ask} from './read-table.js';
import {tableKinds} from './read-table.js';
import type {TableKind} from './table.js';
import {textOf} from './text-of.js';

/** A table as a list shows it. */
export interface TableEntry {
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  /** As the server last counted; left out when it never did. */
  readonly rowEstimate?: number;
  readonly comment?: string;
}

const question = `
  select n.nspname::text as "schema", c.relname::text as "name", c.relkind::text as "kind",
    case when c.relkind in ('r', 'p', 'm') then nullif(c.reltuples, -1)::float8 end as "rowEstimate",
    pg_catalog.obj_description(c.oid, 'pg_class') as "comment"
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and case when $1::text is null
      then n.nspname = any ($4::text[]) or (n.nspname !~ '^pg_' and n.nspname <> 'information_schema')
      else n.nspname = $1::text end
  order by n.nspname, c.relname limit $2::bigint offset $3::bigint`;

/** Tables and views by schema and name; without a schema, of all that do not belong to the server, and of those in `open`. */
export async function listTables(
  ask: Ask,
  wanted: {readonly schema: string | undefined; readonly limit: number; readonly offset: number; readonly open: string},
): Promise<TableEntry[]> {
  const {schema, limit, offset, open} = wanted;
  const {rows} = await ask(question, [schema ?? null, String(limit), String(offset), open]);
  return rows.map(({schema: own, name, kind, rowEstimate, comment}) => ({
    schema: textOf(own),
    name: textOf(name),
    kind: tableKinds[textOf(kind)] ?? 'table',
    ...(typeof rowEstimate === 'number' && {rowEstimate}),
    ...(typeof comment === 'string' && {comment}),
  }));
}
