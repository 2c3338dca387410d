import {parseMessage, syncMessage} from './messages.js';
import type {Submittable, Wire, WireError, WireField} from './wire.js';

/** What to say to the server, and how much of an answer is wanted. */
export interface ExchangeOptions {
  /** The messages of the statement, with the Sync that settles it, or with Flush where it is held. */
  readonly bytes: Uint8Array;
  /** The types of the parameters are asked for. */
  readonly describes?: boolean;
  /** Rows that may be answered. A portal that has more is left suspended. */
  readonly maxRows?: number;
  /**
   * Settle only when the whole answer is there and within its bounds: until then the server has committed nothing, and
   * whoever is cut off knows that nothing happened. Costs a second round trip.
   */
  readonly hold?: boolean;
  /** Its columns, where they are known and not described again. */
  readonly fields?: readonly WireField[] | undefined;
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
  /** Sync was on its way before anything failed: the server may have committed. */
  mayStand = false;
  /** The server has said something. */
  heard = false;
  /** The statement has got its values: from here on it runs. */
  bound = false;
  readonly #options: ExchangeOptions;
  readonly #onEnd: (error?: WireError) => void;
  #wire: Wire | undefined;
  #fields: readonly WireField[];
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

  /** `onEnd` is told once: with what broke it, or with nothing when its answer is there. */
  constructor(options: ExchangeOptions, onEnd: (error?: WireError) => void) {
    this.#options = options;
    this.#onEnd = onEnd;
    this.#fields = options.fields ?? nothing;
  }

  /** `INSERT 0 1`, as far as it has come. */
  get tag(): string | undefined {
    return this.#tag;
  }

  /** Columns of its rows. */
  get fields(): readonly WireField[] {
    return this.#fields;
  }

  /** What came back, when it has ended well. */
  get answer(): RawAnswer {
    const {maxRows = Infinity} = this.#options;
    const tooMany = this.#rows.length > maxRows;
    return {
      tag: this.#tag,
      fields: this.#fields,
      rows: tooMany ? this.#rows.slice(0, maxRows) : this.#rows,
      parameters: this.#parameters,
      more: this.#more || tooMany,
    };
  }

  submit(wire: Wire): null {
    this.#wire = wire;
    // pg tells a query of everything but this.
    if (this.#options.describes === true) wire.once('parameterDescription', this.#onParameters);
    const {bytes, hold} = this.#options;
    if (hold !== true) this.#settled = this.mayStand = true;
    wire.stream.write(bytes);
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
    this.#end();
  }

  handleError(error: WireError): void {
    const wire = this.#wire;
    const fail = (): void => {
      this.#end(error);
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

  #end(error?: WireError): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#options.describes === true) this.#wire?.removeListener('parameterDescription', this.#onParameters);
    this.#onEnd(error);
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('haft has no data to copy');
  }

  handleCopyData(): void {
    // COPY is refused before; what a function sends all the same is counted with the stream and dropped.
  }
}
