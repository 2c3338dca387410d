import {defineTool, ToolError} from '../../../src/sdk.js';
import {tablesOf, withTable} from '../catalog/tables.js';
import {tableText} from '../sql/table-text.js';
import {notes, notesInTransaction} from './example-tables.js';
import {passNotice, statementErrors, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {requireTable} from './table-errors.js';
import {tableInput, tableOf, transactionOf} from './table-input.js';

export const dropTable = defineTool({
  name: 'dropTable',
  description:
    'Drop a table with all its rows. Not to be taken back but by rolling back its transaction. What depends on the table stops it, unless cascade drops that too.',
  category: 'database',
  resource: 'table',
  tags: ['sql', 'schema', 'ddl', 'remove'],
  input: {
    table: tableInput,
    ifExists: {
      type: 'boolean',
      default: false,
      description: 'Answer dropped: false instead of an error when it is not there',
    },
    cascade: {type: 'boolean', default: false, description: 'Also drop views and foreign keys that depend on it'},
    transaction: transactionInput,
  },
  output: {
    schema: {type: 'string', description: 'Left out when there was no such table'},
    name: {type: 'string'},
    dropped: {type: 'boolean', required: true},
  },
  returns: 'The table that is gone',
  errors: {
    ...statementErrors,
    INVALID_PARAMETER: 'The name can be none of a table, or belongs to the server',
    INVALID_STATE: 'It is a view, or the transaction is over',
    CONFLICT: 'Something depends on the table: give cascade: true, or drop that first',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: false,
    dependencies: ['db.describeTable'],
  },
  positional: ['table'],
  securityTier: 2,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Drop a table',
      input: {table: 'notes'},
      output: {schema: 'public', name: 'notes', dropped: true},
      setup: notes,
    },
    {
      description: 'Drop a table that may not be there',
      input: {table: 'gone', ifExists: true},
      output: {dropped: false},
    },
    {
      description: 'Drop a table that is not there',
      input: {table: 'gone'},
      output: {success: false, error: {code: 'UNKNOWN_TABLE'}},
    },
    {
      description: 'Drop a table in a transaction, which can be rolled back',
      input: {table: 'notes', transaction: '$transaction'},
      output: {dropped: true},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, input, call) {
    const {ifExists, cascade} = input;
    const transaction = transactionOf(module, input.transaction, call);
    try {
      return await withTable(module, call, {table: tableOf(input.table), transaction}, async (table) => {
        requireTable(table);
        const text = `drop table ${tableText(table)}${cascade ? ' cascade' : ''}`;
        await module.wrappedInstance.atomically(transaction, call, (run) => run(text));
        passNotice(module, call);
        return {schema: table.schema, name: table.name, dropped: true};
      });
    } catch (error) {
      if (ifExists && ToolError.isToolError(error) && error.code === 'UNKNOWN_TABLE') return {dropped: false};
      throw error;
    } finally {
      tablesOf(module).catalog.forget();
    }
  },
});
