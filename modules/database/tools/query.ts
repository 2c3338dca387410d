import {defineTool} from '../../../src/sdk.js';
import type {Answer} from '../answer.js';
import {withNearTable} from '../failures/near-table.js';
import {
  passNotice,
  rowCountOutput,
  rowsOutput,
  sqlInput,
  statementErrors,
  toolTimeout,
  transactionInput,
  valuesInput,
} from './shared.js';
import type {DatabaseModule} from './shared.js';

export const query = defineTool({
  name: 'query',
  description:
    'Run one statement of SQL, with values as $1, $2 in it, and get its rows. Without a transaction it takes effect at once; for many rows use openCursor.',
  aliases: ['sql', 'execute'],
  category: 'database',
  resource: 'database',
  tags: [
    'sql',
    'query',
    'select',
    'statement',
    'postgres',
    'rows',
    'tables',
    'join',
    'aggregate',
    'count',
    'sum',
    'average',
  ],
  input: {
    sql: sqlInput,
    values: valuesInput,
    transaction: transactionInput,
    maxRows: {
      type: 'integer',
      minimum: 1,
      description: 'Rows that may be answered; at most, and by default, maxRows of the config',
    },
  },
  output: {
    rows: rowsOutput,
    rowCount: rowCountOutput,
    command: {type: 'string', required: true, description: 'What was done: SELECT, INSERT, CREATE TABLE'},
    fields: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {name: {type: 'string'}, type: {type: 'string', description: 'int8, text[], …'}},
        required: ['name', 'type'],
      },
      description: 'Columns of the rows, in order',
    },
  },
  errors: statementErrors,
  planning: {
    cost: 'medium',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: false,
    dependencies: [],
  },
  positional: ['sql', 'values'],
  securityTier: 2,
  timeout: toolTimeout,
  limitations: ['One statement a call; COPY and statements of transactions are not run'],
  examples: [
    {
      description: 'Ask with a value',
      input: {sql: 'select $1::int + 1 as next, upper($2) as name', values: [41, 'ada']},
      output: {rows: [{next: 42, name: 'ADA'}], rowCount: 1, command: 'SELECT'},
    },
    {
      description: 'Give a list as one value',
      input: {sql: 'select n from generate_series(1, 5) n where n = any($1)', values: [[2, 4]]},
      output: {rows: [{n: 2}, {n: 4}], rowCount: 2},
    },
    {
      description: 'A statement that can not be understood',
      input: {sql: 'selct 1'},
      output: {success: false, error: {code: 'SYNTAX_ERROR'}},
    },
    {
      description: 'In a transaction',
      input: {sql: 'select 1 as one', transaction: '$transaction'},
      output: {rows: [{one: 1}]},
      setup: {steps: [{tool: 'beginTransaction', input: {}, as: 'transaction'}]},
    },
  ],
  async run(module: DatabaseModule, {sql, values, transaction, maxRows}, call) {
    const statement = {text: sql, values, transaction, ...(maxRows !== undefined && {maxRows})};
    const run = (): Promise<Answer> => module.wrappedInstance.statement(statement, call);
    const answer = await withNearTable(module, call, transaction, run);
    passNotice(module, call);
    return answer;
  },
});
