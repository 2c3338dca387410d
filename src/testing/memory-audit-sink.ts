import type {AuditEntry, AuditSink} from '../contract/services.js';

/** An audit log that is kept in memory, for tests to look at: `new Runtime({audit: new MemoryAuditSink()})`. */
export class MemoryAuditSink implements AuditSink {
  readonly #entries: AuditEntry[] = [];
  #failure: Error | undefined;

  /** What was written, oldest first. */
  get entries(): readonly AuditEntry[] {
    return this.#entries;
  }

  /** Entries of one tool, by its full name. */
  of(tool: string): AuditEntry[] {
    return this.#entries.filter((entry) => entry.tool === tool);
  }

  /** From now on `write` throws, as a full disk would; `undefined` heals it. */
  failWith(error: Error | undefined): void {
    this.#failure = error;
  }

  write(entry: AuditEntry): void {
    if (this.#failure) throw this.#failure;
    this.#entries.push(entry);
  }

  /** Forgets all entries. */
  clear(): void {
    this.#entries.length = 0;
  }
}
