import {readFile} from 'node:fs/promises';

import {describe, expect, test} from '@jest/globals';

import {ToolError} from '../../src/contract/errors.js';
import {commonCode, nativeCode, safeRead, toToolError} from '../../src/contract/native-errors.js';

const native = (code: string): Error => Object.assign(new Error(`${code}: it failed`), {code});

describe('toToolError', () => {
  test.each([
    ['ENOENT', 'RESOURCE_NOT_FOUND'],
    ['ENOTDIR', 'RESOURCE_NOT_FOUND'],
    ['EACCES', 'PERMISSION_DENIED'],
    ['EPERM', 'PERMISSION_DENIED'],
    ['EROFS', 'PERMISSION_DENIED'],
    ['EBUSY', 'RESOURCE_LOCKED'],
    ['EEXIST', 'RESOURCE_EXISTS'],
    ['ENOTEMPTY', 'INVALID_STATE'],
    ['EISDIR', 'INVALID_PARAMETER'],
    ['ENOSPC', 'RESOURCE_UNAVAILABLE'],
    ['EDQUOT', 'RESOURCE_UNAVAILABLE'],
    ['EMFILE', 'RESOURCE_UNAVAILABLE'],
    ['EFBIG', 'LIMIT_EXCEEDED'],
    ['ETIMEDOUT', 'OPERATION_TIMEOUT'],
    ['ECONNABORTED', 'OPERATION_TIMEOUT'],
    ['ECONNREFUSED', 'NETWORK_ERROR'],
    ['ENOTFOUND', 'NETWORK_ERROR'],
    ['ECONNRESET', 'CONNECTION_LOST'],
    ['EPIPE', 'CONNECTION_LOST'],
  ])('%s is %s, and the native error stays its cause', (code, common) => {
    const thrown = native(code);
    expect(toToolError(thrown, 'READ_FAILED')).toMatchObject({code: common, cause: thrown, message: thrown.message});
  });

  test('a real native error is mapped like one that a test made', async () => {
    const thrown: unknown = await readFile('/nowhere/at/all').catch((error: unknown) => error);
    expect(toToolError(thrown).code).toBe('RESOURCE_NOT_FOUND');
  });

  test('a refused connection did nothing; a connection that broke may have done something', () => {
    expect(toToolError(native('ECONNREFUSED')).outcome).toBe('not_executed');
    expect(toToolError(native('ENOTFOUND')).outcome).toBe('not_executed');
    expect(toToolError(native('ECONNRESET')).outcome).toBeUndefined();
  });

  test('what was aborted is cancelled, what ran out of time is a timeout', async () => {
    const aborted = new AbortController();
    aborted.abort();
    const timeout = new DOMException('took too long', 'TimeoutError');
    expect(toToolError(aborted.signal.reason).code).toBe('OPERATION_CANCELLED');
    expect(toToolError(timeout).code).toBe('OPERATION_TIMEOUT');
  });

  test('an error without a known cause has the code of the tool, or EXECUTION_ERROR', () => {
    expect(toToolError(new Error('odd'), 'READ_FAILED')).toMatchObject({code: 'READ_FAILED', message: 'odd'});
    expect(toToolError(native('EWEIRD')).code).toBe('EXECUTION_ERROR');
  });

  test('a ToolError stays what it is', () => {
    const error = new ToolError('NO_CHANGES', 'Nothing to commit');
    expect(toToolError(error, 'READ_FAILED')).toBe(error);
  });

  test.each([
    [null, 'Tool threw null'],
    [undefined, 'Tool threw undefined'],
    ['disk on fire', 'disk on fire'],
    ['', 'Tool execution failed'],
    [42, 'Tool execution failed'],
    [{message: 'from an object'}, 'from an object'],
    [{}, 'Tool execution failed'],
  ])('%p becomes a clean error', (thrown, message) => {
    expect(toToolError(thrown)).toMatchObject({code: 'EXECUTION_ERROR', message});
  });

  test('an error whose getters throw becomes a clean error', () => {
    const hostile = {
      get code(): string {
        throw new Error('no code for you');
      },
      get message(): string {
        throw new Error('no message for you');
      },
    };
    expect(toToolError(hostile)).toMatchObject({code: 'EXECUTION_ERROR', message: 'Tool execution failed'});
  });
});

describe('reading what was thrown', () => {
  test('a code that is no text is no native code', () => {
    expect(nativeCode({code: 42})).toBeUndefined();
    expect(nativeCode('ENOENT')).toBeUndefined();
  });

  test('names that every object has are no codes', () => {
    expect(commonCode('constructor')).toBeUndefined();
    expect(commonCode(undefined)).toBeUndefined();
  });

  test('safeRead never throws', () => {
    const {proxy, revoke} = Proxy.revocable({}, {});
    revoke();
    expect(safeRead(proxy, 'code')).toBeUndefined();
    expect(safeRead(null, 'code')).toBeUndefined();
  });
});
