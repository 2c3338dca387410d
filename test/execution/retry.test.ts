import {beforeEach, describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {backoffDelay, isRetryable} from '../../src/execution/retry.js';
import type {ToolFacts} from '../../src/core/tool-definition.js';
import {defineTool, RetryPolicies, Runtime, ToolError} from '../../src/sdk.js';
import type {Backoff, Outcome, RetryPolicy, RetryPreset, ToolResult} from '../../src/sdk.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {dataOf, errorOf, moduleOf} from '../support/one-module.js';

let clock: FakeClock;
let runs: number[];
let delays: number[];

beforeEach(() => {
  clock = new FakeClock();
  runs = [];
  delays = [];
});

interface Failing {
  readonly code: string;
  readonly outcome?: Outcome;
  readonly recoverable?: boolean;
  /** How often it fails before it succeeds; default always. */
  readonly times?: number;
}

/** A tool that fails, called in a runtime whose clock is moved on until it settles. */
async function call(
  retry: RetryPolicy | RetryPreset,
  failing: Failing,
  facts: Partial<ToolFacts> = {},
): Promise<ToolResult> {
  const tool = defineTool({
    name: 'flaky',
    description: 'Fail',
    planning: {idempotent: true, sideEffects: false},
    retry,
    ...facts,
    run: () => {
      runs.push(clock.now());
      if (runs.length > (failing.times ?? Infinity)) return 'done';
      throw new ToolError(failing.code, failing.code, {outcome: failing.outcome, recoverable: failing.recoverable});
    },
  });
  const runtime = new Runtime({clock});
  runtime.on('call:retry', ({delay}) => delays.push(delay));
  const module = await moduleOf([tool], runtime);
  const running = module.getTool('flaky').execute({});
  await clock.advance(600_000);
  return running;
}

const waits = (): number[] => runs.slice(1).map((time, index) => time - runs[index]!);

describe('backoff (R20.2)', () => {
  const cases: readonly (readonly [backoff: Backoff, delays: readonly number[]])[] = [
    [{type: 'none'}, [0, 0, 0]],
    [{type: 'fixed', delay: 250}, [250, 250, 250]],
    [{type: 'linear', baseDelay: 100, increment: 50}, [100, 150, 200]],
    [{type: 'exponential', baseDelay: 100, maxDelay: 350, multiplier: 2}, [100, 200, 350]],
    [{type: 'jittered', base: {type: 'fixed', delay: 100}, jitter: 0}, [100, 100, 100]],
  ];

  test.each(cases)('%j waits %j', async (backoff, expected) => {
    const result = await call({maxRetries: 3, backoff}, {code: 'RATE_LIMITED'});
    expect(errorOf(result).code).toBe('RATE_LIMITED');
    expect(result.metadata.attempts).toBe(4);
    expect(waits()).toEqual(expected);
    expect(delays).toEqual(expected);
  });

  test('jitter stays within its bounds and never goes below 0', () => {
    const number = fc.double({min: 0, max: 1, noNaN: true, maxExcluded: true});
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.double({min: 0, max: 3, noNaN: true}),
        number,
        fc.integer({min: 1, max: 10}),
        (delay, jitter, random, attempt) => {
          const waited = backoffDelay({type: 'jittered', base: {type: 'fixed', delay}, jitter}, attempt, () => random);
          expect(waited).toBeGreaterThanOrEqual(0);
          expect(waited).toBeGreaterThanOrEqual(delay - delay * jitter - 1e-6);
          expect(waited).toBeLessThanOrEqual(delay + delay * jitter + 1e-6);
        },
      ),
    );
  });

  test('jitter uses its whole range', () => {
    const backoff: Backoff = {type: 'jittered', base: {type: 'fixed', delay: 1000}, jitter: 0.1};
    expect([0, 0.5, 1].map((random) => backoffDelay(backoff, 1, () => random))).toEqual([900, 1000, 1100]);
  });
});

