import {createServer} from 'node:net';
import type {AddressInfo} from 'node:net';
import {describe, expect, test} from '@jest/globals';
import {suggestingCare} from '../../../modules/http/failures/unknown-outcome.js';
import {ToolError} from '../../../src/sdk.js';
import {cut, redirect, stall, testAuthority, useHttpServers} from '../../support/http-server.js';
import type {Routes} from '../../support/http-server.js';
import {failureOf, useHttp} from './http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();

describe('a status that is no success', () => {
  test.each([
    [400, 'OPERATION_FAILED', false],
    [401, 'AUTHENTICATION_REQUIRED', false],
    [403, 'AUTHORIZATION_FAILED', false],
    [404, 'RESOURCE_NOT_FOUND', false],
    [408, 'OPERATION_TIMEOUT', true],
    [409, 'OPERATION_FAILED', false],
    [423, 'RESOURCE_LOCKED', true],
    [429, 'RATE_LIMITED', true],
    [500, 'OPERATION_FAILED', true],
    [501, 'OPERATION_FAILED', false],
    [503, 'RESOURCE_UNAVAILABLE', true],
  ])('%d is %s', async (status, code, recoverable) => {
    const server = await serve({'/': {status, body: {error: 'no'}}});
    const http = await connect({baseURL: server.origin});
    const failure = await failureOf(http.get({url: '/', params: {q: 1}}));
    expect(failure).toMatchObject({
      code,
      recoverable,
      outcome: 'failed',
      context: {status, method: 'GET', url: `${server.origin}/`},
    });
    const [head, response, request, ...more] = failure.message.split('\n');
    expect(head).toMatch(new RegExp(`^HTTP ${String(status)}: .+`));
    expect([response, request, ...more]).toEqual(['Response: {"error":"no"}', `Request: GET ${server.origin}/`]);
  });

  test.each([
    [422, 'failed'],
    [500, 'unknown'],
    [501, 'failed'],
    [502, 'unknown'],
    [503, 'unknown'],
    [504, 'unknown'],
  ])('%d to a post has the outcome %s', async (status, outcome) => {
    const server = await serve({'/': {status}});
    const http = await connect({baseURL: server.origin});
    for (const name of ['post', 'put', 'patch', 'delete']) {
      expect(await http.getTool(name).execute({url: '/'})).toMatchObject({success: false, error: {outcome}});
    }
  });

  test('with a page is told as the text of the page, cut', async () => {
    const page = `<!DOCTYPE html><html><head><style>p {}</style></head><body><h1>It broke</h1><p>${'so '.repeat(5000)}</p></body></html>`;
    const server = await serve({'/': {status: 500, body: page, headers: {'content-type': 'text/html'}}});
    const http = await connect({baseURL: server.origin});
    const {message} = await failureOf(http.get({url: '/'}));
    expect(message).toMatch(/^HTTP 500: Internal Server Error\nResponse: It broke so so/);
    expect(message.length).toBeLessThan(2200);
  });

  test('is told without a body that is too long, or bytes', async () => {
    const server = await serve({
      '/long': {status: 500, body: 'x'.repeat(1_000_000)},
      '/bytes': {status: 500, body: Buffer.from([1, 0, 2])},
      '/head': {status: 404, body: 'x'},
    });
    const http = await connect({baseURL: server.origin, maxResponseBytes: 1000});
    const {message} = await failureOf(http.get({url: '/long'}));
    expect(message).toMatch(/^HTTP 500: .*\nResponse: x{2000}…\nRequest: GET .*\/long$/);
    expect((await failureOf(http.get({url: '/bytes'}))).message).toBe(
      `HTTP 500: Internal Server Error\nRequest: GET ${server.origin}/bytes`,
    );
    expect(await failureOf(http.head({url: '/head'}))).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      message: `HTTP 404: Not Found\nRequest: HEAD ${server.origin}/head`,
    });
  });

  test('names the URL that was asked for, below the path of baseURL, after redirects and without its query', async () => {
    const server = await serve({'/api/from': redirect('/api/to?token=geheim'), '*': {status: 404}});
    const http = await connect({baseURL: `${server.origin}/api`});
    const {message} = await failureOf(http.get({url: '/api/items?page=2'}));
    expect(message).toBe(`HTTP 404: Not Found\nRequest: GET ${server.origin}/api/api/items`);
    expect((await failureOf(http.get({url: '/from'}))).message).toMatch(/Request: GET .*\/api\/to$/);
  });
});

describe('what may have happened', () => {
  const look = 'Look whether it happened before sending it again';

  test.each<[string, Routes, object]>([
    ['a status', {'/': {status: 503}}, {}],
    ['a lost connection', {'/': cut('before')}, {}],
    ['the end of the time', {'/': stall()}, {timeout: 200}],
  ])(
    'is to be looked at before it is sent again, after %s; a read may be sent again',
    async (_what, routes, config) => {
      const server = await serve(routes);
      const http = await connect({baseURL: server.origin, ...config});
      const post = await failureOf(http.post({url: '/', data: {}}));
      expect(post).toMatchObject({outcome: 'unknown'});
      expect(post.suggestions?.[0]).toBe(look);
      expect(post.suggestions?.join('\n')).not.toMatch(/try again|retry/i);
      const get = await failureOf(http.get({url: '/'}));
      expect(get).toMatchObject({outcome: 'failed'});
      expect(get.suggestions?.[0]).toMatch(/^Try again/);
      expect(get.suggestions).not.toContain(look);
    },
  );

  test('and what says more than that stays', () => {
    const suggestions = ['Check the network, then try again', 'Try again later', 'Raise timeout of the config'];
    const lost = new ToolError('CONNECTION_LOST', 'lost', {outcome: 'unknown', suggestions});
    expect(suggestingCare(lost).suggestions).toEqual([look, 'Check the network', 'Raise timeout of the config']);
    const never = new ToolError('NETWORK_ERROR', 'lost', {outcome: 'not_executed', suggestions});
    expect(suggestingCare(never)).toBe(never);
  });
});

