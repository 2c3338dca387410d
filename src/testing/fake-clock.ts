import {setImmediate as nextTurn} from 'node:timers/promises';
import type {Clock, TimerHandle} from '../contract/services.js';

interface Timer extends TimerHandle {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
  holdsProcess: boolean;
}

/** Lets everything run that only waits for promises. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
}

/**
 * Time that stands still until a test moves it: `new Runtime({clock: new FakeClock()})`, then `await clock.advance(1000)`.
 * Deadlines, retries, idle handles and everything else that asks the runtime's clock follow; nothing sleeps. All in ms.
 */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now: number;
  #order = 0;

  /** `now` is where time stands, in ms since the epoch; default noon of 31 January 2026, UTC. */
  constructor(now = Date.UTC(2026, 0, 31, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, ms: number): TimerHandle {
    const timer: Timer = {
      at: this.#now + Math.max(0, ms),
      order: this.#order++,
      callback,
      holdsProcess: true,
      ref: () => (timer.holdsProcess = true),
      unref: () => (timer.holdsProcess = false),
    };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: TimerHandle): void {
    this.#timers.delete(timer as Timer);
  }

  /** Timers that would keep a process alive. */
  get waiting(): number {
    return [...this.#timers].filter(({holdsProcess}) => holdsProcess).length;
  }

  /** Moves time on, timer by timer; what a timer begins has settled before the next one is due. */
  async advance(ms: number): Promise<void> {
    await settle();
    const end = this.#now + ms;
    for (let timer = this.#due(end); timer; timer = this.#due(end)) {
      this.#now = Math.max(this.#now, timer.at);
      this.#timers.delete(timer);
      timer.callback();
      await settle();
    }
    this.#now = end;
  }

  #due(end: number): Timer | undefined {
    return [...this.#timers].filter(({at}) => at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0];
  }
}
