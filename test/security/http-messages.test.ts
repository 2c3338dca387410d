import {inspect} from 'node:util';
import {describe, expect, test} from '@jest/globals';
import {MemoryAuditSink} from '../../src/testing/index.js';
import {Runtime} from '../../src/sdk.js';
import {cut, redirect, stall, useHttpServers} from '../support/http-server.js';
import type {Route} from '../support/http-server.js';
import {failureOf, useHttp} from '../modules/http/http-fixture.js';
import type {HttpGiven} from '../modules/http/http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();

describe('HT08: a value that would write lines of its own', () => {
  const bad: readonly (readonly [string, object])[] = [
    ['a line break in a header', {headers: {'x-a': 'a\r\nX-Injected: c'}}],
    ['a lone line feed in a header', {headers: {'x-a': 'a\nX-Injected: c'}}],
    ['a NUL in a header', {headers: {'x-a': 'a\u0000b'}}],
    ['a character that latin-1 has not', {headers: {'x-a': '\u010d\u010aX-Injected: c'}}],
    ['a space in the name of a header', {headers: {'x a': 'b'}}],
    ['a colon in the name of a header', {headers: {'x-a:b\r\nX-Injected': 'b'}}],
    ['an empty name', {headers: {'': 'b'}}],
    ['a list as a header', {headers: {'x-a': ['a', 'b']}}],
    ['Host', {headers: {Host: 'other.example'}}],
    ['Content-Length', {headers: {'content-length': '5'}}],
    ['Transfer-Encoding', {headers: {'Transfer-Encoding': 'chunked'}}],
    ['Connection', {headers: {connection: 'upgrade'}}],
    ['Upgrade', {headers: {Upgrade: 'h2c'}}],
    ['Expect', {headers: {expect: '100-continue'}}],
    ['Proxy-Authorization', {headers: {'proxy-authorization': 'x'}}],
    ['a line break in the name of a parameter', {params: {'a\r\nX-Injected': '1'}}],
    ['a line break in the path', {url: '/a\r\nX-Injected: b'}],
    [
      'a line break in a file name of multipart',
      {multipart: [{name: 'a', value: 'b', filename: 'x"\r\nX-Injected: c'}]},
    ],
    ['a line break in a name of multipart', {multipart: [{name: 'a\r\nX-Injected: c', value: 'b'}]}],
    ['a line break in a type of multipart', {multipart: [{name: 'a', value: 'b', contentType: 'x\r\nX-Injected: c'}]}],
    [
      'a type of the body with a line break',
      {data: {}, headers: {'content-type': 'application/json\r\nX-Injected: c'}},
    ],
  ];

  test.each(bad)('HT08: %s is refused, and nothing is sent', async (_what, input) => {
    const server = await serve({'*': {body: 'ok'}}, {capture: true});
    const http = await connect({baseURL: server.origin});
    const result = await http.getTool('post').execute({url: '/', ...input});
    expect(result).toMatchObject({success: false, error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'}});
    expect([server.accepted, server.received]).toEqual([0, '']);
  });

  test.each([{'x-a': 'a\r\nb: c'}, {host: 'x'}, {'bad name': 'x'}, {'x-a': {}}])(
    'HT08: %j is no header of a config',
    async (headers) => {
      expect(await failureOf(connect({baseURL: 'http://127.0.0.1:1', headers}))).toMatchObject({
        code: 'INVALID_CONFIG',
      });
    },
  );

  test('HT08 twin: what is allowed goes out as it is, and line breaks in values are escaped', async () => {
    const server = await serve({'*': {body: 'ok'}}, {capture: true});
    const http = await connect({baseURL: server.origin});
    await http.post({
      url: '/',
      params: {a: 'x\r\nX-Injected: 1', 'ü b': 'ä'},
      headers: {'x-latin': 'Grüße', 'X-Number': 4, 'x-empty': ''},
      multipart: [{name: 'fe"ld', value: 'x\r\nX-Injected: 2', filename: 'ü.txt'}],
    });
    const [head = '', body = ''] = server.received.split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe('POST /?a=x%0D%0AX-Injected%3A+1&%C3%BC+b=%C3%A4 HTTP/1.1');
    expect(head).toMatch(/x-latin: Grüße/i);
    expect(head).not.toMatch(/^X-Injected/im);
    expect(body).toContain('name="fe%22ld"');
  });
});

const canary = 'CANARY/7f3a"s+cret=';
const bytes = Buffer.from(canary);
const spellings = [
  canary,
  encodeURIComponent(canary),
  bytes.toString('base64'),
  bytes.toString('base64').replace(/=+$/, ''),
  bytes.toString('base64url'),
  bytes.toString('hex'),
  JSON.stringify(canary).slice(1, -1),
];

function expectNoCanary(shown: string): void {
  expect(spellings.filter((spelling) => shown.includes(spelling))).toEqual([]);
}

/** Servers that say back what they got. */
const failing: Readonly<Record<string, Route>> = {
  'HTTP 500': ({headers, url}) => ({status: 500, body: {headers, url}}),
  'HTTP 401': ({headers, url}) => ({status: 401, body: `${JSON.stringify(headers)} ${decodeURIComponent(url)}`}),
  'a page': ({headers}) => ({
    status: 502,
    headers: {'content-type': 'text/html'},
    body: `<html>${JSON.stringify(headers)}</html>`,
  }),
  'a reset': cut('before'),
  'a cut': cut('inside'),
  silence: stall(),
  'a redirect elsewhere': ({url}) => redirect(`http://127.0.0.1:1${url}`),
  'a redirect that is no URL': ({headers}) => redirect(`http://[${String(headers['x-api-key'])}`),
  'JSON that is none': ({headers}) => ({
    headers: {'content-type': 'application/json'},
    body: `<${String(headers['x-api-key'])}`,
  }),
};

describe('HT09: a secret', () => {
  const given: readonly (readonly [string, Partial<HttpGiven>, object])[] = [
    ['of the config', {headers: {'x-api-key': canary}, authToken: 'CANARY/7f3a"s+cret='}, {}],
    ['of basic credentials', {auth: {username: 'ada', password: canary}, headers: {'x-api-key': canary}}, {}],
    ['of getAuthToken', {getAuthToken: async () => canary, headers: {'x-api-key': canary}}, {}],
    ['of a call', {}, {headers: {authorization: `Bearer ${canary}`, 'x-api-key': canary}, params: {token: canary}}],
  ];
  for (const [where, config, input] of given) {
    test.each(Object.entries(failing))(`HT09: ${where} is in nothing that is told of %s`, async (_what, route) => {
      const server = await serve({'*': route});
      const audit = new MemoryAuditSink();
      const events: unknown[] = [];
      const runtime = new Runtime({audit});
      runtime.events.on('call:end', (event) => void events.push(event));
      const http = await connect({baseURL: server.origin, timeout: 300, ...config}, runtime);
      const result = await http.getTool('post').execute({url: '/x', data: {}, ...input});
      expect(result.success).toBe(false);
      const thrown = await failureOf(http.getTool('get').call({url: '/x', ...input}));
      const shown = [
        result,
        thrown,
        thrown.cause,
        thrown.stack,
        audit.entries,
        events,
        http,
        http.config,
        await http.healthCheck(),
      ];
      for (const item of shown)
        expectNoCanary(`${inspect(item, {depth: 12})} ${typeof item === 'object' ? JSON.stringify(item) : ''}`);
    });
  }

  test('HT09: in the URL of a config or a call is refused without being said', async () => {
    const inConfig = await failureOf(connect({baseURL: `http://ada:${canary}@127.0.0.1:1`}));
    expect(inConfig.code).toBe('INVALID_CONFIG');
    expectNoCanary(inspect(inConfig));
    const http = await connect({baseURL: 'http://127.0.0.1:1'});
    const result = await http.getTool('get').execute({url: `http://ada:${encodeURIComponent(canary)}@127.0.0.1:1/`});
    expect(result).toMatchObject({success: false, error: {code: 'INVALID_PARAMETER'}});
    expectNoCanary(JSON.stringify(result));
  });

  test.each([
    {authToken: 'a\nb'},
    {auth: {username: 'a', password: 7}},
    {auth: {username: 'a:b', password: 'c'}},
    {auth: {username: 'a', password: 'b'}, authToken: 'c'},
    {getAuthToken: 'CANARY'},
  ])('HT09: a config with %j is refused, and says nothing of the value', async (config) => {
    const failure = await failureOf(connect({baseURL: 'http://127.0.0.1:1', ...config}));
    expect(failure).toMatchObject({code: 'INVALID_CONFIG'});
    expect(inspect(failure)).not.toContain('CANARY');
  });

  test('CO06: is in no error, wherever that is cut', async () => {
    const secret = 'Zq7Kd93hfLx02mVbT5rWnYpA';
    const server = await serve({
      '/page': ({url}) => ({
        status: 500,
        body: `${'.'.repeat(Number(new URL(url, 'http://x').searchParams.get('at')))}${secret}`,
      }),
      '/json': {body: `${'.'.repeat(70)}${secret}`, headers: {'content-type': 'application/json'}},
      '/graphql': {
        body: {errors: [{message: `${'.'.repeat(1990)}${secret}`}, {message: `${'.'.repeat(1985)}${secret}`}]},
      },
    });
    const http = await connect({baseURL: server.origin, authToken: secret, graphqlEndpoint: '/graphql'});
    const own = await connect({baseURL: server.origin, graphqlEndpoint: '/graphql'});
    const headers = {authorization: `Bearer ${secret}`};
    for (const [instance, more] of [
      [http, {}],
      [own, {headers}],
    ] as const) {
      const results = [
        ...(await Promise.all(
          [1970, 1980, 1990].map((at) => instance.getTool('get').execute({url: '/page', params: {at}, ...more})),
        )),
        await instance.getTool('get').execute({url: '/json', ...more}),
        await instance.getTool('graphql').execute({query: '{a}', ...more}),
      ];
      for (const result of results) {
        expect(result).toMatchObject({success: false, error: {message: expect.stringContaining('...')}});
        expect(JSON.stringify(result)).not.toMatch(/Zq7|nYp/);
      }
    }
  });

  test('CO06: of the config is not in the data of an answer, while the rest of it is', async () => {
    const server = await serve({'*': ({headers}) => ({body: {headers, user: 'ada'}})});
    const http = await connect({
      baseURL: server.origin,
      auth: {username: 'user', password: canary},
      headers: {'x-api-key': canary, 'x-auth': `Bearer ${canary}`, accept: 'application/json'},
    });
    const result = await http.getTool('get').execute({url: '/'});
    expectNoCanary(JSON.stringify(result));
    expect(result).toMatchObject({success: true, data: {data: {user: 'ada', headers: {accept: 'application/json'}}}});
    expect(server.requests[0]?.headers).toMatchObject({
      'x-api-key': canary,
      authorization: `Basic ${Buffer.from(`user:${canary}`).toString('base64')}`,
    });
  });
});

describe('CO03: a call whose answer is lost', () => {
  test('CO03: is made once, whatever the retry, and says that it may have happened', async () => {
    let made = 0;
    const server = await serve({
      '/warm': {body: 'ok'},
      '/': (_request, response) => {
        made++;
        response.socket?.resetAndDestroy();
      },
    });
    const http = await connect({baseURL: server.origin, retry: {maxRetries: 3, baseDelay: 1}});
    for (const name of ['post', 'patch', 'put', 'delete']) {
      await http.get({url: '/warm'});
      expect(await http.getTool(name).execute({url: '/', data: {}})).toMatchObject({
        success: false,
        error: {code: 'CONNECTION_LOST', outcome: 'unknown'},
        metadata: {attempts: 1},
      });
    }
    expect(made).toBe(4);
  });

  test('CO03: with one key is one call', async () => {
    const server = await serve({'/': {status: 201, body: {id: 1}}});
    const http = await connect({baseURL: server.origin});
    const options = {idempotencyKey: 'order-7'};
    const [first, second] = [
      await http.getTool('post').execute({url: '/', data: 1}, options),
      await http.getTool('post').execute({url: '/', data: 1}, options),
    ];
    expect([first.success, second.success, server.requests.length]).toEqual([true, true, 1]);
    expect(await http.getTool('post').execute({url: '/', data: 2}, options)).toMatchObject({
      success: false,
      error: {code: 'IDEMPOTENCY_CONFLICT'},
    });
  });
});
