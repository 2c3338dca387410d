import {defineTool} from '../../../src/sdk.js';
import {withTable} from '../catalog/tables.js';
import {selectStatement} from '../sql/select.js';
import type {OrderBy} from '../sql/order-by.js';
import type {Row} from '../answer.js';
import {notes, notesInTransaction} from './example-tables.js';
import {passNotice, rowCountOutput, rowsOutput, statementErrors, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';
import {tableInput, tableOf, transactionOf, whereInput} from './table-input.js';

const orderItem = {
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 500,
  properties: {
    column: {type: 'string', minLength: 1},
    direction: {type: 'string', enum: ['asc', 'desc']},
    nulls: {type: 'string', enum: ['first', 'last']},
  },
  required: ['column'],
  additionalProperties: false,
} as const;

export const select = defineTool({
  name: 'select',
  description:
    'Read rows of one table by conditions on its columns, sorted and in pages. Names of columns are checked, values never become SQL. For joins and aggregates see db.query.',
  category: 'database',
  resource: 'table',
  tags: ['sql', 'read', 'rows', 'filter', 'find', 'records', 'content'],
  input: {
    table: tableInput,
    columns: {
      type: 'array',
      items: {type: 'string', minLength: 1},
      minItems: 1,
      default: ['*'],
      description: "Columns to answer; default ['*'], all",
    },
    where: whereInput,
    orderBy: {
      ...orderItem,
      type: ['string', 'object', 'array'],
      maxItems: 100,
      items: orderItem,
      aliases: ['order'],
      description: "'name', '-name', 'name desc nulls last', {column, direction, nulls}, or a list of these",
    },
    limit: {type: 'integer', minimum: 0, description: 'Rows to answer at most; maxRows of the config bounds it'},
    offset: {type: 'integer', minimum: 0, default: 0, description: 'Rows to pass over'},
    distinct: {type: 'boolean', default: false, description: 'Answer rows that are alike only once'},
    transaction: transactionInput,
  },
  output: {
    rows: rowsOutput,
    rowCount: rowCountOutput,
    hasMore: {type: 'boolean', required: true, description: 'There are further rows: ask for them with offset'},
  },
  returns: 'The rows that were found',
  errors: statementErrors,
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['db.describeTable'],
  },
  positional: ['table', 'where'],
  securityTier: 0,
  timeout: toolTimeout,
  examples: [
    {
      description: 'Read by conditions, sorted',
      input: {table: 'notes', columns: ['title'], where: {stars: {gte: 2}}, orderBy: '-stars'},
      output: {rows: [{title: 'Ada'}, {title: 'Bob'}], rowCount: 2, hasMore: false},
      setup: notes,
    },
    {
      description: 'Name a column that is not there',
      input: {table: 'notes', where: {tilte: 'Ada'}},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
      setup: notes,
    },
    {
      description: 'In a transaction',
      input: {table: 'notes', columns: ['title'], where: {stars: 3}, transaction: '$transaction'},
      output: {rows: [{title: 'Ada'}], rowCount: 1, hasMore: false},
      setup: notesInTransaction,
    },
  ],
  async run(module: DatabaseModule, input, call) {
    const {columns, where, offset, distinct} = input;
    const {maxRows} = module.config;
    const limit = Math.min(input.limit ?? maxRows, maxRows);
    const orderBy = input.orderBy as OrderBy | undefined;
    const transaction = transactionOf(module, input.transaction, call);
    const wanted = {table: tableOf(input.table), transaction};
    return withTable(module, call, wanted, async (table) => {
      const read = async (page: {limit: number; offset: number}): Promise<readonly Row[]> => {
        const {text, parameters} = selectStatement(table, {columns, where, orderBy, distinct, ...page});
        try {
          return (await module.wrappedInstance.statement({text, values: parameters.values, transaction}, call)).rows;
        } catch (error) {
          throw parameters.explain(error);
        }
      };
      // One row more tells whether there are more, unless it would be one too many for an answer.
      const found = await read({limit: Math.min(limit + 1, maxRows), offset});
      const rows = found.slice(0, limit);
      const isFull = limit === maxRows && found.length === limit;
      const hasMore = isFull ? (await read({limit: 1, offset: offset + limit})).length > 0 : found.length > limit;
      passNotice(module, call);
      return {rows, rowCount: rows.length, hasMore};
    });
  },
});
