import {ToolError} from '../../../src/sdk.js';
import type {Runtime} from '../../../src/sdk.js';
import {cancelled} from '../failures/stops.js';
import {Alarm} from './alarm.js';
import type {Caller, Session} from './session.js';

type Clock = Runtime['clock'];

/** How many sessions there may be, and how long somebody waits for one. */
export interface PoolOptions {
  readonly open: () => Promise<Session>;
  readonly clock: Clock;
  readonly maxConnections: number;
  /** No config makes it more. */
  readonly isFixed?: boolean;
  /** ms that a call waits for its turn. */
  readonly acquireTimeout: number;
  /** Calls that may wait at the same time. */
  readonly maxWaiting: number;
  /** ms after which a session that nobody uses is closed; 0 closes it at once. */
  readonly idleTimeout: number;
}

interface Waiting {
  readonly take: (session: Session) => void;
  readonly fail: (error: ToolError) => void;
  /** When its time is over, by the clock; a connection that is being made has a time of its own. */
  readonly endsAt: number;
  /** Stops listening to its caller. */
  forget: (() => void) | undefined;
}

interface Idle {
  readonly session: Session;
  readonly endsAt: number;
}

/**
 * The sessions of a module, opened when they are needed. Who finds none free waits in line, for a time and in a line of
 * bounded length (DB06); a session that is not usable any more is replaced.
 */
export class SessionPool {
  readonly #options: PoolOptions;
  readonly #idle: Idle[] = [];
  readonly #waiting = new Set<Waiting>();
  readonly #all = new Set<Session>();
  readonly #idleAlarm: Alarm;
  readonly #waitingAlarm: Alarm;
  #opening = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const {clock} = options;
    this.#idleAlarm = new Alarm(clock, () => {
      this.#closeOld();
    });
    this.#waitingAlarm = new Alarm(clock, () => {
      this.#failLate();
    });
  }

  /** Sessions that are open or being opened. */
  get size(): number {
    return this.#all.size + this.#opening;
  }

  /** Whether somebody waits for a session. */
  get isWaitedFor(): boolean {
    return this.#waiting.size > 0;
  }

  /** A session of one's own, until it is released. Throws OPERATION_TIMEOUT, LIMIT_EXCEEDED, or why none can be opened. */
  acquire(caller?: Caller): Session | Promise<Session> {
    if (this.#closed) throw closed();
    const idle = this.#takeIdle();
    if (idle) return idle;
    const {maxConnections, maxWaiting} = this.#options;
    if (this.#waiting.size >= maxWaiting + maxConnections) throw this.#full();
    return this.#wait(caller);
  }

  #takeIdle(): Session | undefined {
    for (let entry = this.#idle.pop(); entry; entry = this.#idle.pop()) {
      if (entry.session.usable) {
        entry.session.hold(true);
        return entry.session;
      }
      this.#drop(entry.session);
    }
    return undefined;
  }

  #wait(caller: Caller | undefined): Promise<Session> {
    const {clock, acquireTimeout} = this.#options;
    return new Promise((take, fail) => {
      if (caller?.stopped) throw cancelled('not_executed');
      const waiting: Waiting = {take, fail, endsAt: clock.now() + acquireTimeout, forget: undefined};
      waiting.forget = caller?.onStop(() => {
        this.#fail(waiting, cancelled('not_executed'));
      });
      this.#waiting.add(waiting);
      this.#waitingAlarm.set(waiting.endsAt);
      if (this.#waiting.size === 1) this.#waitingAlarm.hold(true);
      this.#openMore();
    });
  }

  #fail(waiting: Waiting, error: ToolError): void {
    this.#leave(waiting);
    waiting.fail(error);
  }

  #leave(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    if (this.#waiting.size === 0) this.#waitingAlarm.hold(false);
    waiting.forget?.();
  }

  /** Opens a session for somebody who waits, when there may be one more. */
  #openMore(): void {
    const {maxConnections, open} = this.#options;
    if (this.#closed || this.#opening >= this.#waiting.size || this.size >= maxConnections) return;
    this.#opening++;
    open().then(
      (session) => {
        this.#opening--;
        this.#all.add(session);
        if (this.#closed) this.#drop(session);
        else this.#offer(session);
        this.#failLate();
      },
      (error: unknown) => {
        this.#opening--;
        // Everyone who waits would meet the same.
        for (const waiting of [...this.#waiting]) this.#fail(waiting, error as ToolError);
      },
    );
  }

  /** Who has waited too long is told, when no connection is on its way. They stand in the order in which they came. */
  #failLate(): void {
    if (this.#opening > 0) return;
    const now = this.#options.clock.now();
    for (const waiting of [...this.#waiting]) {
      if (waiting.endsAt > now) {
        this.#waitingAlarm.set(waiting.endsAt);
        this.#waitingAlarm.hold(true);
        return;
      }
      this.#fail(waiting, this.#tooLate());
    }
  }

  /** Gives a session back. One that is not usable any more is closed. */
  release(session: Session): void {
    if (!session.usable || this.#closed) this.#drop(session);
    else this.#offer(session);
  }

  #offer(session: Session): void {
    const [next] = this.#waiting;
    if (next) {
      session.hold(true);
      this.#leave(next);
      next.take(session);
      return;
    }
    const {clock, idleTimeout} = this.#options;
    if (idleTimeout === 0) {
      this.#drop(session);
      return;
    }
    session.hold(false);
    const endsAt = clock.now() + idleTimeout;
    this.#idle.push({session, endsAt});
    this.#idleAlarm.set(endsAt);
  }

  /** Sessions lie in the order in which they came back: the last is lent first, the first is the oldest. */
  #closeOld(): void {
    const now = this.#options.clock.now();
    for (let [oldest] = this.#idle; oldest; [oldest] = this.#idle) {
      if (oldest.endsAt > now) {
        this.#idleAlarm.set(oldest.endsAt);
        return;
      }
      this.#idle.shift();
      this.#drop(oldest.session);
    }
  }

  #drop(session: Session): void {
    this.#all.delete(session);
    void session.close().catch(() => undefined);
    this.#openMore();
  }

  #full(): ToolError {
    const {maxWaiting} = this.#options;
    return new ToolError('LIMIT_EXCEEDED', `${String(maxWaiting)} calls wait for a connection already`, {
      outcome: 'not_executed',
      recoverable: true,
      suggestions: ['Make fewer calls at once', 'Commit or roll back transactions that are not needed any more'],
      context: {limit: maxWaiting},
    });
  }

  #tooLate(): ToolError {
    const {acquireTimeout, maxConnections, isFixed = false} = this.#options;
    const all = maxConnections === 1 ? 'The one connection' : `All ${String(maxConnections)} connections`;
    return new ToolError('OPERATION_TIMEOUT', `${all} stayed in use for ${String(acquireTimeout)} ms`, {
      outcome: 'not_executed',
      suggestions: [
        'Commit or roll back transactions that are not needed any more',
        isFixed
          ? 'Try again later: another caller may have a transaction open, and there is no second connection'
          : 'Raise maxConnections in the config',
      ],
      context: {acquireTimeout, maxConnections},
    });
  }

  /** Ends all sessions; who waits is told. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const waiting of [...this.#waiting]) this.#fail(waiting, closed());
    this.#idle.length = 0;
    this.#idleAlarm.clear();
    this.#waitingAlarm.clear();
    await Promise.all([...this.#all].map((session) => session.close()));
    this.#all.clear();
  }
}

const closed = (): ToolError =>
  new ToolError('INVALID_STATE', 'The module was cleaned up', {
    outcome: 'not_executed',
    suggestions: ['Create the module again'],
  });
