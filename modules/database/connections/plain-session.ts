import {isRecord, ToolError} from '../../../src/sdk.js';
import {failureOf, lostConnection} from '../failures/failure.js';
import {cancelled, timedOut} from '../failures/stops.js';
import {oids} from '../values/types.js';
import type {RawAnswer} from './exchange.js';
import type {Guard, Session, SessionStatement} from './session.js';
import type {WireError, WireField} from './wire.js';

/** What is asked of a client that is not pg's own: its `query` gets `{text, values}`, and answers rows. */
export interface PlainClient {
  query(query: {readonly text: string; readonly values: readonly (string | null)[]}): Promise<unknown>;
  connect?(): Promise<unknown>;
}

/** OID of text. */
const textType = 25;

/**
 * A session over a client that only has `query`, such as a stand-in of a test. It knows nothing of limits, of types or of
 * cancelling: who waits is let go, and the client is not used again.
 */
export class PlainSession implements Session {
  readonly status = undefined;
  readonly fresh = true;
  readonly #client: PlainClient;
  readonly #end: (broken: boolean) => void;
  #usable = true;

  constructor(client: PlainClient, end: (broken: boolean) => void) {
    this.#client = client;
    this.#end = end;
  }

  get usable(): boolean {
    return this.#usable;
  }

  ready(): void {
    // Nothing is watched.
  }

  async run({text, values, maxRows}: SessionStatement, guard: Guard): Promise<RawAnswer> {
    if (!this.#usable) throw lostConnection(new Error('The client is not used any more'), 'not_executed');
    const answer = await this.#guarded(this.#client.query({text, values}), guard).catch((error: unknown) => {
      throw ToolError.isToolError(error) ? error : failureOf(error as WireError, {outcome: 'failed', text});
    });
    return rawAnswer(answer, maxRows);
  }

  #guarded(query: Promise<unknown>, {caller, timeout}: Guard): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const stop = (error: ToolError): void => {
        this.#usable = false;
        reject(error);
      };
      const timer =
        timeout > 0
          ? setTimeout(() => {
              stop(timedOut(timeout));
            }, timeout)
          : undefined;
      const forget = caller?.onStop(() => {
        stop(cancelled());
      });
      query.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        forget?.();
      });
    });
  }

  describe(): Promise<RawAnswer> {
    throw new ToolError('NOT_SUPPORTED', 'This client can not tell the types of parameters', {
      outcome: 'not_executed',
      suggestions: ['Give lists and objects as text, or use a client of the package pg'],
    });
  }

  retire(): void {
    this.#usable = false;
  }

  hold(): void {
    // Whoever made the client decides what it keeps alive.
  }

  onLost(): void {
    // It does not tell.
  }

  close(): Promise<void> {
    this.#end(!this.#usable);
    this.#usable = false;
    return Promise.resolve();
  }
}

/** Rows of objects as rows of text; a column with anything but text in it is read as JSON. */
function rawAnswer(answer: unknown, maxRows: number): RawAnswer {
  const {rows: given, command, rowCount} = isRecord(answer) ? answer : {};
  const rows = Array.isArray(given) ? (given as readonly Record<string, unknown>[]) : [];
  const fields = Object.keys(rows[0] ?? {}).map((name): WireField => {
    const isText = rows.every((row) => row[name] === null || typeof row[name] === 'string');
    return {name, dataTypeID: isText ? textType : oids.json};
  });
  const texts = rows.slice(0, maxRows).map((row) => fields.map((field) => textOf(row[field.name], field.dataTypeID)));
  const count = typeof rowCount === 'number' ? rowCount : rows.length;
  const tag = typeof command === 'string' ? `${command} ${String(count)}` : `SELECT ${String(count)}`;
  return {tag, fields, rows: texts, parameters: [], more: rows.length > maxRows};
}

function textOf(value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null;
  return type === oids.json ? JSON.stringify(value, asText) : (value as string);
}

const asText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
