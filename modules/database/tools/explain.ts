import {defineTool, ToolError} from '../../../src/sdk.js';
import type {Answer} from '../answer.js';
import {withNearTable} from '../failures/near-table.js';
import {passNotice, sqlInput, statementErrors, toolTimeout, transactionInput, valuesInput} from './shared.js';
import type {DatabaseModule} from './shared.js';

/** Thrown to roll back what EXPLAIN ANALYZE did. */
class Measured extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('measured');
    this.answer = answer;
  }
}

export const explain = defineTool({
  name: 'explain',
  description:
    'Show how the server would run a statement: its plan, with estimated cost and rows. With analyze it is run, measured and rolled back.',
  category: 'database',
  resource: 'database',
  tags: ['sql', 'explain', 'plan', 'analyze', 'performance', 'slow', 'index'],
  input: {
    sql: sqlInput,
    values: valuesInput,
    transaction: transactionInput,
    analyze: {
      type: 'boolean',
      default: false,
      description: 'Run it to measure it, and roll it back; sequences, and what functions do outside, stay done',
    },
  },
  output: {
    plan: {
      type: 'object',
      required: true,
      description: 'The plan as EXPLAIN (FORMAT JSON) gives it, from its root node',
    },
    cost: {type: 'number', required: true, description: "Total cost in the server's own unit"},
    estimatedRows: {type: 'number', required: true, description: 'Rows that the server expects'},
    executionTime: {type: 'number', description: 'ms, with analyze'},
  },
  errors: statementErrors,
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: (input) => input['analyze'] === true,
    reversible: false,
    dependencies: [],
  },
  positional: ['sql', 'values'],
  securityTier: 1,
  timeout: toolTimeout,
  examples: [
    {
      description: 'The plan of a query',
      input: {sql: 'select * from generate_series(1, 10) n where n > $1', values: [3]},
      output: {plan: {'Node Type': 'Function Scan'}},
    },
    {
      description: 'Of a table that is not there',
      input: {sql: 'select * from missing'},
      output: {success: false, error: {code: 'UNKNOWN_TABLE'}},
    },
    {
      description: 'Run it, measure it and take it back, in a transaction',
      input: {sql: 'select 1', analyze: true, transaction: '$transaction'},
      output: {estimatedRows: 1},
      setup: {steps: [{tool: 'beginTransaction', input: {}, as: 'transaction'}]},
    },
  ],
  async run(module: DatabaseModule, {sql, values, transaction, analyze}, call) {
    const database = module.wrappedInstance;
    const text = `EXPLAIN (FORMAT JSON${analyze ? ', ANALYZE' : ''}) ${sql}`;
    const run = (): Promise<Answer> =>
      analyze
        ? database
            .atomically<Answer>(transaction, call, async (measure) => {
              throw new Measured(await measure(text, values));
            })
            .catch((thrown: unknown) => {
              if (thrown instanceof Measured) return thrown.answer;
              throw thrown;
            })
        : database.statement({text, values, transaction, readOnly: true}, call);
    const answer = await withNearTable(module, call, transaction, run);
    passNotice(module, call);
    return planOf(answer);
  },
});

interface Explained {
  readonly Plan: Record<string, unknown>;
  readonly 'Execution Time'?: number;
}

function planOf({rows}: Answer): {
  plan: Record<string, unknown>;
  cost: number;
  estimatedRows: number;
  executionTime?: number;
} {
  const [explained] = (rows[0]?.['QUERY PLAN'] ?? []) as unknown as readonly Explained[];
  if (!explained) {
    throw new ToolError('INVALID_PARAMETER', 'The statement has no plan', {
      outcome: 'failed',
      suggestions: ['Explain a query, an insert, an update or a delete'],
    });
  }
  const {Plan: plan, 'Execution Time': executionTime} = explained;
  return {
    plan,
    cost: Number(plan['Total Cost']),
    estimatedRows: Number(plan['Plan Rows']),
    ...(executionTime !== undefined && {executionTime}),
  };
}
