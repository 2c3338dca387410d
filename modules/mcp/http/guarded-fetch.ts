import {Agent as HttpAgent, request as requestHttp} from 'node:http';
import type {IncomingMessage} from 'node:http';
import {Agent as HttpsAgent, request as requestHttps} from 'node:https';
import {Readable} from 'node:stream';
import {ToolError} from '../../../src/sdk.js';
import {boundedBody} from './bounded-body.js';
import {checkedLookup} from './checked-lookup.js';

export interface GuardedFetchOptions {
  readonly url: URL;
  /** Whether the name may lead to a private address. One that the url names itself always may. */
  readonly allowPrivate: boolean;
  readonly maxMessageBytes: number;
  /** Told when an answer is larger than that; answers the error of it. */
  readonly exceeded: () => Error;
}

/** What the SDK's transport calls. */
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface GuardedFetch {
  readonly fetch: Fetch;
  /** Ends every connection. */
  close(): void;
}

/** Statuses whose answers have no body; `Response` refuses one. */
const bodiless = new Set([101, 204, 205, 304]);

/**
 * `fetch` for one server: its origin and no other, no redirects, a public address unless the url names a private one, bodies
 * within bounds (SECURITY 4). Over node:http, where the very address that was checked is connected to.
 */
export function guardedFetch({url, allowPrivate, maxMessageBytes, exceeded}: GuardedFetchOptions): GuardedFetch {
  const isSecure = url.protocol === 'https:';
  const lookup = checkedLookup(url.hostname, allowPrivate);
  const agent = isSecure ? new HttpsAgent({keepAlive: true}) : new HttpAgent({keepAlive: true});
  const send = isSecure ? requestHttps : requestHttp;
  const fetch: Fetch = async (given, init = {}) => {
    const target = new URL(given);
    if (target.origin !== url.origin) throw elsewhere('The server wanted a request to another origin', 'origin');
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const {method = 'GET', headers, body, signal} = init;
      const options = {
        agent,
        method,
        headers: {'accept-encoding': 'identity', ...Object.fromEntries(new Headers(headers))},
        ...(signal && {signal}),
        ...(lookup && {lookup}),
      };
      send(target, options, resolve)
        .on('error', reject)
        .end(typeof body === 'string' ? body : undefined);
    });
    try {
      return responseOf(answer, maxMessageBytes, exceeded);
    } catch (error) {
      // Nobody else would read it, or let it go.
      answer.destroy();
      throw ToolError.isToolError(error) ? error : noAnswer(answer, error);
    }
  };
  return {fetch, close: () => agent.destroy()};
}

function responseOf(answer: IncomingMessage, maxBytes: number, exceeded: () => Error): Response {
  const {statusCode: status = 500, statusMessage: statusText = '', headers} = answer;
  if (status >= 300 && status < 400 && status !== 304) {
    throw elsewhere(`The server answers with a redirect (${String(status)}), which is not followed`, 'redirect');
  }
  const init = {status, statusText, headers: headersOf(headers)};
  // Throws for a head that is none, before anything reads the body.
  const head = new Response(null, init);
  if (bodiless.has(status)) {
    answer.resume();
    return head;
  }
  const isEvents = (headers['content-type'] ?? '').startsWith('text/event-stream');
  // A server may leave it open for good. The time of a call that waits for it keeps the process alive.
  if (isEvents) answer.socket.unref();
  const body = boundedBody(maxBytes, isEvents, exceeded);
  answer.once('error', (error) => body.destroy(error));
  // Cut in the middle, it ends without an error of its own.
  answer.once('close', () => {
    if (!answer.complete) body.destroy(Object.assign(new Error('The answer was cut'), {code: 'ECONNRESET'}));
  });
  body.once('close', () => answer.destroy());
  return new Response(Readable.toWeb(answer.pipe(body)) as ReadableStream, init);
}

const headersOf = (headers: IncomingMessage['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );

/** What `Response` does not take: a status of 999, a reason with strange characters. */
const noAnswer = ({statusCode}: IncomingMessage, cause: unknown): ToolError =>
  new ToolError('PROTOCOL_ERROR', `The server answers with something that is no HTTP: status ${String(statusCode)}`, {
    outcome: 'unknown',
    suggestions: ['Check server.url; find out whether it happened before calling again'],
    cause,
  });

const elsewhere = (message: string, reason: string): ToolError =>
  new ToolError('PERMISSION_DENIED', message, {
    outcome: 'not_executed',
    recoverable: false,
    suggestions: ['Give the address that the server is really at as server.url'],
    context: {reason},
  });
