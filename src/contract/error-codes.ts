/** What kind of trouble a code stands for; `kind` of an error and the tables in the docs follow from it. */
export type ErrorClass =
  | 'input'
  | 'resource'
  | 'permission'
  | 'operation'
  | 'state'
  | 'limit'
  | 'network'
  | 'handle'
  | 'lookup'
  | 'config'
  | 'after'
  | 'fault';

/** What the table says of a code. */
export interface ErrorCodeEntry {
  /** Default message, without the names of this occurrence. */
  readonly message: string;
  /** Whether the same call may succeed when it is made again, without anything being changed by the caller. */
  readonly recoverable: boolean;
  readonly class: ErrorClass;
}

const entry = (message: string, recoverable: boolean, errorClass: ErrorClass): ErrorCodeEntry =>
  Object.freeze({message, recoverable, class: errorClass});

/**
 * The one table of common codes (DESIGN 4). The literal messages of the first eighteen are those of seed 004
 * (R3.1, R3.2). Modules declare further codes in their tools; docs/errors.md is made from this table.
 */
export const errorTable = Object.freeze({
  MISSING_PARAMETER: entry('Required parameter is missing', false, 'input'),
  INVALID_PARAMETER: entry('Parameter value is invalid', false, 'input'),
  TYPE_MISMATCH: entry('Parameter type is incorrect', false, 'input'),

  RESOURCE_NOT_FOUND: entry('Resource does not exist', false, 'resource'),
  RESOURCE_UNAVAILABLE: entry('Resource temporarily unavailable', true, 'resource'),
  RESOURCE_LOCKED: entry('Resource is locked by another process', true, 'resource'),
  RESOURCE_EXISTS: entry('Resource already exists', false, 'resource'),

  PERMISSION_DENIED: entry('Insufficient permissions', false, 'permission'),
  AUTHENTICATION_REQUIRED: entry('Authentication needed', false, 'permission'),
  AUTHORIZATION_FAILED: entry('Not authorized for this operation', false, 'permission'),

  OPERATION_FAILED: entry('Operation could not be completed', false, 'operation'),
  OPERATION_TIMEOUT: entry('Operation timed out', true, 'operation'),
  OPERATION_CANCELLED: entry('Operation was cancelled', false, 'operation'),

  INVALID_STATE: entry('Operation not valid in current state', false, 'state'),
  PRECONDITION_FAILED: entry('Precondition for operation not met', true, 'state'),
  CONFLICT: entry('Operation conflicts with a change made elsewhere', false, 'state'),
  IDEMPOTENCY_CONFLICT: entry('Idempotency key was used with other input', false, 'state'),

  LIMIT_EXCEEDED: entry('A size or count limit was exceeded', false, 'limit'),
  RATE_LIMITED: entry('Rate limit exceeded', true, 'limit'),

  NETWORK_ERROR: entry('Network communication failed', true, 'network'),
  CONNECTION_LOST: entry('Connection was lost during the operation', true, 'network'),
  PROTOCOL_ERROR: entry('The other side broke the protocol', false, 'network'),

  DEFINITION_CHANGED: entry('Tool definition changed since it was approved', false, 'state'),

  HANDLE_NOT_FOUND: entry('Handle not found', false, 'handle'),
  HANDLE_EXPIRED: entry('Handle has expired', false, 'handle'),
  HANDLE_RELEASED: entry('Handle was released', false, 'handle'),
  HANDLE_TYPE_MISMATCH: entry('Handle is of another type', false, 'handle'),

  TOOL_NOT_FOUND: entry('Tool not found', false, 'lookup'),
  MODULE_NOT_FOUND: entry('Module not found', false, 'lookup'),
  PROVIDER_NOT_FOUND: entry('Provider not found', false, 'lookup'),

  INVALID_CONFIG: entry('Configuration is invalid', false, 'config'),
  INVALID_OUTPUT: entry('Tool answered something its output schema does not allow', false, 'after'),

  EFFECT_FAILED: entry('An effect of the operation failed', false, 'after'),
  UNDO_REFUSED: entry('The operation can not be taken back', false, 'state'),
  CLEANUP_INCOMPLETE: entry('Some resources could not be released', false, 'after'),

  MAX_RETRIES_EXCEEDED: entry('Exceeded maximum retries', false, 'operation'),
  NO_BRANCH_MATCHED: entry('No branch matched', false, 'operation'),
  EXECUTION_ERROR: entry('Tool execution failed', false, 'fault'),
  INTERNAL_ERROR: entry('Internal system error', false, 'fault'),
}) satisfies Readonly<Record<string, ErrorCodeEntry>>;

/** A code of the table. */
export type CommonErrorCode = keyof typeof errorTable;

/** Code to default message, the shape seed 004 exports (R3.1). */
export const ErrorCodes: Readonly<Record<CommonErrorCode, string>> = Object.freeze(
  Object.fromEntries(Object.entries(errorTable).map(([code, {message}]) => [code, message])),
) as Readonly<Record<CommonErrorCode, string>>;

/** Spellings of the other seeds (C33): understood wherever a code is matched, never produced. */
export const errorAliases: Readonly<Record<string, readonly CommonErrorCode[]>> = Object.freeze({
  TIMEOUT: ['OPERATION_TIMEOUT'],
  RATE_LIMIT: ['RATE_LIMITED'],
  NETWORK: ['NETWORK_ERROR', 'CONNECTION_LOST'],
  SERVER_ERROR: ['RESOURCE_UNAVAILABLE'],
  LOCK: ['RESOURCE_LOCKED'],
  VALIDATION_ERROR: ['INVALID_PARAMETER', 'MISSING_PARAMETER', 'TYPE_MISMATCH'],
  INVALID_ARGUMENTS: ['INVALID_PARAMETER', 'MISSING_PARAMETER', 'TYPE_MISMATCH'],
  FILE_EXISTS: ['RESOURCE_EXISTS'],
  EXECUTION_FAILED: ['EXECUTION_ERROR'],
  CANCELLED: ['OPERATION_CANCELLED'],
});

/** The table's entry of a code, or undefined for a code that a module declares. */
export function errorEntry(code: string): ErrorCodeEntry | undefined {
  return Object.hasOwn(errorTable, code) ? errorTable[code as CommonErrorCode] : undefined;
}

/** Whether `code` is meant by `pattern`, which is a code or one of its aliases. */
export function codeMatches(code: string, pattern: string): boolean {
  if (code === pattern) return true;
  if (!Object.hasOwn(errorAliases, pattern)) return false;
  const codes: readonly string[] = errorAliases[pattern] ?? [];
  return codes.includes(code);
}
