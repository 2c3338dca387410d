import type {Runtime} from '../../../src/sdk.js';

/** At most so many starts in any so many ms. Turns are given in the order in which they were asked for. */
export class RateWindow {
  readonly #requests: number;
  readonly #per: number;
  readonly #clock: Runtime['clock'];
  /** When the latest turns start or started, the oldest first; never more than `requests`. */
  #starts: number[] = [];

  constructor({requests, per = 1000}: {readonly requests: number; readonly per?: number}, clock: Runtime['clock']) {
    this.#requests = requests;
    this.#per = per;
    this.#clock = clock;
  }

  /** ms until the next turn that is free. */
  get wait(): number {
    const [oldest] = this.#starts;
    if (oldest === undefined || this.#starts.length < this.#requests) return 0;
    return Math.max(0, oldest + this.#per - this.#clock.now());
  }

  /** Takes the next turn; answers the ms until it. */
  take(): number {
    const {wait} = this;
    this.#starts.push(this.#clock.now() + wait);
    if (this.#starts.length > this.#requests) this.#starts.shift();
    return wait;
  }
}
