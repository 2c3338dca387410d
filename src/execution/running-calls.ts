import type {ToolError} from '../contract/errors.js';
import type {Clock, RunningService, UnderWay} from '../contract/services.js';
import {DeadlineQueue} from './deadline-queue.js';
import {LinkedList} from './linked-list.js';
import {RunningEntry} from './running-entry.js';

/** Different times that are remembered although nothing waits for them. */
const maxQueues = 100;

/**
 * What runs in a runtime: each ends at its time, and with the module it belongs to. A call that is over within a turn of
 * the event loop never gets as far as a timer.
 */
export class RunningCalls implements RunningService {
  readonly #clock: Clock;
  readonly #fresh = new LinkedList<RunningEntry>();
  readonly #queues = new Map<number, DeadlineQueue>();
  #sweeps = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  enter(call: UnderWay, since: number): RunningEntry {
    const entry = new RunningEntry(call, since + call.timeout, this.#fresh);
    this.#fresh.add(entry);
    if (!this.#sweeps) this.#sweepSoon();
    return entry;
  }

  /** Stops all calls of a module and waits until they have ended, which a tool may take a moment for. */
  async stopAll(instance: object, reason: ToolError): Promise<void> {
    const entries = [this.#fresh, ...[...this.#queues.values()].map((queue) => queue.entries)];
    const calls = entries.flatMap((list) => [...list]).map((entry) => entry.call);
    await Promise.all(calls.filter((call) => call.instance === instance).map((call) => call.stop(reason)));
  }

  #sweepSoon(): void {
    this.#sweeps = true;
    this.#clock.setTimeout(() => {
      this.#sweeps = false;
      for (let {first} = this.#fresh; first; {first} = this.#fresh) this.#wait(first);
    }, 0);
  }

  /** It takes longer: from now on it waits for its time. */
  #wait(entry: RunningEntry): void {
    this.#fresh.remove(entry);
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
