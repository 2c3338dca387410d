import type {ToolError} from './errors.js';

/** How long to wait before a retry; all times in ms (R20.2). */
export type Backoff =
  | {readonly type: 'none'}
  | {readonly type: 'fixed'; readonly delay: number}
  | {readonly type: 'linear'; readonly baseDelay: number; readonly increment: number}
  | {readonly type: 'exponential'; readonly baseDelay: number; readonly maxDelay: number; readonly multiplier: number}
  | {readonly type: 'jittered'; readonly base: Backoff; readonly jitter: number};

/**
 * When a failed call is made again (R20.1). Whatever a policy says, a tool that is not idempotent is retried only when
 * the error's outcome is `not_executed`.
 */
export interface RetryPolicy {
  /** Retries after the first attempt. */
  readonly maxRetries: number;
  readonly backoff: Backoff;
  /** Codes or their aliases; when given, only these are retried. */
  readonly retryableErrors?: readonly string[];
  /** Codes or their aliases that end it. */
  readonly nonRetryableErrors?: readonly string[];
  /** Asked first; false ends it. `attempt` counts from 0. */
  readonly shouldRetry?: (error: ToolError, attempt: number) => boolean;
}

/** The presets of seed 000 (R20.3). */
export const RetryPolicies = Object.freeze({
  NONE: Object.freeze<RetryPolicy>({maxRetries: 0, backoff: {type: 'none'}}),
  QUICK: Object.freeze<RetryPolicy>({
    maxRetries: 3,
    backoff: {type: 'fixed', delay: 1000},
    retryableErrors: ['TIMEOUT', 'RATE_LIMIT', 'NETWORK'],
  }),
  STANDARD: Object.freeze<RetryPolicy>({
    maxRetries: 3,
    backoff: {type: 'exponential', baseDelay: 1000, maxDelay: 30_000, multiplier: 2},
    retryableErrors: ['TIMEOUT', 'RATE_LIMIT', 'NETWORK', 'SERVER_ERROR'],
  }),
  AGGRESSIVE: Object.freeze<RetryPolicy>({
    maxRetries: 5,
    backoff: {
      type: 'jittered',
      base: {type: 'exponential', baseDelay: 500, maxDelay: 60_000, multiplier: 2},
      jitter: 0.1,
    },
    retryableErrors: ['TIMEOUT', 'RATE_LIMIT', 'NETWORK', 'SERVER_ERROR', 'LOCK'],
  }),
  CUSTOM: (policy: RetryPolicy): RetryPolicy => policy,
});

/** Name of a preset, for `retry: 'QUICK'`. */
export type RetryPreset = 'NONE' | 'QUICK' | 'STANDARD' | 'AGGRESSIVE';
