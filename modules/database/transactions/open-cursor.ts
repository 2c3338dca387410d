import type {Call} from '../../../src/sdk.js';
import type {Database} from '../database.js';
import {dbCursor, dbTransaction} from '../handles.js';
import type {CursorHandle} from '../handles.js';
import {Cursor} from './cursor.js';
import type {Transaction} from './transaction.js';

interface CursorRequest {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly transaction: Transaction | undefined;
  readonly pageSize: number;
}

let opened = 0;

/** Declares a cursor in the given or current transaction, or in one of its own that ends with it. */
export async function openDatabaseCursor(
  database: Database,
  {sql, values, transaction: given, pageSize}: CursorRequest,
  call: Call,
): Promise<CursorHandle> {
  const shared = given ?? database.current.of(call.context.sessionId);
  const transaction =
    shared ?? (await database.begin({isolation: 'read committed', readOnly: true, deferrable: false}, call));
  const name = `haft_cursor_${String(++opened)}`;
  try {
    await database.statement({text: `DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`, values, transaction}, call);
    const close = (): Promise<void> => (shared ? closeIn(shared, name, database) : transaction.end());
    const cursor = new Cursor({name, transaction, pageSize, close});
    const parent = shared && call.handles.of(shared);
    return call.handles.create(dbCursor, cursor, {parent: parent?._type === dbTransaction.type ? parent : undefined});
  } catch (error) {
    if (!shared) await transaction.end();
    throw error;
  }
}

/** A transaction that is over, or has failed, has closed its cursors. */
async function closeIn(transaction: Transaction, name: string, database: Database): Promise<void> {
  if (!transaction.open) return;
  const statement = {text: `CLOSE ${name}`, values: [], maxRows: 0, effects: 'none'} as const;
  await transaction
    .use(undefined, async (session) => {
      if (session.status !== 'E') await session.run(statement, database.guard());
    })
    .catch(() => undefined);
}
