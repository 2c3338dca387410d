import {defineTool} from '../../../src/sdk.js';
import {endTransaction} from '../transactions/end-transaction.js';
import {connectionErrors, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';

export const rollback = defineTool({
  name: 'rollback',
  description: 'Take back everything that was done in a transaction, and end it.',
  aliases: ['rollbackTransaction'],
  category: 'database',
  resource: 'transaction',
  tags: ['transaction', 'rollback', 'abort', 'undo'],
  input: {transaction: transactionInput},
  output: {rolledBack: {type: 'boolean', required: true, description: 'Always true'}},
  errors: {
    ...connectionErrors,
    INVALID_STATE: 'No active transaction, or it was committed already',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: false,
    dependencies: ['db.beginTransaction'],
  },
  positional: ['transaction'],
  securityTier: 1,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Roll the current transaction back',
      input: {},
      output: {rolledBack: true},
      setup: {steps: [{tool: 'beginTransaction', input: {}}]},
    },
    {
      description: 'Without one',
      input: {},
      output: {success: false, error: {code: 'INVALID_STATE', message: 'No active transaction'}},
    },
    {
      description: 'Roll a transaction back by its handle',
      input: {transaction: '$transaction'},
      output: {rolledBack: true},
      setup: {steps: [{tool: 'beginTransaction', input: {}, as: 'transaction'}]},
    },
  ],
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
