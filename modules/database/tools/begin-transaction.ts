import {defineTool} from '../../../src/sdk.js';
import {dbTransaction} from '../handles.js';
import {connectionErrors, passNotice, toolTimeout} from './shared.js';
import type {DatabaseModule} from './shared.js';

export const beginTransaction = defineTool({
  name: 'beginTransaction',
  description:
    'Begin a transaction: what is done in it takes effect with commit, or not at all. It becomes the current one of the session, which every call works in that names no other; independent: true leaves that as it is.',
  aliases: ['begin', 'transaction'],
  category: 'database',
  resource: 'transaction',
  tags: ['transaction', 'begin', 'atomic', 'isolation'],
  input: {
    isolation: {
      type: 'string',
      enum: ['read committed', 'repeatable read', 'serializable'],
      default: 'read committed',
      description: 'What it sees of other transactions; with the last two it may have to be made again',
    },
    readOnly: {type: 'boolean', default: false, description: 'The server refuses whatever would write'},
    deferrable: {
      type: 'boolean',
      default: false,
      description: 'With serializable and readOnly: wait until it can not fail',
    },
    independent: {
      type: 'boolean',
      default: false,
      description: 'Use it by its handle alone: for several transactions at once',
    },
  },
  output: {handle: dbTransaction},
  returns: 'The transaction handle that other tools, commit and rollback take',
  errors: {
    ...connectionErrors,
    INVALID_STATE: 'A transaction is open already, and independent is not true',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: false,
    reversible: false,
    dependencies: [],
  },
  securityTier: 1,
  timeout: toolTimeout,
  limitations: [
    'A transaction that is not used for idleTransactionTimeout is rolled back',
    'An embedded database has one transaction at a time; all other calls wait for its end',
  ],
  examples: [
    {description: 'Begin a transaction', input: {}},
    {
      description: 'One that only reads, and sees one state of everything',
      input: {isolation: 'repeatable read', readOnly: true},
    },
  ],
  async run(module: DatabaseModule, {isolation, readOnly, deferrable, independent}, call) {
    const database = module.wrappedInstance;
    const {sessionId} = call.context;
    if (!independent) database.current.assertNone(sessionId);
    const transaction = await database.begin({isolation, readOnly, deferrable}, call);
    try {
      if (!independent) {
        // Another call may have begun one meanwhile.
        database.current.assertNone(sessionId);
        database.current.set(sessionId, transaction);
      }
      passNotice(module, call);
      return call.handles.create(dbTransaction, transaction);
    } catch (error) {
      database.current.forget(transaction);
      await transaction.end();
      throw error;
    }
  },
});
