import {ToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import {tablesOf} from '../catalog/tables.js';
import type {DatabaseModule} from '../tools/shared.js';
import type {Transaction} from '../transactions/transaction.js';
import {refused} from './kept-images.js';
import type {RowsRecord} from './rows-record.js';
import {takeBackRows} from './take-back-rows.js';

/**
 * Takes a call back that changed rows: in its transaction while that is open, else like any other call. What a
 * transaction was rolled back with is back already. Answers UNDO_REFUSED when a row was changed since, or is in the way.
 */
export async function undoRows(module: DatabaseModule, record: RowsRecord, call: Call): Promise<void> {
  const {table, transaction, done} = record;
  if (isRolledBack(transaction, call)) return;
  if (done === 'unknown') throw refused('It is not known what the call did');
  if (done === 'forgotten') throw refused('What it takes was dropped to make room for later calls: see maxUndoBytes');
  const within = transaction?.open === true ? transaction : undefined;
  try {
    await module.wrappedInstance.atomically(within, call, (run) => takeBackRows(run, table, done));
  } catch (error) {
    throw inTheWay(error);
  }
  tablesOf(module).kept.forget(record);
}

/** Whether what a call did is gone with its transaction, which is what its undo is for; says so. */
export function isRolledBack(transaction: Transaction | undefined, call: Call): boolean {
  if (transaction?.ended !== 'rolled back' && transaction?.ended !== 'expired') return false;
  call.warn('Nothing was left to take back: the transaction of the call was rolled back');
  return true;
}

/** A constraint that does not let a row go or come back. */
function inTheWay(error: unknown): unknown {
  const {code = ''} = ((ToolError.isToolError(error) ? error.cause : undefined) as {code?: string} | undefined) ?? {};
  return code.startsWith('23')
    ? refused(`Other rows are in the way: ${(error as Error).message}`, (error as Error).cause)
    : error;
}
