import type {Runtime} from '../../../src/sdk.js';
import {connectClient} from '../client.js';
import type {ServerAddress} from '../client.js';
import {connectFailure} from '../failures/connect-failure.js';
import {sendCancelRequest} from './cancel-request.js';
import type {WireError} from './wire.js';
import {WireSession} from './wire-session.js';
import type {Session} from './session.js';
import type {SessionSource} from './source.js';

/** ms after which a connection that nobody used is closed. */
const idleTimeout = 30_000;

export interface ServerOptions {
  readonly clock: Runtime['clock'];
  readonly maxConnections: number;
  readonly maxResultBytes: number;
  readonly readOnly: boolean;
}

/** Sessions on a server. */
export class ServerSource implements SessionSource {
  readonly capabilities = {concurrentTransactions: true, serverCancel: true, embedded: false};
  readonly maxConnections: number;
  readonly idleTimeout = idleTimeout;
  readonly #address: ServerAddress;
  readonly #options: ServerOptions;
  readonly #definitions = {changes: 0};

  constructor(address: ServerAddress, options: ServerOptions) {
    this.#address = address;
    this.#options = options;
    this.maxConnections = options.maxConnections;
    this.capabilities.concurrentTransactions = options.maxConnections > 1;
  }

  async open(): Promise<Session> {
    const {clock, maxResultBytes, readOnly} = this.#options;
    try {
      const client = await connectClient(this.#address);
      const definitions = this.#definitions;
      return new WireSession(client, {clock, maxResultBytes, readOnly, definitions, interrupt: sendCancelRequest});
    } catch (error) {
      throw connectFailure(error as WireError, this.#address);
    }
  }

  takeNotice(): undefined {
    return undefined;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
