/** Runs changes of one path one after the other; other paths do not wait. */
export class KeyedLock {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(keys: readonly string[], change: () => Promise<T>): Promise<T> {
    const waitFor = keys.flatMap((key) => this.#last.get(key) ?? []);
    const done = Promise.all(waitFor).then(change);
    const settled = done.catch(() => undefined);
    for (const key of keys) this.#last.set(key, settled);
    try {
      return await done;
    } finally {
      for (const key of keys) if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
