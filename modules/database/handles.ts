import {defineHandle} from '../../src/sdk.js';
import type {Handle} from '../../src/sdk.js';
import type {Cursor} from './transactions/cursor.js';
import type {Transaction} from './transactions/transaction.js';

/** The longest that a handle may lie unused; the lease of a transaction, which is shorter, is in the config. */
const hour = 3_600_000;

/** An open transaction; releasing it rolls back what was not committed. */
export const dbTransaction = defineHandle('db_transaction', {
  description: 'An open transaction of a database',
  fields: ({isolation, readOnly}: Transaction): {isolation: string; readOnly: boolean} => ({isolation, readOnly}),
  dispose: (transaction: Transaction) => transaction.end(),
  idleTtl: hour,
});

/** What callers hold. */
export type TransactionHandle = Handle<'db_transaction', {isolation: string; readOnly: boolean}>;

/** A query whose rows are taken page by page. */
export const dbCursor = defineHandle('db_cursor', {
  description: 'A query whose rows are taken page by page',
  dispose: (cursor: Cursor) => cursor.close(),
  idleTtl: hour,
});

/** What callers hold of a cursor. */
export type CursorHandle = Handle<'db_cursor'>;
