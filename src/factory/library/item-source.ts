import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import type {Clock} from '../../contract/services.js';

/** Items that come one after the other: rows of an iterator, events of an emitter. */
export interface ItemSource {
  take(request: TakeRequest): Promise<TakenItems>;
  /** Lets go of where the items come from. Once. */
  end(): Promise<void>;
}

export interface TakeRequest {
  readonly limit: number;
  /** ms to wait for what is not there yet. */
  readonly wait: number | undefined;
  readonly call: Call;
  readonly clock: Clock;
}

export interface TakenItems {
  readonly items: readonly unknown[];
  /** Whether no more will come. */
  readonly done: boolean;
  /** Items that were lost since the last time, where they do not wait to be asked for. */
  readonly dropped?: number;
}

/**
 * Waits until `something` settles, for `ms` at most; false when the time is over. Throws why the call is to stop, and what
 * `something` was rejected with.
 */
export async function waitFor(
  something: Promise<unknown>,
  {wait, call, clock}: Pick<TakeRequest, 'wait' | 'call' | 'clock'>,
): Promise<boolean> {
  let forget = (): void => undefined;
  const interrupted = new Promise<boolean>((resolve, reject) => {
    const timer = wait === undefined ? undefined : clock.setTimeout(() => resolve(false), wait);
    const leave = call.onStop(reject);
    forget = () => {
      leave();
      if (timer !== undefined) clock.clearTimeout(timer);
    };
  });
  try {
    return await Promise.race([something.then(() => true), interrupted]);
  } finally {
    forget();
  }
}

/** Only one call at a time takes from a source, so that items are neither mixed nor lost. */
export class Turnstile {
  #busy = false;

  async pass<T>(act: () => Promise<T>): Promise<T> {
    if (this.#busy) {
      throw new ToolError('RESOURCE_LOCKED', 'Another call is reading from this handle', {
        outcome: 'not_executed',
        suggestions: ['Wait until it has answered'],
      });
    }
    this.#busy = true;
    try {
      return await act();
    } finally {
      this.#busy = false;
    }
  }
}
