import {EventEmitter} from 'node:events';
import type {EventService, RuntimeEvents} from '../contract/services.js';

/** The events of a runtime. A listener that throws never disturbs a call. */
export class Events implements EventService {
  readonly #emitter = new EventEmitter();

  constructor() {
    this.#emitter.setMaxListeners(0);
  }

  /** Returns how to stop listening. */
  on<K extends keyof RuntimeEvents>(name: K, listener: (event: RuntimeEvents[K]) => void): () => void {
    const guarded = (event: RuntimeEvents[K]): void => {
      try {
        listener(event);
      } catch {
        // Its owner's trouble: nobody who waits for a call can do anything about it.
      }
    };
    this.#emitter.on(name, guarded);
    return () => this.#emitter.off(name, guarded);
  }

  emit<K extends keyof RuntimeEvents>(name: K, event: RuntimeEvents[K]): void {
    this.#emitter.emit(name, event);
  }

  has(name: keyof RuntimeEvents): boolean {
    return this.#emitter.listenerCount(name) > 0;
  }
}
