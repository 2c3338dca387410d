import {defineTool} from '../../../src/sdk.js';
import {definitionContext, ownText} from '../catalog/definition-context.js';
import {readTable} from '../catalog/read-table.js';
import {askIn, tablesOf} from '../catalog/tables.js';
import {textOf} from '../catalog/text-of.js';
import {definitionText} from '../sql/create-table.js';
import type {TableDefinition} from '../sql/create-table.js';
import {checkNewName} from '../sql/names.js';
import {shown} from '../sql/refusals.js';
import {shapeText} from '../sql/watched-change.js';
import {tableText} from '../sql/table-text.js';
import {dropMadeTable} from '../undo/drop-made-table.js';
import type {MadeTable} from '../undo/drop-made-table.js';
import {columnsInput, foreignKeysInput, namesInput} from './column-input.js';
import {notes, notesInTransaction} from './example-tables.js';
import {passNotice, statementErrors, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {tableInput, tableOf, transactionOf} from './table-input.js';
import {alreadyThere} from './table-errors.js';

export const createTable = defineTool({
  name: 'createTable',
  description:
    'Create a table from a description of its columns and keys; no SQL is written. Can be taken back while the table is empty.',
  category: 'database',
  resource: 'table',
  tags: ['sql', 'schema', 'ddl', 'new'],
  input: {
    table: {...tableInput, description: "Name of the table: 'users', 'app.users', or {schema, name}"},
    columns: {
      ...columnsInput,
      required: true,
      description:
        "Columns by name, each a type or {type, nullable, primaryKey, unique, default, defaultFunction, identity, references, check}: {id: {type: 'bigint', identity: 'byDefault', primaryKey: true}, name: 'text'}",
    },
    primaryKey: {...namesInput, description: 'Columns of a primary key of several columns'},
    unique: {type: 'array', items: namesInput, description: 'Columns of each further unique key: [[a, b]]'},
    foreignKeys: foreignKeysInput,
    checks: {
      type: 'array',
      items: {type: 'object'},
      description: 'Conditions that every row must meet, as in where',
    },
    ifNotExists: {type: 'boolean', default: false, description: 'Leave a table of this name alone, without an error'},
    transaction: transactionInput,
  },
  output: {
    schema: {type: 'string', required: true},
    name: {type: 'string', required: true},
    created: {type: 'boolean', required: true, description: 'false: it was there already'},
  },
  returns: 'The table, and whether it was made now',
  errors: {
    ...statementErrors,
    INVALID_PARAMETER: 'A name, type, default or condition can not be',
    RESOURCE_EXISTS: 'There is a table of this name, and ifNotExists is not true',
    UNDO_REFUSED: 'The table has rows by now, was changed, or something depends on it',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['db.listTables'],
  },
  positional: ['table', 'columns'],
  securityTier: 1,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Create a table',
      input: {
        table: 'people',
        columns: {
          id: {type: 'bigint', identity: 'byDefault', primaryKey: true},
          name: {type: 'text', nullable: false},
          born: 'date',
          tags: {type: 'text[]', default: []},
        },
      },
      output: {schema: 'public', name: 'people', created: true},
    },
    {
      description: 'Create a table that is there',
      input: {table: 'notes', columns: {id: 'bigint'}},
      output: {success: false, error: {code: 'RESOURCE_EXISTS'}},
      setup: notes,
    },
    {
      description: 'Create a table that refers to another, in a transaction',
      input: {
        table: 'replies',
        columns: {note: {type: 'bigint', references: 'notes'}, text: 'text'},
        transaction: '$transaction',
      },
      output: {schema: 'public', name: 'replies', created: true},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, input, call) {
    const {ifNotExists} = input;
    const {catalog} = tablesOf(module);
    const transaction = transactionOf(module, input.transaction, call);
    const name = catalog.parse(tableOf(input.table), 'table');
    checkNewName(name.name, 'table');
    if (name.schema !== undefined) checkNewName(name.schema, 'table.schema');
    const ask = askIn(module, transaction, call);
    const there = await readTable(ask, name);
    if (there !== undefined) {
      if (ifNotExists) return {schema: there.schema, name: there.name, created: false};
      throw alreadyThere(shown(there.name));
    }
    const text = await definitionText(input as unknown as TableDefinition, definitionContext(catalog, ask, name));
    const record: {made?: MadeTable} = {};
    const entry = call.undo(record);
    try {
      const made = await module.wrappedInstance.atomically(transaction, call, async (run) => {
        await run(`create table ${ownText(name)} (${text})`);
        const table = await readTable(run, name);
        if (table === undefined) throw alreadyThere(shown(name.name));
        const {rows} = await run(`select ${shapeText('$1::text')} as "shape"`, [tableText(table)]);
        return {schema: table.schema, name: table.name, shape: textOf(rows[0]?.['shape']), transaction};
      });
      record.made = made;
      passNotice(module, call);
      return {schema: made.schema, name: made.name, created: true};
    } catch (error) {
      if ((error as {outcome?: unknown}).outcome !== 'unknown') entry.discard();
      throw error;
    } finally {
      catalog.forget();
    }
  },
  undo: (module: DatabaseModule, {made}: {made?: MadeTable}, call) => dropMadeTable(module, made, call),
});
