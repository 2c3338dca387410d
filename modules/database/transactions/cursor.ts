import type {Transaction} from './transaction.js';

/** What a cursor does to close itself. */
type Close = () => Promise<void>;

/** A cursor on the server, which lives in a transaction. */
export class Cursor {
  readonly name: string;
  readonly transaction: Transaction;
  /** Rows of a page, unless a call asks for another number. */
  readonly pageSize: number;
  /** Every row was taken. */
  done = false;
  readonly #close: Close;
  #closed: Promise<void> | undefined;

  constructor(options: {name: string; transaction: Transaction; pageSize: number; close: Close}) {
    this.name = options.name;
    this.transaction = options.transaction;
    this.pageSize = options.pageSize;
    this.#close = options.close;
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }
}
