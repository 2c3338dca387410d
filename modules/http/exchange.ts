import type {IncomingMessage} from 'node:http';
import {toToolError, ToolError} from '../../src/sdk.js';
import type {Call, Outcome} from '../../src/sdk.js';
import type {HttpClient} from './client.js';
import {networkFailure} from './failures/network-failure.js';
import {CallSecrets} from './failures/secrets.js';
import {suggestingCare} from './failures/unknown-outcome.js';
import {Deadline} from './pace/deadline.js';
import {lostDelay, retryAfter, retryDelay} from './pace/retry-delay.js';
import type {RequestBody} from './request/bytes.js';
import {harmlessHeaders, mergedHeaders, withoutBody} from './request/headers.js';
import type {Headers} from './request/headers.js';
import {Sender} from './sender.js';
import type {Hop} from './sender.js';
import {redirected} from './target/redirect.js';
import type {Redirect} from './target/redirect.js';

/** A request of a call, checked and ready to be sent. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  /** Of the caller, as given. */
  readonly headers: Readonly<Record<string, unknown>> | undefined;
  readonly body: RequestBody | undefined;
  readonly accept?: string | undefined;
  /** It changes something on the server. */
  readonly changes: boolean;
  /** Sending it twice is the same as sending it once. */
  readonly repeatable: boolean;
  /** ms for the call as a whole; default the config's. */
  readonly timeout?: number | undefined;
}

/** What a request needs of the call that it is sent for. */
export type Caller = Pick<Call, 'signal' | 'log' | 'warn'>;

/** The head of an answer; the body is still to be read. */
export interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly message: IncomingMessage;
  /** Where the answer came from, and by which method, after redirects. */
  readonly url: URL;
  readonly method: string;
  readonly redirected: boolean;
}

/** One call: every request that it takes to get its answer, under one deadline, and what is known of how far it came. */
export class Exchange {
  readonly secrets = new CallSecrets();
  readonly deadline: Deadline;
  readonly #http: HttpClient;
  readonly #call: Caller;
  readonly #request: HttpRequest;
  readonly #sender: Sender;
  /** A request before the present one did what was asked for. */
  #happened = false;
  #retries = 0;

