import {ToolError} from '../../../src/sdk.js';
import type {Runtime} from '../../../src/sdk.js';
import {cancelled} from '../failures/stops.js';
import type {Session} from './session.js';

type Clock = Runtime['clock'];

/** How many sessions there may be, and how long somebody waits for one. */
export interface PoolOptions {
  readonly open: () => Promise<Session>;
  readonly clock: Clock;
  readonly maxConnections: number;
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
  /** Its time is over; a connection that is being made has a time of its own. */
  late: boolean;
}

interface Idle {
  readonly session: Session;
  readonly timer: ReturnType<Clock['setTimeout']>;
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
  #opening = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Sessions that are open or being opened. */
  get size(): number {
    return this.#all.size + this.#opening;
  }

  /** A session of one's own, until it is released. Throws OPERATION_TIMEOUT, LIMIT_EXCEEDED, or why none can be opened. */
  acquire(signal?: AbortSignal): Session | Promise<Session> {
    if (this.#closed) throw closed();
    const idle = this.#takeIdle();
    if (idle) return idle;
    const {maxConnections, maxWaiting} = this.#options;
    if (this.#waiting.size >= maxWaiting + maxConnections) throw this.#full();
    return this.#wait(signal);
  }

  #takeIdle(): Session | undefined {
    for (let entry = this.#idle.pop(); entry; entry = this.#idle.pop()) {
      this.#options.clock.clearTimeout(entry.timer);
      if (entry.session.usable) {
        entry.session.hold(true);
        return entry.session;
      }
      this.#drop(entry.session);
    }
    return undefined;
  }

  #wait(signal: AbortSignal | undefined): Promise<Session> {
    const {clock, acquireTimeout} = this.#options;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(waiting);
        clock.clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiting: Waiting = {
        late: false,
        take: (session) => {
          stop();
          resolve(session);
        },
        fail: (error) => {
          stop();
          reject(error);
        },
      };
      const onAbort = (): void => {
        waiting.fail(cancelled('not_executed'));
      };
      const timer = clock.setTimeout(() => {
        waiting.late = true;
        this.#failLate();
      }, acquireTimeout);
      signal?.addEventListener('abort', onAbort, {once: true});
      this.#waiting.add(waiting);
      if (signal?.aborted === true) onAbort();
      else this.#openMore();
    });
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
        for (const {fail} of [...this.#waiting]) fail(error as ToolError);
      },
    );
  }

  #failLate(): void {
    if (this.#opening > 0) return;
    for (const {late, fail} of [...this.#waiting]) if (late) fail(this.#tooLate());
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
      next.take(session);
      return;
    }
    const {clock, idleTimeout} = this.#options;
    if (idleTimeout === 0) {
      this.#drop(session);
      return;
    }
    session.hold(false);
    const timer = clock.setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(entry), 1);
      this.#drop(session);
    }, idleTimeout);
    timer.unref?.();
    const entry: Idle = {session, timer};
    this.#idle.push(entry);
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
    const {acquireTimeout, maxConnections} = this.#options;
    const all = maxConnections === 1 ? 'The one connection' : `All ${String(maxConnections)} connections`;
    return new ToolError('OPERATION_TIMEOUT', `${all} stayed in use for ${String(acquireTimeout)} ms`, {
      outcome: 'not_executed',
      suggestions: [
        'Commit or roll back transactions that are not needed any more',
        'Raise maxConnections in the config',
      ],
      context: {acquireTimeout, maxConnections},
    });
  }

  /** Ends all sessions; who waits is told. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const {fail} of [...this.#waiting]) fail(closed());
    for (const {timer} of this.#idle.splice(0)) this.#options.clock.clearTimeout(timer);
    await Promise.all([...this.#all].map((session) => session.close()));
    this.#all.clear();
  }
}

const closed = (): ToolError =>
  new ToolError('INVALID_STATE', 'The module was cleaned up', {
    outcome: 'not_executed',
    suggestions: ['Create the module again'],
  });
