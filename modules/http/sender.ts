import type {IncomingMessage} from 'node:http';
import type {Readable} from 'node:stream';
import {toToolError, ToolError} from '../../src/sdk.js';
import type {Call} from '../../src/sdk.js';
import type {HttpClient} from './client.js';
import {Flight} from './flight.js';
import type {Deadline} from './pace/deadline.js';
import {authorize} from './request/authorize.js';
import type {RequestBody} from './request/bytes.js';
import {takenAway} from './request/headers.js';
import type {Headers} from './request/headers.js';
import {acceptEncoding} from './response/decode.js';
import {readBody} from './response/read-body.js';

/** One hop: what is sent where. */
export interface Hop {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: RequestBody | undefined;
}

/** What a sender knows of the request that all hops are for. */
interface SentFor {
  readonly accept?: string | undefined;
  readonly changes: boolean;
  /** Of the caller, as given. */
  readonly headers: Readonly<Record<string, unknown>> | undefined;
}

const accepted = 'application/json, text/plain, */*';
/** Bytes of an answer that is not wanted, which are read so that its connection can be used again. */
const drained = 65_536;

/** Sends the hops of one call, one after the other: with credentials and cookies, in its turn, until the call is over. */
export class Sender {
  /** The head of an answer came to what was sent last. */
  answered = false;
  readonly #http: HttpClient;
  readonly #call: Pick<Call, 'signal' | 'warn'>;
  readonly #deadline: Deadline;
  readonly #request: SentFor;
  /** The caller wants to be nobody: `headers: {Authorization: null}`. */
  readonly #anonymous: boolean;
  #flight = new Flight();
  #refreshed = false;

  constructor(http: HttpClient, call: Pick<Call, 'signal' | 'warn'>, deadline: Deadline, request: SentFor) {
    this.#http = http;
    this.#call = call;
    this.#deadline = deadline;
    this.#request = request;
    this.#anonymous = takenAway(request.headers).has('authorization');
  }

  /** Bytes of what was sent last may have left. */
  get sent(): boolean {
    return this.#flight.sent;
  }

  /** Ends what is under way, its connection too. */
  end(reason: Error): void {
    this.#flight.end(reason);
  }

  /** One hop; a 401 of baseURL's origin is answered with another token, once a call. */
  async send(hop: Hop): Promise<IncomingMessage> {
    const authorization = await this.#authorization(hop);
    const message = await this.#transmit(hop, authorization);
    const {credentials, origins, onAuthError} = this.#http.settings;
    if (this.#anonymous || message.statusCode !== 401 || this.#refreshed) return message;
    if (hop.url.origin !== origins.base?.origin) return message;
    this.#refreshed = true;
    if (onAuthError) await this.#tellAuthError(onAuthError);
    if (credentials.kind === 'issued') credentials.renew(authorization);
    const fresh = await this.#authorization(hop);
    if (fresh === undefined || fresh === authorization) return message;
    await this.discard(message);
    return this.#transmit(hop, fresh);
  }

  async #authorization({url, headers}: Hop): Promise<string | undefined> {
    if (this.#anonymous || this.#http.settings.credentials.kind === 'none') return undefined;
    return this.#deadline.race(authorize(this.#http, url, headers));
  }

  async #tellAuthError(onAuthError: () => unknown): Promise<void> {
    try {
      await this.#deadline.race(Promise.resolve(onAuthError()));
    } catch (thrown) {
      if (this.#deadline.reason) throw thrown;
      this.#call.warn(`onAuthError failed: ${toToolError(thrown).message}`);
    }
  }

  /** Takes its turn and sends. A read whose pooled connection was closed in the same moment goes out once more. */
  async #transmit(hop: Hop, authorization: string | undefined): Promise<IncomingMessage> {
    for (let again = false; ; again = true) {
      await this.#turn();
      const flight = new Flight();
      this.#flight = flight;
      this.answered = false;
      try {
        const message = await this.#fly(hop, flight, authorization);
        this.answered = true;
        return message;
      } catch (thrown) {
        const lost = (thrown as NodeJS.ErrnoException | null)?.code === 'ECONNRESET' && flight.reused;
        if (again || !lost || this.#request.changes || this.#deadline.reason) throw thrown;
      }
    }
  }

  async #fly(
    {method, url, headers, body}: Hop,
    flight: Flight,
    authorization: string | undefined,
  ): Promise<IncomingMessage> {
    const {cookies} = this.#http;
    const sent: Record<string, string> = {
      accept: this.#request.accept ?? accepted,
      'accept-encoding': acceptEncoding,
      'user-agent': 'haft',
      ...headers,
    };
    if (body?.contentType !== undefined) sent['content-type'] ??= body.contentType;
    if (authorization !== undefined) sent['authorization'] = authorization;
    const cookie = cookies?.header(url);
    if (cookie !== undefined) sent['cookie'] = sent['cookie'] === undefined ? cookie : `${sent['cookie']}; ${cookie}`;
    const content: Buffer | Readable | undefined =
      body && (await this.#deadline.race(Promise.resolve(body.open(this.#call.signal))));
    if (this.#deadline.reason) throw this.#deadline.reason;
    return this.#http.send({method, url, headers: sent, body: content}, flight);
  }

  async #turn(): Promise<void> {
    const {rate} = this.#http;
    if (!rate) return;
    if (rate.wait >= this.#deadline.left) {
      throw new ToolError(
        'RATE_LIMITED',
        `The rateLimit of the config leaves no turn within ${this.#http.settings.timeout} ms`,
        {
          suggestions: ['Try again later', 'Raise rateLimit or timeout of the config'],
          context: {retryAfter: rate.wait},
        },
      );
    }
    await this.#deadline.pause(rate.take());
  }

  /** Reads what is short and ends what is not. */
  async discard(message: IncomingMessage): Promise<void> {
    const length = Number(message.headers['content-length'] ?? Infinity);
    if (length > drained) message.destroy();
    else await this.#deadline.race(readBody(message, drained, {cut: true})).catch(() => message.destroy());
    if (this.#deadline.reason) throw this.#deadline.reason;
  }
}
