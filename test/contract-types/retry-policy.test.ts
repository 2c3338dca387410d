import {describe, expect, test} from '@jest/globals';

import {RetryPolicies} from '../../src/contract/retry-policy.js';

describe('the presets of seed 000 (R20.3)', () => {
  test('are these, with their lists of codes', () => {
    expect({...RetryPolicies, CUSTOM: 'a function'}).toEqual({
      NONE: {maxRetries: 0, backoff: {type: 'none'}},
      QUICK: {
        maxRetries: 3,
        backoff: {type: 'fixed', delay: 1000},
        retryableErrors: ['TIMEOUT', 'RATE_LIMIT', 'NETWORK'],
      },
      STANDARD: {
        maxRetries: 3,
        backoff: {type: 'exponential', baseDelay: 1000, maxDelay: 30_000, multiplier: 2},
        retryableErrors: ['TIMEOUT', 'RATE_LIMIT', 'NETWORK', 'SERVER_ERROR'],
      },
      AGGRESSIVE: {
        maxRetries: 5,
        backoff: {
          type: 'jittered',
          base: {type: 'exponential', baseDelay: 500, maxDelay: 60_000, multiplier: 2},
          jitter: 0.1,
        },
        retryableErrors: ['TIMEOUT', 'RATE_LIMIT', 'NETWORK', 'SERVER_ERROR', 'LOCK'],
      },
      CUSTOM: 'a function',
    });
  });

  test('CUSTOM gives back the policy it was given', () => {
    const policy = {maxRetries: 1, backoff: {type: 'none'}} as const;
    expect(RetryPolicies.CUSTOM(policy)).toBe(policy);
  });
});
