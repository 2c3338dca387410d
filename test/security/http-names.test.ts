import {describe, expect, test} from '@jest/globals';
import type {Lookup} from '../../src/sdk.js';
import {redirect, useHttpServers} from '../support/http-server.js';
import {failureOf, useHttp} from '../modules/http/http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();

const leadsTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({address}));

describe('HT05: a name that is allowed', () => {
  test.each(['127.0.0.2', '10.0.0.1', '169.254.169.254', '::1', 'fe80::1', '::ffff:127.0.0.1', '192.0.2.1', '0.0.0.0'])(
    'HT05: and leads to %s is refused before it is connected to',
    async (address) => {
      const server = await serve({'*': {body: 'inside'}});
      const http = await connect({baseURL: `http://api.example:${String(server.port)}`, lookup: leadsTo(address)});
      const failure = await failureOf(http.post({url: '/', data: {}}));
      expect(failure).toMatchObject({code: 'PERMISSION_DENIED', outcome: 'not_executed', context: {reason: 'address'}});
      expect(failure.suggestions?.[0]).toContain(`allowPrivate: ['${address}']`);
      expect(server.accepted).toBe(0);
    },
  );

  test('HT05: is refused for one address of several', async () => {
    const server = await serve({'*': {body: 'inside'}});
    const http = await connect({
      baseURL: `http://api.example:${String(server.port)}`,
      lookup: leadsTo('93.184.216.34', '127.0.0.1'),
    });
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'PERMISSION_DENIED'});
    expect(server.accepted).toBe(0);
  });

  test('HT05: is refused in a redirect as well', async () => {
    const server = await serve({'*': {body: 'inside'}});
    const inside = `http://inside.example:${String(server.port)}`;
    const front = await serve({'*': redirect(`${inside}/x`)});
    const http = await connect({baseURL: front.origin, allowedOrigins: [inside], lookup: leadsTo('127.0.0.1')});
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({
      code: 'PERMISSION_DENIED',
      context: {reason: 'address'},
    });
    expect(server.accepted).toBe(0);
  });

  test('HT05: is connected to at the address that was checked, though the name leads elsewhere a moment later', async () => {
    const server = await serve({'*': {body: 'ok'}});
    let asked = 0;
    const lookup: Lookup = async () => [{address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254'}];
    const http = await connect({
      baseURL: `http://api.example:${String(server.port)}`,
      lookup,
      allowPrivate: ['127.0.0.1'],
      keepAlive: false,
    });
    expect(await http.get({url: '/'})).toMatchObject({data: 'ok'});
    expect(asked).toBe(1);
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'PERMISSION_DENIED'});
    expect(server.requests).toHaveLength(1);
  });

  test.each([[true], [['127.0.0.1']], [['127.0.0.0/8']], [['api.example']]])(
    'HT05 twin: is reached when the operator opens it: %j',
    async (allowPrivate) => {
      const server = await serve({'*': {body: 'ok'}});
      const http = await connect({
        baseURL: `http://api.example:${String(server.port)}`,
        lookup: leadsTo('127.0.0.1'),
        allowPrivate,
      });
      expect(await http.get({url: '/'})).toMatchObject({data: 'ok'});
    },
  );

  test('HT05 twin: and says itself that it is not public has been opened by naming it', async () => {
    const server = await serve({'*': {body: 'ok'}});
    const http = await connect({baseURL: `http://localhost:${String(server.port)}`, lookup: leadsTo('127.0.0.1')});
    expect(await http.get({url: '/'})).toMatchObject({data: 'ok'});
  });

  test('HT05: another range than the one that was opened stays closed', async () => {
    const http = await connect({
      baseURL: 'http://api.example:1',
      lookup: leadsTo('10.1.2.3'),
      allowPrivate: ['10.0.0.0/16', 'other.example'],
    });
    expect(await failureOf(http.get({url: '/'}))).toMatchObject({code: 'PERMISSION_DENIED'});
  });
});
