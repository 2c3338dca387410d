import {defineTool} from '../../../src/sdk.js';
import {dbCursor} from '../handles.js';
import {passNotice, rowsOutput, statementErrors, toolTimeout} from './shared.js';
import type {DatabaseModule} from './shared.js';

export const fetch = defineTool({
  name: 'fetch',
  description: 'Take the next rows of a cursor. done says that there are no more.',
  aliases: ['fetchRows', 'next'],
  category: 'database',
  resource: 'cursor',
  tags: ['cursor', 'page', 'rows', 'next'],
  input: {
    cursor: {handle: dbCursor, required: true, description: 'Cursor handle from db.openCursor'},
    count: {
      type: 'integer',
      minimum: 1,
      aliases: ['limit', 'rows'],
      description: 'How many rows at most; default pageSize of openCursor, and never more than maxRows of the config',
    },
  },
  output: {
    rows: rowsOutput,
    rowCount: {type: 'integer', required: true, description: 'Rows of this page'},
    done: {type: 'boolean', required: true, description: 'There are no more rows'},
  },
  errors: statementErrors,
  planning: {
    cost: 'medium',
    reliability: 'high',
    idempotent: false,
    sideEffects: false,
    reversible: false,
    dependencies: ['db.openCursor'],
  },
  positional: ['cursor', 'count'],
  securityTier: 1,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Take the first rows',
      input: {cursor: '$opened', count: 2},
      output: {rows: [{n: 1}, {n: 2}], rowCount: 2, done: false},
      setup: {
        steps: [{tool: 'openCursor', input: {sql: 'select n from generate_series(1, 3) n'}, as: 'opened'}],
      },
    },
    {
      description: 'Take all that there are',
      input: {cursor: '$opened'},
      output: {rowCount: 3, done: true},
      setup: {
        steps: [{tool: 'openCursor', input: {sql: 'select n from generate_series(1, 3) n'}, as: 'opened'}],
      },
    },
  ],
  async run(module: DatabaseModule, {cursor, count}, call) {
    const database = module.wrappedInstance;
    if (cursor.done) return {rows: [], rowCount: 0, done: true};
    const wanted = Math.min(count ?? cursor.pageSize, database.maxRows);
    const text = `FETCH FORWARD ${String(wanted)} FROM ${cursor.name}`;
    const {rows} = await database.statement({text, transaction: cursor.transaction}, call);
    passNotice(module, call);
    cursor.done = rows.length < wanted;
    // A transaction that was begun for it is not kept until somebody closes the cursor.
    if (cursor.done) await cursor.close();
    return {rows, rowCount: rows.length, done: cursor.done};
  },
});
