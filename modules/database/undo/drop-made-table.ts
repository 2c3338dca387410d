import {ToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import {tablesOf} from '../catalog/tables.js';
import {tableText} from '../sql/table-text.js';
import {shapeText} from '../sql/watched-change.js';
import type {DatabaseModule} from '../tools/shared.js';
import type {Transaction} from '../transactions/transaction.js';
import {refused} from './kept-images.js';
import {isRolledBack} from './undo-rows.js';

/** A table that a call made. */
export interface MadeTable {
  readonly schema: string;
  readonly name: string;
  readonly shape: string;
  readonly transaction: Transaction | undefined;
}

/** Drops the table of a call, as long as it is empty, as it was made, and nothing depends on it. */
export async function dropMadeTable(module: DatabaseModule, made: MadeTable | undefined, call: Call): Promise<void> {
  if (made === undefined) throw refused('It is not known whether the table was made');
  const {shape, transaction} = made;
  if (isRolledBack(transaction, call)) return;
  const text = tableText(made);
  const within = transaction?.open === true ? transaction : undefined;
  try {
    await module.wrappedInstance.atomically(within, call, async (run) => {
      await run(`lock table ${text} in access exclusive mode`);
      const {rows} = await run(
        `select ${shapeText('$1::text')} as "shape", exists (select 1 from ${text}) as "filled"`,
        [text],
      );
      const [row] = rows;
      if (row?.['shape'] !== shape) throw refused(`The table ${text} was changed since`);
      if (row['filled'] === true) throw refused(`The table ${text} has rows by now`);
      await run(`drop table ${text}`);
    });
  } catch (error) {
    const code = ToolError.isToolError(error) ? (error.cause as {code?: string} | undefined)?.code : undefined;
    if (code === '42P01') throw refused(`There is no table ${text} any more`, error);
    if (code === '2BP01') throw refused(`Something else depends on the table ${text} by now`, error);
    throw error;
  } finally {
    tablesOf(module).catalog.forget();
  }
}
