import {execFile, spawn} from 'node:child_process';
import type {ChildProcess} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import {connect, createServer as createListener} from 'node:net';
import type {AddressInfo} from 'node:net';
import {devNull} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {deflateSync} from 'node:zlib';

import {afterEach} from '@jest/globals';

/** How a server behaves when objects are asked for. */
type GitServerMode =
  /** As git does. */
  | 'normal'
  /** Takes the question and never answers. */
  | 'stalling'
  /** Sends objects of a pack that has no end. */
  | 'flooding'
  /** Ends the connection in the middle of a pack. */
  | 'cutting';

export interface GitHttpServerOptions {
  readonly mode?: GitServerMode;
  /** Basic authentication that every request must have. */
  readonly credentials?: {readonly username: string; readonly password: string};
  /** Origin to which every request is redirected. */
  readonly redirectTo?: string;
}

export interface GitServer {
  /** `127.0.0.1:port`, as `allowedHosts` names it. */
  readonly host: string;
  /** URL of a repository under the root of the server. */
  url(path: string): string;
  /** `GET /p.git/info/refs` and the like, in the order they came. */
  readonly requests: readonly string[];
  /** Each `Authorization` header that came. */
  readonly authorizations: readonly string[];
}

const programs = promisify(execFile);

const environment = (root: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: devNull,
  LC_ALL: 'C',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_PROJECT_ROOT: root,
  GIT_HTTP_EXPORT_ALL: '1',
});

/** Gives a test file its git servers; each is stopped, with all it started, after its test. */
export function useGitServers(): {
  http(root: string, options?: GitHttpServerOptions): Promise<GitServer>;
  daemon(root: string): Promise<GitServer>;
} {
  const endings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });
  return {
    async http(root, options = {}) {
      const [server, end] = await startHttpServer(root, options);
      endings.push(end);
      return server;
    },
    async daemon(root) {
      const [server, end] = await startDaemon(root);
      endings.push(end);
      return server;
    },
  };
}

type Started = readonly [server: GitServer, end: () => Promise<void>];

/** The real `git http-backend` as a CGI program behind node's own server. */
async function startHttpServer(root: string, options: GitHttpServerOptions): Promise<Started> {
  const requests: string[] = [];
  const authorizations: string[] = [];
  const children = new Set<ChildProcess>();
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const {authorization} = request.headers;
    if (authorization !== undefined) authorizations.push(authorization);
    // The other side may leave at any time.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    answer(root, options, request, response, children).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const end = async (): Promise<void> => {
    const closed = new Promise((settle) => server.close(settle));
    server.closeAllConnections();
    await Promise.all([closed, ...[...children].map(endOf)]);
  };
  return [{host, url: (path) => `http://${host}/${path}`, requests, authorizations}, end];
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function answer(
  root: string,
  {mode = 'normal', credentials, redirectTo}: GitHttpServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  children: Set<ChildProcess>,
): Promise<void> {
  if (redirectTo !== undefined) {
    response.writeHead(302, {location: `${redirectTo}${request.url ?? ''}`}).end();
    return;
  }
  if (credentials !== undefined) {
    const expected = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
    if (request.headers.authorization !== `Basic ${expected}`) {
      response.writeHead(401, {'www-authenticate': 'Basic realm="test"'}).end();
      return;
    }
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  // Protocol 2 asks for references and for objects by the same address.
  const wantsObjects = request.method === 'POST' && !body.includes('command=ls-refs');
  if (wantsObjects && mode === 'stalling') return;
  if (wantsObjects && mode === 'flooding') flood(response, body.includes('0009done'));
  else await runBackend(root, request, body, response, children, wantsObjects && mode === 'cutting');
}

async function runBackend(
  root: string,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  children: Set<ChildProcess>,
  cuts: boolean,
): Promise<void> {
  const {pathname, searchParams} = new URL(request.url ?? '/', 'http://localhost');
  const header = (name: string): string => String(request.headers[name] ?? '');
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      ...environment(root),
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: searchParams.toString(),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: header('content-type'),
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
      GIT_PROTOCOL: header('git-protocol'),
      REMOTE_USER: 'tester',
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.stdin.on('error', () => undefined);
  child.stdin.end(body);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const output = Buffer.concat(chunks);
  const end = output.indexOf('\r\n\r\n');
  const content = output.subarray(end + 4);
  let status = 200;
  for (const line of output.subarray(0, end).toString('latin1').split('\r\n')) {
    const [name = '', value = ''] = line.split(': ', 2);
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status);
  if (!cuts) {
    response.end(content);
    return;
  }
  response.write(content.subarray(0, Math.floor(content.length / 2)), () => response.destroy());
}

/** One line of git's protocol. */
const packet = (content: Buffer): Buffer =>
  Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content]);

const flush = Buffer.from('0000');

/** A pack that announces ten million objects of 32 KB which nothing makes smaller, in side band 1 of protocol 2. */
function flood(response: ServerResponse, isDone: boolean): void {
  response.writeHead(200, {'content-type': 'application/x-git-upload-pack-result'});
  if (!isDone) {
    // The other side is still telling what it has: nothing of it is known here.
    response.end(Buffer.concat([packet(Buffer.from('acknowledgments\n')), packet(Buffer.from('NAK\n')), flush]));
    return;
  }
  const band = (content: Buffer): Buffer => packet(Buffer.concat([Buffer.from([1]), content]));
  const header = Buffer.alloc(12);
  header.write('PACK', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(10_000_000, 8);
  response.write(packet(Buffer.from('packfile\n')));
  response.write(band(header));
  const object = randomObject();
  const more = (): void => {
    while (!response.destroyed && response.write(band(object)));
  };
  response.on('drain', more);
  more();
}

/** A blob of 32 KB as a pack holds it: type and size, then a zlib stream. */
function randomObject(): Buffer {
  const size = 32 * 1024;
  const content = randomBytes(size);
  const head = [0x80 | (3 << 4) | (size & 15), 0x80 | ((size >> 4) & 127), size >> 11];
  return Buffer.concat([Buffer.from(head), deflateSync(content, {level: 0})]);
}

/** The real `git daemon`, which takes pushes as well; started itself, so that its end is the end of it. */
async function startDaemon(root: string): Promise<Started> {
  const {stdout} = await programs('git', ['--exec-path']);
  const port = await freePort();
  const args = ['--listen=127.0.0.1', `--port=${String(port)}`, `--base-path=${root}`, '--export-all'];
  const child = spawn(join(stdout.trim(), 'git-daemon'), [...args, '--reuseaddr', '--enable=receive-pack', root], {
    stdio: 'ignore',
    env: environment(root),
  });
  const host = `127.0.0.1:${String(port)}`;
  const end = (): Promise<void> => endOf(child);
  await answering(port, child);
  return [{host, url: (path) => `git://${host}/${path}`, requests: [], authorizations: []}, end];
}

async function freePort(): Promise<number> {
  const listener = createListener().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const {port} = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

/** Waits until someone listens; fails when the program ends instead. */
async function answering(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = connect(port, '127.0.0.1');
    const open = await new Promise<boolean>((settle) => {
      socket.once('connect', () => settle(true));
      socket.once('error', () => settle(false));
    });
    socket.destroy();
    if (open) return;
    await new Promise((settle) => setTimeout(settle, 10));
  }
  throw new Error('git daemon did not start');
}
