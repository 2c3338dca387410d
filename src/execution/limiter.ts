import type Bottleneck from 'bottleneck';
import {ToolError} from '../contract/errors.js';
import type {LimiterService, WaitingCall} from '../contract/services.js';
import type {Rate} from './call-spec.js';

export interface LimiterOptions {
  readonly rate?: Rate | undefined;
  readonly concurrency?: number | undefined;
}

/** Lets calls wait their turn; loads its vendor when the first call comes. */
export class Limiter implements LimiterService {
  readonly #options: LimiterOptions;
  #bottleneck: Promise<Bottleneck> | undefined;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Runs when it is its turn. Answers RATE_LIMITED when the call's time is over before: nothing was executed then. */
  async schedule<T>(call: WaitingCall, run: () => Promise<T>): Promise<T> {
    const bottleneck = await (this.#bottleneck ??= this.#load());
    let start: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (start = resolve));
    const turn = bottleneck.schedule(async () => {
      // The call may have been given up while it waited.
      call.assertRunning();
      start();
      return run();
    });
    // Once it runs, it ends by itself: the tool gets its time to stop and to tell how far it came.
    await this.#wait(call, Promise.race([started, turn]));
    return turn;
  }

  async #wait(call: WaitingCall, turn: Promise<unknown>): Promise<void> {
    try {
      await call.race(turn);
    } catch (error) {
      if (error !== call.ended || call.ended?.code !== 'OPERATION_TIMEOUT') throw error;
      throw new ToolError('RATE_LIMITED', `${call.tool} did not get its turn within the time of the call`, {
        outcome: 'not_executed',
        suggestions: ['Try again later', 'Give the call more time'],
      });
    }
  }

  async #load(): Promise<Bottleneck> {
    const {default: Vendor} = await import('bottleneck');
    const {rate, concurrency} = this.#options;
    return new Vendor({
      maxConcurrent: concurrency ?? null,
      ...(rate && {
        reservoir: rate.requests,
        reservoirRefreshAmount: rate.requests,
        reservoirRefreshInterval: Math.max(250, Math.ceil(rate.per / 250) * 250),
      }),
    });
  }
}
