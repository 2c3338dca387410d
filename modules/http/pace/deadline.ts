import {ToolError} from '../../../src/sdk.js';
import type {Runtime} from '../../../src/sdk.js';

type Clock = Runtime['clock'];

/** What ends a call from outside: its time as a whole, or its signal. One for all of its requests (HT07). */
export class Deadline {
  /** Why it is over; undefined while it is not. */
  reason: ToolError | undefined;
  readonly #clock: Clock;
  readonly #endsAt: number;
  readonly #timer: ReturnType<Clock['setTimeout']>;
  readonly #signal: AbortSignal;
  readonly #stops = new Set<(reason: ToolError) => void>();
  readonly #abort = (): void => this.#end(this.#signal.reason as unknown);

  constructor(clock: Clock, timeout: number, signal: AbortSignal, what: () => string) {
    this.#clock = clock;
    this.#signal = signal;
    this.#endsAt = clock.now() + timeout;
    this.#timer = clock.setTimeout(() => this.#end(timedOut(what(), timeout)), timeout);
    if (signal.aborted) this.#abort();
    else signal.addEventListener('abort', this.#abort, {once: true});
  }

  /** ms that are left. */
  get left(): number {
    return this.#endsAt - this.#clock.now();
  }

  /** Calls `stop` at the end, at once when it is over; answers how to take that back. */
  onEnd(stop: (reason: ToolError) => void): () => void {
    if (this.reason) stop(this.reason);
    else this.#stops.add(stop);
    return () => void this.#stops.delete(stop);
  }

  /** The promise, or the end if that comes first. */
  async race<T>(promise: Promise<T>): Promise<T> {
    let forget: (() => void) | undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        forget = this.onEnd(reject);
        promise.then(resolve, reject);
      });
    } finally {
      forget?.();
    }
  }

  /** Waits so many ms. */
  async pause(ms: number): Promise<void> {
    if (ms <= 0) return;
    let timer: ReturnType<Clock['setTimeout']> | undefined;
    const over = new Promise<void>((resolve) => (timer = this.#clock.setTimeout(resolve, ms)));
    try {
      await this.race(over);
    } finally {
      if (timer) this.#clock.clearTimeout(timer);
    }
  }

  /** The call has ended by itself. */
  close(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#abort);
  }

  #end(thrown: unknown): void {
    if (this.reason) return;
    const reason = ToolError.isToolError(thrown)
      ? thrown
      : new ToolError('OPERATION_CANCELLED', 'The call was cancelled');
    this.reason = reason;
    for (const stop of this.#stops) stop(reason);
    this.#stops.clear();
  }
}

function timedOut(what: string, timeout: number): ToolError {
  return new ToolError('OPERATION_TIMEOUT', `${what} took longer than ${timeout} ms`, {
    suggestions: ['Try again', 'Raise timeout of the config'],
    context: {timeout},
  });
}
