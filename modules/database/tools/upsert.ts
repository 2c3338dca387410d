import {defineTool} from '../../../src/sdk.js';
import {withTable} from '../catalog/tables.js';
import {conflictRule, insertText, lockText, onConflict, rowList, rowsOfKey} from '../sql/changes.js';
import {changeRows} from '../undo/change-rows.js';
import type {RowsRecord} from '../undo/rows-record.js';
import {undoRows} from '../undo/undo-rows.js';
import {notes, notesInTransaction} from './example-tables.js';
import {rowErrors} from './row-errors.js';
import {passNotice, rowCountOutput, rowsOutput, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {returningInput, rowsInput, tableInput, tableOf, transactionOf} from './table-input.js';

const names = {type: 'array', items: {type: 'string', minLength: 1}} as const;

export const upsert = defineTool({
  name: 'upsert',
  description:
    'Insert rows, or give those that are there already (by the primary key, or another unique key) their new values. All of them or none. Can be taken back.',
  aliases: ['insertOrUpdate'],
  category: 'database',
  resource: 'table',
  tags: ['sql', 'write', 'rows', 'merge'],
  input: {
    table: tableInput,
    data: rowsInput,
    conflict: {
      ...names,
      minItems: 1,
      aliases: ['onConflict'],
      description: 'Columns of the unique key that tells that a row is there; default the primary key',
    },
    update: {
      ...names,
      description: 'Columns that get the new value then; default all of data but the key, [] leaves the row alone',
    },
    returning: returningInput,
    transaction: transactionInput,
  },
  output: {
    rows: rowsOutput,
    rowCount: rowCountOutput,
    inserted: {type: 'integer', required: true, description: 'Rows that were not there'},
    updated: {type: 'integer', required: true, description: 'Rows that were'},
  },
  returns: 'The rows as they are now; without those that were left alone',
  errors: rowErrors,
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['db.describeTable'],
  },
  positional: ['table', 'data'],
  limitations: ['A table without a primary key has no undo, nor has a call of more than maxUndoRows rows'],
  securityTier: 1,
  timeout: toolTimeout,
  examples: [
    {
      description: 'One row that is there, and one that is not',
      input: {
        table: 'notes',
        data: [
          {id: 1, title: 'Ada', stars: 4},
          {id: 9, title: 'Eve', stars: 1},
        ],
        returning: ['id', 'stars'],
      },
      output: {
        rows: [
          {id: 1, stars: 4},
          {id: 9, stars: 1},
        ],
        rowCount: 2,
        inserted: 1,
        updated: 1,
      },
      setup: notes,
    },
    {
      description: 'Tell rows apart by what is no key',
      input: {table: 'notes', data: {title: 'Ada'}, conflict: ['title']},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
      setup: notes,
    },
    {
      description: 'In a transaction',
      input: {table: 'notes', data: {id: 2, title: 'Bea'}, returning: ['title'], transaction: '$transaction'},
      output: {rows: [{title: 'Bea'}], inserted: 0, updated: 1},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, input, call) {
    const {returning} = input;
    const transaction = transactionOf(module, input.transaction, call);
    const done = await withTable(module, call, {table: tableOf(input.table), transaction}, (table) => {
      const rows = rowList(table, input.data);
      const rule = conflictRule(table, rows, input);
      const size = rows.parts[0]?.length ?? 0;
      return changeRows(module, call, {
        kind: 'upsert',
        table,
        transaction,
        returning,
        key: rule.conflict,
        spread: rule.update.some((name) => table.uniqueKeys.flat().includes(name)) ? 'update' : undefined,
        size: rows.parts.flat().length,
        parts: rows.parts.map((part, index) => {
          const there = rowsOfKey(rule.conflict, part);
          return {
            change: insertText(table, rows.columns, part, index * size, onConflict(rule)),
            lock: there && ((limit) => lockText(table, there, limit)),
          };
        }),
      });
    });
    passNotice(module, call);
    const {rows, rowCount, made} = done;
    return {rows, rowCount, inserted: made, updated: rowCount - made};
  },
  undo: (module: DatabaseModule, record: RowsRecord, call) => undoRows(module, record, call),
});
