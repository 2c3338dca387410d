import {flushMessage, parseMessage, syncMessage} from './messages.js';
import type {Submittable, Wire, WireError, WireField} from './wire.js';

/** What to say to the server, and how much of an answer is wanted. */
export interface ExchangeOptions {
  /** The messages of the statement, without the Sync that settles it. */
  readonly messages: readonly Uint8Array[];
  /** The types of the parameters are asked for. */
  readonly describes?: boolean;
  /** Rows that may be answered. A portal that has more is left suspended. */
  readonly maxRows?: number;
  /**
   * Settle only when the whole answer is there and within its bounds: until then the server has committed nothing, and
   * whoever is cut off knows that nothing happened. Costs a second round trip.
   */
  readonly hold?: boolean;
}

/** What came back, as text. */
export interface RawAnswer {
  /** `INSERT 0 1`; undefined when there was no statement, or more rows are left. */
  readonly tag: string | undefined;
  readonly fields: readonly WireField[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Types of the parameters, where they were asked for. */
  readonly parameters: readonly number[];
  /** There are more rows than were asked for. */
  readonly more: boolean;
}

const nothing: readonly never[] = Object.freeze([]);

/** One statement on its way through the extended protocol, which takes no second one behind a semicolon (DB01). */
export class Exchange implements Submittable {
  readonly done: Promise<RawAnswer>;
  /** Sync was on its way before anything failed: the server may have committed. */
  mayStand = false;
  /** The server has said something. */
  heard = false;
  readonly #options: ExchangeOptions;
  #wire: Wire | undefined;
  #resolve!: (answer: RawAnswer) => void;
  #reject!: (error: WireError) => void;
  #fields: readonly WireField[] = nothing;
  #rows: (readonly (string | null)[])[] = [];
  #parameters: readonly number[] = nothing;
  #tag: string | undefined;
  #more = false;
  #refused = false;
  #settled = false;
  #failed = false;
  #over = false;
  readonly #onParameters = ({dataTypeIDs}: {dataTypeIDs: readonly number[]}): void => {
    this.#parameters = dataTypeIDs;
  };

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Whether its answer is there. */
  get over(): boolean {
    return this.#over;
  }

  submit(wire: Wire): null {
    this.#wire = wire;
    // pg tells a query of everything but this.
    if (this.#options.describes === true) wire.once('parameterDescription', this.#onParameters);
    const {messages, hold} = this.#options;
    // In one piece, which costs one call of the system.
    if (hold === true) wire.stream.write(Buffer.concat([...messages, flushMessage]));
    else {
      this.#settled = this.mayStand = true;
      wire.stream.write(Buffer.concat([...messages, syncMessage]));
    }
    return null;
  }

  #settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.mayStand = !this.#failed;
    this.#wire?.stream.write(syncMessage);
  }

  handleRowDescription({fields}: {fields: readonly WireField[]}): void {
    this.heard = true;
    this.#fields = fields;
  }

  handleDataRow({fields}: {fields: readonly (string | null)[]}): void {
    this.#rows.push(fields);
  }

  handlePortalSuspended(): void {
    this.heard = true;
    this.#more = true;
    this.#answered();
  }

  handleEmptyQuery(): void {
    this.heard = true;
    this.#answered();
  }

  handleCommandComplete({text}: {text: string}): void {
    this.heard = true;
    this.#tag = text;
    this.#answered();
  }

  /** Everything is there but the word that it stands. */
  #answered(): void {
    const {hold, maxRows} = this.#options;
    if (hold !== true || this.#settled) return;
    if (this.#more || this.#rows.length > (maxRows ?? Infinity)) {
      // What can not be answered must not have happened: an error before Sync makes the server take it back.
      this.#refused = this.#failed = true;
      this.#wire?.stream.write(parseMessage('the answer has more rows than may be answered'));
    }
    this.#settle();
  }

  handleReadyForQuery(): void {
    this.#end(() => {
      const {maxRows = Infinity} = this.#options;
      const more = this.#more || this.#rows.length > maxRows;
      const rows = this.#rows.length > maxRows ? this.#rows.slice(0, maxRows) : this.#rows;
      this.#resolve({tag: this.#tag, fields: this.#fields, rows, parameters: this.#parameters, more});
    });
  }

  handleError(error: WireError): void {
    const wire = this.#wire;
    const fail = (): void => {
      this.#end(() => {
        this.#reject(error);
      });
    };
    // What has no severity is no answer of the server: the connection broke.
    if (!wire || error.severity === undefined) {
      fail();
      return;
    }
    this.heard = true;
    this.#failed = true;
    // The session is free when the server says so, which pg tells no query that has failed; or the server hangs up.
    const free = (): void => {
      wire.removeListener('readyForQuery', free);
      wire.removeListener('end', hungUp);
      if (this.#refused) this.handleReadyForQuery();
      else fail();
    };
    const hungUp = (): void => {
      wire.removeListener('readyForQuery', free);
      fail();
    };
    wire.once('readyForQuery', free);
    wire.once('end', hungUp);
    this.#settle();
  }

  #end(end: () => void): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#options.describes === true) this.#wire?.removeListener('parameterDescription', this.#onParameters);
    end();
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('haft has no data to copy');
  }

  handleCopyData(): void {
    // COPY is refused before; what a function sends all the same is counted with the stream and dropped.
  }
}
