import type {Clock, TimerHandle} from '../contract/services.js';
import {LinkedList} from './linked-list.js';
import type {RunningEntry} from './running-entry.js';

/** The longest time that a timer takes, in ms. */
const longest = 2 ** 31 - 1;

/**
 * What runs with the same time. It is over in the order in which it came, so one timer and one list are enough. While
 * something is in the list, the timer keeps the process alive: modules let go of what lies idle, and a call in flight is
 * answered all the same.
 */
export class DeadlineQueue {
  readonly entries = new LinkedList<RunningEntry>();
  readonly #clock: Clock;
  readonly #ms: number;
  #timer: TimerHandle | undefined;

  /** `ms` 0 is no limit: the timer only keeps the process alive. */
  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  add(entry: RunningEntry): void {
    this.entries.add(entry);
    if (this.#timer === undefined) this.#arm();
    else if (this.entries.first === entry) this.#timer.ref?.();
  }

  remove(entry: RunningEntry): void {
    this.entries.remove(entry);
    // A timer that nobody waits for must not keep the process alive.
    if (!this.entries.first) this.#timer?.unref?.();
  }

  close(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
  }

  #arm(): void {
    const {first} = this.entries;
    if (!first) return;
    const left = this.#ms === 0 ? longest : Math.max(1, first.endsAt - this.#clock.now());
    this.#timer = this.#clock.setTimeout(() => {
      this.#expire();
    }, left);
  }

  #expire(): void {
    const now = this.#clock.now();
    for (let {first} = this.entries; this.#ms > 0 && first && first.endsAt <= now; {first} = this.entries) {
      first.leave();
      first.call.expire();
    }
    this.#timer = undefined;
    this.#arm();
  }
}
