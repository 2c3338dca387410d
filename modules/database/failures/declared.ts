/** Codes of whatever sends a statement to the server, with when. */
export const connectionErrors = {
  CONNECTION_LOST: 'The connection was lost in the middle; outcome says what that means',
  NETWORK_ERROR: 'The server can not be reached',
  AUTHENTICATION_REQUIRED: 'The server does not accept user and password',
  RESOURCE_UNAVAILABLE: 'The server takes no further connection, is starting or shutting down, or a package is missing',
  RESOURCE_NOT_FOUND: 'What the statement names is not there, or the database itself',
  PROTOCOL_ERROR: 'The other side does not speak as a Postgres server does, or its certificate is not trusted',
  OPERATION_TIMEOUT: 'The statement, or waiting for a free connection, took too long',
  OPERATION_CANCELLED: 'It was cancelled by the caller, or on the server',
  LIMIT_EXCEEDED: 'The answer has more rows or bytes than allowed, or too many calls wait for a connection',
  PERMISSION_DENIED: 'The role may not, or the connection or transaction is read-only',
  OPERATION_FAILED: 'The server failed, or it is a failure that no other code names',
} as const;

/** Codes of tools that take a transaction. */
const transactionErrors = {
  INVALID_STATE: 'The transaction is over, or the statement is not possible in its state',
  TRANSACTION_ABORTED: 'An earlier statement of the transaction failed: it can only be rolled back',
  HANDLE_EXPIRED: 'The transaction was idle for longer than idleTransactionTimeout and was rolled back',
  SERIALIZATION_FAILURE: 'It collided with another transaction: make the whole transaction again',
  DEADLOCK: 'It and another transaction waited for each other: make the whole transaction again',
  RESOURCE_LOCKED: 'Somebody else holds a lock of it',
} as const;

/** Codes of tools that run a statement of SQL. */
export const statementErrors = {
  ...connectionErrors,
  ...transactionErrors,
  SYNTAX_ERROR: 'The statement can not be understood; the message shows where',
  INVALID_PARAMETER: 'A value does not fit its type, or the statement is none that this tool runs',
  TYPE_MISMATCH: 'Types do not fit together: cast one of them',
  UNKNOWN_TABLE: 'There is no such table or view',
  UNKNOWN_COLUMN: 'There is no such column',
  UNKNOWN_FUNCTION: 'There is no such function for arguments of these types',
  NOT_SUPPORTED: 'The server can not do this',
  CONFLICT: 'Something else depends on it',
  RESOURCE_EXISTS: 'There is one of that name already',
  DUPLICATE_KEY: 'A row with this key is there already',
  NOT_NULL_VIOLATION: 'A column that needs a value has none',
  FOREIGN_KEY_VIOLATION: 'A row that is referred to is missing, or the row is still referred to',
  CHECK_VIOLATION: 'A check of the table or of a domain refuses the value',
  EXCLUSION_VIOLATION: 'The row overlaps with another one',
  CONSTRAINT_VIOLATION: 'A constraint refuses it',
  RAISED: 'A function or trigger of the database raised an error of its own',
} as const;
