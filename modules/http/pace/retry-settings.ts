/** How often, and how long between, a request that was turned away is sent again. All in ms. */
export interface RetrySettings {
  readonly maxRetries: number;
  /** Before the first retry where the server names no time; doubled each time. */
  readonly baseDelay: number;
  /** The longest wait; a server that asks for more gets no retry. */
  readonly maxDelay: number;
}

type Given = boolean | number | {readonly maxRetries?: number; readonly baseDelay?: number; readonly maxDelay?: number};

/** `retry` of the config in one shape. */
export function retrySettings(given: Given): RetrySettings {
  const {maxRetries = 2, baseDelay = 500, maxDelay = 30_000} = typeof given === 'object' ? given : {};
  if (given === false) return {maxRetries: 0, baseDelay, maxDelay};
  return {maxRetries: typeof given === 'number' ? given : maxRetries, baseDelay, maxDelay};
}
