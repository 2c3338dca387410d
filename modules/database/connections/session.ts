import type {Call} from '../../../src/sdk.js';
import type {RawAnswer} from './exchange.js';

/**
 * What is true of a statement when its answer never comes. `none`: it is part of a transaction that ends with its
 * connection. `held`: it stands alone, and takes effect when its answer is complete. `immediate`: it may take effect before
 * (VACUUM, a procedure that commits), or it only seems to read, which is not worth a second round trip.
 */
export type Effects = 'none' | 'held' | 'immediate';

/** A statement as it goes to the server. */
export interface SessionStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Rows that may be answered; one more is an answer with `more`. */
  readonly maxRows: number;
  readonly effects: Effects;
  /** It reads or changes rows and stands alone: the server may keep it under a name when it comes again. */
  readonly repeats?: boolean;
}

/** Who waits for something, and tells when he does not want it any more. */
export type Caller = Pick<Call, 'stopped' | 'onStop'>;

/** How long a statement may take, and who may end it. */
export interface Guard {
  readonly caller?: Caller | undefined;
  /** ms; 0 is no limit. */
  readonly timeout: number;
}

/** One connection with everything that a server keeps for it. It does one thing at a time. */
export interface Session {
  /** False when it is lost, was cut off or holds what its next user must not find. */
  readonly usable: boolean;
  /** `I` no transaction, `T` in one, `E` in one that has failed; undefined where the client does not tell. */
  readonly status: 'I' | 'T' | 'E' | undefined;
  /** It was not left lying since it was opened. */
  readonly fresh: boolean;
  /** It is set up: from now on what changes is the doing of statements. */
  ready(): void;
  /** Throws ToolError with its outcome set. */
  run(statement: SessionStatement, guard: Guard): Promise<RawAnswer>;
  /** Types of a statement's parameters, and its columns, as numbers of types; nothing is run. */
  describe(text: string, guard: Guard): Promise<Pick<RawAnswer, 'parameters' | 'fields'>>;
  /** It is not used again. */
  retire(): void;
  /** Keeps the process alive, or lets it end. */
  hold(active: boolean): void;
  /** Told once, when the connection is lost. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}
