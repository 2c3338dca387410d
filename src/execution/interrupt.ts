import {ToolError} from '../contract/errors.js';
import type {UnderWay} from '../contract/services.js';

/** What can end a call from outside: its signal, and the time its caller gives it as a whole. */
export class Interrupt {
  #reason: ToolError | undefined;
  readonly #listeners = new Set<(reason: ToolError) => void>();

  get reason(): ToolError | undefined {
    return this.#reason;
  }

  trigger(reason: ToolError): void {
    if (this.#reason) return;
    this.#reason = reason;
    for (const listener of this.#listeners) listener(reason);
    this.#listeners.clear();
  }

  /** The time of a call as a whole: its end interrupts. */
  after(timeout: number, what: string): UnderWay {
    return {
      timeout,
      instance: undefined,
      expire: () => {
        this.trigger(timedOut(timeout, what));
      },
      stop: (reason) => {
        this.trigger(reason);
        return Promise.resolve();
      },
    };
  }

  /** Calls back once, at once when it has happened; returns how to stop listening. */
  on(listener: (reason: ToolError) => void): () => void {
    if (this.#reason) listener(this.#reason);
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The promise, or the interruption if that comes first. */
  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const off = this.on(reject);
      promise.then(resolve, reject).finally(off);
    });
  }
}

export function cancelled(signal: AbortSignal): ToolError {
  const reason: unknown = signal.reason;
  return new ToolError('OPERATION_CANCELLED', 'The call was cancelled by its caller', {cause: reason});
}

export function timedOut(ms: number, what: string): ToolError {
  return new ToolError('OPERATION_TIMEOUT', `${what} took longer than ${String(ms)} ms`, {
    suggestions: ['Give it more time with the timeout option', 'Ask for less at once'],
    context: {timeout: ms},
  });
}
