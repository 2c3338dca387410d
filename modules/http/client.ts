import {Agent as HttpAgent, request as httpRequest} from 'node:http';
import type {ClientRequest, IncomingMessage} from 'node:http';
import {Agent as HttpsAgent, request as httpsRequest} from 'node:https';
import type {Readable} from 'node:stream';
import type {AxiosAdapter, AxiosHeaders, AxiosStatic, InternalAxiosRequestConfig} from 'axios';
import type {Runtime} from '../../src/sdk.js';
import {CookieJar} from './cookies/cookie-jar.js';
import type {Flight} from './flight.js';
import {RateWindow} from './pace/rate-window.js';
import type {HttpSettings} from './settings.js';
import {guardedLookup} from './target/address-guard.js';

/** One request as it goes over the wire: no redirects, no decoding, no limits but those of its flight. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Readable | undefined;
}

/** Everything that axios does by itself and that haft does where it can be checked. */
const plain = {
  proxy: false,
  maxRedirects: 0,
  decompress: false,
  responseType: 'stream',
  timeout: 0,
  maxContentLength: -1,
  maxBodyLength: -1,
  validateStatus: null,
} as const;

/** What the tools of one module instance share: axios, connections, cookies, and the pace. */
export class HttpClient {
  readonly settings: HttpSettings;
  readonly clock: Runtime['clock'];
  readonly redactor: Runtime['redactor'];
  readonly cookies: CookieJar | undefined;
  readonly rate: RateWindow | undefined;
  readonly #axios: AxiosStatic;
  readonly #adapter: AxiosAdapter;
  readonly #httpAgent: HttpAgent;
  readonly #httpsAgent: HttpsAgent;

  private constructor(axios: AxiosStatic, settings: HttpSettings, runtime: Runtime) {
    this.settings = settings;
    this.clock = runtime.clock;
    this.redactor = runtime.redactor;
    this.cookies = settings.cookies ? new CookieJar(runtime.clock) : undefined;
    this.rate = settings.rateLimit && new RateWindow(settings.rateLimit, runtime.clock);
    this.#axios = axios;
    // Its instances merge configs and headers anew for every request, which takes as long as the rest of the call.
    this.#adapter = axios.getAdapter('http');
    const {keepAlive, maxSockets, tls} = settings;
    const lookup = guardedLookup(settings.origins, settings.lookup);
    this.#httpAgent = new HttpAgent({keepAlive, maxSockets, lookup});
    // Said out loud, for the environment can say otherwise (NODE_TLS_REJECT_UNAUTHORIZED).
    this.#httpsAgent = new HttpsAgent({keepAlive, maxSockets, lookup, rejectUnauthorized: true, ...tls});
  }

  static async connect(settings: HttpSettings, runtime: Runtime): Promise<HttpClient> {
    const {default: axios} = await import('axios');
    return new HttpClient(axios, settings, runtime);
  }

  /**
   * Sends a request; answers when the head of the answer is there, whose body is still to be read. `flight` can end it
   * at any time and knows how far it came. Rejects with what Node says.
   */
  async send({method, url, headers, body}: WireRequest, flight: Flight): Promise<IncomingMessage> {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    // Not axios's own: a flight has to know its request from the first moment.
    const transport = {
      request: (options: object, onAnswer: (message: IncomingMessage) => void): ClientRequest =>
        flight.begin(request(options, onAnswer)),
    };
    const config: InternalAxiosRequestConfig = {
      ...plain,
      method,
      url: url.href,
      headers: this.#headers(headers),
      data: body,
      transport,
      httpAgent: this.#httpAgent,
      httpsAgent: this.#httpsAgent,
    };
    try {
      const {data} = (await this.#adapter(config)) as {data: IncomingMessage};
      flight.landed(data);
      return data;
    } catch (thrown) {
      // An AxiosError holds the whole request, secrets and all: what it was made from is enough.
      throw flight.error ?? new Error(thrown instanceof Error ? thrown.message : 'The request could not be sent');
    }
  }

  #headers(headers: WireRequest['headers']): AxiosHeaders {
    return new this.#axios.AxiosHeaders(headers);
  }

  /** Ends every connection. */
  close(): void {
    this.#httpAgent.destroy();
    this.#httpsAgent.destroy();
  }
}