  constructor(http: HttpClient, call: Caller, request: HttpRequest) {
    this.#http = http;
    this.#call = call;
    this.#request = request;
    this.secrets.addQuery(request.url);
    const timeout = request.timeout ?? http.settings.timeout;
    this.deadline = new Deadline(http.clock, timeout, call.signal, () => this.what);
    this.#sender = new Sender(http, call, this.deadline, request);
    this.deadline.onEnd((reason) => this.#sender.end(reason));
  }

  /** `GET https://host/path`: what is told of the request. A query may hold anything. */
  get what(): string {
    const {method, url} = this.#request;
    return `${method} ${this.secrets.conceal(url.origin + url.pathname)}`;
  }

  /**
   * Waits, where the request was lost in a way in which it may be sent again: a read, or what never left (CO03). Throws
   * what was thrown for everything else.
   */
  async recover(thrown: unknown): Promise<void> {
    const {settings} = this.#http;
    const delay = lostDelay(thrown, this.#retries, settings.retry);
    const safe = !this.changes || this.outcome === 'not_executed';
    if (delay === undefined || !safe || this.deadline.reason || delay >= this.deadline.left) throw thrown;
    this.#retries++;
    this.abandon();
    this.#call.log(`The connection was lost: sent again in ${delay} ms`, {delay, retry: this.#retries});
    await this.deadline.pause(delay);
  }

  /** Whether the request is one that changes something on the server. */
  get changes(): boolean {
    return this.#request.changes;
  }

  /** What has happened so far, for an error that comes now. */
  get outcome(): Outcome {
    if (!this.#happened && !this.#sender.sent) return 'not_executed';
    return this.#request.changes ? 'unknown' : 'failed';
  }

  /** Sends the request, and again where that is wanted; answers the head that is the answer. */
  async head(): Promise<Head> {
    const {settings, clock} = this.#http;
    const {repeatable} = this.#request;
    for (;;) {
      const head = await this.#follow();
      const {status, message} = head;
      const asked = retryAfter(message.headers['retry-after'], clock.now());
      const delay = retryDelay({status, asked, repeatable, retries: this.#retries}, settings.retry);
      if (delay === undefined || delay >= this.deadline.left) return head;
      this.#retries++;
      // A gateway may say so after the server did it.
      if (status >= 500) this.#happened = true;
      this.#call.log(`Answered ${status}: sent again in ${delay} ms`, {status, delay, retry: this.#retries});
      await this.#sender.discard(message);
      await this.deadline.pause(delay);
    }
  }

  /** An error of the call, for anything that was thrown on its way, without the secrets of the call. */
  failure(thrown: unknown): ToolError {
    return suggestingCare(this.#failure(thrown));
  }

  #failure(thrown: unknown): ToolError {
    const {reason} = this.deadline;
    const {outcome} = this;
    if (reason) return withOutcome(reason, outcome);
    if (ToolError.isToolError(thrown)) {
      // What was not executed may have been a part: a file that could not be read on, say.
      const known = thrown.outcome !== undefined && thrown.outcome !== 'not_executed';
      return this.secrets.concealIn(known ? thrown : withOutcome(thrown, outcome));
    }
    const {sent, answered} = this.#sender;
    return networkFailure(thrown, {what: this.what, sent, answered, outcome});
  }

  /** The call is over: nothing of it stays under way. */
  close(): void {
    this.deadline.close();
  }

  /** Ends what is under way, its connection too. */
  abandon(): void {
    this.#sender.end(new Error('The call is over'));
  }

  async #follow(): Promise<Head> {
    const {settings, cookies} = this.#http;
    const {headers: given, ...first} = this.#request;
    let hop: Hop = {...first, headers: this.#firstHeaders(given)};
    for (let hops = 0; ; hops++) {
      const message = await this.#sender.send(hop);
      const {statusCode: status = 0, statusMessage: statusText = ''} = message;
      cookies?.store(hop.url, message.headers['set-cookie']);
      const next = redirected(hop, status, message.headers.location, settings.origins);
      if (next === undefined || settings.maxRedirects === 0) {
        return {status, statusText, message, url: hop.url, method: hop.method, redirected: hops > 0};
      }
      if (next.done) this.#happened = true;
      await this.#sender.discard(message);
      const url = this.#checked(next, hops);
      this.secrets.addQuery(url);
      const foreign = url.origin !== hop.url.origin;
      const headers = next.keepsBody ? hop.headers : withoutBody(hop.headers);
      hop = {
        method: next.method,
        url,
        body: next.keepsBody ? hop.body : undefined,
        headers: foreign ? harmlessHeaders(headers) : headers,
      };
    }
  }

  /** Where a redirect leads, if that is allowed. What is refused here has not been done, unless the server said so. */
  #checked(next: Redirect, hops: number): URL {
    try {
      if (hops === this.#http.settings.maxRedirects) throw tooManyRedirects(hops);
      return next.admit();
    } catch (thrown) {
      throw withOutcome(toToolError(thrown), next.done ? this.outcome : 'failed');
    }
  }

  /** Headers of the config go to the origin of baseURL; of those, others see what says nothing of who calls. */
  #firstHeaders(given: HttpRequest['headers']): Headers {
    const {headers, origins} = this.#http.settings;
    const own = this.#request.url.origin === origins.base?.origin;
    const merged = mergedHeaders(own ? headers : harmlessHeaders(headers), given);
    if (given !== undefined) this.secrets.addHeaders(merged);
    return merged;
  }
}

function tooManyRedirects(most: number): ToolError {
  return new ToolError('LIMIT_EXCEEDED', `The server redirects more than ${most} times`, {
    suggestions: ['Check the URL', 'Raise maxRedirects of the config'],
    context: {limit: most},
  });
}

function withOutcome(error: ToolError, outcome: Outcome): ToolError {
  const {code, message, recoverable, suggestions, context, cause} = error;
  return new ToolError(code, message, {outcome, recoverable, suggestions, context, cause});
}

/** Runs a call: `receive` reads the answer. Throws ToolErrors that say what happened. */
export async function exchange<T>(
  http: HttpClient,
  call: Caller,
  request: HttpRequest,
  receive: (head: Head, exchange: Exchange) => Promise<T>,
): Promise<T> {
  const running = new Exchange(http, call, request);
  try {
    for (;;) {
      try {
        return await receive(await running.head(), running);
      } catch (thrown) {
        await running.recover(thrown);
      }
    }
  } catch (thrown) {
    running.abandon();
    throw running.failure(thrown);
  } finally {
    running.close();
  }
}
