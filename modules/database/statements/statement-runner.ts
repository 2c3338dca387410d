import {ToolError} from '../../../src/sdk.js';
import type {Answer} from '../answer.js';
import type {RawAnswer} from '../connections/exchange.js';
import type {Effects, Guard, Session} from '../connections/session.js';
import {tooManyRows} from '../failures/stops.js';
import type {Transaction} from '../transactions/transaction.js';
import {encodeCompound, encodeScalar, isCompound} from '../values/encode.js';
import {decodeRows} from '../values/rows.js';
import type {TypeNames} from '../values/type-names.js';
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

/** Values that one statement can have: their number is sent in 16 bits. */
const maxValues = 65_535;

/** Sends a statement through a session and reads what comes back. */
export class StatementRunner {
  readonly #types: TypeNames;
  readonly #options: {readonly maxRows: number; readonly readOnly: boolean};

  constructor(types: TypeNames, options: {readonly maxRows: number; readonly readOnly: boolean}) {
    this.#types = types;
    this.#options = options;
  }

  /** In an open transaction: what it does stands or falls with it. */
  async inTransaction(session: Session, statement: Statement, facts: StatementFacts, guard: Guard): Promise<Answer> {
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

  /** On its own: it takes effect when its answer is complete, or not at all. */
  async alone(session: Session, statement: Statement, facts: StatementFacts, guard: Guard): Promise<Answer> {
    if (this.#options.readOnly || statement.readOnly === true) return this.#readOnly(session, statement, facts, guard);
    // What only seems to read is not said to have done nothing when its answer is lost, and is not sent again.
    const effects = facts.reads || facts.immediate ? 'immediate' : 'held';
    const answer = await this.#run(session, statement, {facts, effects, guard});
    if (session.status !== undefined && session.status !== 'I') {
      session.retire();
      throw new ToolError('INVALID_STATE', 'The statement began a transaction, which was rolled back', {
        outcome: 'failed',
        suggestions: ['Use db.beginTransaction'],
      });
    }
    return answer;
  }

  async #readOnly(session: Session, statement: Statement, facts: StatementFacts, guard: Guard): Promise<Answer> {
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
  ): Promise<Answer> {
    const texts = await this.#encode(session, text, values, guard);
    const limit = Math.min(maxRows, this.#options.maxRows);
    const raw = await session.run({text, values: texts, maxRows: limit, effects}, guard);
    if (effects === 'none') assertStillOpen(session, raw.tag);
    if (raw.more) throw this.#tooMany(limit, facts, effects);
    await this.#learn(
      session,
      raw.fields.map(({dataTypeID}) => dataTypeID),
      guard,
    );
    return this.#answer(raw);
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
  async #encode(
    session: Session,
    text: string,
    values: readonly unknown[],
    guard: Guard,
  ): Promise<readonly (string | null)[]> {
    if (values.length > maxValues) {
      throw new ToolError('LIMIT_EXCEEDED', `A statement takes at most ${String(maxValues)} values`, {
        outcome: 'not_executed',
        suggestions: ['Give a list as one value: = any($1), or unnest($1::int[])'],
        context: {limit: maxValues},
      });
    }
    if (!values.some(isCompound)) return values.map((value, at) => encodeScalar(value, place(at)));
    const parameters = await session.describe(text, guard);
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

  #answer({tag = '', fields, rows}: RawAnswer): Answer {
    const decoded = decodeRows(fields, rows, this.#types.facts);
    const [, command = '', count] = /^([A-Z ]*?)(?: \d+)*?(?: (\d+))?$/.exec(tag) ?? [];
    return {command, rowCount: count === undefined ? decoded.rows.length : Number(count), ...decoded};
  }
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

const place = (at: number): string => `values[${String(at)}]`;
