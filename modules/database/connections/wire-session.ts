import {ToolError} from '../../../src/sdk.js';
import type {Runtime} from '../../../src/sdk.js';
import {failureOf, lostConnection} from '../failures/failure.js';
import {cancelled, timedOut, tooManyBytes} from '../failures/stops.js';
import {Exchange} from './exchange.js';
import type {ExchangeOptions, RawAnswer} from './exchange.js';
import {Alarm} from './alarm.js';
import {askFor, askForTypes} from './ask.js';
import {PreparedStatements} from './prepared-statements.js';
import type {Definitions} from './prepared-statements.js';
import type {Effects, Guard, Session, SessionStatement} from './session.js';
import type {WireClient, WireError} from './wire.js';

/** ms that a server has for ending a cancelled statement, before the connection is cut: less than a call's grace. */
const patience = 400;

/** ms after which the server is asked again. */
const askAgain = 75;

/** What a session is given beside its client. */
export interface SessionOptions {
  readonly clock: Runtime['clock'];
  /** Bytes that one answer may have. */
  readonly maxResultBytes: number;
  /** Ends the statement that runs, on the server. */
  readonly interrupt: (client: WireClient) => Promise<void>;
  /** Instead of ending the client's connection. */
  readonly end?: ((broken: boolean) => void) | undefined;
  readonly readOnly: boolean;
  /** Texts that come again get a name on the server, as long as these do not change; left out: never. */
  readonly definitions?: Definitions | undefined;
  /** What else came of cutting a statement off; the database itself may be gone. */
  readonly consequence?: (() => Readonly<Record<string, unknown>> | undefined) | undefined;
}

/** Why a statement is cut off, and whether its connection goes with it. */
interface Stop {
  readonly reason: ToolError;
  /** Lets go of what would end it. */
  readonly over?: () => void;
}

interface Emitter<T> {
  on(event: string, listener: (it: T) => void): unknown;
  removeListener(event: string, listener: (it: T) => void): unknown;
}

/** A session over pg's own client. */
export class WireSession implements Session {
  readonly #client: WireClient;
  readonly #options: SessionOptions;
  #status: 'I' | 'T' | 'E' = 'I';
  #usable = true;
  #lost: Error | undefined;
  #closed = false;
  #received = 0;
  #exchange: Exchange | undefined;
  #stop: Stop | undefined;
  /** ms that the statement may take, and when that is over by the clock. */
  #timeout = 0;
  #endsAt = 0;
  #ready = false;
  #fresh = true;
  #held: boolean | undefined;
  readonly #alarm: Alarm;
  readonly #prepared: PreparedStatements | undefined;
  readonly #onLost: (() => void)[] = [];
  readonly #unhear: (() => void)[] = [];

