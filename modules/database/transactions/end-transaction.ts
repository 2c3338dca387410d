import type {Call} from '../../../src/sdk.js';
import type {CurrentTransactions} from './current-transactions.js';
import type {Transaction} from './transaction.js';

/**
 * Ends the given transaction, or the current one, and lets go of its handle and of its place as the current one when it is
 * over, however it ended. Answers INVALID_STATE where there is none.
 */
export async function endTransaction(
  current: CurrentTransactions,
  given: Transaction | undefined,
  call: Call,
  end: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const transaction = current.require(call.context.sessionId, given);
  try {
    await end(transaction);
  } finally {
    if (!transaction.open) {
      current.forget(transaction);
      const handle = call.handles.of(transaction);
      if (handle) await call.handles.release(handle);
    }
  }
}
