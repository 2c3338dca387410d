import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createServer as createHttpServer} from 'node:http';
import type {IncomingHttpHeaders, IncomingMessage, Server, ServerResponse} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import type {AddressInfo, Socket} from 'node:net';
import {join} from 'node:path';
import {constants, createBrotliCompress, createGzip} from 'node:zlib';
import {afterEach} from '@jest/globals';

/** A request as the server got it. */
interface ServedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a route answers: an object as JSON, a text or bytes as they are; undefined when it has answered by itself. */
export interface Served {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

export type Route = (
  request: ServedRequest,
  response: ServerResponse,
) => Served | undefined | Promise<Served | undefined>;

/** By `GET /path`, or `/path` for every method; `*` for what no other route takes. */
export type Routes = Readonly<Record<string, Route | Served>>;

export interface HttpTestServer {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly ServedRequest[];
  /** Connections that were made so far. */
  readonly accepted: number;
  /** Connections that are open now. */
  readonly open: number;
  /** All bytes that came, as text. */
  readonly received: string;
  close(): Promise<void>;
}

export interface HttpServerOptions {
  /** Serves https with this certificate of test/support/tls. */
  readonly certificate?: 'localhost' | 'other-name' | 'expired';
  /** Keeps the bytes of requests. */
  readonly capture?: boolean;
  /** Port to listen on; default a free one. */
  readonly port?: number;
}

const tlsFile = (name: string): string => readFileSync(join(import.meta.dirname, 'tls', name), 'utf8');

/** The authority that signed the certificates of the test servers. */
export const testAuthority = (): string => tlsFile('ca.pem');

/** A real HTTP server on loopback. */
export async function startHttpServer(
  routes: Routes,
  {certificate, capture = false, port = 0}: HttpServerOptions = {},
): Promise<HttpTestServer> {
  const requests: ServedRequest[] = [];
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    void serve(routes, message, response, requests).catch(() => response.destroy());
  };
  const server: Server =
    certificate === undefined
      ? createHttpServer(handle)
      : createHttpsServer({key: tlsFile('server.key'), cert: tlsFile(`${certificate}.pem`)}, handle);
  server.on('connection', (socket: Socket) => {
    accepted++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (capture) socket.on('data', (chunk: Buffer) => void received.push(chunk));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    origin: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${String(address.port)}`,
    port: address.port,
    requests,
    get accepted() {
      return accepted;
    },
    get open() {
      return sockets.size;
    },
    get received() {
      return Buffer.concat(received).toString('latin1');
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** Gives a test file its servers; each is stopped after its test. */
export function useHttpServers(): (routes: Routes, options?: HttpServerOptions) => Promise<HttpTestServer> {
  const started: HttpTestServer[] = [];
  afterEach(async () => {
    for (const server of started.splice(0)) await server.close();
  });
  return async (routes, options) => {
    const server = await startHttpServer(routes, options);
    started.push(server);
    return server;
  };
}

async function serve(
  routes: Routes,
  message: IncomingMessage,
  response: ServerResponse,
  requests: ServedRequest[],
): Promise<void> {
  const {method = '', url = '/'} = message;
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const {pathname, searchParams} = new URL(url, 'http://localhost');
  const request: ServedRequest = {
    method,
    url,
    path: pathname,
    query: searchParams,
    headers: message.headers,
    body: Buffer.concat(chunks),
  };
  requests.push(request);
  const route = routes[`${method} ${pathname}`] ?? routes[pathname] ?? routes['*'] ?? {status: 404, body: 'not here'};
  const served = typeof route === 'function' ? await route(request, response) : route;
  if (served !== undefined) answer(response, served);
}

/** Not by writeHead, after which Node no longer counts the length by itself. */
function answer(response: ServerResponse, {status = 200, headers = {}, body}: Served): void {
  const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  if (bytes !== body) response.setHeader('content-type', 'application/json');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  response.end(bytes);
}

/** Takes the request and never answers. */
export const stall = (): Route => () => undefined;

/** Answers a head, then a byte each `ms`, for ever. */
export const drip =
  (ms: number): Route =>
  (_request, response) => {
    response.writeHead(200, {'content-type': 'text/plain'});
    const timer = setInterval(() => response.write('.'), ms);
    response.on('close', () => clearInterval(timer));
  };

/** Cuts the connection: before the head, or in the middle of the body. */
export const cut =
  (when: 'before' | 'inside'): Route =>
  (_request, response) => {
    if (when === 'before') return void response.socket?.resetAndDestroy();
    response.writeHead(200, {'content-type': 'text/plain', 'content-length': '1000'});
    response.write('the beginning', () => response.socket?.resetAndDestroy());
  };

/** A few bytes that unfold to many. */
export const bomb =
  (bytes: number, coding: 'gzip' | 'br'): Route =>
  (_request, response) => {
    response.writeHead(200, {'content-type': 'text/plain', 'content-encoding': coding});
    const packer =
      coding === 'gzip'
        ? createGzip({level: 1})
        : createBrotliCompress({params: {[constants.BROTLI_PARAM_QUALITY]: 1}});
    packer.pipe(response);
    const zeros = Buffer.alloc(1 << 20);
    let left = bytes;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= zeros.length;
        if (!packer.write(zeros)) return void packer.once('drain', more);
      }
      packer.end();
    };
    more();
  };

/** Sends bytes without an end, uncompressed. */
export const flood = (): Route => (_request, response) => {
  response.writeHead(200, {'content-type': 'application/octet-stream'});
  const zeros = Buffer.alloc(1 << 16);
  const more = (): void => {
    while (!response.destroyed) if (!response.write(zeros)) return void response.once('drain', more);
  };
  more();
};

export const redirect = (to: string, status = 302): Served => ({status, headers: {location: to}, body: 'moved'});

/** Turns the first `times` requests away. */
export function turnAway(
  times: number,
  status: number,
  headers: Readonly<Record<string, string>>,
  then: Served,
): Route {
  let left = times;
  return () => (left-- > 0 ? {status, headers, body: 'later'} : then);
}
