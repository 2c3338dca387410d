import {ToolError} from '../../src/sdk.js';
import type {Call, Runtime} from '../../src/sdk.js';
import type {Answer} from './answer.js';
import {ReadingTurn} from './connections/reading-turn.js';
import {SessionPool} from './connections/session-pool.js';
import {parameterStatement} from './connections/session-parameters.js';
import type {SessionParameters} from './connections/session-parameters.js';
import type {RawAnswer} from './connections/exchange.js';
import type {Caller, Guard, Session} from './connections/session.js';
import type {Capabilities, SessionSource} from './connections/source.js';
import {statementFacts} from './statements/statement-facts.js';
import {StatementRunner} from './statements/statement-runner.js';
import type {Description, Statement} from './statements/statement-runner.js';
import {control} from './statements/control.js';
import {CurrentTransactions} from './transactions/current-transactions.js';
import {Transaction} from './transactions/transaction.js';
import type {Isolation} from './transactions/transaction.js';
import {TypeNames} from './values/type-names.js';

/** Bounds and times of a database, from the config. */
export interface DatabaseOptions extends SessionParameters {
  readonly clock: Runtime['clock'];
  readonly acquireTimeout: number;
  readonly maxWaiting: number;
  readonly maxRows: number;
}

/** Runs a statement of a group. */
type Run = (text: string, values?: readonly unknown[]) => Promise<Answer>;

/** What tools do with a database: statements, groups of them, transactions. The `wrappedInstance` of the module. */
export class Database {
  readonly capabilities: Capabilities;
  /** Rows that one answer may have. */
  readonly maxRows: number;
  /** The transaction that each session of callers works in, where it names none. */
  readonly current = new CurrentTransactions();
  readonly #source: SessionSource;
  readonly #options: DatabaseOptions;
  readonly #pool: SessionPool;
  readonly #runner: StatementRunner;
  readonly #reading = new ReadingTurn();
  readonly #open = new Set<Transaction>();

