import {inspect} from 'node:util';
import {describe, expect, test} from '@jest/globals';
import {HttpModuleDefinition} from '../../../modules/http/index.js';
import {redirect, useHttpServers} from '../../support/http-server.js';
import {failureOf, useHttp} from './http-fixture.js';
import type {HttpGiven} from './http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();
const here = 'http://127.0.0.1:1';

describe('the config', () => {
  test.each([
    ['nowhere to go', {}, 'baseURL'],
    ['a baseURL that is none', {baseURL: 'api.example.com'}, 'baseURL'],
    ['a baseURL of a file', {baseURL: 'file:///etc'}, 'baseURL'],
    ['a baseURL with a query', {baseURL: `${here}/?a=1`}, 'baseURL'],
    ['an origin with a path', {allowedOrigins: [`${here}/x`]}, 'allowedOrigins'],
    ['an origin with a wildcard', {allowedOrigins: ['https://*.example.com/']}, 'allowedOrigins'],
    ['a network that is none', {baseURL: here, allowPrivate: ['10.0.0.0/33']}, 'allowPrivate'],
    ['an address that is none', {baseURL: here, allowPrivate: ['10.0.0/8']}, 'allowPrivate'],
    ['a lookup that is no function', {baseURL: here, lookup: 'dns'}, 'lookup'],
    ['a callback that is no function', {baseURL: here, onAuthError: true}, 'onAuthError'],
    ['files that are none', {baseURL: here, files: '/tmp'}, 'files'],
  ])('refuses %s', async (_what, config, property) => {
    const failure = await failureOf(connect(config));
    expect(failure).toMatchObject({code: 'INVALID_CONFIG', outcome: 'not_executed', context: {property}});
    expect(failure.suggestions).toHaveLength(1);
  });

  test.each([{timeout: 0}, {baseUrl: here}, {retry: -1}, {rateLimit: {per: 5}}, {maxRedirects: 100}])(
    'refuses %j by its schema',
    async (config) => {
      expect(await failureOf(connect({baseURL: here, ...config} as HttpGiven))).toMatchObject({code: 'INVALID_CONFIG'});
    },
  );

  test('is there for who asks for it, and hides what may be a secret from who prints it', async () => {
    const http = await connect({
      baseURL: here,
      headers: {'x-api-key': 'k-123456'},
      auth: {username: 'ada', password: 'lovelace'},
    });
    expect(http.config).toMatchObject({baseURL: here, timeout: 30_000, maxRedirects: 5});
    expect(http.config.headers).toEqual({'x-api-key': 'k-123456'});
    for (const shown of [inspect(http, {depth: 9}), JSON.stringify(http.config)])
      expect(shown).not.toMatch(/k-123456|lovelace/);
    expect(Object.isFrozen(http.config)).toBe(true);
  });

  test('is asked for in full by the metadata', () => {
    const {configSchema, tools} = HttpModuleDefinition.getMetadata();
    expect(Object.keys(configSchema.properties ?? {})).toContain('allowedOrigins');
    expect(Object.keys(tools)).toEqual([
      'get',
      'post',
      'put',
      'patch',
      'delete',
      'head',
      'options',
      'graphql',
      'download',
      'upload',
    ]);
  });
});

describe('connections', () => {
  test('are kept and used again', async () => {
    const server = await serve({'*': {body: 'ok'}});
    const http = await connect({baseURL: server.origin});
    for (let i = 0; i < 5; i++) await http.get({url: '/'});
    expect(server.accepted).toBe(1);
    const single = await connect({baseURL: server.origin, keepAlive: false});
    for (let i = 0; i < 3; i++) await single.get({url: '/'});
    expect(server.accepted).toBe(4);
  });

  test('are used again after an error and a redirect', async () => {
    const server = await serve({'/no': {status: 404, body: 'no'}, '/to': redirect('/ok'), '/ok': {body: 'ok'}});
    const http = await connect({baseURL: server.origin});
    for (const url of ['/no', '/to', '/no', '/ok']) await http.getTool('get').execute({url});
    expect(server.accepted).toBe(1);
  });

  test('are no more than the config allows', async () => {
    const server = await serve({'*': {body: 'ok'}});
    const http = await connect({baseURL: server.origin, maxSockets: 3});
    await Promise.all(Array.from({length: 30}, () => http.get({url: '/'})));
    expect(server.accepted).toBe(3);
  });

  test('end with the module', async () => {
    const server = await serve({'*': {body: 'ok'}});
    const http = await connect({baseURL: server.origin});
    await http.get({url: '/'});
    await http.cleanup();
    while (server.open > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await http.getTool('get').execute({url: '/'})).toMatchObject({
      success: false,
      error: {code: 'INVALID_STATE'},
    });
  });

  test('do not go through a proxy of the environment', async () => {
    const server = await serve({'*': {body: 'ok'}});
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : 'http://127.0.0.1:1';
    try {
      const http = await connect({baseURL: server.origin});
      expect(await http.get({url: '/'})).toMatchObject({data: 'ok'});
    } finally {
      names.forEach((name, index) => {
        const value = before[index];
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      });
    }
  });
});
