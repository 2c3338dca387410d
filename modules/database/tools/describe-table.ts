import {defineTool} from '../../../src/sdk.js';
import {describeTable as readDescription} from '../catalog/describe-table.js';
import {askIn, withTable} from '../catalog/tables.js';
import {notes, notesInTransaction} from './example-tables.js';
import {passNotice, statementErrors, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {tableInput, tableOf, transactionOf} from './table-input.js';

const text = {type: 'string'} as const;
const texts = {type: 'array', items: text} as const;

export const describeTable = defineTool({
  name: 'describeTable',
  description:
    'Tell everything about a table that a statement needs: columns with types and defaults, primary key, unique and foreign keys, checks and indexes.',
  aliases: ['describe'],
  category: 'database',
  resource: 'table',
  tags: ['sql', 'schema', 'columns', 'catalog', 'describe', 'structure', 'keys', 'foreign key'],
  input: {table: tableInput, transaction: transactionInput},
  output: {
    schema: {type: 'string', required: true},
    name: {type: 'string', required: true},
    kind: {
      type: 'string',
      required: true,
      description: 'table, partitioned table, view, materialized view, foreign table',
    },
    columns: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          name: text,
          type: text,
          nullable: {type: 'boolean'},
          primaryKey: {type: 'boolean'},
          default: {type: 'string', description: 'As SQL'},
          generated: {type: 'string', description: 'What it is computed from, as SQL'},
          identity: {type: 'string', enum: ['always', 'byDefault']},
          values: {...texts, description: 'Labels of an enum'},
          comment: text,
        },
        required: ['name', 'type', 'nullable', 'primaryKey'],
      },
    },
    primaryKey: {...texts, required: true, description: 'Its columns in order; empty without one'},
    unique: {
      type: 'array',
      required: true,
      items: {type: 'object', properties: {name: text, columns: texts}, required: ['name', 'columns']},
    },
    foreignKeys: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          name: text,
          columns: texts,
          references: {
            type: 'object',
            properties: {schema: text, table: text, columns: texts},
            required: ['schema', 'table', 'columns'],
          },
          onDelete: text,
          onUpdate: text,
        },
        required: ['name', 'columns', 'references', 'onDelete', 'onUpdate'],
      },
    },
    checks: {
      type: 'array',
      required: true,
      items: {type: 'object', properties: {name: text, expression: text}, required: ['name', 'expression']},
    },
    indexes: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {name: text, unique: {type: 'boolean'}, definition: text},
        required: ['name', 'unique', 'definition'],
      },
    },
    rowEstimate: {type: 'number', description: 'As the server last counted; left out when it never did'},
    comment: text,
  },
  returns: 'The table as the catalog has it now',
  errors: {...statementErrors, INVALID_PARAMETER: 'The name is none of a table, or belongs to the server'},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['db.listTables'],
  },
  positional: ['table'],
  securityTier: 0,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Describe a table',
      input: {table: 'notes'},
      output: {
        schema: 'public',
        name: 'notes',
        kind: 'table',
        columns: [
          {name: 'id', type: 'bigint', nullable: false, primaryKey: true, identity: 'byDefault'},
          {name: 'title', type: 'text', nullable: false, primaryKey: false},
          {name: 'stars', type: 'integer', nullable: true, primaryKey: false, default: '0'},
        ],
        primaryKey: ['id'],
        unique: [],
        foreignKeys: [],
        checks: [],
        indexes: [
          {
            name: 'notes_pkey',
            unique: true,
            definition: 'CREATE UNIQUE INDEX notes_pkey ON public.notes USING btree (id)',
          },
        ],
      },
      setup: notes,
    },
    {
      description: 'Misspell a table',
      input: {table: 'note'},
      output: {success: false, error: {code: 'UNKNOWN_TABLE'}},
      setup: notes,
    },
    {
      description: 'A table as a transaction sees it',
      input: {table: 'notes', transaction: '$transaction'},
      output: {name: 'notes', primaryKey: ['id']},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, input, call) {
    const transaction = transactionOf(module, input.transaction, call);
    const described = await withTable(module, call, {table: tableOf(input.table), transaction}, async (table) => {
      const {schema, name, kind, primaryKey} = table;
      const description = await readDescription(askIn(module, transaction, call), table);
      return {schema, name, kind, primaryKey: [...primaryKey], ...description};
    });
    passNotice(module, call);
    return described;
  },
});