describe('a server that is not there', () => {
  test('refuses: nothing was executed, and a person learns what to do', async () => {
    const server = await serve({});
    await server.close();
    const http = await connect({baseURL: server.origin});
    const failure = await failureOf(http.post({url: '/users', data: {}}));
    expect(failure).toMatchObject({code: 'NETWORK_ERROR', outcome: 'not_executed', recoverable: true});
    expect(failure.message).toContain('No response received from server: the connection was refused');
    expect(failure.suggestions?.[0]).toBe('Start the server, or check host and port in the config');
    const result = await http.getTool('post').execute({url: '/users', data: {}});
    expect(result).toMatchObject({success: false, error: {details: {cause: {code: 'ECONNREFUSED'}}}});
    expect(await http.healthCheck()).toMatchObject({healthy: false, error: expect.stringContaining('refused')});
  });

  test('has a name that nobody knows', async () => {
    const lookup = async (): Promise<never> => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), {code: 'ENOTFOUND'});
    };
    const http = await connect({baseURL: 'http://nowhere.example', lookup});
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'NETWORK_ERROR', outcome: 'not_executed'});
    const empty = await connect({baseURL: 'http://nowhere.example', lookup: async () => []});
    expect(await failureOf(empty.get({url: '/'}))).toMatchObject({code: 'NETWORK_ERROR', outcome: 'not_executed'});
  });
});

describe('a connection that is lost', () => {
  test.each(['before', 'inside'] as const)('%s the answer may have been too late for a change', async (when) => {
    const server = await serve({'/': cut(when)});
    const http = await connect({baseURL: server.origin});
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({
      code: 'CONNECTION_LOST',
      outcome: 'failed',
      recoverable: true,
    });
    const failure = await failureOf(http.post({url: '/', data: {}}));
    expect(failure).toMatchObject({code: 'CONNECTION_LOST', outcome: 'unknown'});
    expect(failure.message).toMatch(
      when === 'before' ? /^No response received from server/ : /^The response was cut off/,
    );
    expect(server.requests).toHaveLength(2);
  });

  test('in the pool is replaced for a read, and not for a post, which may have happened', async () => {
    let fresh = true;
    const server = await serve({
      '/warm': {body: 'ok'},
      '/': (_request, response) => {
        if (!fresh) return {body: 'ok'};
        fresh = false;
        response.socket?.resetAndDestroy();
        return undefined;
      },
    });
    const http = await connect({baseURL: server.origin});
    await http.get({url: '/warm'});
    expect(await http.get({url: '/'})).toMatchObject({status: 200});
    expect(server.requests).toHaveLength(3);
    fresh = true;
    expect(await failureOf(http.post({url: '/'}))).toMatchObject({code: 'CONNECTION_LOST', outcome: 'unknown'});
    expect(server.requests).toHaveLength(4);
  });

  test('to something that speaks no HTTP is a broken protocol', async () => {
    const peer = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('SSH-2.0-OpenSSH\r\n');
    });
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    try {
      const http = await connect({baseURL: `http://127.0.0.1:${String((peer.address() as AddressInfo).port)}`});
      expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'PROTOCOL_ERROR', recoverable: false});
    } finally {
      peer.close();
    }
  });
});

describe('TLS', () => {
  test('works with an authority that the config names', async () => {
    const server = await serve({'/': {body: {secure: true}}}, {certificate: 'localhost'});
    const http = await connect({baseURL: server.origin, tls: {ca: testAuthority()}});
    expect((await http.get({url: '/'})).data).toEqual({secure: true});
    expect(await http.healthCheck()).toMatchObject({healthy: true});
    expect(JSON.stringify(http.config)).not.toContain('CERTIFICATE');
  });

  test.each([
    ['that nobody trusts', 'localhost', {}, /not trusted/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    [
      'for another name',
      'other-name',
      {tls: {ca: testAuthority()}},
      /for another name/,
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    ['that has expired', 'expired', {tls: {ca: testAuthority()}}, /has expired/, 'CERT_HAS_EXPIRED'],
  ] as const)(
    'refuses a certificate %s before anything is sent',
    async (_what, certificate, config, message, native) => {
      const server = await serve({'/': {body: 'never'}}, {certificate});
      const http = await connect({baseURL: server.origin, ...config});
      const result = await http.getTool('post').execute({url: '/', data: {}});
      expect(result).toMatchObject({
        success: false,
        error: {code: 'TLS_ERROR', outcome: 'not_executed', recoverable: false, details: {cause: {code: native}}},
      });
      expect(!result.success && result.error.message).toMatch(message);
      expect(server.requests).toHaveLength(0);
    },
  );

  test('is asked of a server that has none', async () => {
    const server = await serve({'/': {body: 'plain'}});
    const http = await connect({baseURL: server.origin.replace('http:', 'https:')});
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'TLS_ERROR', outcome: 'not_executed'});
  });
});
