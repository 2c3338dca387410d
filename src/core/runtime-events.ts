import type {EventService, RuntimeEvents} from '../contract/services.js';

type Name = keyof RuntimeEvents;
type Listener = (event: never) => void;

/**
 * The events of a runtime. A listener that throws never disturbs a call. Every call asks whether somebody listens, which a
 * map answers faster than an EventEmitter.
 */
export class Events implements EventService {
  readonly #listeners = new Map<Name, readonly Listener[]>();

  /** Returns how to stop listening. */
  on<K extends Name>(name: K, listener: (event: RuntimeEvents[K]) => void): () => void {
    // One of its own: the same function may listen twice.
    const own: Listener = (event) => {
      listener(event);
    };
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), own]);
    return () => {
      const others = this.#listeners.get(name)?.filter((other) => other !== own) ?? [];
      if (others.length > 0) this.#listeners.set(name, others);
      else this.#listeners.delete(name);
    };
  }

  emit<K extends Name>(name: K, event: RuntimeEvents[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(event as never);
      } catch {
        // Its owner's trouble: nobody who waits for a call can do anything about it.
      }
    }
  }

  has(name: Name): boolean {
    return this.#listeners.has(name);
  }
}
