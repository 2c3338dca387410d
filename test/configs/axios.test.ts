import {createServer} from 'node:http';
import type {Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {once} from 'node:events';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {failureOf} from '../factory/factory.js';
import {shipped} from './config.js';

const requests: string[] = [];
let closed = 0;
const server: Server = createServer((request, response) => {
  requests.push(`${String(request.method)} ${String(request.url)} ${String(request.headers.authorization)}`);
  if (request.url === '/slow') {
    request.socket.once('close', () => (closed += 1));
    return;
  }
  if (request.url === '/away') {
    response.writeHead(302, {location: `http://127.0.0.1:${String((other.address() as AddressInfo).port)}/`}).end();
    return;
  }
  if (request.url === '/large') {
    response.end(Buffer.alloc(11 * 1024 * 1024));
    return;
  }
  response.setHeader('content-type', 'application/json');
  request
    .setEncoding('utf8')
    .on('data', () => undefined)
    .on('end', () => response.end(JSON.stringify({method: request.method})));
});
let strangers = 0;
const other: Server = createServer((_request, response) => {
  strangers += 1;
  response.end();
});
let baseURL: string;

beforeAll(async () => {
  for (const one of [server, other]) await once(one.listen(0, '127.0.0.1'), 'listening');
  baseURL = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api`;
});
afterAll(() => {
  for (const one of [server, other]) {
    one.closeAllConnections();
    one.close();
  }
});

describe('configs/axios.json against a real server', () => {
  test.each([
    ['get', 'GET', {}],
    ['post', 'POST', {data: {a: 1}}],
    ['put', 'PUT', {data: [1]}],
    ['patch', 'PATCH', {data: 'text'}],
    ['delete', 'DELETE', {}],
  ])('%s sends %s below baseURL with the headers of the config', async (tool, method, input) => {
    const http = await shipped('axios', {baseURL, headers: {authorization: 'Bearer canary-bearer'}});

    expect(await http.getTool(tool).call({url: '/things', params: {q: 'a b'}, ...input})).toMatchObject({
      status: 200,
      data: {method},
    });
    expect(requests.at(-1)).toBe(`${method} /api/things?q=a+b Bearer canary-bearer`);
    expect(http.config).not.toHaveProperty('headers.enumerable');
    expect(JSON.stringify(http.config)).not.toContain('canary-bearer');
  });

  test('absolute URLs and redirects reach no other server', async () => {
    const http = await shipped('axios', {baseURL});
    const {port} = other.address() as AddressInfo;
    for (const url of [`http://127.0.0.1:${String(port)}/x`, `//127.0.0.1:${String(port)}/x`, '/../away']) {
      await http.getTool('get').execute({url});
    }
    expect(
      (
        await failureOf(
          (await shipped('axios', {baseURL: baseURL.replace('/api', '')})).getTool('get').call({url: '/away'}),
        )
      ).code,
    ).toBe('EXECUTION_ERROR');
    expect(strangers).toBe(0);
  });

  test('a timeout closes the connection', async () => {
    const http = await shipped('axios', {baseURL: baseURL.replace('/api', '')});

    expect(await http.getTool('put').execute({url: '/slow', data: {}}, {timeout: 100})).toMatchObject({
      error: {code: 'OPERATION_TIMEOUT', outcome: 'unknown'},
    });
    for (let tries = 0; closed === 0 && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(closed).toBe(1);
  });

  test('an answer that is too large is refused', async () => {
    const http = await shipped('axios', {baseURL: baseURL.replace('/api', '')});
    expect(await http.getTool('get').execute({url: '/large'})).toMatchObject({success: false});
  });

  test('without baseURL it is not made', async () => {
    expect((await failureOf(shipped('axios', {}))).message).toContain('baseURL');
  });
});