  constructor(client: WireClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
    this.#alarm = new Alarm(options.clock, () => {
      this.#lookAtTime();
    });
    this.#prepared = options.definitions && new PreparedStatements(options.definitions);
    this.#listen();
  }

  #listen(): void {
    const lost = (error: Error | undefined): void => {
      this.#lose(error);
    };
    const {connection} = this.#client;
    // Without a listener an error of an idle connection would end the process; pg emits it more than once (DB05).
    this.#hear(this.#client, 'error', lost);
    this.#hear(this.#client, 'end', lost);
    this.#hear(connection, 'readyForQuery', ({status}: {status: 'I' | 'T' | 'E'}) => {
      this.#status = status;
    });
    this.#hear(connection, 'parameterStatus', ({parameterName, parameterValue}: Record<string, string>) => {
      this.#parameterChanged(parameterName, parameterValue);
    });
    this.#hear(connection, 'bindComplete', () => {
      if (this.#exchange) this.#exchange.bound = true;
    });
    this.#hear(connection.stream, 'data', (chunk: Uint8Array) => {
      this.#count(chunk.length);
    });
  }

  #hear<T>(emitter: Emitter<T>, event: string, listener: (it: T) => void): void {
    emitter.on(event, listener);
    this.#unhear.push(() => emitter.removeListener(event, listener));
  }

  get usable(): boolean {
    return this.#usable;
  }

  get status(): 'I' | 'T' | 'E' {
    return this.#status;
  }

  get fresh(): boolean {
    return this.#fresh;
  }

  ready(): void {
    this.#ready = true;
  }

  run(statement: SessionStatement, guard: Guard): Promise<RawAnswer> {
    const {text, repeats = false} = statement;
    const names = this.#prepared;
    const prepared = repeats ? names?.use(text, this.#options.clock.now()) : undefined;
    const asked = askFor(statement, names?.takeUnused(), prepared);
    if (!names) return this.#speak(asked, statement, guard);
    return this.#speak(asked, statement, guard, (exchange, error) => {
      if (!error) names.answered(exchange, prepared);
      else if (prepared && names.failed(prepared, error, exchange) && this.#usable) {
        return this.#speak(askFor(statement, names.takeUnused()), statement, guard);
      }
      return undefined;
    });
  }

  describe(text: string, guard: Guard): Promise<RawAnswer> {
    const asked = askForTypes(text, this.#prepared?.takeUnused());
    return this.#speak(asked, {text, effects: 'none'}, guard);
  }

  /** `ended` is told first how it ended, and may answer something else. */
  #speak(
    options: ExchangeOptions,
    {text, effects}: Pick<SessionStatement, 'text' | 'effects'>,
    {caller, timeout}: Guard,
    ended?: (exchange: Exchange, error: WireError | undefined) => Promise<RawAnswer> | undefined,
  ): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#lost) throw lostConnection(this.#lost, 'not_executed');
      if (caller?.stopped) throw cancelled('not_executed');
      const exchange = new Exchange(options, (error) => {
        const stop = this.#stop;
        forget?.();
        this.#exchange = this.#stop = undefined;
        stop?.over?.();
        const instead = ended?.(exchange, error);
        if (instead) resolve(instead);
        else if (error) reject(this.#failure(error, exchange, {effects, text, reason: stop?.reason}));
        else resolve(exchange.answer);
      });
      this.#exchange = exchange;
      this.#received = 0;
      this.#watch(timeout);
      const forget = caller?.onStop(() => {
        this.#interrupt(cancelled());
      });
      this.#client.query(exchange);
    });
  }

  #watch(timeout: number): void {
    this.#timeout = timeout;
    if (timeout === 0) return;
    this.#endsAt = this.#options.clock.now() + timeout;
    this.#alarm.set(this.#endsAt);
  }

  #lookAtTime(): void {
    if (!this.#exchange || this.#timeout === 0) return;
    if (this.#options.clock.now() < this.#endsAt) this.#alarm.set(this.#endsAt);
    else this.#interrupt(timedOut(this.#timeout));
  }

  /** Asks the server to end the statement; cuts the connection when it does not in a moment. */
  #interrupt(reason: ToolError): void {
    if (!this.#exchange || this.#stop) return;
    // A late cancel would meet the next statement: this session has none.
    this.#usable = false;
    const {clock} = this.#options;
    const cut = clock.setTimeout(() => {
      this.#cut(reason);
      // What is on its way to the server still begins there.
      for (const later of [0, 300, 1200]) clock.setTimeout(() => void this.#ask(), later).unref?.();
    }, patience);
    let again: ReturnType<typeof clock.setTimeout> | undefined;
    // A request that overtakes its statement meets an idle server, and is lost.
    const ask = (): void => {
      void this.#ask();
      again = clock.setTimeout(ask, askAgain);
    };
    this.#stop = {
      reason,
      over: () => {
        clock.clearTimeout(cut);
        if (again !== undefined) clock.clearTimeout(again);
      },
    };
    ask();
  }

  async #ask(): Promise<void> {
    // A server that can not be asked is left when its patience is over.
    await this.#options.interrupt(this.#client).catch(() => undefined);
  }

  #count(bytes: number): void {
    this.#received += bytes;
    const {maxResultBytes} = this.#options;
    if (this.#received <= maxResultBytes || !this.#exchange || this.#stop) return;
    const reason = tooManyBytes(maxResultBytes);
    this.#stop = {reason};
    void this.#ask();
    this.#cut(reason);
  }

  #cut(reason: Error): void {
    this.#usable = false;
    this.#client.connection.stream.destroy(reason);
  }

  #lose(error: Error | undefined): void {
    this.#usable = false;
    this.#alarm.clear();
    if (this.#lost) return;
    this.#lost = error ?? new Error('The connection was closed');
    if (this.#closed) return;
    for (const listener of this.#onLost) listener();
  }

  /** Read-only is for good: a session that says otherwise is not used again. */
  #parameterChanged(name: string | undefined, value: string | undefined): void {
    if (name !== 'default_transaction_read_only') return;
    if (this.#ready && this.#options.readOnly && value !== 'on') this.#usable = false;
  }

  #failure(
    error: WireError,
    exchange: Exchange,
    {effects, text, reason}: {readonly effects: Effects; readonly text: string; readonly reason: ToolError | undefined},
  ): ToolError {
    const answered = error.severity !== undefined && this.#lost === undefined;
    const cut = !answered && (effects === 'immediate' || (effects === 'held' && exchange.mayStand));
    const outcome = cut ? 'unknown' : 'failed';
    if (reason) {
      const {code, message, suggestions, context} = reason;
      const consequence = this.#options.consequence?.();
      return new ToolError(code, message, {
        outcome: consequence ? 'partial' : outcome,
        suggestions,
        context: {...context, ...consequence},
        cause: error === reason ? undefined : error,
      });
    }
    if (!answered && !exchange.heard && !cut) return lostConnection(error, 'not_executed');
    return failureOf(error, {outcome, text, lost: this.#lost !== undefined});
  }

  retire(): void {
    this.#usable = false;
  }

  hold(active: boolean): void {
    if (!active) this.#fresh = false;
    if (this.#lost || this.#held === active) return;
    this.#held = active;
    if (active) this.#client.ref();
    else this.#client.unref();
  }

  onLost(listener: () => void): void {
    this.#onLost.push(listener);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const broken = !this.#usable;
    this.#usable = false;
    this.#alarm.clear();
    const {end, clock} = this.#options;
    if (end) {
      // What is lent goes on without this session; what is broken may still have something to say.
      if (!broken) for (const unhear of this.#unhear) unhear();
      end(broken);
      return;
    }
    if (this.#lost) return;
    const timer = clock.setTimeout(() => {
      this.#client.connection.stream.destroy();
    }, patience);
    await this.#client.end().catch(() => undefined);
    clock.clearTimeout(timer);
  }
}
