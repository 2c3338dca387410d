import {isRecord, ToolError} from '../../../../src/sdk.js';
import type {Runtime} from '../../../../src/sdk.js';
import {answerOf} from '../../answer.js';
import type {HttpClient} from '../../client.js';
import {exchange} from '../../exchange.js';
import {fixed} from '../../request/bytes.js';
import type {IssuedCredentials} from '../../request/credentials.js';
import {requestUrl} from '../../target/request-url.js';

/** What an OAuth 2 server gives tokens for (RFC 6749 4.4). */
export interface ClientCredentialsOptions {
  readonly tokenURL: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  readonly audience?: string;
  readonly in: 'header' | 'body';
}

interface Held {
  readonly authorization: string;
  /** ms since 1970 */
  readonly endsAt: number;
}

/** ms before its end at which a token is fetched again, at most; of short ones a tenth. */
const margin = 30_000;
const longestBody = 65_536;

/** Tokens of an OAuth 2 server: one is held until shortly before its end, and fetched once for all who wait for it. */
export class ClientCredentials implements IssuedCredentials {
  readonly kind = 'issued';
  readonly #http: HttpClient;
  readonly #options: ClientCredentialsOptions;
  readonly #redactor: Runtime['redactor'];
  readonly #closing = new AbortController();
  #held: Held | undefined;
  #asking: Promise<string> | undefined;

  /** `http` is a client for the tokenURL and nothing else. */
  constructor(http: HttpClient, options: ClientCredentialsOptions, redactor: Runtime['redactor']) {
    this.#http = http;
    this.#options = options;
    this.#redactor = redactor;
    redactor.add(options.clientSecret);
    redactor.add(basicOf(options));
  }

  async authorization(): Promise<string> {
    const held = this.#held;
    if (held && this.#http.clock.now() < held.endsAt) return held.authorization;
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  renew(rejected: string | undefined): void {
    // Another call may have a new one already.
    if (this.#held?.authorization === rejected) this.#held = undefined;
  }

  close(): void {
    this.#closing.abort();
    this.#http.close();
  }

  async #ask(): Promise<string> {
    const start = this.#http.clock.now();
    const answer = await this.#fetch().catch((thrown: unknown) => {
      throw noToken(thrown);
    });
    const {access_token: token, token_type: type = 'bearer', expires_in: seconds} = answer;
    if (typeof token !== 'string' || !/^[\u0021-\u007e]+$/.test(token)) throw this.#refused(answer);
    this.#redactor.add(token);
    if (!/^bearer$/i.test(String(type))) {
      throw authenticationRequired(
        `The token server gives ${JSON.stringify(type)} tokens, and Bearer is what can be sent`,
      );
    }
    const lives = Number(seconds) > 0 ? Number(seconds) * 1000 : Infinity;
    this.#held = {authorization: `Bearer ${token}`, endsAt: start + lives - Math.min(margin, lives / 10)};
    return this.#held.authorization;
  }

  async #fetch(): Promise<Readonly<Record<string, unknown>>> {
    const {clientId, clientSecret, scopes, audience, in: place} = this.#options;
    const {origins} = this.#http.settings;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scopes.length > 0 && {scope: scopes.join(' ')}),
      ...(audience !== undefined && {audience}),
      ...(place === 'body' && {client_id: clientId, client_secret: clientSecret}),
    });
    const request = {
      method: 'POST',
      url: requestUrl({url: ''}, origins, 'repeat'),
      headers: place === 'header' ? {authorization: `Basic ${basicOf(this.#options)}`} : {},
      body: fixed(Buffer.from(form.toString()), 'application/x-www-form-urlencoded', longestBody),
      accept: 'application/json',
      // A token more does no harm.
      changes: false,
      repeatable: true,
    };
    const caller = {signal: this.#closing.signal, log: () => undefined, warn: () => undefined};
    const {data} = await exchange(this.#http, caller, request, (head, running) =>
      answerOf(this.#http, head, running, 'text', (status) => (status === 400 || status === 401 ? true : undefined)),
    );
    return recordIn(String(data));
  }

  /** RFC 6749 5.2, in the server's words. */
  #refused(answer: Readonly<Record<string, unknown>>): ToolError {
    const said = [answer['error'], answer['error_description']].filter((word) => typeof word === 'string').join(': ');
    const words = this.#redactor.text(said).slice(0, 300);
    return authenticationRequired(`The token server gave no token${words === '' ? '' : `: ${words}`}`);
  }
}

/** What is no JSON is not told: a token may be in it. */
function recordIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** RFC 6749 2.3.1: both are written as in a form before. */
function basicOf({clientId, clientSecret}: ClientCredentialsOptions): string {
  const written = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
  return Buffer.from(`${written(clientId)}:${written(clientSecret)}`).toString('base64');
}

const authenticationRequired = (message: string): ToolError =>
  new ToolError('AUTHENTICATION_REQUIRED', message, {
    outcome: 'not_executed',
    suggestions: ['Check tokenURL, clientId, clientSecret and scopes in auth.oauth2 of the config'],
  });

/** The request that the token is for was not sent, whatever became of this one. */
function noToken(thrown: unknown): unknown {
  if (!ToolError.isToolError(thrown)) return thrown;
  const {code, message, recoverable, suggestions, cause} = thrown;
  return new ToolError(code, `No token: ${message}`, {outcome: 'not_executed', recoverable, suggestions, cause});
}
