import {ToolError} from '../../../src/sdk.js';
import type {Runtime} from '../../../src/sdk.js';
import {cancelled} from '../failures/stops.js';
import type {Caller, Guard, Session} from '../connections/session.js';

export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

/** Why a transaction can not be used any more. */
type End = 'committed' | 'rolled back' | 'expired' | 'lost';

export interface TransactionOptions {
  readonly isolation: Isolation;
  readonly readOnly: boolean;
  /** Gives the session back when the transaction is over. */
  readonly release: (session: Session) => void;
  readonly clock: Runtime['clock'];
  /** ms it may lie unused; 0 is no limit. */
  readonly lease: number;
  /** ms that its end may take. */
  readonly timeout: number;
}

/** An open transaction: a session of its own, one statement at a time, for as long as somebody uses it. */
export class Transaction {
  readonly isolation: Isolation;
  readonly readOnly: boolean;
  readonly #options: TransactionOptions;
  readonly #session: Session;
  #ended: End | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<Runtime['clock']['setTimeout']> | undefined;

  constructor(session: Session, options: TransactionOptions) {
    this.isolation = options.isolation;
    this.readOnly = options.readOnly;
    this.#options = options;
    this.#session = session;
    session.onLost(() => {
      this.#finish('lost');
    });
    this.#startLease();
  }

  /** Whether statements can be run in it. */
  get open(): boolean {
    return this.#ended === undefined;
  }

  /** How it ended; undefined while it is open. An undo needs to know what is left of what it did. */
  get ended(): End | undefined {
    return this.#ended;
  }

  /** Does something in it, when what was asked before is done. Answers why it can not, when it is over. */
  async use<T>(caller: Caller | undefined, work: (session: Session) => Promise<T>): Promise<T> {
    const before = this.#turn;
    let leave: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => (leave = resolve));
    this.#turn = turn;
    try {
      await waitFor(before, caller);
    } catch (error) {
      // Whoever is next waits for those before, all the same.
      void before.then(leave);
      throw error;
    }
    try {
      this.#assertOpen();
      this.#stopLease();
      this.#session.hold(true);
      return await work(this.#session);
    } finally {
      if (this.open) this.#look();
      leave();
    }
  }

  /** A statement can end it: PREPARE TRANSACTION does. */
  #look(): void {
    if (this.#session.status === 'I') this.#finish('committed');
    else this.#startLease();
  }

  /** Makes what it did last. Answers TRANSACTION_ABORTED when a statement of it had failed. */
  async commit(guard: Guard): Promise<void> {
    await this.use(guard.caller, async (session) => {
      const statement = {text: 'COMMIT', values: [], maxRows: 0, effects: 'immediate'} as const;
      try {
        const {tag} = await session.run(statement, guard);
        this.#finish(tag === 'ROLLBACK' ? 'rolled back' : 'committed');
      } catch (error) {
        // A deferred constraint, or a serialization failure: the server has rolled back.
        this.#finish(session.usable ? 'rolled back' : 'lost');
        throw error;
      }
      if (this.#ended === 'rolled back') throw aborted();
    });
  }

  /** Takes back what it did. */
  async rollback(guard: Guard): Promise<void> {
    await this.use(guard.caller, (session) => this.#rollBack(session, guard, 'rolled back'));
  }

  async #rollBack(session: Session, guard: Guard, end: End): Promise<void> {
    try {
      await session.run({text: 'ROLLBACK', values: [], maxRows: 0, effects: 'none'}, guard);
    } catch {
      // Without its connection the server rolls back by itself.
      session.retire();
    }
    this.#finish(end);
  }

  /** Rolls back if it is still open: its handle goes, or its module. */
  async end(): Promise<void> {
    await this.#endBy('rolled back');
  }

  async #endBy(end: End): Promise<void> {
    if (!this.open) return;
    await this.use(undefined, async (session) => {
      await this.#rollBack(session, {timeout: this.#options.timeout}, end);
    }).catch(() => undefined);
  }

  #finish(end: End): void {
    if (this.#ended) return;
    this.#ended = end;
    this.#stopLease();
    this.#options.release(this.#session);
  }

  #startLease(): void {
    // A script that forgets it must be able to end; without its connection the server rolls back by itself.
    this.#session.hold(false);
    const {clock, lease} = this.#options;
    if (lease === 0) return;
    this.#timer = clock.setTimeout(() => {
      void this.#endBy('expired');
    }, lease);
    this.#timer.unref?.();
  }

  #stopLease(): void {
    if (this.#timer !== undefined) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #assertOpen(): void {
    if (this.#ended) throw overError(this.#ended, this.#options.lease);
  }

  /** Whether its lease or its connection ended it, and not a call. */
  get rolledBackByItself(): boolean {
    return this.#ended === 'expired' || this.#ended === 'lost';
  }

  /** Why it is over, for who still wants to use it. */
  get reason(): ToolError | undefined {
    return this.#ended && overError(this.#ended, this.#options.lease);
  }
}

/** What was asked before is done, or the caller does not wait any longer. */
async function waitFor(before: Promise<unknown>, caller: Caller | undefined): Promise<void> {
  if (!caller) {
    await before;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const forget = caller.onStop(() => {
      reject(cancelled('not_executed'));
    });
    void before.then(() => {
      forget();
      resolve();
    });
  });
}

function overError(end: End, lease: number): ToolError {
  const suggestions = ['Begin a new transaction with db.beginTransaction, and make all of it again'];
  const options = {outcome: 'not_executed', suggestions} as const;
  switch (end) {
    case 'expired':
      return new ToolError(
        'HANDLE_EXPIRED',
        `The transaction was not used for ${String(lease)} ms and was rolled back`,
        options,
      );
    case 'lost':
      return new ToolError(
        'INVALID_STATE',
        'The transaction was lost with its connection; nothing of it stands',
        options,
      );
    default:
      return new ToolError('INVALID_STATE', `The transaction was ${end} already`, options);
  }
}

const aborted = (): ToolError =>
  new ToolError('TRANSACTION_ABORTED', 'The transaction was rolled back, because a statement of it had failed', {
    outcome: 'failed',
    suggestions: ['Make the whole transaction again, without what failed'],
  });
