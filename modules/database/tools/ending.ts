import {toolTimeout, transactionInput} from './shared.js';

/** What the two ways to end a transaction have in common. */
export const ending = {
  category: 'database',
  resource: 'transaction',
  input: {transaction: transactionInput},
  positional: ['transaction'],
  securityTier: 1,
  timeout: toolTimeout,
} as const;

/** Facts of a tool that ends a transaction. */
export const endingFacts = {
  reliability: 'high',
  idempotent: false,
  sideEffects: true,
  reversible: false,
  dependencies: ['db.beginTransaction'],
} as const;

/** The current transaction, none, and one by its handle; `what` is done to each. */
export const endingExamples = <Output extends object>(
  what: {readonly current: string; readonly byHandle: string},
  output: Output,
) => [
  {
    description: what.current,
    input: {},
    output,
    setup: {steps: [{tool: 'beginTransaction', input: {}}]},
  },
  {
    description: 'Without one',
    input: {},
    output: {success: false, error: {code: 'INVALID_STATE', message: 'No active transaction'}},
  },
  {
    description: what.byHandle,
    input: {transaction: '$transaction'},
    output,
    setup: {steps: [{tool: 'beginTransaction', input: {}, as: 'transaction'}]},
  },
];
