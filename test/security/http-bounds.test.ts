import {createServer} from 'node:net';
import type {AddressInfo} from 'node:net';
import * as zlib from 'node:zlib';
import {afterEach, describe, expect, test} from '@jest/globals';
import {FileSystemModuleDefinition} from '../../modules/filesystem/index.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {bomb, drip, flood, redirect, stall, useHttpServers} from '../support/http-server.js';
import {useTempFolders} from '../support/temp-folder.js';
import {failureOf, useHttp} from '../modules/http/http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();
const tempFolder = useTempFolders();

const mebibyte = 1 << 20;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('HT06: an answer that is too long', () => {
  test.each(['gzip', 'br'] as const)('HT06: a %s bomb of 200 MB stops at 10 MiB', async (coding) => {
    const server = await serve({'/': bomb(200 * mebibyte, coding)});
    const http = await connect({baseURL: server.origin});
    const before = process.memoryUsage().rss;
    const failure = await failureOf(http.get({url: '/'}));
    expect(failure).toMatchObject({code: 'LIMIT_EXCEEDED', outcome: 'failed', context: {limit: 10 * mebibyte}});
    // The server packs 200 MB in this very process, a mebibyte at a time.
    expect(process.memoryUsage().rss - before).toBeLessThan(74 * mebibyte);
  });

  test.each(['gzip', 'br'] as const)('HT06: a %s bomb in a download stops, and leaves no file', async (coding) => {
    const server = await serve({'/': bomb(200 * mebibyte, coding)});
    const basePath = await tempFolder();
    const files = await FileSystemModuleDefinition.create({
      basePath,
      permissions: 'read-write',
      maxWriteBytes: 400 * mebibyte,
    });
    const http = await connect({baseURL: server.origin, files, maxDownloadBytes: 10 * mebibyte});
    expect(await failureOf(http.download({url: '/', to: 'x'}))).toMatchObject({code: 'LIMIT_EXCEEDED'});
    expect(await files.list({path: '.'})).toEqual([]);
    await files.cleanup();
  });

  test('HT06: a flood without an end is cut off, its connection too', async () => {
    const server = await serve({'/': flood()});
    const http = await connect({baseURL: server.origin, maxResponseBytes: mebibyte});
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'LIMIT_EXCEEDED'});
    while (server.open > 0) await settled();
  });

  test('HT06: a coding that can not be read is told, and not guessed', async () => {
    const layers = {headers: {'content-encoding': 'gzip, gzip, gzip'}, body: 'x'};
    const server = await serve({
      '/odd': {headers: {'content-encoding': 'odd'}, body: 'x'},
      '/broken': {headers: {'content-encoding': 'gzip'}, body: 'no gzip at all'},
      '/layers': layers,
    });
    const http = await connect({baseURL: server.origin});
    for (const url of ['/odd', '/broken', '/layers'])
      expect(await failureOf(http.get({url}))).toMatchObject({code: 'PROTOCOL_ERROR'});
  });

  const zstd = (zlib as {zstdCompressSync?: (bytes: Buffer) => Buffer}).zstdCompressSync;

  test('HT06 twin: every coding that a request offers is read', async () => {
    const text = Buffer.from(JSON.stringify({text: 'ü'.repeat(1000)}));
    const packed: Record<string, Buffer> = {
      gzip: zlib.gzipSync(text),
      'x-gzip': zlib.gzipSync(text),
      deflate: zlib.deflateSync(text),
      br: zlib.brotliCompressSync(text),
      identity: text,
      'gzip, br': zlib.brotliCompressSync(zlib.gzipSync(text)),
      ...(zstd && {zstd: zstd(text)}),
    };
    const server = await serve({
      '/raw': {
        headers: {'content-encoding': 'deflate', 'content-type': 'application/json'},
        body: zlib.deflateRawSync(text),
      },
      '*': ({query}) => {
        const coding = query.get('coding') ?? '';
        return {headers: {'content-encoding': coding, 'content-type': 'application/json'}, body: packed[coding]};
      },
    });
    const http = await connect({baseURL: server.origin, maxResponseBytes: text.length});
    for (const coding of Object.keys(packed)) {
      expect((await http.get({url: '/', params: {coding}})).data).toEqual({text: 'ü'.repeat(1000)});
    }
    expect((await http.get({url: '/raw'})).data).toEqual({text: 'ü'.repeat(1000)});
    expect(server.requests[0]?.headers['accept-encoding']).toBe(zstd ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br');
  });
});

