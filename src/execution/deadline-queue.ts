import type {Clock, TimerHandle} from '../contract/services.js';
import {LinkedList} from './linked-list.js';
import type {RunningEntry} from './running-entry.js';

/** What runs with the same time. It is over in the order in which it came, so one timer and one list are enough. */
export class DeadlineQueue {
  readonly entries = new LinkedList<RunningEntry>();
  readonly #clock: Clock;
  readonly #ms: number;
  #timer: TimerHandle | undefined;

  /** `ms` 0 is no limit. */
  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  add(entry: RunningEntry): void {
    this.entries.add(entry);
    if (this.#ms === 0) return;
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
    const left = Math.max(1, first.endsAt - this.#clock.now());
    this.#timer = this.#clock.setTimeout(() => {
      this.#expire();
    }, left);
  }

  #expire(): void {
    const now = this.#clock.now();
    for (let {first} = this.entries; first && first.endsAt <= now; {first} = this.entries) {
      first.leave();
      first.call.expire();
    }
    this.#timer = undefined;
    this.#arm();
  }
}
