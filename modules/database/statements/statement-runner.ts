import {ToolError} from '../../../src/sdk.js';
import type {Answer} from '../answer.js';
import type {RawAnswer} from '../connections/exchange.js';
import type {Effects, Guard, Session} from '../connections/session.js';
import type {WireField} from '../connections/wire.js';
import {tooManyRows} from '../failures/stops.js';
import type {Transaction} from '../transactions/transaction.js';
import {encodeCompound, encodeScalar, isCompound} from '../values/encode.js';
import {rowReader} from '../values/rows.js';
import type {RowReader} from '../values/rows.js';
import type {TypeNames} from '../values/type-names.js';
import type {TypeFacts} from '../values/types.js';
import {control} from './control.js';
import type {StatementFacts} from './statement-facts.js';

/** One statement of SQL with its values. */
export interface Statement {
  readonly text: string;
  /** JSON, for `$1`, `$2`… */
  readonly values?: readonly unknown[];
  readonly transaction?: Transaction | undefined;
  /** Let the server refuse whatever would write. */
  readonly readOnly?: boolean;
  /** Rows that may be answered; default and bound is the config's. */
  readonly maxRows?: number;
}

/** A statement as the server reads it. */
export interface Description {
  /** Types of its parameters, by their numbers. */
  readonly parameters: readonly number[];
  /** Types of the columns that it answers; none where it answers no rows. */
  readonly columns: readonly number[];
  /** Names of those columns, as rows have them. */
  readonly names: readonly string[];
  readonly facts: (oid: number) => TypeFacts | undefined;
}

/** Values that one statement can have: their number is sent in 16 bits. */
const maxValues = 65_535;

/** Values as the server takes them. */
type Texts = readonly (string | null)[];

/** Sends a statement through a session and reads what comes back. */
export class StatementRunner {
  readonly #types: TypeNames;
  readonly #options: {readonly maxRows: number; readonly readOnly: boolean};
  /** By the columns as the session gave them: those of a statement that it knows are the same each time. */
  readonly #readers = new WeakMap<readonly WireField[], RowReader>();

  constructor(types: TypeNames, options: {readonly maxRows: number; readonly readOnly: boolean}) {
    this.#types = types;
    this.#options = options;
  }

  /** In an open transaction: what it does stands or falls with it. `read` tells what the answer is. */
  async inTransaction(session: Session, statement: Statement, facts: StatementFacts, guard: Guard): Promise<RawAnswer> {
    if (statement.readOnly !== true) return this.#run(session, statement, {facts, effects: 'none', guard});
    await control(session, 'SAVEPOINT haft_reading', guard);
    try {
      await control(session, 'SET LOCAL transaction_read_only = on', guard);
      return await this.#run(session, statement, {facts, effects: 'none', guard});
    } finally {
      if (session.usable) {
        await control(session, 'ROLLBACK TO SAVEPOINT haft_reading', {timeout: guard.timeout});
        await control(session, 'RELEASE SAVEPOINT haft_reading', {timeout: guard.timeout});
      }
    }
  }