describe('the presets (R20.3)', () => {
  const retried: Readonly<Record<RetryPreset, readonly string[]>> = {
    NONE: [],
    QUICK: ['OPERATION_TIMEOUT', 'RATE_LIMITED', 'NETWORK_ERROR', 'CONNECTION_LOST'],
    STANDARD: ['OPERATION_TIMEOUT', 'RATE_LIMITED', 'NETWORK_ERROR', 'CONNECTION_LOST', 'RESOURCE_UNAVAILABLE'],
    AGGRESSIVE: [
      'OPERATION_TIMEOUT',
      'RATE_LIMITED',
      'NETWORK_ERROR',
      'CONNECTION_LOST',
      'RESOURCE_UNAVAILABLE',
      'RESOURCE_LOCKED',
    ],
  };
  const attempts: Readonly<Record<RetryPreset, number>> = {NONE: 1, QUICK: 4, STANDARD: 4, AGGRESSIVE: 6};
  const codes = [...retried.AGGRESSIVE, 'RESOURCE_NOT_FOUND', 'PRECONDITION_FAILED', 'EXECUTION_ERROR', 'NO_CHANGES'];
  const cases = (Object.keys(retried) as RetryPreset[]).flatMap((preset) =>
    codes.map((code) => [preset, code] as const),
  );

  test.each(cases)('%s and %s', async (preset, code) => {
    const result = await call(preset, {code});
    expect(result.metadata.attempts).toBe(retried[preset].includes(code) ? attempts[preset] : 1);
    expect(errorOf(result).code).toBe(code);
  });

  test('QUICK waits a second each time, STANDARD doubles', async () => {
    await call('QUICK', {code: 'RATE_LIMITED'});
    expect(waits()).toEqual([1000, 1000, 1000]);
    runs = [];
    await call('STANDARD', {code: 'RATE_LIMITED'});
    expect(waits()).toEqual([1000, 2000, 4000]);
  });

  test('AGGRESSIVE doubles from half a second, a tenth more or less', async () => {
    await call('AGGRESSIVE', {code: 'RESOURCE_LOCKED'});
    expect(waits()).toHaveLength(5);
    for (const [index, waited] of waits().entries()) {
      const base = 500 * 2 ** index;
      expect(waited).toBeGreaterThanOrEqual(base * 0.9);
      expect(waited).toBeLessThanOrEqual(base * 1.1);
    }
  });
});

describe('a policy of ones own', () => {
  const now: RetryPolicy = {maxRetries: 2, backoff: {type: 'none'}};

  test('ends with the first success', async () => {
    const result = await call(now, {code: 'RATE_LIMITED', times: 1});
    expect(dataOf(result)).toBe('done');
    expect(result.metadata.attempts).toBe(2);
  });

  test('is asked in the order of R20.4', () => {
    const error = new ToolError('RATE_LIMITED');
    expect(isRetryable(error, now, 0)).toBe(true);
    expect(isRetryable(error, now, 2)).toBe(false);
    expect(isRetryable(error, {...now, shouldRetry: () => false}, 0)).toBe(false);
    expect(isRetryable(error, {...now, retryableErrors: ['RATE_LIMIT']}, 0)).toBe(true);
    expect(isRetryable(error, {...now, retryableErrors: ['TIMEOUT']}, 0)).toBe(false);
    expect(isRetryable(error, {...now, nonRetryableErrors: ['RATE_LIMIT']}, 0)).toBe(false);
    expect(isRetryable(error, {...now, shouldRetry: () => true, nonRetryableErrors: ['RATE_LIMITED']}, 0)).toBe(false);
    expect(isRetryable(new ToolError('CONFLICT'), now, 0)).toBe(false);
    expect(isRetryable(new ToolError('CONFLICT', 'x', {recoverable: true}), now, 0)).toBe(true);
  });

  test('is told the number of the attempt, from 0', async () => {
    const told: number[] = [];
    await call({...now, shouldRetry: (_error, attempt) => told.push(attempt) > 0}, {code: 'RATE_LIMITED'});
    expect(told).toEqual([0, 1]);
  });

  test('that throws is the error of the call', async () => {
    const shouldRetry = (): boolean => {
      throw new Error('confused');
    };
    expect(errorOf(await call({...now, shouldRetry}, {code: 'RATE_LIMITED'}))).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'confused',
    });
  });
});

