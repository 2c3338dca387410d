import type {MemoryService} from '../contract/services.js';

/** Key-value memory by scope, in the process (R19.3). */
export class MemoryManager implements MemoryService {
  readonly #scopes = new Map<string, Map<string, unknown>>();

  read(scope: string, key: string): unknown {
    return this.#scopes.get(scope)?.get(key) ?? null;
  }

  write(scope: string, key: string, value: unknown): void {
    const entries = this.#scopes.get(scope) ?? new Map<string, unknown>();
    entries.set(key, value);
    this.#scopes.set(scope, entries);
  }

  delete(scope: string, key: string): boolean {
    return this.#scopes.get(scope)?.delete(key) ?? false;
  }
}
