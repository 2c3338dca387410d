import type {ModuleInstance} from '../../../src/sdk.js';

/** All tables of the schema public with their columns and rows, as a test compares them. */
export async function databaseState(module: ModuleInstance): Promise<unknown> {
  const {rows} = (await module.getTool('query').call({
    sql: `select c.relname as name, (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') order by 1`,
  })) as {rows: {name: string; columns: unknown}[]};
  const state: Record<string, unknown> = {};
  for (const {name, columns} of rows) {
    const sql = `select to_jsonb(t)::text as row from public."${name.replaceAll('"', '""')}" t order by 1`;
    const answer = (await module.getTool('query').call({sql})) as {rows: unknown};
    state[name] = {columns, rows: answer.rows};
  }
  return state;
}
