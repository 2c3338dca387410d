import type {ToolError} from '../contract/errors.js';

type Stop = (reason: ToolError) => void;

/** The calls of one module that are running, so that its end can end them first. */
export class RunningCalls {
  readonly #stops = new Set<Stop>();
  #idle: (() => void) | undefined;

  /** Enters a call by what stops it; returns how to leave. */
  enter(stop: Stop): () => void {
    this.#stops.add(stop);
    return () => {
      if (this.#stops.delete(stop) && this.#stops.size === 0) this.#idle?.();
    };
  }

  /** Stops all and waits until the last has left: at once, or after the moment a tool has for stopping by itself. */
  async stopAll(reason: ToolError): Promise<void> {
    if (this.#stops.size === 0) return;
    const idle = new Promise<void>((resolve) => (this.#idle = resolve));
    for (const stop of [...this.#stops]) stop(reason);
    await idle;
  }
}
