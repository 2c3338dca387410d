import {nearest, ToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import {tableNames} from '../catalog/read-table.js';
import {askIn} from '../catalog/tables.js';
import type {TableName} from '../sql/names.js';
import {parseTableName, quoted} from '../sql/names.js';
import {transactionOf} from '../tools/table-input.js';
import type {DatabaseModule} from '../tools/shared.js';
import type {Transaction} from '../transactions/transaction.js';

/**
 * Runs a statement of the caller's. When it names a table that is not there, the error suggests the one that is meant: the
 * server gives hints for columns, and none for tables. In a transaction nobody is asked, for a failed one answers nothing.
 */
export async function withNearTable<T>(
  module: DatabaseModule,
  call: Call,
  given: Transaction | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const transaction = transactionOf(module, given, call);
  try {
    return await work();
  } catch (error) {
    const missing = missingTable(error);
    if (!missing || transaction || call.stopped) throw error;
    // What can not be asked is not worth an error of its own.
    const names = await tableNames(askIn(module, undefined, call), missing.name.schema).catch(() => []);
    throw suggesting(missing.error, missing.name, names);
  }
}

/** The table that the server does not know, as it wrote the name; undefined for any other failure. */
function missingTable(thrown: unknown): {readonly error: ToolError; readonly name: TableName} | undefined {
  if (!ToolError.isToolError(thrown) || thrown.code !== 'UNKNOWN_TABLE') return undefined;
  const {message} = thrown.cause as {message?: unknown};
  const [, name] = /^(?:relation|table|view|materialized view) "(.+)" does not exist$/.exec(String(message)) ?? [];
  try {
    return name === undefined ? undefined : {error: thrown, name: parseTableName(name, 'sql')};
  } catch {
    // Dots and quotes within a name are written as they are.
    return undefined;
  }
}

function suggesting(error: ToolError, {schema, name}: TableName, names: readonly string[]): ToolError {
  const near = nearest(name, names);
  if (near === undefined) return error;
  const {code, message, outcome, recoverable, suggestions = [], context, cause} = error;
  const meant = [...(schema === undefined ? [] : [schema]), near].map(asWritten).join('.');
  return new ToolError(code, message, {
    outcome,
    recoverable,
    suggestions: [`Did you mean ${meant}?`, ...suggestions],
    context,
    cause,
  });
}

/** In double quotes where SQL would read the bare name as another one. */
const asWritten = (name: string): string => (/^[a-z_][a-z0-9_$]*$/.test(name) ? name : quoted(name));
