import type Bottleneck from 'bottleneck';
import {ToolError} from '../contract/errors.js';
import type {LimiterService, WaitingCall} from '../contract/services.js';
import type {Rate} from './call-spec.js';

export interface LimiterOptions {
  readonly rate?: Rate | undefined;
  readonly concurrency?: number | undefined;
}

/** Told that it is its turn, and how to say that it is over. */
type Waiter = (leave: () => void) => void;

/** Lets calls wait their turn; loads its vendor when the first call comes. */
export class Limiter implements LimiterService {
  readonly #options: LimiterOptions;
  readonly #waiting: Waiter[] = [];
  /** Turns that were asked for. One that a call gave up is the next call's. */
  #turns = 0;
  #bottleneck: Promise<Bottleneck> | undefined;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Runs when it is its turn. Answers RATE_LIMITED when the call's time is over before: nothing was executed then. */
  async schedule<T>(call: WaitingCall, run: () => Promise<T>): Promise<T> {
    const bottleneck = await (this.#bottleneck ??= this.#load());
    const leave = await this.#turn(call, bottleneck);
    // From here on it ends by itself: the tool gets its time to stop and to tell how far it came.
    try {
      return await run();
    } finally {
      leave();
    }
  }

  async #turn(call: WaitingCall, bottleneck: Bottleneck): Promise<() => void> {
    let waiter: Waiter = () => undefined;
    const turn = new Promise<() => void>((resolve) => (waiter = resolve));
    this.#waiting.push(waiter);
    if (this.#turns < this.#waiting.length) this.#askForTurn(bottleneck);
    try {
      return await call.race(turn);
    } catch (error) {
      const place = this.#waiting.indexOf(waiter);
      if (place >= 0) this.#waiting.splice(place, 1);
      // It may have come in the same moment.
      void turn.then((leave) => leave());
      if (error !== call.ended || call.ended?.code !== 'OPERATION_TIMEOUT') throw error;
      throw new ToolError('RATE_LIMITED', `${call.tool} did not get its turn within the time of the call`, {
        outcome: 'not_executed',
        suggestions: ['Try again later', 'Give the call more time'],
      });
    }
  }

  #askForTurn(bottleneck: Bottleneck): void {
    this.#turns++;
    void bottleneck.schedule(async () => {
      this.#turns--;
      const waiter = this.#waiting.shift();
      if (waiter) await new Promise<void>(waiter);
    });
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
