import {describe, expect, test} from '@jest/globals';
import {Runtime} from '../../../src/sdk.js';
import {retryAfter, retryDelay} from '../../../modules/http/pace/retry-delay.js';
import {retrySettings} from '../../../modules/http/pace/retry-settings.js';
import {cut, stall, turnAway, useHttpServers} from '../../support/http-server.js';
import {failureOf, useHttp} from './http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();

describe('retry', () => {
  const quick = {maxRetries: 2, baseDelay: 1, maxDelay: 5000};

  test('is off by default', async () => {
    const server = await serve({'/': turnAway(1, 429, {}, {body: 'ok'})});
    const http = await connect({baseURL: server.origin});
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({
      code: 'RATE_LIMITED',
      outcome: 'failed',
      recoverable: true,
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each(['get', 'put', 'delete'] as const)('sends %s again after 503', async (name) => {
    const server = await serve({'/': turnAway(2, 503, {}, {body: 'ok'})});
    const http = await connect({baseURL: server.origin, retry: quick});
    expect(await http.getTool(name).call({url: '/'})).toMatchObject({status: 200});
    expect(server.requests).toHaveLength(3);
  });

  test.each(['post', 'patch'] as const)('never sends %s again after 503, which may have happened', async (name) => {
    const server = await serve({'/': turnAway(1, 503, {'retry-after': '0'}, {body: 'ok'})});
    const http = await connect({baseURL: server.origin, retry: quick});
    const result = await http.getTool(name).execute({url: '/', data: {}});
    expect(result).toMatchObject({success: false, error: {code: 'RESOURCE_UNAVAILABLE', outcome: 'unknown'}});
    expect(server.requests).toHaveLength(1);
  });

  test('sends a post again after 429, which says that nothing was done', async () => {
    const server = await serve({'/': turnAway(1, 429, {'retry-after': '0'}, {body: 'ok'})});
    const http = await connect({baseURL: server.origin, retry: true});
    expect(await http.post({url: '/', data: {a: 1}})).toMatchObject({status: 200});
    expect(server.requests.map(({body}) => body.toString())).toEqual(['{"a":1}', '{"a":1}']);
  });

  test('waits as long as the server asks', async () => {
    const server = await serve({'/': turnAway(1, 429, {'retry-after': '1'}, {body: 'ok'})});
    const http = await connect({baseURL: server.origin, retry: 1});
    const result = await http.getTool('get').execute({url: '/'});
    expect(result.success).toBe(true);
    expect(result.metadata.duration).toBeGreaterThanOrEqual(990);
  });

  test.each([
    ['longer than maxDelay', {retry: {maxDelay: 1000}}],
    ['longer than there is time', {retry: true, timeout: 2000}],
  ])('answers at once when the server asks for %s', async (_what, config) => {
    const server = await serve({'/': turnAway(1, 429, {'retry-after': '20'}, {body: 'ok'})});
    const http = await connect({baseURL: server.origin, ...config});
    const failure = await failureOf(http.get({url: '/'}));
    expect(failure).toMatchObject({code: 'RATE_LIMITED', context: {status: 429, retryAfter: 20_000}});
  });

  test.each(['before', 'inside'] as const)(
    'sends a read again whose connection was lost %s its answer',
    async (when) => {
      let left = 2;
      const lose = cut(when);
      const server = await serve({'/': (request, response) => (left-- > 0 ? lose(request, response) : {body: 'ok'})});
      const http = await connect({baseURL: server.origin, retry: quick});
      expect(await http.get({url: '/'})).toMatchObject({data: 'ok', status: 200});
      expect(server.requests).toHaveLength(3);
    },
  );

  test('sends again what found no server, also a post, until there is one', async () => {
    const first = await serve({});
    await first.close();
    const http = await connect({baseURL: first.origin, retry: {maxRetries: 20, baseDelay: 50, maxDelay: 50}});
    const waiting = http.post({url: '/', data: {a: 1}});
    await new Promise((resolve) => setTimeout(resolve, 120));
    const second = await serve({'/': {status: 201}}, {port: first.port});
    expect(await waiting).toMatchObject({status: 201});
    expect(second.requests).toHaveLength(1);
  });

  test('ends with the last answer', async () => {
    const server = await serve({'/': {status: 503, body: 'down'}});
    const http = await connect({baseURL: server.origin, retry: quick});
    expect((await failureOf(http.get({url: '/'}))).message).toContain('HTTP 503');
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    ['7', 7000],
    [' 0 ', 0],
    ['Thu, 01 Jan 1970 00:01:10 GMT', 60_000],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads Retry-After: %s', (header, ms) => expect(retryAfter(header, 10_000)).toBe(ms));

  test('waits twice as long each time, up to maxDelay', () => {
    const settings = retrySettings({maxRetries: 5, baseDelay: 100, maxDelay: 350});
    const delays = [0, 1, 2, 5].map((retries) =>
      retryDelay({status: 429, asked: undefined, repeatable: false, retries}, settings),
    );
    expect(delays).toEqual([100, 200, 350, undefined]);
    expect([retrySettings(false).maxRetries, retrySettings(true).maxRetries, retrySettings(7).maxRetries]).toEqual([
      0, 2, 7,
    ]);
  });
});

describe('rateLimit', () => {
  test('lets calls wait for their turn, in order', async () => {
    const server = await serve({'*': {body: 'ok'}});
    const http = await connect({baseURL: server.origin, rateLimit: {requests: 2, per: 200}});
    const started = performance.now();
    await Promise.all(['/1', '/2', '/3', '/4', '/5'].map((url) => http.get({url})));
    expect(performance.now() - started).toBeGreaterThanOrEqual(390);
    expect(
      server.requests
        .slice(2, 4)
        .map(({path}) => path)
        .sort(),
    ).toEqual(['/3', '/4']);
    expect(server.requests[4]?.path).toBe('/5');
  });

  test('answers RATE_LIMITED where no turn is left in time, and sends nothing', async () => {
    const server = await serve({'*': {body: 'ok'}});
    const http = await connect({baseURL: server.origin, rateLimit: {requests: 1, per: 60_000}, timeout: 1000});
    await http.get({url: '/'});
    const failure = await failureOf(http.post({url: '/'}));
    expect(failure).toMatchObject({code: 'RATE_LIMITED', outcome: 'not_executed', recoverable: true});
    expect(server.requests).toHaveLength(1);
  });

  test('gives way to a call that is cancelled while it waits', async () => {
    const server = await serve({'*': {body: 'ok'}});
    const http = await connect({baseURL: server.origin, rateLimit: {requests: 1, per: 20_000}});
    await http.get({url: '/'});
    const controller = new AbortController();
    const waiting = http.getTool('post').execute({url: '/'}, {signal: controller.signal});
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await waiting).toMatchObject({
      success: false,
      error: {code: 'OPERATION_CANCELLED', outcome: 'not_executed'},
    });
  });
});

describe('a call that ends before its answer', () => {
  test('closes its connection on a cancel, and says what may have happened', async () => {
    const server = await serve({'*': stall()});
    const http = await connect({baseURL: server.origin});
    for (const [name, outcome] of [
      ['get', 'failed'],
      ['post', 'unknown'],
    ] as const) {
      const controller = new AbortController();
      const before = server.requests.length;
      const waiting = http.getTool(name).execute({url: '/'}, {signal: controller.signal});
      while (server.requests.length === before) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      expect(await waiting).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED', outcome}});
    }
    while (server.open > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  test('ends with its module', async () => {
    const server = await serve({'*': stall()});
    const runtime = new Runtime();
    const http = await connect({baseURL: server.origin}, runtime);
    const waiting = http.getTool('get').execute({url: '/'});
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await http.cleanup();
    expect(await waiting).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED'}});
    while (server.open > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await http.healthCheck()).toMatchObject({healthy: false});
  });
});
