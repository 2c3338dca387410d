import {describe, expect, test} from '@jest/globals';
import {CookieJar} from '../../../modules/http/cookies/cookie-jar.js';
import {Runtime} from '../../../src/sdk.js';
import {useHttpServers} from '../../support/http-server.js';
import type {Route} from '../../support/http-server.js';
import {failureOf, useHttp} from './http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();

const seen: Route = ({headers}) => ({body: headers.authorization ?? 'none'});

/** Takes one token only. */
const only =
  (token: string): Route =>
  ({headers, body}) =>
    headers.authorization === `Bearer ${token}` ? {body: body.toString() || 'welcome'} : {status: 401, body: 'who?'};

describe('credentials', () => {
  test.each([
    [{authToken: 'abc123'}, 'Bearer abc123'],
    [{authToken: 'token abc123'}, 'token abc123'],
    [{getAuthToken: () => 'abc123'}, 'Bearer abc123'],
    [{getAuthToken: async () => 'abc123', authToken: 'other'}, 'Bearer abc123'],
    [{getAuthToken: async () => undefined}, 'none'],
    [{auth: {username: 'ada', password: 'lovelace'}}, 'Basic YWRhOmxvdmVsYWNl'],
    [{headers: {Authorization: 'Custom x'}, authToken: 'abc'}, 'Custom x'],
    [{}, 'none'],
  ])('%o are sent as %s', async (config, authorization) => {
    const server = await serve({'*': ({headers}) => ({body: {saw: headers.authorization ?? 'none'}})});
    const http = await connect({baseURL: server.origin, ...config});
    await http.get({url: '/'});
    expect(server.requests[0]?.headers.authorization ?? 'none').toBe(authorization);
  });

  test('of a call win', async () => {
    const server = await serve({'*': seen});
    const http = await connect({baseURL: server.origin, authToken: 'abc123'});
    await http.get({url: '/', headers: {Authorization: 'Basic eDp5'}});
    expect(server.requests[0]?.headers.authorization).toBe('Basic eDp5');
  });

  test.each([
    [{authToken: 'abc123'}],
    [{getAuthToken: () => 'abc123'}],
    [{auth: {username: 'ada', password: 'lovelace'}}],
    [{headers: {authorization: 'Custom x'}}],
  ])('%o are left off by a null of the call, also when the server wants them', async (config) => {
    const server = await serve({'/open': {body: 'ok'}, '*': {status: 401}});
    let told = 0;
    const http = await connect({baseURL: server.origin, onAuthError: () => (told += 1), ...config});
    await http.get({url: '/open', headers: {Authorization: null}});
    const failure = await failureOf(http.get({url: '/closed', headers: {authorization: null}}));
    expect(failure).toMatchObject({code: 'AUTHENTICATION_REQUIRED'});
    expect(server.requests.map(({headers}) => headers.authorization)).toEqual([undefined, undefined]);
    expect(told).toBe(0);
    await http.get({url: '/open'});
    expect(server.requests.at(-1)?.headers.authorization).toBeDefined();
  });

  test('need to know whom they are for', async () => {
    const failure = await failureOf(connect({allowedOrigins: ['https://api.example'], authToken: 'abc'}));
    expect(failure).toMatchObject({code: 'INVALID_CONFIG', context: {property: 'baseURL'}});
  });

  test('that can not be had are told before anything is sent', async () => {
    const server = await serve({'*': seen});
    for (const getAuthToken of [() => Promise.reject(new Error('vault is sealed')), () => 7, () => 'a\nb']) {
      const http = await connect({baseURL: server.origin, getAuthToken});
      expect(await failureOf(http.get({url: '/'}))).toMatchObject({
        code: 'AUTHENTICATION_REQUIRED',
        outcome: 'not_executed',
      });
    }
    expect(server.requests).toHaveLength(0);
  });
});

describe('a 401', () => {
  test('calls onAuthError once, and is answered with the new token, body and all', async () => {
    const server = await serve({'*': only('fresh')});
    let token = 'stale';
    let told = 0;
    const http = await connect({
      baseURL: server.origin,
      getAuthToken: () => token,
      onAuthError: async () => {
        told++;
        token = 'fresh';
      },
    });
    expect(await http.post({url: '/', data: {a: 1}, responseType: 'text'})).toMatchObject({data: '{"a":1}'});
    expect([told, server.requests.length]).toEqual([1, 2]);
  });

  test('is not sent again with the token that was refused', async () => {
    const server = await serve({'*': only('other')});
    let told = 0;
    for (const config of [{authToken: 'stale'}, {getAuthToken: () => 'stale'}, {}]) {
      const http = await connect({baseURL: server.origin, onAuthError: () => (told += 1), ...config});
      expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'AUTHENTICATION_REQUIRED', outcome: 'failed'});
    }
    expect([told, server.requests.length]).toEqual([3, 3]);
  });

  test('stays one when the second token is refused as well', async () => {
    const server = await serve({'*': only('none of them')});
    let count = 0;
    const http = await connect({baseURL: server.origin, getAuthToken: () => `t${String(count++)}`});
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'AUTHENTICATION_REQUIRED'});
    expect(server.requests).toHaveLength(2);
  });

  test('is told with a warning when onAuthError fails', async () => {
    const server = await serve({'*': only('x')});
    const http = await connect({
      baseURL: server.origin,
      onAuthError: () => {
        throw new Error('no luck');
      },
    });
    const result = await http.getTool('get').execute({url: '/'});
    expect(result).toMatchObject({success: false, error: {code: 'AUTHENTICATION_REQUIRED'}});
    expect(result.metadata.warnings).toEqual(['onAuthError failed: no luck']);
  });
});

