import type {Runtime} from '../../../src/sdk.js';

type Clock = Runtime['clock'];

/**
 * One timer for what begins and ends thousands of times before its time is ever over. It is not cleared when something
 * ends: it rings, finds nothing that is due, and is set again for what is next.
 */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #timer: ReturnType<Clock['setTimeout']> | undefined;
  #due = Infinity;

  /** `ring` may be called before anything is due. The alarm never keeps the process alive, but where it is told to. */
  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at that time of the clock, or before. */
  set(due: number): void {
    if (this.#due <= due) return;
    this.clear();
    this.#due = due;
    this.#timer = this.#clock.setTimeout(
      () => {
        this.#timer = undefined;
        this.#due = Infinity;
        this.#ring();
      },
      Math.max(1, due - this.#clock.now()),
    );
    this.#timer.unref?.();
  }

  /** Somebody waits for it who must be told: the process stays alive. */
  hold(active: boolean): void {
    if (active) this.#timer?.ref?.();
    else this.#timer?.unref?.();
  }

  clear(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Infinity;
  }
}
