import type {ToolError} from '../contract/errors.js';
import type {Clock, RunningService, TimerHandle, UnderWay} from '../contract/services.js';
import {DeadlineQueue} from './deadline-queue.js';
import {LinkedList} from './linked-list.js';
import {RunningEntry} from './running-entry.js';

/** Different times that are remembered although nothing waits for them. */
const maxQueues = 100;

/** ms after which those that still run get a timer. A shorter time wakes the process more often than calls end. */
const sweepEvery = 20;

/**
 * What runs in a runtime: each ends at its time, and with the module it belongs to. A call that is over in a moment never
 * gets as far as a timer of its own.
 */
export class RunningCalls implements RunningService {
  readonly #clock: Clock;
  readonly #fresh = new LinkedList<RunningEntry>();
  /** Those that have just begun. */
  readonly #beginners = {
    remove: (entry: RunningEntry): void => {
      this.#fresh.remove(entry);
      // A timer that nobody waits for must not keep the process alive.
      if (!this.#fresh.first) this.#sweep?.unref?.();
    },
  };
  readonly #queues = new Map<number, DeadlineQueue>();
  #sweep: TimerHandle | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  enter(call: UnderWay, since: number): RunningEntry {
    const entry = new RunningEntry(call, since + call.timeout, this.#beginners);
    const isShort = call.timeout > 0 && call.timeout < 10 * sweepEvery;
    if (isShort) this.#wait(entry);
    else this.#begin(entry);
    return entry;
  }

  /** Stops all calls of a module and waits until they have ended, which a tool may take a moment for. */
  async stopAll(instance: object, reason: ToolError): Promise<void> {
    const entries = [this.#fresh, ...[...this.#queues.values()].map((queue) => queue.entries)];
    const calls = entries.flatMap((list) => [...list]).map((entry) => entry.call);
    await Promise.all(calls.filter((call) => call.instance === instance).map((call) => call.stop(reason)));
  }

  #begin(entry: RunningEntry): void {
    const isFirst = !this.#fresh.first;
    this.#fresh.add(entry);
    if (this.#sweep === undefined) {
      this.#sweep = this.#clock.setTimeout(() => {
        this.#sweep = undefined;
        for (let {first} = this.#fresh; first; {first} = this.#fresh) {
          this.#fresh.remove(first);
          this.#wait(first);
        }
      }, sweepEvery);
    } else if (isFirst) this.#sweep.ref?.();
  }

  /** It takes longer: from now on it waits for its time. */
  #wait(entry: RunningEntry): void {
    const queue = this.#queues.get(entry.call.timeout) ?? this.#open(entry.call.timeout);
    entry.keeper = queue;
    queue.add(entry);
  }

  #open(timeout: number): DeadlineQueue {
    if (this.#queues.size >= maxQueues) this.#closeEmpty();
    const queue = new DeadlineQueue(this.#clock, timeout);
    this.#queues.set(timeout, queue);
    return queue;
  }

  #closeEmpty(): void {
    for (const [timeout, queue] of this.#queues) {
      if (queue.entries.first) continue;
      queue.close();
      this.#queues.delete(timeout);
    }
  }
}
