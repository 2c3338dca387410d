import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {Runtime} from '../../../../src/sdk.js';
import {FakeClock} from '../../../../src/testing/fake-clock.js';
import {startHttpServer} from '../../../support/http-server.js';
import type {HttpTestServer, Served} from '../../../support/http-server.js';
import {errorOf, useWrapped} from './kind-fixture.js';

const wrap = useWrapped();
let server: HttpTestServer;
let other: HttpTestServer;

const all = Array.from({length: 25}, (_, index) => ({id: index + 1}));
const page = (start: number, size = 10) => all.slice(start, start + size);
const numberIn = (query: URLSearchParams, name: string, fallback: number): number =>
  Number(query.get(name) ?? fallback);

beforeAll(async () => {
  other = await startHttpServer({'*': {body: [{id: 'foreign'}]}});
  const linked = (number: number, next: string | undefined): Served => ({
    headers: next === undefined ? {} : {link: `<${server.origin}/v1/first>; rel="first", ${next}`},
    body: page((number - 1) * 10),
  });
  server = await startHttpServer({
    '/v1/linked': ({query}) => {
      const number = numberIn(query, 'page', 1);
      return linked(number, number < 3 ? `<?page=${number + 1}&per_page=10>; title="a, b"; rel="next"` : undefined);
    },
    '/v1/circle': () => linked(1, '</v1/circle>; rel=next'),
    '/v1/away': () => linked(1, `<${other.origin}/x>; rel="next"`),
    '/v1/upwards': () => linked(1, '</secret>; rel="next"'),
    '/v1/file': () => linked(1, '<file:///etc/hostname>; rel="next"'),
    '/v1/cursor': ({query}) => {
      const start = numberIn(query, 'after', 0);
      return {body: {data: page(start), meta: {next: start + 10 < 25 ? String(start + 10) : null}}};
    },
    '/v1/last-id': ({query}) => {
      const start = numberIn(query, 'starting_after', 0);
      return {body: {data: page(start), has_more: start + 10 < 25}};
    },
    '/v1/url': ({query}) => {
      const start = numberIn(query, 'o', 0);
      return {body: {items: page(start), next: start < 20 ? `${server.origin}/v1/url?o=${start + 10}` : null}};
    },
    '/v1/pages': ({query}) => ({body: page((numberIn(query, 'p', 1) - 1) * 10)}),
    '/v1/offset': ({query}) => ({body: {items: page(numberIn(query, 'offset', 0), 7)}}),
    '/v1/deaf': {body: page(0)},
    '/v1/breaking': ({query}) => {
      const number = numberIn(query, 'page', 1);
      return number === 3 ? {status: 500, body: 'broken'} : linked(number, `<?page=${number + 1}>; rel="next"`);
    },
    '/v1/object': {body: {no: 'list'}},
    '/v1/hang': ({query}) => (query.get('page') === null ? linked(1, '<?page=2>; rel="next"') : undefined),
  });
});
afterAll(async () => {
  await server.close();
  await other.close();
});

const walker = async (path: string, paginate: object, query: object = {}, more: object = {}, runtime?: Runtime) =>
  wrap(
    {
      type: 'rest',
      baseURL: `${server.origin}/v1`,
      ...more,
      tools: {list: {request: {path, query}, paginate}},
    },
    {},
    runtime,
  );

