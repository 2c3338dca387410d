import {describe, expect, test} from '@jest/globals';

import {errorTable} from '../../src/contract/error-codes.js';
import {ToolError} from '../../src/contract/errors.js';
import * as taggedErrors from '../../src/contract/tagged-errors.js';

describe('new ToolError(code, message, options)', () => {
  test('takes its message and whether it is recoverable from the table', () => {
    for (const [code, entry] of Object.entries(errorTable)) {
      const error = new ToolError(code);
      expect([error.code, error.message, error.recoverable]).toEqual([code, entry.message, entry.recoverable]);
    }
  });

  test('a code of a module is not recoverable unless it says so', () => {
    expect(new ToolError('NO_CHANGES', 'Nothing to commit').recoverable).toBe(false);
    expect(new ToolError('NO_CHANGES', 'Nothing to commit', {recoverable: true}).recoverable).toBe(true);
  });

  test('carries what the caller needs to go on', () => {
    const cause = new Error('native');
    const error = new ToolError('CONFLICT', 'Changed meanwhile', {
      outcome: 'partial',
      suggestions: ['Read it again'],
      context: {done: 2},
      cause,
    });
    expect(error).toMatchObject({outcome: 'partial', suggestions: ['Read it again'], context: {done: 2}, cause});
    expect(error.name).toBe('ToolError');
    expect(error).toBeInstanceOf(Error);
  });
});

describe('new ToolError(message, context) of seed 004', () => {
  test('has the code EXECUTION_ERROR and keeps the context', () => {
    const error = new ToolError('Could not push', {module: 'git', method: 'push', focus: 'repo', params: {a: 1}});
    expect(error).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'Could not push',
      module: 'git',
      method: 'push',
      focus: 'repo',
      params: {a: 1},
    });
    expect(error.timestamp).toBeLessThanOrEqual(Date.now());
  });

  test('a message alone is a message, a code alone is a code', () => {
    expect(new ToolError('Something broke')).toMatchObject({code: 'EXECUTION_ERROR', message: 'Something broke'});
    expect(new ToolError('NO_CHANGES')).toMatchObject({code: 'NO_CHANGES', message: 'NO_CHANGES'});
  });
});

describe('kind and recognition', () => {
  test('is told as data, for those who catch it outside of a call', () => {
    const error = new ToolError('CONFLICT', 'Somebody was faster', {
      suggestions: ['Read again'],
      context: {version: 2},
    });
    expect(error.toErrorObject('notes.save')).toEqual({
      code: 'CONFLICT',
      message: 'Somebody was faster',
      recoverable: false,
      outcome: 'failed',
      suggestions: ['Read again'],
      details: {tool: 'notes.save', timestamp: error.timestamp, context: {version: 2}},
    });
  });

  test('input errors are validation, faults of the library are system, the rest is execution', () => {
    expect(new ToolError('MISSING_PARAMETER').kind).toBe('validation');
    expect(new ToolError('INTERNAL_ERROR').kind).toBe('system');
    expect(new ToolError('OPERATION_TIMEOUT').kind).toBe('execution');
  });

  test('an error of another copy of the library is recognised by its brand', () => {
    const foreign = Object.assign(new Error('x'), {code: 'CONFLICT', [Symbol.for('haft.ToolError')]: true});
    expect(ToolError.isToolError(foreign)).toBe(true);
  });

  test.each([[null], [undefined], ['text'], [{code: 'CONFLICT'}], [new Error('x')]])('%p is none', (value) => {
    expect(ToolError.isToolError(value)).toBe(false);
  });

  test('what can not even be looked at is none', () => {
    const {proxy, revoke} = Proxy.revocable({}, {});
    revoke();
    expect(ToolError.isToolError(proxy)).toBe(false);
  });
});

describe('tagged errors of seeds 001 and 003', () => {
  const expected: Readonly<Record<keyof typeof taggedErrors, string>> = {
    ValidationError: 'INVALID_PARAMETER',
    ExecutionError: 'EXECUTION_ERROR',
    SystemError: 'INTERNAL_ERROR',
    ToolNotFoundError: 'TOOL_NOT_FOUND',
    ToolInputValidationError: 'INVALID_PARAMETER',
    ToolOutputValidationError: 'INVALID_OUTPUT',
    ToolExecutionError: 'EXECUTION_ERROR',
  };

  test.each(Object.entries(expected))('%s has the code %s and its own tag', (name, code) => {
    const cause = new Error('native');
    const error = new taggedErrors[name as keyof typeof taggedErrors]('What happened', {cause});
    expect(error).toMatchObject({_tag: name, name, code, message: 'What happened', cause});
    expect(ToolError.isToolError(error)).toBe(true);
  });

  test('none is missing here', () => {
    expect(Object.keys(taggedErrors).sort()).toEqual(Object.keys(expected).sort());
  });
});
