import {ToolError} from '../../../src/sdk.js';
import type {Runtime} from '../../../src/sdk.js';
import {failureOf, lostConnection} from '../failures/failure.js';
import {cancelled, timedOut, tooManyBytes} from '../failures/stops.js';
import {Exchange} from './exchange.js';
import type {ExchangeOptions, RawAnswer} from './exchange.js';
import {describeMessages, runMessages} from './messages.js';
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
  /** What else came of cutting a statement off; the database itself may be gone. */
  readonly consequence?: (() => Readonly<Record<string, unknown>> | undefined) | undefined;
}

/** Why a statement is cut off, and whether its connection goes with it. */
interface Stop {
  readonly reason: ToolError;
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
  #ready = false;
  #fresh = true;
  readonly #onLost: (() => void)[] = [];

  constructor(client: WireClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
    const lost = (error: Error | undefined): void => {
      this.#lose(error);
    };
    // Without a listener an error of an idle connection would end the process; pg emits it more than once (DB05).
    client.on('error', lost);
    client.on('end', lost);
    const {connection} = client;
    connection.on('readyForQuery', ({status}: {status: 'I' | 'T' | 'E'}) => {
      this.#status = status;
    });
    connection.on('parameterStatus', ({parameterName, parameterValue}: Record<string, string>) => {
      this.#parameterChanged(parameterName, parameterValue);
    });
    connection.stream.on('data', (chunk) => {
      this.#count(chunk.length);
    });
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

  run({text, values, maxRows, effects}: SessionStatement, guard: Guard): Promise<RawAnswer> {
    const messages = runMessages(text, values, maxRows);
    return this.#speak({messages, maxRows, hold: effects === 'held'}, effects, guard, text);
  }

  async describe(text: string, guard: Guard): Promise<readonly number[]> {
    const {parameters} = await this.#speak({messages: describeMessages(text), describes: true}, 'none', guard, text);
    return parameters;
  }

  async #speak(options: ExchangeOptions, effects: Effects, guard: Guard, text: string): Promise<RawAnswer> {
    if (this.#lost) throw lostConnection(this.#lost, 'not_executed');
    if (guard.signal?.aborted === true) throw cancelled('not_executed');
    const exchange = new Exchange(options);
    this.#exchange = exchange;
    this.#received = 0;
    const disarm = this.#arm(guard);
    try {
      this.#client.query(exchange);
      return await exchange.done;
    } catch (thrown) {
      throw this.#failure(thrown as WireError, exchange, effects, text);
    } finally {
      disarm();
      this.#exchange = undefined;
      this.#stop = undefined;
    }
  }

  /** Lets the statement's time and its caller stop it. */
  #arm({signal, timeout}: Guard): () => void {
    const {clock} = this.#options;
    const onAbort = (): void => {
      this.#interrupt(cancelled());
    };
    const timer =
      timeout > 0
        ? clock.setTimeout(() => {
            this.#interrupt(timedOut(timeout));
          }, timeout)
        : undefined;
    signal?.addEventListener('abort', onAbort, {once: true});
    return () => {
      if (timer !== undefined) clock.clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  }

  /** Asks the server to end the statement; cuts the connection when it does not in a moment. */
  #interrupt(reason: ToolError): void {
    const exchange = this.#exchange;
    if (!exchange || this.#stop) return;
    this.#stop = {reason};
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
    ask();
    const done = (): void => {
      clock.clearTimeout(cut);
      if (again !== undefined) clock.clearTimeout(again);
    };
    exchange.done.then(done, done);
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

  #failure(error: WireError, exchange: Exchange, effects: Effects, text: string): ToolError {
    const answered = error.severity !== undefined && this.#lost === undefined;
    const cut = !answered && (effects === 'immediate' || (effects === 'held' && exchange.mayStand));
    const outcome = cut ? 'unknown' : 'failed';
    const {reason} = this.#stop ?? {};
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
    if (this.#lost) return;
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
    const {end, clock} = this.#options;
    if (end) {
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
