import type {Call} from '../../../src/sdk.js';
import {operators} from '../sql/operators.js';
import type {TableInput} from '../sql/names.js';
import type {Transaction} from '../transactions/transaction.js';
import type {DatabaseModule} from './shared.js';

const name = {type: 'string', minLength: 1, maxLength: 260} as const;

/** A table by its exact name. */
export const tableInput = {
  type: ['string', 'object'],
  required: true,
  minLength: 1,
  maxLength: 260,
  properties: {schema: name, name},
  additionalProperties: false,
  description: "Exact name of the table: 'users', 'app.users', or {schema, name} for names with dots in them",
} as const;

const value = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const;

/** What each operator takes, so that a misspelt one is named before anything runs. */
const operands = Object.fromEntries(
  Object.entries(operators).map(([operator, {description}]) => [operator, {type: value, description}]),
);

const conditions = {type: 'array', minItems: 1, maxItems: 1000, items: {type: 'object'}} as const;

/** Which rows: all conditions hold together. Its type says no more than that it is an object: the keys are columns. */
export const whereInput: {readonly type: 'object'; readonly description: string} = {
  type: 'object',
  description:
    "Which rows, by column: {age: {gt: 30}, name: {like: 'A%'}, id: {in: [1, 2]}, or: [{city: 'Rome'}, {city: {isNull: true}}]}. " +
    `A value alone is equality. Operators: ${Object.keys(operators).join(', ')}; and, or, not take conditions. ` +
    `A column called like one of these is written in double quotes: {'"or"': 1}`,
  ...{
    properties: {
      and: {...conditions, description: 'All of these conditions'},
      or: {...conditions, description: 'At least one of these conditions'},
      not: {type: 'object', description: 'This condition does not hold'},
    },
    additionalProperties: {type: value, properties: operands, additionalProperties: false},
  },
};

/** Rows to insert. */
export const rowsInput = {
  type: ['object', 'array'],
  required: true,
  items: {type: 'object'},
  aliases: ['values', 'rows'],
  description:
    'A row as {column: value}, or a list of them. Lists go into arrays, any JSON into json and jsonb, timestamps as ISO 8601, bytea as \\x hex',
} as const;

export const returningInput = {
  type: 'array',
  items: {type: 'string', minLength: 1},
  default: ['*'],
  description: 'Columns to answer of each row; default all, [] for none',
} as const;

export const allInput = {
  type: 'boolean',
  default: false,
  description: 'Say that every row of the table is meant; without it where must name at least one condition',
} as const;

/** The table of an input as code works with it; the schema has let nothing else pass. */
export const tableOf = (input: unknown): TableInput => input as TableInput;

/** The transaction that a call works in: the one it names, else the current one of its session. */
export function transactionOf(
  module: DatabaseModule,
  given: Transaction | undefined,
  call: Call,
): Transaction | undefined {
  return given ?? module.wrappedInstance.current.of(call.context.sessionId);
}
