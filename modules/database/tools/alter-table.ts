import {defineTool} from '../../../src/sdk.js';
import {definitionContext} from '../catalog/definition-context.js';
import {askIn, tablesOf, withTable} from '../catalog/tables.js';
import {alterTexts} from '../sql/alter-table.js';
import type {TableChanges} from '../sql/alter-table.js';
import {alterColumnsInput, columnsInput, namesInput} from './column-input.js';
import {notes, notesInTransaction} from './example-tables.js';
import {passNotice, statementErrors, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {requireTable} from './table-errors.js';
import {tableInput, tableOf, transactionOf} from './table-input.js';

export const alterTable = defineTool({
  name: 'alterTable',
  description:
    'Add, drop, rename and change columns of a table, or rename it: all of it or nothing. Not to be taken back but by rolling back its transaction.',
  category: 'database',
  resource: 'table',
  tags: ['sql', 'schema', 'ddl', 'columns', 'change'],
  input: {
    table: tableInput,
    addColumns: {...columnsInput, description: 'Columns to add, by name, described as in createTable'},
    dropColumns: {...namesInput, description: 'Columns to drop, with all their values'},
    renameColumns: {
      type: 'object',
      additionalProperties: {type: 'string', minLength: 1},
      description: 'New names by old ones: {name: title}',
    },
    alterColumns: alterColumnsInput,
    renameTo: {type: 'string', minLength: 1, description: 'The new name of the table'},
    cascade: {type: 'boolean', default: false, description: 'Also drop what depends on dropped columns'},
    transaction: transactionInput,
  },
  output: {
    schema: {type: 'string', required: true},
    name: {type: 'string', required: true, description: 'Its name now'},
    statements: {type: 'integer', required: true, description: 'Changes that were made'},
  },
  returns: 'The table as it is called now',
  errors: {
    ...statementErrors,
    INVALID_PARAMETER: 'A name, type or default can not be, or values do not fit the new type',
    INVALID_STATE: 'It is a view, or the transaction is over',
    CONFLICT: 'Something depends on a column that is dropped: give cascade: true, or drop that first',
  },
  planning: {
    cost: 'medium',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: false,
    dependencies: ['db.describeTable'],
  },
  positional: ['table'],
  limitations: ['Names of columns are those before the call; a change of type may write the whole table anew'],
  securityTier: 2,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Add a column and rename another',
      input: {table: 'notes', addColumns: {written: {type: 'date'}}, renameColumns: {stars: 'rating'}},
      output: {schema: 'public', name: 'notes', statements: 2},
      setup: notes,
    },
    {
      description: 'Drop a column that is not there',
      input: {table: 'notes', dropColumns: ['start']},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
      setup: notes,
    },
    {
      description: 'Rename a table in a transaction, which can be rolled back',
      input: {table: 'notes', renameTo: 'remarks', transaction: '$transaction'},
      output: {name: 'remarks', statements: 1},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, input, call) {
    const {catalog} = tablesOf(module);
    const transaction = transactionOf(module, input.transaction, call);
    const changes = input as TableChanges;
    try {
      return await withTable(module, call, {table: tableOf(input.table), transaction}, async (table) => {
        requireTable(table);
        const texts = await alterTexts(table, changes, definitionContext(catalog, askIn(module, transaction, call)));
        await module.wrappedInstance.atomically(transaction, call, async (run) => {
          for (const text of texts) await run(text);
        });
        passNotice(module, call);
        return {schema: table.schema, name: input.renameTo ?? table.name, statements: texts.length};
      });
    } finally {
      catalog.forget();
    }
  },
});
