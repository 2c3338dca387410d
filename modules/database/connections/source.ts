import type {Session} from './session.js';

/** What differs between backends, by name: tests and tools ask for these instead of for the backend. */
export interface Capabilities {
  /** Several transactions can be open at the same time. */
  readonly concurrentTransactions: boolean;
  /** A statement that runs too long is ended on the server, and everything else stays as it is. */
  readonly serverCancel: boolean;
  /** The database runs inside this process. */
  readonly embedded: boolean;
}

/** Where sessions come from: a server, the embedded database, a client of the user's own. */
export interface SessionSource {
  readonly capabilities: Capabilities;
  readonly maxConnections: number;
  /** ms that an unused session is kept. */
  readonly idleTimeout: number;
  /** A session that is connected, and not set up yet. Throws ToolError. */
  open(): Promise<Session>;
  /** Something that callers must know, once: that the database in memory was lost, say. */
  takeNotice(): string | undefined;
  close(): Promise<void>;
}