describe('cookies', () => {
  const routes = {
    '/set': {
      headers: {
        'set-cookie': [
          'a=1',
          'b=2; Path=/deep',
          'c=3; Max-Age=0',
          'd=4; Secure',
          'e=5; Domain=other.example',
          'f=6; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
          'g=7; HttpOnly; SameSite=Strict; Max-Age=1000',
        ],
      },
      body: 'ok',
    },
    '/unset': {headers: {'set-cookie': 'a=; Max-Age=0'}, body: 'ok'},
    '/from': {status: 302, headers: {location: '/deep/x', 'set-cookie': 'h=8'}},
    '*': (({headers}) => ({body: {cookie: headers.cookie ?? null}})) satisfies Route,
  };

  test('are kept on request: by path, as long as they live, and not shown', async () => {
    const server = await serve(routes);
    const http = await connect({baseURL: server.origin, cookies: true});
    expect((await http.get({url: '/set'})).headers).not.toHaveProperty('set-cookie');
    expect((await http.get({url: '/'})).data).toEqual({cookie: 'a=1; g=7'});
    expect((await http.get({url: '/deep/x'})).data).toEqual({cookie: 'b=2; a=1; g=7'});
    expect((await http.get({url: '/deeper'})).data).toEqual({cookie: 'a=1; g=7'});
    expect((await http.get({url: '/', headers: {cookie: 'own=1'}})).data).toEqual({cookie: 'own=1; a=1; g=7'});
    await http.get({url: '/unset'});
    expect((await http.get({url: '/from'})).data).toEqual({cookie: 'b=2; g=7; h=8'});
  });

  test('are nothing by default, and shown', async () => {
    const server = await serve(routes);
    const http = await connect({baseURL: server.origin});
    expect((await http.get({url: '/set'})).headers['set-cookie']).toContain('a=1');
    expect((await http.get({url: '/'})).data).toEqual({cookie: null});
  });

  test('belong to their origin', async () => {
    const [one, two] = [await serve(routes), await serve(routes)];
    const http = await connect({baseURL: one.origin, allowedOrigins: [two.origin], cookies: true});
    await http.get({url: '/set'});
    expect((await http.get({url: `${two.origin}/`})).data).toEqual({cookie: null});
    // Nor is another instance asked for them.
    const other = await connect({baseURL: one.origin, cookies: true});
    expect((await other.get({url: '/'})).data).toEqual({cookie: null});
    expect((await http.get({url: '/'})).data).toEqual({cookie: 'a=1; g=7'});
  });

  test.each<[string, string, boolean]>([
    ['https://a.example/', 's=1; Secure; Domain=a.example', true],
    ['https://sub.a.example/', 's=1; Domain=a.example', true],
    ['https://a.example/', 's=1; Domain=sub.a.example', false],
    ['https://a.example/', '__Secure-s=1; Secure', true],
    ['https://a.example/', '__secure-s=1', false],
    ['https://a.example/x', '__Host-s=1; Secure; Path=/', true],
    ['https://a.example/', '__Host-s=1; Path=/', false],
    ['https://a.example/x', '__Host-s=1; Secure', false],
    ['https://a.example/', '__Host-s=1; Secure; Path=/; Domain=a.example', false],
    ['http://a.example/', '__Host-s=1; Secure; Path=/', false],
    ['https://a.example/', 's=1; Path=/deep', false],
  ])('of %s, %s: taken %j, and for that origin alone', (url, setCookie, isTaken) => {
    const jar = new CookieJar(new Runtime().clock);
    jar.store(new URL(url), [setCookie]);
    const {origin, host} = new URL(url);
    expect(jar.header(new URL(`${origin}/`)) !== undefined).toBe(isTaken);
    for (const other of [`http://${host}:81/`, `http://${host}/deep`, 'https://b.example/', 'https://b.a.example/'])
      expect([other, jar.header(new URL(other))]).toEqual([other, undefined]);
  });
});
