/** At most so many turns in any so many ms. */
export interface RateLimit {
  readonly requests: number;
  /** ms */
  readonly per: number;
}

/** GitHub's own, for an account with a token. */
export const githubRateLimit: RateLimit = {requests: 5000, per: 3_600_000};

/**
 * Lets requests wait for their turn, in the order in which they asked (R12.2): `await limiter.wait()` before each. For code
 * beside the module; its tools keep the `rateLimit` of their config by themselves.
 */
export class RateLimiter {
  readonly #limit: RateLimit;
  /** When the latest turns start or started, the oldest first; never more than `requests`. */
  readonly #starts: number[] = [];

  constructor(limit: RateLimit = githubRateLimit) {
    for (const key of ['requests', 'per'] as const) {
      if (!Number.isInteger(limit[key]) || limit[key] < 1)
        throw new RangeError(`RateLimiter: ${key} must be a whole number from 1, received ${String(limit[key])}`);
    }
    this.#limit = limit;
  }

  /** Resolves when it is its turn; at once while turns are free. */
  async wait(): Promise<void> {
    const {requests, per} = this.#limit;
    const now = performance.now();
    const oldest = this.#starts.length < requests ? undefined : this.#starts.shift();
    const start = oldest === undefined ? now : Math.max(now, oldest + per);
    this.#starts.push(start);
    if (start > now) await new Promise((resolve) => setTimeout(resolve, start - now));
  }
}
