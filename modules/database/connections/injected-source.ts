import {PlainSession} from './plain-session.js';
import type {PlainClient} from './plain-session.js';
import {sendCancelRequest} from './cancel-request.js';
import type {ServerOptions} from './server-source.js';
import type {Session} from './session.js';
import type {SessionSource} from './source.js';
import type {WireClient} from './wire.js';
import {WireSession} from './wire-session.js';

type Released = {release?(broken?: boolean): void};

/**
 * Sessions over a pool or a client of the user's own (R10.8), which stay his: they are given back, and never ended. Of
 * pg's own clients all is used; of others `query({text, values})` is enough.
 */
export class InjectedSource implements SessionSource {
  readonly capabilities;
  readonly maxConnections: number;
  /** A session goes back to its pool at once, for others use the pool as well. */
  readonly idleTimeout: number;
  readonly #pool: PlainClient | undefined;
  readonly #client: PlainClient | undefined;
  readonly #options: ServerOptions;
  #session: Session | undefined;

  constructor({pool, client}: {readonly pool?: unknown; readonly client?: unknown}, options: ServerOptions) {
    this.#pool = pool as PlainClient | undefined;
    this.#client = client as PlainClient | undefined;
    this.#options = options;
    // A pool that lends no clients is used as if it were one.
    const many = typeof this.#pool?.connect === 'function';
    this.maxConnections = many ? options.maxConnections : 1;
    this.idleTimeout = many ? 0 : 0x7fff_ffff;
    this.capabilities = {
      concurrentTransactions: this.maxConnections > 1,
      serverCancel: many || isWireClient(this.#client),
      embedded: false,
    };
  }

  async open(): Promise<Session> {
    if (this.#client) return (this.#session ??= this.#sessionOver(this.#client, () => undefined));
    const pool = this.#pool;
    if (!pool) throw new Error('There is neither a pool nor a client');
    if (typeof pool.connect !== 'function') return this.#sessionOver(pool, () => undefined);
    const client = (await pool.connect()) as PlainClient & Released;
    return this.#sessionOver(client, (broken) => client.release?.(broken));
  }

  #sessionOver(client: PlainClient, end: (broken: boolean) => void): Session {
    const {clock, maxResultBytes, readOnly} = this.#options;
    if (!isWireClient(client)) return new PlainSession(client, end);
    return new WireSession(client, {clock, maxResultBytes, readOnly, interrupt: sendCancelRequest, end});
  }

  takeNotice(): undefined {
    return undefined;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Whether it is one of pg's own, which the wire can be spoken through. */
function isWireClient(client: unknown): client is WireClient & PlainClient {
  const {connection} = (client ?? {}) as {connection?: {sendCopyFail?: unknown; stream?: unknown}};
  return typeof connection?.sendCopyFail === 'function' && connection.stream !== undefined;
}
