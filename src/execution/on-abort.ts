interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const waiting = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls back when the signal aborts; returns how to stop waiting. However many calls share a signal, it has one listener,
 * so that Node does not warn of a leak, and none when they have ended.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const {callbacks, listener} = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    waiting.delete(signal);
    signal.removeEventListener('abort', listener);
  };
}

function listen(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    for (const callback of [...callbacks]) callback();
  };
  signal.addEventListener('abort', listener, {once: true});
  const entry = {callbacks, listener};
  waiting.set(signal, entry);
  return entry;
}
