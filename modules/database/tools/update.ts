import {defineTool} from '../../../src/sdk.js';
import {withTable} from '../catalog/tables.js';
import {lockText, updateText} from '../sql/changes.js';
import {assertBounded} from '../sql/bounded.js';
import {changeRows} from '../undo/change-rows.js';
import type {RowsRecord} from '../undo/rows-record.js';
import {undoRows} from '../undo/undo-rows.js';
import {notes, notesInTransaction} from './example-tables.js';
import {rowErrors} from './row-errors.js';
import {passNotice, rowCountOutput, rowsOutput, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {allInput, returningInput, tableInput, tableOf, transactionOf, whereInput} from './table-input.js';

export const update = defineTool({
  name: 'update',
  description:
    'Give columns of the rows that match a condition new values, and answer the rows as they are then. Needs a condition, or all: true. Can be taken back.',
  category: 'database',
  resource: 'table',
  tags: ['sql', 'write', 'rows', 'change', 'set', 'value', 'records'],
  input: {
    table: tableInput,
    data: {type: 'object', required: true, aliases: ['set', 'values'], description: 'New values, as {column: value}'},
    where: whereInput,
    all: allInput,
    returning: returningInput,
    transaction: transactionInput,
  },
  output: {rows: rowsOutput, rowCount: rowCountOutput},
  returns: 'The rows as they are now, and how many were changed',
  errors: rowErrors,
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['db.select', 'db.describeTable'],
  },
  positional: ['table', 'data', 'where'],
  limitations: ['A table without a primary key has no undo, nor has a call of more than maxUndoRows rows'],
  securityTier: 1,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Change the rows that match',
      input: {table: 'notes', data: {stars: 5}, where: {title: 'Ada'}, returning: ['title', 'stars']},
      output: {rows: [{title: 'Ada', stars: 5}], rowCount: 1},
      setup: notes,
    },
    {
      description: 'Forget the condition',
      input: {table: 'notes', data: {stars: 0}, where: {}},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
      setup: notes,
    },
    {
      description: 'Change every row, in a transaction',
      input: {table: 'notes', data: {stars: 0}, all: true, returning: [], transaction: '$transaction'},
      output: {rowCount: 3},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, input, call) {
    const {data, where = {}, all, returning} = input;
    assertBounded(where, all);
    const transaction = transactionOf(module, input.transaction, call);
    const {rows, rowCount} = await withTable(module, call, {table: tableOf(input.table), transaction}, (table) => {
      const changesKey = table.uniqueKeys.flat().some((name) => Object.hasOwn(data, name));
      return changeRows(module, call, {
        kind: 'update',
        table,
        transaction,
        returning,
        key: table.primaryKey,
        parts: [{change: updateText(table, data, where), lock: (limit) => lockText(table, where, limit)}],
        spread: changesKey ? 'update' : undefined,
      });
    });
    passNotice(module, call);
    return {rows, rowCount};
  },
  undo: (module: DatabaseModule, record: RowsRecord, call) => undoRows(module, record, call),
});