  constructor(source: SessionSource, options: DatabaseOptions) {
    this.#source = source;
    this.#options = options;
    this.capabilities = source.capabilities;
    this.maxRows = options.maxRows;
    const {clock, acquireTimeout, maxWaiting, maxRows, readOnly} = options;
    this.#runner = new StatementRunner(new TypeNames(), {maxRows, readOnly});
    this.#pool = new SessionPool({
      open: () => this.#openSession(),
      clock,
      acquireTimeout,
      maxWaiting,
      maxConnections: source.maxConnections,
      isFixed: source.capabilities.embedded,
      idleTimeout: source.idleTimeout,
    });
  }

  async #openSession(): Promise<Session> {
    const session = await this.#source.open();
    try {
      await this.#setUp(session);
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  async #setUp(session: Session): Promise<void> {
    await session.run({...parameterStatement(this.#options), maxRows: 1, effects: 'none'}, this.guard());
    session.ready();
  }

  /** How long a statement of a call may take, and who may end it. */
  guard(call?: Call): Guard {
    return {caller: call, timeout: this.#options.statementTimeout};
  }

  /** Runs one statement, in a transaction's session when one is given or current, else on a pooled connection. */
  async statement(statement: Statement, call: Call): Promise<Answer> {
    const facts = statementFacts(statement.text);
    const guard = this.guard(call);
    const transaction = this.#transactionOf(statement.transaction, call);
    if (transaction) {
      const raw = await transaction.use(call, (session) =>
        this.#runner.inTransaction(session, statement, facts, guard),
      );
      return this.#runner.read(raw);
    }
    const work = (session: Session): Promise<RawAnswer> => this.#runner.alone(session, statement, facts, guard);
    const raw = await this.#onSession(call, work, facts);
    // Where calls wait, the next one has the session already: the server is kept at work before answers are looked at.
    if (this.#pool.isWaitedFor) await this.#reading.over();
    return this.#runner.read(raw);
  }

  /** What the server makes of a statement; nothing is run. */
  describe(text: string, caller?: Caller): Promise<Description> {
    const guard = {caller, timeout: this.#options.statementTimeout};
    return this.#onSession(caller, (session) => this.#runner.describe(session, text, guard));
  }

  /**
   * Several statements in one transaction of their own (a savepoint when in one already): all of them take effect, or
   * none. `readOnly` lets the server refuse what would write.
   */
  async atomically<T>(
    transaction: Transaction | undefined,
    call: Call,
    work: (run: Run) => Promise<T>,
    {readOnly = this.#options.readOnly}: {readonly readOnly?: boolean} = {},
  ): Promise<T> {
    const guard = this.guard(call);
    const outer = this.#transactionOf(transaction, call);
    const perform = (session: Session, begin: readonly string[], end: string, back: readonly string[]): Promise<T> =>
      this.#group(session, guard, {begin, end, back}, work);
    if (outer) {
      return outer.use(call, (session) => {
        const begin = ['SAVEPOINT haft', ...(readOnly ? ['SET LOCAL transaction_read_only = on'] : [])];
        // Releasing keeps what was set in it, rolling back does not.
        const end = readOnly ? 'ROLLBACK TO SAVEPOINT haft' : 'RELEASE SAVEPOINT haft';
        return perform(session, begin, end, ['ROLLBACK TO SAVEPOINT haft', 'RELEASE SAVEPOINT haft']);
      });
    }
    return this.#onSession(call, (session) =>
      perform(session, [readOnly ? 'BEGIN READ ONLY' : 'BEGIN READ WRITE'], 'COMMIT', ['ROLLBACK']),
    );
  }

  async #group<T>(
    session: Session,
    guard: Guard,
    {begin, end, back}: {readonly begin: readonly string[]; readonly end: string; readonly back: readonly string[]},
    work: (run: Run) => Promise<T>,
  ): Promise<T> {
    for (const text of begin) await control(session, text, guard);
    let answer: T;
    try {
      answer = await work(async (text, values) => {
        const statement = {text, ...(values && {values})};
        return this.#runner.read(await this.#runner.inTransaction(session, statement, statementFacts(text), guard));
      });
    } catch (error) {
      // The way back is not the caller's to cancel.
      for (const text of back) await control(session, text, this.guard()).catch(() => session.retire());
      throw error;
    }
    const tag = await control(session, end, guard, end === 'COMMIT' ? 'immediate' : 'none');
    if (end === 'COMMIT' && tag === 'ROLLBACK')
      throw new ToolError('TRANSACTION_ABORTED', 'A statement of the group had failed');
    return answer;
  }

  /** The transaction that is meant: the given one, else the current one of who calls. */
  #transactionOf(given: Transaction | undefined, call: Call): Transaction | undefined {
    return given ?? this.current.of(call.context.sessionId);
  }

  /** Lends a session, and gives it back as clean as it was. */
  async #onSession<T>(
    caller: Caller | undefined,
    work: (session: Session) => Promise<T>,
    facts?: {readonly marksSession: boolean},
  ): Promise<T> {
    const free = this.#pool.acquire(caller);
    // Each wait costs, also for what is there.
    const session = free instanceof Promise ? await free : free;
    const {fresh} = session;
    try {
      return await work(session);
    } catch (error) {
      // A connection that had died while nobody used it: nothing was done, and it is not the fault of the call.
      const stale = !fresh && ToolError.isToolError(error) && isStale(error) && !caller?.stopped;
      if (!stale) throw error;
    } finally {
      this.#giveBack(session, facts?.marksSession ?? false);
    }
    return this.#onSession(caller, work, facts);
  }

  #giveBack(session: Session, marked: boolean): void {
    if (session.usable && session.status !== 'I' && session.status !== undefined) session.retire();
    if (!marked || !session.usable) {
      this.#pool.release(session);
      return;
    }
    // Nobody waits for it: the session is lent again when it is clean.
    void this.#clean(session)
      .catch(() => {
        session.retire();
      })
      .then(() => {
        this.#pool.release(session);
      });
  }

  async #clean(session: Session): Promise<void> {
    await control(session, 'DISCARD ALL', this.guard(), 'immediate');
    await this.#setUp(session);
  }

  /** Begins a transaction with a session of its own. */
  async begin(
    {isolation, readOnly, deferrable}: {isolation: Isolation; readOnly: boolean; deferrable: boolean},
    call: Call,
  ): Promise<Transaction> {
    const {clock, idleTransactionTimeout, statementTimeout, readOnly: always} = this.#options;
    const reads = readOnly || always;
    const mode = `ISOLATION LEVEL ${isolation.toUpperCase()} READ ${reads ? 'ONLY' : 'WRITE'}`;
    const session = await this.#onFreshSession(call, async (fresh) => {
      const guard = this.guard(call);
      await control(fresh, `BEGIN ${mode}${deferrable ? ' DEFERRABLE' : ''}`, guard);
      // After its first query a transaction that only reads can not be switched to one that writes.
      if (reads) await control(fresh, 'SELECT 1', guard);
    });
    const transaction: Transaction = new Transaction(session, {
      isolation,
      readOnly: reads,
      clock,
      lease: idleTransactionTimeout,
      timeout: statementTimeout,
      release: (used) => {
        this.#open.delete(transaction);
        this.#giveBack(used, true);
      },
    });
    this.#open.add(transaction);
    return transaction;
  }

  /** A session that `prepare` went well on, and that the caller keeps. */
  async #onFreshSession(call: Call, prepare: (session: Session) => Promise<void>): Promise<Session> {
    const session = await this.#pool.acquire(call);
    try {
      await prepare(session);
      return session;
    } catch (error) {
      const stale = !session.fresh && ToolError.isToolError(error) && isStale(error) && !call.stopped;
      session.retire();
      this.#pool.release(session);
      if (!stale) throw error;
      return this.#onFreshSession(call, prepare);
    }
  }

  /** Something that callers must know, once. */
  takeNotice(): string | undefined {
    return this.#source.takeNotice();
  }

  /** Throws when the database does not answer. */
  async check(): Promise<void> {
    const session = await this.#pool.acquire();
    try {
      await control(session, 'SELECT 1', this.guard());
    } finally {
      this.#giveBack(session, false);
    }
  }

  /** Rolls back what is open and ends all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((transaction) => transaction.end()));
    await this.#pool.close();
    await this.#source.close();
  }
}

const isStale = ({code, outcome}: ToolError): boolean => code === 'CONNECTION_LOST' && outcome === 'not_executed';
