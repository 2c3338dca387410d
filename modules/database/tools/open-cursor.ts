import {defineTool} from '../../../src/sdk.js';
import {withNearTable} from '../failures/near-table.js';
import {dbCursor} from '../handles.js';
import type {CursorHandle} from '../handles.js';
import {openDatabaseCursor} from '../transactions/open-cursor.js';
import {passNotice, sqlInput, statementErrors, toolTimeout, transactionInput, valuesInput} from './shared.js';
import type {DatabaseModule} from './shared.js';

export const openCursor = defineTool({
  name: 'openCursor',
  description:
    'Open a cursor for a query with many rows; take them page by page with fetch, end it with closeCursor. Without a transaction it has a read-only one of its own.',
  aliases: ['cursor'],
  category: 'database',
  resource: 'cursor',
  tags: ['sql', 'cursor', 'page', 'stream', 'large'],
  input: {
    sql: sqlInput,
    values: valuesInput,
    transaction: transactionInput,
    pageSize: {
      type: 'integer',
      minimum: 1,
      default: 1000,
      aliases: ['batchSize'],
      description: 'Rows of a page, unless fetch asks for another number; at most maxRows of the config',
    },
  },
  output: {handle: dbCursor},
  returns: 'The cursor handle that fetch and closeCursor take',
  errors: statementErrors,
  planning: {
    cost: 'medium',
    reliability: 'high',
    idempotent: false,
    sideEffects: false,
    reversible: false,
    dependencies: [],
  },
  positional: ['sql', 'values'],
  securityTier: 1,
  timeout: toolTimeout,
  limitations: ['A cursor is for a SELECT or VALUES, and goes forward only; it ends with its transaction'],
  examples: [
    {description: 'Open a cursor', input: {sql: 'select n from generate_series(1, 100000) n', pageSize: 500}},
    {
      description: 'For what is no query',
      input: {sql: "set application_name = 'other'"},
      output: {success: false, error: {code: 'SYNTAX_ERROR'}},
    },
    {
      description: 'In a transaction, which it ends with',
      input: {sql: 'select 1 as one', transaction: '$transaction'},
      setup: {steps: [{tool: 'beginTransaction', input: {}, as: 'transaction'}]},
    },
  ],
  async run(module: DatabaseModule, {sql, values, transaction, pageSize}, call) {
    const open = (): Promise<CursorHandle> =>
      openDatabaseCursor(module.wrappedInstance, {sql, values, transaction, pageSize}, call);
    const handle = await withNearTable(module, call, transaction, open);
    passNotice(module, call);
    return handle;
  },
});
