import {defineTool} from '../../../src/sdk.js';
import {withTable} from '../catalog/tables.js';
import {assertBounded} from '../sql/bounded.js';
import {deleteText} from '../sql/changes.js';
import {changeRows} from '../undo/change-rows.js';
import type {RowsRecord} from '../undo/rows-record.js';
import {undoRows} from '../undo/undo-rows.js';
import {notes, notesInTransaction} from './example-tables.js';
import {rowErrors} from './row-errors.js';
import {passNotice, rowCountOutput, rowsOutput, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {allInput, returningInput, tableInput, tableOf, transactionOf, whereInput} from './table-input.js';

export const remove = defineTool({
  name: 'delete',
  description:
    'Delete the rows of a table that match a condition, and answer them as they were. Needs a condition, or all: true. Can be taken back.',
  aliases: ['deleteRows'],
  category: 'database',
  resource: 'table',
  tags: ['sql', 'write', 'rows', 'remove', 'records', 'empty', 'clear'],
  input: {
    table: tableInput,
    where: whereInput,
    all: allInput,
    returning: returningInput,
    transaction: transactionInput,
  },
  output: {rows: rowsOutput, rowCount: rowCountOutput},
  returns: 'The rows as they were, and how many were deleted',
  errors: rowErrors,
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['db.select'],
  },
  positional: ['table', 'where'],
  limitations: [
    'A table without a primary key has no undo, nor has a call of more than maxUndoRows rows, or one that rows of other tables may have gone with',
  ],
  securityTier: 2,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Delete the rows that match',
      input: {table: 'notes', where: {stars: {lt: 1}}, returning: ['title']},
      output: {rows: [{title: 'Cleo'}], rowCount: 1},
      setup: notes,
    },
    {
      description: 'A condition that nobody can have meant',
      input: {table: 'notes', where: {id: null}},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
      setup: notes,
    },
    {
      description: 'Delete every row, in a transaction',
      input: {table: 'notes', all: true, returning: [], transaction: '$transaction'},
      output: {rowCount: 3},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, input, call) {
    const {where = {}, all, returning} = input;
    assertBounded(where, all);
    const transaction = transactionOf(module, input.transaction, call);
    const {rows, rowCount} = await withTable(module, call, {table: tableOf(input.table), transaction}, (table) =>
      changeRows(module, call, {
        kind: 'delete',
        table,
        transaction,
        returning,
        key: table.primaryKey,
        parts: [{change: deleteText(table, where)}],
        spread: 'delete',
      }),
    );
    passNotice(module, call);
    return {rows, rowCount};
  },
  undo: (module: DatabaseModule, record: RowsRecord, call) => undoRows(module, record, call),
});
