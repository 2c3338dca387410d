import {defineTool} from '../../../src/sdk.js';
import {endTransaction} from '../transactions/end-transaction.js';
import {ending, endingExamples, endingFacts} from './ending.js';
import {connectionErrors} from './shared.js';
import type {DatabaseModule} from './shared.js';

export const rollback = defineTool({
  ...ending,
  name: 'rollback',
  description: 'Take back everything that was done in a transaction, and end it.',
  aliases: ['rollbackTransaction'],
  tags: ['transaction', 'rollback', 'abort', 'undo'],
  output: {rolledBack: {type: 'boolean', required: true, description: 'Always true'}},
  errors: {
    ...connectionErrors,
    INVALID_STATE: 'No active transaction, or it was committed already',
  },
  planning: {...endingFacts, cost: 'low'},
  examples: endingExamples(
    {current: 'Roll the current transaction back', byHandle: 'Roll a transaction back by its handle'},
    {rolledBack: true},
  ),
  async run({wrappedInstance: database}: DatabaseModule, {transaction}, call) {
    const guard = database.guard(call);
    await endTransaction(database.current, transaction, call, async (ended) => {
      // One that expired, or was lost with its connection, is what is asked for.
      if (ended.rolledBackByItself) call.warn(ended.reason?.message ?? 'It was rolled back already');
      else await ended.rollback(guard);
    });
    return {rolledBack: true};
  },
});