describe('a call that may have happened is never repeated', () => {
  const often: RetryPolicy = {maxRetries: 5, backoff: {type: 'none'}};

  test.each([
    [false, 'not_executed', 6],
    [false, 'failed', 1],
    [false, 'partial', 1],
    [false, 'unknown', 1],
    [false, undefined, 1],
    [true, 'not_executed', 6],
    [true, 'failed', 6],
    [true, 'unknown', 6],
    [true, undefined, 6],
  ] as const)('idempotent %s, outcome %s: %i attempts', async (idempotent, outcome, attempts) => {
    const failing = {code: 'CONNECTION_LOST', ...(outcome && {outcome})};
    const result = await call(often, failing, {planning: {idempotent, sideEffects: true}});
    expect(result.metadata.attempts).toBe(attempts);
  });

  test('not even when its time ran out', async () => {
    let times = 0;
    const tool = defineTool({
      name: 'send',
      description: 'Send',
      planning: {idempotent: false, sideEffects: true},
      retry: often,
      timeout: 10,
      run: () => {
        times++;
        return new Promise(() => undefined);
      },
    });
    const module = await moduleOf([tool], new Runtime({clock}));
    const running = module.getTool('send').execute({});
    await clock.advance(1000);
    expect(errorOf(await running)).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown'});
    expect(times).toBe(1);
  });

  test('each attempt of an idempotent tool has its own time', async () => {
    let times = 0;
    const tool = defineTool({
      name: 'read',
      description: 'Read',
      planning: {idempotent: true, sideEffects: false},
      retry: often,
      timeout: 10,
      run: () => (++times < 3 ? new Promise(() => undefined) : 'done'),
    });
    const module = await moduleOf([tool], new Runtime({clock}));
    const running = module.getTool('read').execute({});
    await clock.advance(1000);
    const result = await running;
    expect(dataOf(result)).toBe('done');
    expect(result.metadata).toMatchObject({attempts: 3, duration: 20});
  });
});

describe('waiting for the next attempt', () => {
  const slowly: RetryPolicy = {maxRetries: 3, backoff: {type: 'fixed', delay: 60_000}};

  async function interrupted(options: {signal?: AbortSignal; timeout?: number}, then: () => void): Promise<ToolResult> {
    const tool = defineTool({
      name: 'flaky',
      description: 'Fail',
      planning: {idempotent: true, sideEffects: false},
      retry: slowly,
      run: () => {
        runs.push(clock.now());
        throw new ToolError('RATE_LIMITED');
      },
    });
    const module = await moduleOf([tool], new Runtime({clock}));
    const running = module.getTool('flaky').execute({}, options);
    await clock.advance(1000);
    then();
    await clock.advance(1000);
    return running;
  }

  test('ends at once when the caller cancels', async () => {
    const controller = new AbortController();
    const result = await interrupted({signal: controller.signal}, () => {
      controller.abort();
    });
    expect(errorOf(result).code).toBe('OPERATION_CANCELLED');
    expect(result.metadata.attempts).toBe(1);
    expect(clock.waiting).toBe(0);
  });

  test('ends when the time of the call is over', async () => {
    const result = await interrupted({timeout: 1500}, () => undefined);
    expect(errorOf(result)).toMatchObject({code: 'OPERATION_TIMEOUT'});
    expect(result.metadata.duration).toBe(1500);
    expect(clock.waiting).toBe(0);
  });
});

test('the presets can not be changed', () => {
  expect(Object.isFrozen(RetryPolicies.STANDARD)).toBe(true);
});