describe('a tool that walks pages', () => {
  test.each([
    ['links', '/linked', {style: 'link'}, {}],
    ['a cursor', '/cursor', {style: 'cursor', parameter: 'after', next: 'meta.next', items: 'data'}, {}],
    [
      'the id of the last item',
      '/last-id',
      {style: 'cursor', parameter: 'starting_after', next: 'data.-1.id', hasMore: 'has_more', items: 'data'},
      {},
    ],
    ['a URL in the answer', '/url', {style: 'cursor', next: 'next', items: 'items'}, {}],
    ['numbers', '/pages', {style: 'page', parameter: 'p'}, {}],
    ['numbers of full pages', '/pages', {style: 'page', parameter: 'p', size: 10}, {}],
    ['offsets', '/offset', {style: 'offset', parameter: 'offset', items: 'items'}, {}],
  ])('follows %s', async (_how, path, paginate, query) => {
    const {execute} = await walker(path, paginate, query);
    const result = await execute('list');
    expect(result).toMatchObject({success: true, data: all});
    expect(result.metadata.warnings).toBeUndefined();
  });

  test('asks no page more than it has to', async () => {
    const before = server.requests.length;
    const {call} = await walker('/pages', {style: 'page', parameter: 'p', size: 10});
    await call('list');
    expect(server.requests.slice(before).map(({url}) => url)).toEqual([
      '/v1/pages?p=1',
      '/v1/pages?p=2',
      '/v1/pages?p=3',
    ]);
  });

  test('tells how far it is', async () => {
    const {module} = await walker('/linked', {style: 'link'});
    const told: unknown[] = [];
    await module.getTool('list').call({}, {onProgress: ({message}) => told.push(message)});
    expect(told).toEqual(['Page 1: 10 items', 'Page 2: 20 items', 'Page 3: 25 items']);
  });

  test.each([
    ['/linked', {style: 'link'}, {page: '{page}', per_page: 10}, {page: '3'}],
    [
      '/cursor',
      {style: 'cursor', parameter: 'after', next: 'meta.next', items: 'data'},
      {after: '{from}'},
      {from: '20'},
    ],
    ['/pages', {style: 'page', parameter: 'p'}, {p: '{number}'}, {number: 3}],
  ])('ends %s at maxPages, says so, and goes on with the input that it names', async (path, paginate, query, input) => {
    const {execute} = await walker(path, {...paginate, maxPages: 2}, query);
    const result = await execute('list');
    expect(result).toMatchObject({success: true, data: all.slice(0, 20)});
    expect(result.metadata.warnings).toEqual([
      `There is more: it ended after 2 pages (maxPages). Next: ${JSON.stringify(input)}`,
    ]);
    expect(await execute('list', input)).toMatchObject({success: true, data: all.slice(20)});
  });

  test('answers at most maxItems, and says so', async () => {
    const {execute} = await walker('/linked', {style: 'link', maxItems: 15}, {page: '{page}'});
    const result = await execute('list');
    expect(result).toMatchObject({success: true, data: all.slice(0, 15)});
    expect(result.metadata.warnings).toEqual([
      'There is more: page 2 was cut at 15 items (maxItems). That page: {"page":"2"}',
    ]);
    const even = await walker('/linked', {style: 'link', maxItems: 20});
    expect((await even.execute('list')).metadata.warnings).toEqual([
      'There is more: it ended after 20 items (maxItems). Next: /v1/linked?page=3&per_page=10',
    ]);
  });

  test.each([
    ['a link to itself', '/circle', {style: 'link'}, 1],
    ['a server that ignores the number', '/deaf', {style: 'page', parameter: 'page'}, 2],
  ])('ends at %s', async (_what, path, paginate, pages) => {
    const before = server.requests.length;
    const {execute} = await walker(path, {...paginate, maxPages: 1000});
    const result = await execute('list');
    expect(result.metadata.warnings).toEqual([`The server led in a circle after ${pages} pages: there may be more`]);
    expect(result).toMatchObject({success: true});
    expect(server.requests.length - before).toBe(pages);
  });

  test.each(['/away', '/upwards', '/file'])('HT03: does not follow %s', async (path) => {
    const {execute} = await walker(path, {style: 'link'}, {}, {auth: {bearer: 'secret-token'}});
    const before = server.requests.length;
    const error = errorOf(await execute('list'));
    expect(error).toMatchObject({code: 'PERMISSION_DENIED', details: {context: {pages: 1, items: 10}}});
    expect(server.requests.length - before).toBe(1);
    expect(other.accepted).toBe(0);
  });

  test('HT03: sends no credentials along a link to an origin that is allowed', async () => {
    const {call} = await walker(
      '/away',
      {style: 'link'},
      {},
      {
        auth: {bearer: 'secret-token', query: {name: 'key', value: 'secret-key'}},
        headers: {'X-Key': 'secret-header'},
        allowHosts: [other.origin],
      },
    );
    expect(await call('list')).toEqual([...page(0), {id: 'foreign'}]);
    expect(JSON.stringify(other.requests.at(-1))).not.toContain('secret');
  });

  test('says how far it came when a page fails', async () => {
    const {execute} = await walker('/breaking', {style: 'link'});
    const error = errorOf(await execute('list'));
    expect(error).toMatchObject({
      code: 'OPERATION_FAILED',
      outcome: 'failed',
      details: {context: {status: 500, pages: 2, items: 20}},
    });
    expect(error.message).toContain('after 2 pages with 20 items');
    const none = await walker('/object', {style: 'link'});
    expect(errorOf(await none.execute('list'))).toMatchObject({code: 'PROTOCOL_ERROR', outcome: 'failed'});
  });

  test('ends when it is cancelled, and with the time that all pages have together', async () => {
    const {module} = await walker('/hang', {style: 'link'});
    const controller = new AbortController();
    const running = module.getTool('list').execute(
      {},
      {
        signal: controller.signal,
        onProgress: () => void setImmediate(() => controller.abort()),
      },
    );
    expect(errorOf(await running)).toMatchObject({code: 'OPERATION_CANCELLED'});
    const short = await walker('/hang', {style: 'link'}, {}, {timeout: 200});
    expect(errorOf(await short.execute('list'))).toMatchObject({code: 'OPERATION_TIMEOUT'});
  });
});

