import type {Runtime} from '../../../src/sdk.js';

/** Something that happened to a watched file or folder. */
export interface FileEvent {
  /** `change`: the content or the attributes may be others. `rename`: an entry came, went or took another's name. */
  readonly event: FileEventName;
  /** Path below what is watched; the name where that is a file, `.` for the folder itself. */
  readonly file: string;
  /** Path under basePath, for other tools. */
  readonly path: string;
}

export const eventNames = ['change', 'rename'] as const;
export type FileEventName = (typeof eventNames)[number];

export interface TakenEvents {
  readonly events: FileEvent[];
  /** Events that were lost since the last time. */
  readonly dropped: number;
  /** Whether more wait. */
  readonly more: boolean;
}

/** Events that wait at most; further ones are counted. */
const maxWaiting = 1000;

/** Events in order, each once as long as it waits: what a file was changed by is not told, so once is enough. */
export class EventQueue {
  readonly #waiting = new Map<string, FileEvent>();
  readonly #wake = new Set<() => void>();
  #dropped = 0;
  #ended = false;

  get ended(): boolean {
    return this.#ended;
  }

  push(event: FileEvent): void {
    const key = `${event.event} ${event.path}`;
    if (this.#waiting.has(key)) return;
    if (this.#waiting.size < maxWaiting) this.#waiting.set(key, event);
    else this.#dropped += 1;
    this.#wakeAll();
  }

  /** Notes that something may have happened that nobody saw. */
  lose(): void {
    if (this.#ended) return;
    this.#dropped += 1;
    this.#wakeAll();
  }

  take(limit: number): TakenEvents {
    const taken = [...this.#waiting].slice(0, limit);
    for (const [key] of taken) this.#waiting.delete(key);
    const dropped = this.#dropped;
    this.#dropped = 0;
    return {events: taken.map(([, event]) => event), dropped, more: this.#waiting.size > 0};
  }

  /** Resolves when there is something to take, at the end, or after `ms`. Rejects with what `signal` was aborted by. */
  async wait(ms: number, signal: AbortSignal, clock: Runtime['clock']): Promise<void> {
    signal.throwIfAborted();
    if (ms === 0 || this.#waiting.size > 0 || this.#dropped > 0 || this.#ended) return;
    let wake!: () => void;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const timer = clock.setTimeout(wake, ms);
    this.#wake.add(wake);
    signal.addEventListener('abort', wake);
    try {
      await woken;
      signal.throwIfAborted();
    } finally {
      clock.clearTimeout(timer);
      this.#wake.delete(wake);
      signal.removeEventListener('abort', wake);
    }
  }

  /** No more events will come; what waits can be taken still. */
  end(): void {
    this.#ended = true;
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#wake) wake();
  }
}
