import {describe, expect, test} from '@jest/globals';

import {defineHandle} from '../../src/contract/handle.js';
import {isRecord} from '../../src/contract/json.js';
import {isToolResult} from '../../src/contract/result.js';
import {SecurityTier} from '../../src/contract/security-tier.js';
import {isSensitiveKey} from '../../src/contract/sensitive.js';

describe('isToolResult', () => {
  const metadata = {tool: 'a.b', callId: '1', timestamp: 1, duration: 1, attempts: 1};

  test('takes whole results only', () => {
    expect(isToolResult({success: true, data: null, metadata})).toBe(true);
    expect(isToolResult({success: false, error: {code: 'X'}, metadata})).toBe(true);
    expect(isToolResult({success: true, metadata})).toBe(false);
    expect(isToolResult({success: true, data: 1})).toBe(false);
    expect(isToolResult({success: false, error: 'text', metadata})).toBe(false);
    expect(isToolResult(null)).toBe(false);
  });
});

describe('isSensitiveKey', () => {
  test.each([
    'password',
    'dbPassword',
    'passwd',
    'api_key',
    'apiKey',
    'x-api-key',
    'clientSecret',
    'authToken',
    'token',
    'Authorization',
    'auth',
    'privateKey',
    'Cookie',
    'set-cookie',
    'credentials',
    'passphrase',
    'session_key',
    'passwordHash',
  ])('%s names a secret', (key) => {
    expect(isSensitiveKey(key)).toBe(true);
  });

  test.each(['path', 'author', 'message', 'passes', 'compass', 'bypass', 'keyboard', 'authorName', 'key', 'sessionId'])(
    '%s does not',
    (key) => {
      expect(isSensitiveKey(key)).toBe(false);
    },
  );
});

describe('small words', () => {
  test('a record is an object, not a list and not null', () => {
    expect([{}, Object.create(null), [], null, 'x', () => 1].map(isRecord)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('the tiers are those of seed 002', () => {
    expect(SecurityTier).toEqual({SAFE: 0, STANDARD: 1, ELEVATED: 2, RESTRICTED: 3, DANGEROUS: 4});
  });

  test('a handle type is data that can not be changed', () => {
    const type = defineHandle('door', {description: 'An open door'});
    expect(type).toEqual({
      type: 'door',
      description: 'An open door',
      fields: undefined,
      dispose: undefined,
      idleTtl: undefined,
      markers: undefined,
    });
    expect(Object.isFrozen(type)).toBe(true);
  });
});
