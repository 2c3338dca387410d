import {defineTool} from '../../../src/sdk.js';
import {endTransaction} from '../transactions/end-transaction.js';
import {ending, endingExamples, endingFacts} from './ending.js';
import {connectionErrors, statementErrors} from './shared.js';
import type {DatabaseModule} from './shared.js';

export const commit = defineTool({
  ...ending,
  name: 'commit',
  description: 'Make everything that was done in a transaction last, and end it.',
  aliases: ['commitTransaction'],
  tags: ['transaction', 'commit', 'save'],
  output: {committed: {type: 'boolean', required: true, description: 'Always true'}},
  errors: {
    ...connectionErrors,
    INVALID_STATE: 'No active transaction, or it is over already',
    HANDLE_EXPIRED: statementErrors.HANDLE_EXPIRED,
    TRANSACTION_ABORTED: 'A statement of it had failed: everything was rolled back',
    SERIALIZATION_FAILURE: statementErrors.SERIALIZATION_FAILURE,
    DEADLOCK: statementErrors.DEADLOCK,
    DUPLICATE_KEY: 'A key that is checked at the end is there twice: everything was rolled back',
    FOREIGN_KEY_VIOLATION: 'A row that is referred to is missing at the end: everything was rolled back',
    CONSTRAINT_VIOLATION: 'A constraint that is checked at the end refuses it: everything was rolled back',
    EXCLUSION_VIOLATION: 'Rows overlap at the end: everything was rolled back',
    RAISED: statementErrors.RAISED,
  },
  planning: {...endingFacts, cost: 'medium'},
  examples: endingExamples(
    {current: 'Commit the current transaction', byHandle: 'Commit a transaction by its handle'},
    {committed: true},
  ),
  async run({wrappedInstance: database}: DatabaseModule, {transaction}, call) {
    const guard = database.guard(call);
    await endTransaction(database.current, transaction, call, (ended) => ended.commit(guard));
    return {committed: true};
  },
});