describe('OAuth 2 client credentials', () => {
  /** A server that gives tokens, and an API that takes the newest. */
  async function oauthSite(answers: (count: number) => Served) {
    let given = 0;
    const valid = {token: ''};
    const site = await startHttpServer({
      'POST /token': () => {
        given++;
        const served = answers(given);
        valid.token = String((served.body as Record<string, unknown>)['access_token']);
        return served;
      },
      '/api/me': ({headers}) =>
        headers.authorization === `Bearer ${valid.token}` ? {body: {ok: true, token: valid.token}} : {status: 401},
    });
    return {
      site,
      valid,
      tokens: () => site.requests.filter(({path}) => path === '/token'),
      config: (oauth2: object = {}) => ({
        type: 'rest',
        baseURL: `${site.origin}/api`,
        auth: {
          oauth2: {
            tokenURL: `${site.origin}/token`,
            clientId: 'id:1',
            clientSecret: {$config: 'secret'},
            ...oauth2,
          },
        },
        tools: {me: {request: {path: '/me'}}},
      }),
    };
  }
  const secret = {secret: 'client s+cret'};

  test('fetches one token for all who wait, keeps it until shortly before its end, and says it nowhere', async () => {
    const {site, tokens, config} = await oauthSite((count) => ({
      body: {access_token: `token-number-${count}`, token_type: 'Bearer', expires_in: 100},
    }));
    const clock = new FakeClock();
    try {
      const {execute} = await wrap(config({scopes: ['read', 'write'], audience: 'api'}), secret, new Runtime({clock}));
      const results = await Promise.all(Array.from({length: 5}, async () => execute('me')));
      expect(results.map(({success}) => success)).toEqual([true, true, true, true, true]);
      expect(JSON.stringify(results)).not.toContain('token-number');
      expect(tokens()).toHaveLength(1);
      const [request] = tokens();
      expect(Object.fromEntries(new URLSearchParams(String(request?.body)))).toEqual({
        grant_type: 'client_credentials',
        scope: 'read write',
        audience: 'api',
      });
      const basic = Buffer.from('id%3A1:client+s%2Bcret').toString('base64');
      expect(request?.headers.authorization).toBe(`Basic ${basic}`);
      await clock.advance(89_000);
      await execute('me');
      expect(tokens()).toHaveLength(1);
      await clock.advance(2000);
      await execute('me');
      expect(tokens()).toHaveLength(2);
    } finally {
      await site.close();
    }
  });

  test('fetches another once when the API does not take it any more', async () => {
    const {site, valid, tokens, config} = await oauthSite((count) => ({body: {access_token: `token-number-${count}`}}));
    try {
      const {execute} = await wrap(config({in: 'body'}), secret);
      await execute('me');
      valid.token = 'revoked';
      const results = await Promise.all([execute('me'), execute('me'), execute('me')]);
      expect(results.map(({success}) => success)).toEqual([true, true, true]);
      expect(tokens()).toHaveLength(2);
      expect(tokens()[0]?.headers.authorization).toBeUndefined();
      expect(new URLSearchParams(String(tokens()[0]?.body)).get('client_secret')).toBe('client s+cret');
    } finally {
      await site.close();
    }
  });

  test.each([
    [
      {status: 401, body: {error: 'invalid_client', error_description: 'client s+cret is wrong'}},
      'AUTHENTICATION_REQUIRED',
    ],
    [{body: {token: 'elsewhere'}}, 'AUTHENTICATION_REQUIRED'],
    [{body: {access_token: 'abc', token_type: 'mac'}}, 'AUTHENTICATION_REQUIRED'],
    [{status: 500, body: {}}, 'OPERATION_FAILED'],
    [{status: 302, headers: {location: 'http://127.0.0.1:1/'}, body: {}}, 'AUTHENTICATION_REQUIRED'],
  ])('HT09: no token from %j is %s, nothing is sent to the API, and no secret is told', async (answer, code) => {
    const {site, config} = await oauthSite(() => answer);
    try {
      const {execute} = await wrap(config(), secret);
      const error = errorOf(await execute('me'));
      expect(error).toMatchObject({code, outcome: 'not_executed'});
      expect(JSON.stringify(error)).not.toContain('s+cret');
      if ('status' in answer && answer.status === 401) expect(error.message).toContain('invalid_client');
      expect(site.requests.every(({path}) => path === '/token')).toBe(true);
    } finally {
      await site.close();
    }
  });

  test('is refused where a part of it has no value', async () => {
    const {site, config} = await oauthSite(() => ({body: {}}));
    try {
      await expect(wrap(config())).rejects.toThrow(/auth\.oauth2\.clientSecret/);
      await expect(wrap(config({tokenURL: 'nowhere'}), secret)).rejects.toThrow(/auth\.oauth2\.tokenURL/);
    } finally {
      await site.close();
    }
  });
});
