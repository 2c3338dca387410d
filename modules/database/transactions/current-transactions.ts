import {ToolError} from '../../../src/sdk.js';
import type {Transaction} from './transaction.js';

/**
 * The transaction that a session of callers is in (C26): what names no transaction works in it. One that ended by itself
 * stays current until somebody ends it, so that no statement that was meant for it takes effect on its own.
 */
export class CurrentTransactions {
  readonly #bySession = new Map<string | undefined, Transaction>();

  of(session: string | undefined): Transaction | undefined {
    return this.#bySession.get(session);
  }

  /** Answers INVALID_STATE when there is one that is still open. */
  assertNone(session: string | undefined): void {
    if (this.of(session)?.open !== true) return;
    throw new ToolError('INVALID_STATE', 'A transaction is open already', {
      outcome: 'not_executed',
      suggestions: [
        'End it with db.commit or db.rollback',
        'Give independent: true to work in several transactions at once, each by its handle',
      ],
    });
  }

  set(session: string | undefined, transaction: Transaction): void {
    this.#bySession.set(session, transaction);
  }

  /** The given transaction, else the current one. Answers INVALID_STATE, 'No active transaction' (R10.5). */
  require(session: string | undefined, given: Transaction | undefined): Transaction {
    const transaction = given ?? this.of(session);
    if (transaction) return transaction;
    throw new ToolError('INVALID_STATE', 'No active transaction', {
      outcome: 'not_executed',
      suggestions: ['Begin one with db.beginTransaction'],
    });
  }

  /** It is over, and nobody's current one any more. */
  forget(transaction: Transaction): void {
    for (const [session, current] of this.#bySession) if (current === transaction) this.#bySession.delete(session);
  }
}
