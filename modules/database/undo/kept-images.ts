import {ToolError} from '../../../src/sdk.js';
import type {Answer} from '../answer.js';
import type {Table} from '../catalog/table.js';
import {tableText} from '../sql/table-text.js';
import {arrayText} from '../values/array-text.js';
import type {RowChange} from './rows-record.js';

/** Runs one statement in the transaction of an undo. */
export type Run = (text: string, values?: readonly (string | null)[]) => Promise<Answer>;

export const refused = (why: string, cause?: unknown): ToolError =>
  new ToolError('UNDO_REFUSED', why, {
    outcome: 'not_executed',
    suggestions: ['Look at the rows as they are now with db.select, and put them right by a call of their own'],
    cause,
  });

/** Two lists of texts as rows of the table: the values are `imageValues`. `offset 0` has each text read once. */
export function keptImages(table: Table): string {
  const type = tableText(table);
  return `(select "before"::${type} as "before", "after"::${type} as "after", "before" as "old", "after" as "new"
    from unnest($1::text[], $2::text[]) as "texts" ("before", "after") offset 0) as "kept"`;
}

const list = (texts: readonly (string | null)[]): string => arrayText(texts, String);

export const imageValues = (changes: readonly RowChange[]): string[] => [
  list(changes.map(({before}) => before)),
  list(changes.map(({after}) => after)),
];
