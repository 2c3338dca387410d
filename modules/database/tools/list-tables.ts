import {defineTool} from '../../../src/sdk.js';
import {listTables as readTables} from '../catalog/list-tables.js';
import {askIn, tablesOf} from '../catalog/tables.js';
import {arrayText} from '../values/array-text.js';
import {notes, notesInTransaction} from './example-tables.js';
import {passNotice, statementErrors, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {transactionOf} from './table-input.js';

export const listTables = defineTool({
  name: 'listTables',
  description: 'List the tables and views of the database by schema and name, with about how many rows they have.',
  aliases: ['tables'],
  category: 'database',
  resource: 'database',
  tags: ['sql', 'schema', 'catalog', 'tables', 'views', 'list', 'exist'],
  input: {
    schema: {
      type: 'string',
      minLength: 1,
      description: 'Only those of this schema; default all but those of the server',
    },
    limit: {type: 'integer', minimum: 1, default: 1000, description: 'Tables to answer at most'},
    offset: {type: 'integer', minimum: 0, default: 0, description: 'Tables to pass over'},
    transaction: transactionInput,
  },
  output: {
    tables: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          schema: {type: 'string'},
          name: {type: 'string'},
          kind: {type: 'string', enum: ['table', 'partitioned table', 'view', 'materialized view', 'foreign table']},
          rowEstimate: {type: 'number', description: 'As the server last counted; left out when it never did'},
          comment: {type: 'string'},
        },
        required: ['schema', 'name', 'kind'],
      },
    },
    hasMore: {type: 'boolean', required: true, description: 'There are further tables: ask for them with offset'},
  },
  returns: 'Tables and views; partitions are left out',
  errors: {...statementErrors, INVALID_PARAMETER: 'The schema belongs to the server, and the config does not name it'},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: [],
  },
  positional: ['schema'],
  securityTier: 0,
  timeout: toolTimeout,
  examples: [
    {
      description: 'List all tables',
      input: {},
      output: {tables: [{schema: 'public', name: 'notes', kind: 'table'}], hasMore: false},
      setup: notes,
    },
    {
      description: 'The tables of the server itself',
      input: {schema: 'pg_catalog'},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
    },
    {
      description: 'The tables as a transaction sees them',
      input: {transaction: '$transaction'},
      output: {tables: [{name: 'notes'}]},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, {schema, limit: wanted, offset, transaction: given}, call) {
    const {maxRows, schemas = []} = module.config;
    tablesOf(module).catalog.checkSchema(schema, 'schema');
    const limit = Math.min(wanted, Math.max(1, maxRows - 1));
    const ask = askIn(module, transactionOf(module, given, call), call);
    const open = arrayText(schemas, String);
    const tables = await readTables(ask, {schema, limit: Math.min(limit + 1, maxRows), offset, open});
    passNotice(module, call);
    return {tables: tables.slice(0, limit), hasMore: tables.length > limit};
  },
});
