import type {TableName} from '../sql/names.js';
import {typeText} from '../sql/column-type.js';
import type {Ask} from './read-table.js';
import type {ValueShape} from './table.js';
import {textOf} from './text-of.js';

/** An enum, a domain, or a type of an extension, by its exact name; the server's own are not looked for. */
export async function readType(
  ask: Ask,
  {schema, name}: TableName,
): Promise<{readonly text: string; readonly shape: ValueShape} | undefined> {
  const {rows} = await ask(
    `with recursive "found" as (
       select t.oid, n.nspname, t.typname from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
       where t.typname = $2::text and t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typcategory <> 'A'
         and case when $1::text is null
           then n.nspname = any (pg_catalog.current_schemas(false)) and n.nspname <> 'pg_catalog'
           else n.nspname = $1::text end
       order by array_position(pg_catalog.current_schemas(false), n.nspname) limit 1
     ), "base" as (
       select "found".oid as "type" from "found"
       union all
       select d.typbasetype from "base" join pg_catalog.pg_type d on d.oid = "base"."type" where d.typtype = 'd'
     )
     select "found".nspname::text as "schema", "found".typname::text as "name", t.typname::text as "base"
     from "found", "base" join pg_catalog.pg_type t on t.oid = "base"."type" and t.typtype <> 'd'`,
    [schema ?? null, name],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const base = row['base'];
  const shape = base === 'json' || base === 'jsonb' ? 'json' : base === 'bool' ? 'boolean' : 'scalar';
  return {text: typeText(textOf(row['schema']), textOf(row['name'])), shape};
}
