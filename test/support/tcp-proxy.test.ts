import {once} from 'node:events';
import {connect, createServer} from 'node:net';
import type {AddressInfo, Server, Socket} from 'node:net';

import {afterEach, beforeEach, describe, expect, test} from '@jest/globals';

import {useTcpProxies} from './tcp-proxy.js';
import type {Fault, TcpProxy} from './tcp-proxy.js';

const tcpProxy = useTcpProxies();
let server: Server;
let proxy: TcpProxy;
/** What the server got of each connection, in the order they came. */
let received: string[];
let sockets: Socket[];

/** Answers in capitals. */
beforeEach(async () => {
  received = [];
  sockets = [];
  server = createServer((socket) => {
    const place = received.push('') - 1;
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received[place] = `${received[place] ?? ''}${String(data)}`;
      socket.write(String(data).toUpperCase());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await tcpProxy((server.address() as AddressInfo).port);
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
});

interface Client {
  readonly socket: Socket;
  readonly got: () => string;
  /** How the connection ended: the code of its error, `end`. */
  readonly ending: Promise<string>;
}

function client(): Client {
  const socket = connect(proxy.port, proxy.host);
  let got = '';
  socket.on('data', (data) => (got += String(data)));
  const ending = new Promise<string>((settle) => {
    socket.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    socket.on('close', () => settle('end'));
  });
  return {socket, got: () => got, ending};
}

/** Waits for something; the timeout of the test is its limit. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((settle) => setTimeout(settle, 2));
}

test('without a fault everything passes, also the end of one side', async () => {
  const {socket, got, ending} = client();
  socket.write('hello ');
  await until(() => got() === 'HELLO ');
  socket.end('there');
  expect(await ending).toBe('end');
  expect(got()).toBe('HELLO THERE');
  expect(received).toEqual(['hello there']);
  await until(() => proxy.open === 0);
  expect(proxy).toMatchObject({accepted: 1, struck: 0});
});

test('carries megabytes, whole and in order, at the pace of the slower side', async () => {
  const {socket, got, ending} = client();
  const text = Array.from({length: 300_000}, (_, n) => `line ${String(n)}\n`).join('');
  socket.end(text);
  expect(await ending).toBe('end');
  expect(got()).toBe(text.toUpperCase());
});

test('refuses: the client gets a connection and loses it, the server sees nothing', async () => {
  proxy.plan({kind: 'refuse'});
  const {socket, ending} = client();
  socket.write('hello');
  expect(await ending).toMatch(/ECONNRESET|EPIPE/);
  expect(received).toEqual([]);
  expect(proxy.struck).toBe(1);
});

test('stalls: the connection stays open, nothing moves', async () => {
  proxy.plan({kind: 'stall'});
  const {socket, got} = client();
  socket.write('hello');
  await until(() => proxy.struck === 1);
  const other = client();
  proxy.plan({kind: 'none'});
  await once(other.socket, 'connect');
  expect([received, got(), socket.destroyed, proxy.open]).toEqual([[], '', false, 2]);
  socket.destroy();
  other.socket.destroy();
  await until(() => proxy.open === 0);
});

describe('cuts', () => {
  test('the reply after so many bytes', async () => {
    proxy.plan({kind: 'cut', way: 'reply', after: 3, by: 'end'});
    const {socket, got, ending} = client();
    socket.write('hello');
    expect(await ending).toBe('end');
    expect([got(), received]).toEqual(['HEL', ['hello']]);
    expect(proxy.struck).toBe(1);
  });

  test('the request after so many bytes, by a reset that both sides see', async () => {
    proxy.plan({kind: 'cut', way: 'request', after: 2, by: 'reset'});
    const {socket, ending} = client();
    socket.write('hello');
    expect(await ending).toBe('ECONNRESET');
    await until(() => sockets.every(({destroyed}) => destroyed));
    expect(received.join('').length).toBeLessThanOrEqual(2);
  });

  test('the reply to a text, even one that comes in two pieces: the server got all of it', async () => {
    proxy.plan({kind: 'cut', way: 'reply', after: {request: 'commit'}, by: 'reset'});
    const {socket, got, ending} = client();
    socket.write('begin;');
    await until(() => got() === 'BEGIN;');
    socket.write('com');
    await until(() => got() === 'BEGIN;COM');
    socket.write('mit; and more');
    expect(await ending).toBe('ECONNRESET');
    expect([got(), received]).toEqual(['BEGIN;COM', ['begin;commit; and more']]);
  });

  test('the request behind a text', async () => {
    proxy.plan({kind: 'cut', way: 'request', after: {request: 'lo'}, by: 'end'});
    const {socket, ending} = client();
    socket.write('hello there');
    expect(await ending).toBe('end');
    expect(received).toEqual(['hello']);
  });

  test('the reply behind a text of its own', async () => {
    proxy.plan({kind: 'cut', way: 'reply', after: {reply: 'DONE'}, by: 'end'});
    const {socket, got, ending} = client();
    socket.write('first done');
    await until(() => got() === 'FIRST DONE');
    socket.write(' second');
    expect(await ending).toBe('end');
    expect([got(), received]).toEqual(['FIRST DONE', ['first done second']]);
  });

  test('nothing while its point is not reached', async () => {
    proxy.plan({kind: 'cut', way: 'reply', after: 5, by: 'reset'});
    const {socket, got} = client();
    socket.write('hello');
    await until(() => got() === 'HELLO');
    expect(proxy.struck).toBe(0);
    socket.write('!');
    await until(() => proxy.struck === 1);
  });
});

test('loses replies while the connection stays open and requests go on arriving', async () => {
  proxy.plan({kind: 'lose', way: 'reply', after: 1});
  const {socket, got} = client();
  socket.write('one');
  await until(() => proxy.struck === 1);
  socket.write('two');
  await until(() => received[0] === 'onetwo');
  expect([got(), socket.destroyed]).toEqual(['O', false]);
});

test.each<Fault>([
  {kind: 'delay', ms: 20},
  {kind: 'slow', way: 'request', bytesPerSecond: 100},
  {kind: 'slow', way: 'reply', bytesPerSecond: 100},
])('takes its time, and what arrives is whole: %o', async (fault) => {
  proxy.plan(fault);
  const {socket, ending, got} = client();
  const started = performance.now();
  socket.end('hello');
  expect(await ending).toBe('end');
  expect(got()).toBe('HELLO');
  // Twice 20 ms, or five bytes at 100 a second; timers may be a millisecond early.
  expect(performance.now() - started).toBeGreaterThan(38);
  expect(proxy.struck).toBe(1);
});

test('strikes connections in flight, and counts from then on', async () => {
  const {socket, got, ending} = client();
  socket.write('hello');
  await until(() => got() === 'HELLO');
  proxy.strike({kind: 'cut', way: 'reply', after: 2, by: 'end'});
  socket.write('there');
  expect(await ending).toBe('end');
  expect(got()).toBe('HELLOTH');

  const next = client();
  next.socket.write('hello');
  await until(() => next.got() === 'HELLO');
  proxy.strike({kind: 'stall'});
  next.socket.write('there');
  await until(() => proxy.struck === 2);
  expect(received[1]).toBe('hello');
});

test('drops all, is gone, and comes back at the same port', async () => {
  const clients = [client(), client(), client()];
  for (const {socket} of clients) socket.write('x');
  await until(() => clients.every(({got}) => got() === 'X'));
  await proxy.refuseConnections();
  expect(await client().ending).toBe('ECONNREFUSED');
  expect(proxy.open).toBe(3);
  proxy.drop('reset');
  expect(await Promise.all(clients.map(({ending}) => ending))).toEqual(['ECONNRESET', 'ECONNRESET', 'ECONNRESET']);
  await proxy.acceptConnections();
  const again = client();
  again.socket.end('back');
  await again.ending;
  expect(again.got()).toBe('BACK');
});

test('a server that is not there is a connection that breaks', async () => {
  const {port} = server.address() as AddressInfo;
  const lonely = await tcpProxy(port);
  const own = createServer().listen(0, '127.0.0.1');
  await once(own, 'listening');
  const empty = await tcpProxy((own.address() as AddressInfo).port);
  own.close();
  await once(own, 'close');
  const socket = connect(empty.port, empty.host);
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNRESET');
  expect(lonely.accepted).toBe(0);
});

test('closes fully, whatever is in flight', async () => {
  proxy.plan((connection) => (connection === 0 ? {kind: 'slow', way: 'request', bytesPerSecond: 1} : {kind: 'stall'}));
  const clients = [client(), client()];
  for (const {socket} of clients) socket.write('hello');
  await until(() => proxy.struck === 2);
  await proxy.close();
  expect(proxy.open).toBe(0);
  expect(await Promise.all(clients.map(({ending}) => ending))).toEqual(['ECONNRESET', 'ECONNRESET']);
});
