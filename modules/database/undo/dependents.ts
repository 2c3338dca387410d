import type {Table} from '../catalog/table.js';
import {quoted} from '../sql/names.js';
import {tableText} from '../sql/table-text.js';
import {imageValues, keptImages, refused} from './kept-images.js';
import type {Run} from './kept-images.js';
import type {RowChange} from './rows-record.js';

interface Reference {
  readonly schema: string;
  readonly name: string;
  /** Columns that refer, each with the one it refers to. */
  readonly pairs: readonly {readonly own: string; readonly theirs: string}[];
}

/** Foreign keys that would let rows of other tables go, or change, when rows of this one are deleted. */
const question = `
  select n.nspname as "schema", c.relname as "name", (
    select json_agg(json_build_object('own', own.attname, 'theirs', theirs.attname))
    from unnest(f.conkey, f.confkey) as k (own, theirs)
    join pg_catalog.pg_attribute own on own.attrelid = f.conrelid and own.attnum = k.own
    join pg_catalog.pg_attribute theirs on theirs.attrelid = f.confrelid and theirs.attnum = k.theirs
  ) as "pairs"
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_class c on c.oid = f.conrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where f.contype = 'f' and f.confrelid = $1::oid and f.confdeltype in ('c', 'n', 'd')`;

/** UNDO_REFUSED when rows of other tables refer by now to rows that are to go, and would go or change with them. */
export async function refuseDependents(run: Run, table: Table, made: readonly RowChange[]): Promise<void> {
  if (made.length === 0) return;
  const {rows} = await run(question, [table.oid]);
  for (const {schema, name, pairs} of rows as unknown as Reference[]) {
    const refers = pairs.map(({own, theirs}) => `r.${quoted(own)} = ("kept"."after").${quoted(theirs)}`).join(' and ');
    const other = tableText({schema, name});
    const found = await run(
      `select 1 as "found" from ${other} as r, ${keptImages(table)} where ${refers} limit 1`,
      imageValues(made),
    );
    if (found.rows.length > 0) throw refused(`Rows of ${other} refer to rows that the call made`);
  }
}
