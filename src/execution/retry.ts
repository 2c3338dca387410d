import {codeMatches} from '../contract/error-codes.js';
import type {ToolError} from '../contract/errors.js';
import type {Backoff, RetryPolicy} from '../contract/retry-policy.js';
import type {ActiveCall} from './active-call.js';
import type {Ending} from './ending.js';
import {runAttempt} from './run-attempt.js';
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

/** Ends a call, or makes it again; never repeats a call that may have happened (CO03). */
export function withRetry<T>(policy: RetryPolicy, ending: Ending<T>): Ending<T> {
  const again = (call: ActiveCall, error: ToolError): Promise<T> | undefined => {
    const {spec, services, interrupt, callId, attempts: attempt} = call;
    const safe = spec.idempotent || error.outcome === 'not_executed';
    if (!safe || interrupt?.reason || !isRetryable(error, policy, attempt - 1)) return undefined;
    const delay = backoffDelay(policy.backoff, attempt);
    services.events.emit('call:retry', {tool: spec.name, callId, attempt, delay, code: error.code});
    // What an attempt that did something recorded is part of the way back.
    if (error.outcome === 'not_executed') call.undo?.splice(call.undoOfEarlierAttempts);
    const pause = delay > 0 ? call.wait(delay) : Promise.resolve();
    return pause.then(
      () => runAttempt(call, retrying),
      (reason: unknown) => ending.failed(call, reason),
    );
  };
  const retrying: Ending<T> = {
    answered: (call, answer) => ending.answered(call, answer),
    failed: (call, thrown) => {
      const error = thrownError(thrown);
      try {
        return again(call, error) ?? ending.failed(call, error);
      } catch (problem) {
        return ending.failed(call, problem);
      }
    },
  };
  return retrying;
}
