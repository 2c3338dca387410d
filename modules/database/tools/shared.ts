import type {Call, ModuleInstance} from '../../../src/sdk.js';
import type {Database} from '../database.js';
import {dbTransaction} from '../handles.js';
import type {DatabaseConfig} from '../options.js';

/** The module as its tools see it. */
export type DatabaseModule = ModuleInstance<DatabaseConfig, Database>;

/** ms that a call of a tool may take as a whole: waiting for a connection, making one, and the statement. */
export const toolTimeout = 120_000;

/** In which transaction; left out, in the current one of the session, or else on its own. */
export const transactionInput = {
  handle: dbTransaction,
  description:
    'Transaction handle from db.beginTransaction; default the current transaction, if there is one, else none',
} as const;

export const rowsOutput = {
  type: 'array',
  required: true,
  items: {type: 'object'},
  description: 'Rows by column; int8 past 2^53 and numeric are text, timestamps ISO 8601, bytea \\x hex',
} as const;

export const rowCountOutput = {
  type: 'integer',
  required: true,
  description: 'Rows that were answered or changed',
} as const;

/** Tells the caller what the database wants to be known. */
export function passNotice({wrappedInstance}: DatabaseModule, call: Call): void {
  const notice = wrappedInstance.takeNotice();
  if (notice !== undefined) call.warn(notice);
}

export {connectionErrors, statementErrors} from '../failures/declared.js';

export const sqlInput = {
  type: 'string',
  required: true,
  minLength: 1,
  maxLength: 1_000_000,
  aliases: ['text', 'statement'],
  description: 'One statement of SQL; values stand in it as $1, $2 and are never written into it',
} as const;

export const valuesInput = {
  type: 'array',
  default: [],
  aliases: ['params', 'parameters'],
  description: 'For $1, $2…: text, numbers, true, false, null; a list for an array, an object or list for json',
} as const;