describe('HT07: a server that takes its time', () => {
  const peers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const peer of peers.splice(0)) peer.close();
  });

  /** Accepts connections and says nothing. */
  async function silent(): Promise<{port: number; open: () => number}> {
    const sockets = new Set<object>();
    const peer = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      socket.resume();
    });
    peers.push(peer);
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    return {port: (peer.address() as AddressInfo).port, open: () => sockets.size};
  }

  test.each([
    ['drips for ever', {'/': drip(30)}, '/', 'failed'],
    ['never answers', {'/': stall()}, '/', 'failed'],
    ['drips after a redirect', {'/': redirect('/drip'), '/drip': drip(30)}, '/', 'failed'],
    ['redirects for ever', {'*': redirect('/x')}, '/', 'failed'],
  ] as const)('HT07: that %s ends with the time of the call', async (what, routes, url, outcome) => {
    const server = await serve(routes);
    const http = await connect({baseURL: server.origin, timeout: 500, maxRedirects: 20});
    const folder = await tempFolder();
    const result = await doingNoHarm(folder, () => http.getTool('get').execute({url}), {within: 1500});
    const code = what === 'redirects for ever' ? 'LIMIT_EXCEEDED' : 'OPERATION_TIMEOUT';
    expect(result).toMatchObject({success: false, error: {code, outcome}});
    if (code === 'OPERATION_TIMEOUT') while (server.open > 0) await settled();
  });

  test('HT07: to a post says that it may have happened', async () => {
    const server = await serve({'/': stall()});
    const http = await connect({baseURL: server.origin, timeout: 300});
    const failure = await failureOf(http.post({url: '/', data: {}}));
    expect(failure).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown', recoverable: true});
    expect(failure.message).toContain('took longer than 300 ms');
  });

  test('HT07: in the TLS handshake says that nothing was sent', async () => {
    const peer = await silent();
    const http = await connect({baseURL: `https://127.0.0.1:${String(peer.port)}`, timeout: 300});
    expect(await failureOf(http.post({url: '/', data: {}}))).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      outcome: 'not_executed',
    });
    while (peer.open() > 0) await settled();
  });

  test('HT07: in the look-up says that nothing was sent', async () => {
    const http = await connect({
      baseURL: 'http://slow.example',
      timeout: 300,
      lookup: () => new Promise(() => undefined),
    });
    expect(await failureOf(http.post({url: '/', data: {}}))).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      outcome: 'not_executed',
    });
  });

  test('HT07: of getAuthToken is part of the time', async () => {
    const server = await serve({'/': {body: 'ok'}});
    const http = await connect({
      baseURL: server.origin,
      timeout: 300,
      getAuthToken: () => new Promise(() => undefined),
    });
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'not_executed'});
    expect(server.requests).toHaveLength(0);
  });

  test('HT07 twin: an answer that is slow, and in time, is whole', async () => {
    const server = await serve({
      '/': (_request, response) => {
        response.writeHead(200, {'content-type': 'text/plain'});
        let left = 5;
        const timer = setInterval(() => {
          if (left-- > 0) return void response.write('a');
          clearInterval(timer);
          response.end();
        }, 20);
      },
    });
    const http = await connect({baseURL: server.origin, timeout: 5000});
    expect((await http.get({url: '/'})).data).toBe('aaaaa');
  });
});
