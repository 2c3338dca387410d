import {defineTool} from '../../../src/sdk.js';
import {withTable} from '../catalog/tables.js';
import {insertText, rowList} from '../sql/changes.js';
import {changeRows} from '../undo/change-rows.js';
import type {RowsRecord} from '../undo/rows-record.js';
import {undoRows} from '../undo/undo-rows.js';
import {notes, notesInTransaction} from './example-tables.js';
import {rowErrors} from './row-errors.js';
import {passNotice, rowCountOutput, rowsOutput, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {returningInput, rowsInput, tableInput, tableOf, transactionOf} from './table-input.js';

export const insert = defineTool({
  name: 'insert',
  description:
    'Insert one row or many into a table, all of them or none, and answer them as they were stored. A column that a row does not name gets its default. Can be taken back.',
  category: 'database',
  resource: 'table',
  tags: ['sql', 'write', 'rows', 'add', 'records'],
  input: {
    table: tableInput,
    data: rowsInput,
    returning: returningInput,
    transaction: transactionInput,
  },
  output: {rows: rowsOutput, rowCount: rowCountOutput},
  returns: 'The rows as they were stored, and how many they are',
  errors: rowErrors,
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['db.describeTable', 'db.createTable'],
  },
  positional: ['table', 'data'],
  limitations: ['A table without a primary key has no undo, nor has a call of more than maxUndoRows rows'],
  securityTier: 1,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Insert a row',
      input: {table: 'notes', data: {title: 'Dora', stars: 1}, returning: ['id', 'title']},
      output: {rows: [{id: 4, title: 'Dora'}], rowCount: 1},
      setup: notes,
    },
    {
      description: 'Insert a row without a value that it needs',
      input: {table: 'notes', data: {stars: 1}},
      output: {success: false, error: {code: 'NOT_NULL_VIOLATION'}},
      setup: notes,
    },
    {
      description: 'Insert rows in a transaction',
      input: {
        table: 'notes',
        data: [{title: 'Eve'}, {title: 'Finn'}],
        returning: ['title'],
        transaction: '$transaction',
      },
      output: {rows: [{title: 'Eve'}, {title: 'Finn'}], rowCount: 2},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, input, call) {
    const {returning} = input;
    const transaction = transactionOf(module, input.transaction, call);
    const {rows, rowCount} = await withTable(module, call, {table: tableOf(input.table), transaction}, (table) => {
      const {columns, parts} = rowList(table, input.data);
      const size = parts[0]?.length ?? 0;
      return changeRows(module, call, {
        kind: 'insert',
        table,
        transaction,
        returning,
        key: table.primaryKey,
        size: parts.flat().length,
        parts: parts.map((part, index) => ({change: insertText(table, columns, part, index * size)})),
      });
    });
    passNotice(module, call);
    return {rows, rowCount};
  },
  undo: (module: DatabaseModule, record: RowsRecord, call) => undoRows(module, record, call),
});
