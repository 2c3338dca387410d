import {describe, expect, test} from '@jest/globals';

import {codeMatches, errorAliases, ErrorCodes, errorEntry, errorTable} from '../../src/contract/error-codes.js';

/** The messages of seed 004 (960-989), letter by letter (R3.1, R3.2). */
const seedMessages = {
  MISSING_PARAMETER: 'Required parameter is missing',
  INVALID_PARAMETER: 'Parameter value is invalid',
  TYPE_MISMATCH: 'Parameter type is incorrect',
  RESOURCE_NOT_FOUND: 'Resource does not exist',
  RESOURCE_UNAVAILABLE: 'Resource temporarily unavailable',
  RESOURCE_LOCKED: 'Resource is locked by another process',
  PERMISSION_DENIED: 'Insufficient permissions',
  AUTHENTICATION_REQUIRED: 'Authentication needed',
  AUTHORIZATION_FAILED: 'Not authorized for this operation',
  OPERATION_FAILED: 'Operation could not be completed',
  OPERATION_TIMEOUT: 'Operation timed out',
  OPERATION_CANCELLED: 'Operation was cancelled',
  INVALID_STATE: 'Operation not valid in current state',
  PRECONDITION_FAILED: 'Precondition for operation not met',
  INTERNAL_ERROR: 'Internal system error',
  NETWORK_ERROR: 'Network communication failed',
  RATE_LIMITED: 'Rate limit exceeded',
};

/** The codes of DESIGN 4 with whether the same call may succeed later. A change here is a change of the contract. */
const pinned: Readonly<Record<string, boolean>> = {
  MISSING_PARAMETER: false,
  INVALID_PARAMETER: false,
  TYPE_MISMATCH: false,
  RESOURCE_NOT_FOUND: false,
  RESOURCE_UNAVAILABLE: true,
  RESOURCE_LOCKED: true,
  RESOURCE_EXISTS: false,
  PERMISSION_DENIED: false,
  AUTHENTICATION_REQUIRED: false,
  AUTHORIZATION_FAILED: false,
  OPERATION_FAILED: false,
  OPERATION_TIMEOUT: true,
  OPERATION_CANCELLED: false,
  INVALID_STATE: false,
  PRECONDITION_FAILED: true,
  CONFLICT: false,
  IDEMPOTENCY_CONFLICT: false,
  LIMIT_EXCEEDED: false,
  RATE_LIMITED: true,
  NETWORK_ERROR: true,
  CONNECTION_LOST: true,
  PROTOCOL_ERROR: false,
  DEFINITION_CHANGED: false,
  HANDLE_NOT_FOUND: false,
  HANDLE_EXPIRED: false,
  HANDLE_RELEASED: false,
  HANDLE_TYPE_MISMATCH: false,
  TOOL_NOT_FOUND: false,
  MODULE_NOT_FOUND: false,
  PROVIDER_NOT_FOUND: false,
  INVALID_CONFIG: false,
  INVALID_OUTPUT: false,
  EFFECT_FAILED: false,
  UNDO_REFUSED: false,
  CLEANUP_INCOMPLETE: false,
  MAX_RETRIES_EXCEEDED: false,
  NO_BRANCH_MATCHED: false,
  EXECUTION_ERROR: false,
  INTERNAL_ERROR: false,
};

describe('the table of codes', () => {
  test('holds exactly the codes of the design, each recoverable or not', () => {
    const table = Object.fromEntries(Object.entries(errorTable).map(([code, {recoverable}]) => [code, recoverable]));
    expect(table).toEqual(pinned);
  });

  test('keeps the messages of the seed', () => {
    expect(ErrorCodes).toMatchObject(seedMessages);
  });

  test.each(Object.keys(errorTable))('%s has a message of its own and a class', (code) => {
    const entry = errorEntry(code);
    expect(entry?.message).toMatch(/^[A-Z].+[^.]$/);
    expect(entry?.class).toMatch(/^[a-z]+$/);
    const same = Object.values(errorTable).filter(({message}) => message === entry?.message);
    expect(same).toHaveLength(1);
  });

  test('can not be changed', () => {
    expect(Object.isFrozen(errorTable)).toBe(true);
    expect(Object.isFrozen(ErrorCodes)).toBe(true);
    expect(Object.values(errorTable).every((entry) => Object.isFrozen(entry))).toBe(true);
  });

  test('knows nothing of names that every object has', () => {
    expect(errorEntry('constructor')).toBeUndefined();
    expect(errorEntry('__proto__')).toBeUndefined();
    expect(codeMatches('toString', 'constructor')).toBe(false);
  });
});

describe('other spellings of codes', () => {
  const matched: readonly (readonly [alias: string, codes: readonly string[]])[] = [
    ['TIMEOUT', ['OPERATION_TIMEOUT']],
    ['RATE_LIMIT', ['RATE_LIMITED']],
    ['NETWORK', ['NETWORK_ERROR', 'CONNECTION_LOST']],
    ['SERVER_ERROR', ['RESOURCE_UNAVAILABLE']],
    ['LOCK', ['RESOURCE_LOCKED']],
    ['VALIDATION_ERROR', ['INVALID_PARAMETER', 'MISSING_PARAMETER', 'TYPE_MISMATCH']],
    ['INVALID_ARGUMENTS', ['INVALID_PARAMETER', 'MISSING_PARAMETER', 'TYPE_MISMATCH']],
    ['FILE_EXISTS', ['RESOURCE_EXISTS']],
    ['EXECUTION_FAILED', ['EXECUTION_ERROR']],
    ['CANCELLED', ['OPERATION_CANCELLED']],
  ];

  test.each(matched)('%s is understood as %j and as nothing else', (alias, codes) => {
    const understood = Object.keys(errorTable).filter((code) => codeMatches(code, alias));
    expect(understood.sort()).toEqual([...codes].sort());
  });

  test('are all listed here, and none of them is a code', () => {
    expect(Object.keys(errorAliases).sort()).toEqual(matched.map(([alias]) => alias).sort());
    expect(Object.keys(errorAliases).filter((alias) => errorEntry(alias) !== undefined)).toEqual([]);
  });

  test('a code matches itself, also one that a module declares', () => {
    expect(codeMatches('NO_CHANGES', 'NO_CHANGES')).toBe(true);
    expect(codeMatches('NO_CHANGES', 'TIMEOUT')).toBe(false);
  });
});
