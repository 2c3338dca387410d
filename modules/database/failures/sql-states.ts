/** What a SQLSTATE means for a caller. */
export interface StateMeaning {
  readonly code: string;
  readonly recoverable?: boolean;
  readonly suggestion?: string;
}

const table = (code: string, suggestion?: string, recoverable?: boolean): StateMeaning => ({
  code,
  ...(suggestion !== undefined && {suggestion}),
  ...(recoverable !== undefined && {recoverable}),
});

const restart = 'Call again: a new connection is opened when the server is there';

/**
 * SQLSTATE to code (https://www.postgresql.org/docs/current/errcodes-appendix.html), whole states first, then classes of
 * two characters. What is in neither is OPERATION_FAILED.
 */
const sqlStates: Readonly<Record<string, StateMeaning>> = {
  '08': table('CONNECTION_LOST', restart),
  '08P01': table('PROTOCOL_ERROR', 'Behind a pooler such as PgBouncer, use its session mode'),
  '0A': table('NOT_SUPPORTED', 'Write it another way: the server can not do this'),
  '20': table('OPERATION_FAILED'),
  '21': table('INVALID_PARAMETER', 'A subquery or ON CONFLICT met more rows than it may'),
  '22': table('INVALID_PARAMETER', 'Give a value that its type can hold'),
  '22012': table('INVALID_PARAMETER', 'Leave out rows whose divisor is 0, or divide by nullif(…, 0)'),
  '23': table('CONSTRAINT_VIOLATION', 'Look at the constraint with db.describeTable'),
  '23502': table('NOT_NULL_VIOLATION', 'Give the column a value'),
  '23503': table('FOREIGN_KEY_VIOLATION', 'Insert the row that is referred to first, or delete what refers to it'),
  '23505': table('DUPLICATE_KEY', 'Use another key, or db.upsert'),
  '23514': table('CHECK_VIOLATION', 'Give a value that the check allows: see db.describeTable'),
  '23P01': table('EXCLUSION_VIOLATION', 'Give a value that does not overlap with another row'),
  '24': table('INVALID_STATE'),
  '25': table('INVALID_STATE'),
  '25001': table('INVALID_STATE', 'Run it outside of a transaction'),
  '25006': table('PERMISSION_DENIED', 'The connection or transaction is read-only; see readOnly of the config'),
  '25P02': table('TRANSACTION_ABORTED', 'Roll back: db.rollback, or begin anew'),
  '25P03': table('CONNECTION_LOST', 'The transaction was idle for too long: begin it again'),
  '26': table('RESOURCE_NOT_FOUND'),
  '28': table('AUTHENTICATION_REQUIRED', 'Check user and password of the config, and pg_hba.conf of the server'),
  '2B': table('CONFLICT', 'Drop what depends on it first'),
  '2D': table('INVALID_STATE', 'Use db.beginTransaction, db.commit and db.rollback'),
  '34': table('RESOURCE_NOT_FOUND', 'The cursor is gone with its transaction: open it again'),
  '3B': table('INVALID_STATE'),
  '3D': table('RESOURCE_NOT_FOUND', 'Check database in the config'),
  '3F': table('RESOURCE_NOT_FOUND', 'Check the name of the schema'),
  '40': table('SERIALIZATION_FAILURE', 'Make the whole transaction again', true),
  '40003': table('CONNECTION_LOST'),
  '40P01': table('DEADLOCK', 'Make the whole transaction again; change rows in one order everywhere', true),
  '42': table('INVALID_PARAMETER'),
  '42501': table('PERMISSION_DENIED', 'Grant the role what it needs, or use another role'),
  '42601': table('SYNTAX_ERROR', 'Correct the statement; give one statement a call, values as $1, $2 in values'),
  '42602': table('INVALID_PARAMETER'),
  '42611': table('SYNTAX_ERROR'),
  '42622': table('INVALID_PARAMETER', 'Use a name of at most 63 bytes'),
  '42701': table('RESOURCE_EXISTS'),
  '42703': table('UNKNOWN_COLUMN', 'See the columns with db.describeTable'),
  '42704': table('RESOURCE_NOT_FOUND'),
  '42710': table('RESOURCE_EXISTS'),
  '42712': table('SYNTAX_ERROR', 'Give the second of the tables an alias'),
  '42723': table('RESOURCE_EXISTS'),
  '42803': table('SYNTAX_ERROR', 'Add the column to GROUP BY, or aggregate it'),
  '42804': table('TYPE_MISMATCH', 'Cast it: $1::type'),
  '42846': table('TYPE_MISMATCH', 'Cast it by way of another type'),
  '42883': table('UNKNOWN_FUNCTION', 'Check its name, and cast the parameters: $1::type'),
  '42P01': table('UNKNOWN_TABLE', 'See the tables with db.listTables'),
  '42P02': table('INVALID_PARAMETER', 'Number the parameters $1, $2 in the order of values'),
  '42P04': table('RESOURCE_EXISTS'),
  '42P06': table('RESOURCE_EXISTS'),
  '42P07': table('RESOURCE_EXISTS', 'Use another name, or drop it first'),
  '42P18': table('TYPE_MISMATCH', 'Cast the parameter: $1::type'),
  '53': table('RESOURCE_UNAVAILABLE', 'Try again later'),
  '53300': table('RESOURCE_UNAVAILABLE', 'The server has no free connection: lower maxConnections, or try later'),
  '54': table('LIMIT_EXCEEDED', 'Make the statement smaller'),
  '55': table('INVALID_STATE'),
  '55006': table('RESOURCE_LOCKED', 'Try again when nobody uses it'),
  '55P03': table('RESOURCE_LOCKED', 'Try again later'),
  '57014': table('OPERATION_CANCELLED', 'It was ended on the server, by its operator or by a time limit'),
  '57P': table('CONNECTION_LOST', restart),
  '57P03': table('RESOURCE_UNAVAILABLE', 'The server is starting or shutting down: try again in a moment'),
  '57P04': table('RESOURCE_NOT_FOUND', 'The database was dropped'),
  '58': table('RESOURCE_UNAVAILABLE', 'Look at the log of the server'),
  P0: table('RAISED', 'A function or trigger of the database refused it: its message says why'),
  XX: table('OPERATION_FAILED', 'Look at the log of the server'),
};

/** The meaning of a state, by itself or by its class. */
export function meaningOf(state: string): StateMeaning {
  const found = [state, state.slice(0, 3), state.slice(0, 2)].find((key) => Object.hasOwn(sqlStates, key));
  return (found === undefined ? undefined : sqlStates[found]) ?? table('OPERATION_FAILED');
}

/** Whether a text is a SQLSTATE. */
export const isSqlState = (code: string | undefined): code is string =>
  code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code);