  /** What the server makes of a statement, without running it. */
  async describe(session: Session, text: string, guard: Guard): Promise<Description> {
    const {parameters, fields} = await session.describe(text, guard);
    const columns = fields.map(({dataTypeID}) => dataTypeID);
    await this.#learn(session, [...parameters, ...columns], guard);
    return {parameters, columns, names: this.#readerOf(fields).fields.map(({name}) => name), facts: this.#types.facts};
  }

  /** On its own: it takes effect when its answer is complete, or not at all. */
  alone(session: Session, statement: Statement, facts: StatementFacts, guard: Guard): Promise<RawAnswer> {
    if (this.#options.readOnly || statement.readOnly === true) return this.#readOnly(session, statement, facts, guard);
    // What only seems to read is not said to have done nothing when its answer is lost, and is not sent again.
    const effects = facts.reads || facts.immediate ? 'immediate' : 'held';
    return this.#run(session, statement, {facts, effects, guard});
  }

  async #readOnly(session: Session, statement: Statement, facts: StatementFacts, guard: Guard): Promise<RawAnswer> {
    await control(session, 'BEGIN READ ONLY', guard);
    try {
      return await this.#run(session, statement, {facts, effects: 'none', guard});
    } finally {
      // Nothing of it may stay, a parameter of the session neither.
      if (session.usable) {
        await control(session, 'ROLLBACK', {timeout: guard.timeout}).catch(() => {
          session.retire();
        });
      }
    }
  }

  async #run(
    session: Session,
    {text, values = [], maxRows = this.#options.maxRows}: Statement,
    {facts, effects, guard}: {readonly facts: StatementFacts; readonly effects: Effects; readonly guard: Guard},
  ): Promise<RawAnswer> {
    const encoded = this.#encode(session, text, values, guard);
    const texts = encoded instanceof Promise ? await encoded : encoded;
    const limit = Math.min(maxRows, this.#options.maxRows);
    const repeats = facts.repeats && effects !== 'none';
    const raw = await session.run({text, values: texts, maxRows: limit, effects, repeats}, guard);
    if (effects === 'none') assertStillOpen(session, raw.tag);
    else assertNoneBegun(session);
    if (raw.more) throw this.#tooMany(limit, facts, effects);
    if (raw.fields.some(({dataTypeID}) => !this.#types.facts(dataTypeID))) {
      const types = raw.fields.map(({dataTypeID}) => dataTypeID);
      await this.#learn(session, types, guard);
    }
    return raw;
  }

  #tooMany(limit: number, facts: StatementFacts, effects: Effects): ToolError {
    const {code, message, suggestions, context} = tooManyRows(limit);
    const stands = effects === 'immediate' && !facts.reads;
    return new ToolError(code, message, {
      outcome: stands ? 'partial' : 'failed',
      suggestions,
      context: {...context, ...(stands && {executed: true})},
    });
  }

  /** Only lists and objects depend on the type of their place, which the server is asked for. */
  #encode(session: Session, text: string, values: readonly unknown[], guard: Guard): Texts | Promise<Texts> {
    if (values.length > maxValues) {
      throw new ToolError('LIMIT_EXCEEDED', `A statement takes at most ${String(maxValues)} values`, {
        outcome: 'not_executed',
        suggestions: ['Give a list as one value: = any($1), or unnest($1::int[])'],
        context: {limit: maxValues},
      });
    }
    if (values.some(isCompound)) return this.#encodeByType(session, text, values, guard);
    return values.map((value, at) => encodeScalar(value, place(at)));
  }

  async #encodeByType(session: Session, text: string, values: readonly unknown[], guard: Guard): Promise<Texts> {
    const {parameters} = await session.describe(text, guard);
    await this.#learn(session, parameters, guard);
    return values.map((value, at) =>
      isCompound(value)
        ? encodeCompound(value as object, place(at), parameters[at] ?? 0, this.#types.facts)
        : encodeScalar(value, place(at)),
    );
  }

  async #learn(session: Session, oids: readonly number[], guard: Guard): Promise<void> {
    await this.#types.learn(oids, async (text, values) => {
      const {rows} = await session.run({text, values, maxRows: Infinity, effects: 'none'}, guard);
      return rows;
    });
  }

  /** What came back, as JSON. */
  read({tag = '', fields: columns, rows}: RawAnswer): Answer {
    const {fields, read} = this.#readerOf(columns);
    const {command, count} = readTag(tag);
    return {command, rowCount: count ?? rows.length, fields: [...fields], rows: rows.map(read)};
  }

  #readerOf(columns: readonly WireField[]): RowReader {
    const known = this.#readers.get(columns);
    if (known) return known;
    const reader = rowReader(columns, this.#types.facts);
    this.#readers.set(columns, reader);
    return reader;
  }
}

/** `INSERT 0 1`, `SELECT 3`, `CREATE TABLE`: what was done, and to how many rows. */
function readTag(tag: string): {readonly command: string; readonly count: number | undefined} {
  const count = tag.slice(tag.lastIndexOf(' ') + 1);
  // Without a number the last word belongs to what was done.
  if (!/^\d/.test(count)) return {command: tag, count: undefined};
  return {command: tag.slice(0, tag.search(/ \d/)), count: Number(count)};
}

/** A transaction is ended by its own tools: what ends it under another name is told by the answer of the server. */
function assertStillOpen(session: Session, tag = ''): void {
  if (!/^(?:BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/.test(tag)) return;
  session.retire();
  throw new ToolError('INVALID_STATE', `A statement ended with ${tag}, so its transaction is given up`, {
    outcome: tag === 'COMMIT' ? 'unknown' : 'failed',
    suggestions: ['Use db.beginTransaction, db.commit and db.rollback'],
  });
}

/** What stands alone leaves no transaction behind. */
function assertNoneBegun(session: Session): void {
  if (session.status === undefined || session.status === 'I') return;
  session.retire();
  throw new ToolError('INVALID_STATE', 'The statement began a transaction, which was rolled back', {
    outcome: 'failed',
    suggestions: ['Use db.beginTransaction'],
  });
}

const place = (at: number): string => `values[${String(at)}]`;
