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
    return responseOf(answer, maxMessageBytes, exceeded);
  };
  return {fetch, close: () => agent.destroy()};
}

function responseOf(answer: IncomingMessage, maxBytes: number, exceeded: () => Error): Response {
  const {statusCode: status = 500, statusMessage: statusText = '', headers} = answer;
  if (status >= 300 && status < 400 && status !== 304) {
    answer.destroy();
    throw elsewhere(`The server answers with a redirect (${String(status)}), which is not followed`, 'redirect');
  }
  const init = {status, statusText, headers: headersOf(headers)};
  if (bodiless.has(status)) {
    answer.resume();
    return new Response(null, init);
  }
  const isEvents = (headers['content-type'] ?? '').startsWith('text/event-stream');
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

const elsewhere = (message: string, reason: string): ToolError =>
  new ToolError('PERMISSION_DENIED', message, {
    outcome: 'not_executed',
    recoverable: false,
    suggestions: ['Give the address that the server is really at as server.url'],
    context: {reason},
  });
