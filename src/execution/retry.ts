import {codeMatches} from '../contract/error-codes.js';
import type {ToolError} from '../contract/errors.js';
import type {Backoff, RetryPolicy} from '../contract/retry-policy.js';
import type {ActiveCall} from './active-call.js';
import {thrownError} from './thrown-error.js';

/** ms to wait before retry number `attempt`, counted from 1 (R20.2). */
export function backoffDelay(backoff: Backoff, attempt: number, random: () => number = Math.random): number {
  switch (backoff.type) {
    case 'none':
      return 0;
    case 'fixed':
      return backoff.delay;
    case 'linear':
      return backoff.baseDelay + backoff.increment * (attempt - 1);
    case 'exponential':
      return Math.min(backoff.baseDelay * backoff.multiplier ** (attempt - 1), backoff.maxDelay);
    case 'jittered': {
      const base = backoffDelay(backoff.base, attempt, random);
      return Math.max(0, base + (random() * 2 - 1) * base * backoff.jitter);
    }
  }
}

/** R20.4, in its order; `attempt` counts from 0. */
export function isRetryable(error: ToolError, policy: RetryPolicy, attempt: number): boolean {
  if (attempt >= policy.maxRetries) return false;
  if (policy.shouldRetry && !policy.shouldRetry(error, attempt)) return false;
  if (policy.retryableErrors && !policy.retryableErrors.some((pattern) => codeMatches(error.code, pattern)))
    return false;
  if (policy.nonRetryableErrors?.some((pattern) => codeMatches(error.code, pattern))) return false;
  return error.recoverable;
}

/** Runs until it succeeds or must not be made again; never repeats a call that may have happened (CO03). */
export async function withRetry<T>(call: ActiveCall, policy: RetryPolicy, run: () => T | Promise<T>): Promise<T> {
  const {spec, services} = call;
  for (let attempt = 0; ; attempt++) {
    const kept = call.undo?.length ?? 0;
    try {
      return await run();
    } catch (thrown) {
      const error = thrownError(thrown);
      const safe = spec.idempotent || error.outcome === 'not_executed';
      if (!safe || call.interrupt?.reason || !isRetryable(error, policy, attempt)) throw error;
      const delay = backoffDelay(policy.backoff, attempt + 1);
      services.events.emit('call:retry', {
        tool: spec.name,
        callId: call.callId,
        attempt: attempt + 1,
        delay,
        code: error.code,
      });
      // What an attempt that did something recorded is part of the way back.
      if (error.outcome === 'not_executed') call.undo?.splice(kept);
      if (delay > 0) await call.wait(delay);
    }
  }
}
