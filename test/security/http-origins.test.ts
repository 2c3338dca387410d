import {describe, expect, test} from '@jest/globals';
import {MemoryAuditSink} from '../../src/testing/index.js';
import {Runtime} from '../../src/sdk.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {redirect, useHttpServers} from '../support/http-server.js';
import type {HttpTestServer} from '../support/http-server.js';
import {guardSockets} from '../support/socket-guard.js';
import {useTempFolders} from '../support/temp-folder.js';
import {useHttp} from '../modules/http/http-fixture.js';
import type {HttpGiven} from '../modules/http/http-fixture.js';

const guard = guardSockets();
const serve = useHttpServers();
const connect = useHttp();
const tempFolder = useTempFolders();

const canary = 'CANARY-7f3a9c';
const secrets = {authorization: `Bearer ${canary}`, 'x-api-key': canary, cookie: `session=${canary}`};

/** The allowed server A, the forbidden listener B, and a module that may go to A. */
async function site(config: Partial<HttpGiven> = {}) {
  const b = await serve({'*': {body: 'forbidden'}});
  const a = await serve({
    '/ok': {body: {ok: true}},
    ...Object.fromEntries(
      [301, 302, 303, 307, 308].map((status) => [`/to-b/${String(status)}`, redirect(`${b.origin}/x`, status)]),
    ),
    '/to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
    '/to-file': redirect('file:///etc/hostname'),
    '/to-ok': redirect('/ok'),
    '/v2/out': redirect('/ok'),
    '/v2/in': redirect('/v2/ok'),
    '/v2/ok': {body: {ok: true}},
    '/twice': redirect('/to-ok'),
    '*': (request) => ({body: {path: request.path}}),
  });
  const audit = new MemoryAuditSink();
  const http = await connect({baseURL: a.origin, authToken: canary, headers: secrets, ...config}, new Runtime({audit}));
  return {a, b, http, audit};
}

/** Runs a call that must be refused: nobody but A hears of it, and nothing of its secrets is told. */
async function refused(
  {http, b}: {http: Awaited<ReturnType<typeof site>>['http']; b: HttpTestServer},
  input: object,
  tool = 'get',
): Promise<{code: string; reason: unknown; outcome: string}> {
  const outside = await tempFolder({secret: 'x'});
  const before = guard.refused.length;
  const result = await doingNoHarm(outside, () =>
    http.getTool(tool).execute({headers: {'x-api-key': canary}, ...input}),
  );
  if (result.success) throw new Error(`It was let through: ${JSON.stringify(result.data)}`);
  expect([b.accepted, guard.refused.length - before]).toEqual([0, 0]);
  expect(JSON.stringify(result)).not.toContain(canary);
  const {code, outcome, details} = result.error;
  return {code, outcome, reason: details.context?.['reason']};
}

describe('HT01: another origin', () => {
  test('HT01: is not reached by a whole URL, whatever the headers', async () => {
    const it = await site();
    expect(await refused(it, {url: `${it.b.origin}/x`, headers: secrets})).toEqual({
      code: 'PERMISSION_DENIED',
      reason: 'origin',
      outcome: 'not_executed',
    });
    expect(it.a.requests).toHaveLength(0);
    const lines = it.audit.entries;
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({phase: 'outcome', success: false, error: {code: 'PERMISSION_DENIED'}});
  });

  test('HT01: is another one for another port, scheme or host', async () => {
    const it = await site();
    for (const url of [
      `https://127.0.0.1:${String(it.a.port)}/`,
      `http://localhost:${String(it.a.port)}/`,
      `http://127.0.0.2:${String(it.a.port)}/`,
    ]) {
      expect(await refused(it, {url})).toMatchObject({code: 'PERMISSION_DENIED', reason: 'origin'});
    }
  });

  test('HT01 twin: is reached when it is named, and gets none of the credentials', async () => {
    const {a, b} = await site();
    const http = await connect({
      baseURL: a.origin,
      allowedOrigins: [b.origin],
      authToken: canary,
      headers: {...secrets, 'accept-language': 'de'},
    });
    expect(await http.get({url: `${b.origin}/x`})).toMatchObject({status: 200});
    expect(JSON.stringify(b.requests[0]?.headers)).not.toContain(canary);
    expect(b.requests[0]?.headers['accept-language']).toBe('de');
    await http.get({url: `${a.origin}/ok`});
    expect(a.requests[0]?.headers).toMatchObject({authorization: `Bearer ${canary}`, 'x-api-key': canary});
  });
});

describe('HT02: a URL in disguise', () => {
  test('HT02: leads to nobody else than A', async () => {
    const it = await site();
    const b = `127.0.0.1:${String(it.b.port)}`;
    const given = [
      `//${b}/`,
      `\\\\${b}/`,
      `/\\${b}/`,
      `http:${b}`,
      `http:/${b}`,
      `ht\ttp://${b}/`,
      `ht\ntp://${b}/`,
      ` http://${b}/`,
      `http://${it.a.origin.slice(7)}@${b}/`,
      `A@${b}`,
      `A#@${b}`,
      `@${b}`,
      `:${String(it.b.port)}/x`,
      `.${b}/`,
      `///${b}/`,
      `http://${b}\\@${it.a.origin.slice(7)}/`,
      'data:text/plain,hello',
      'file:///etc/hostname',
      `ftp://${b}/`,
      'unix:/run/x.sock',
      `blob:http://${b}/1`,
      'javascript:1',
      `http+unix://${b}/`,
      `HTTP://${b}/`,
      `/ok\r\nHost: ${b}`,
      'http://',
      'http://[::1',
      '\u0000',
    ];
    const before = guard.refused.length;
    for (const url of given) {
      const result = await it.http.getTool('get').execute({url});
      if (result.success) expect(result.data).toMatchObject({data: {path: expect.stringMatching(/^\//)}});
      else expect(['PERMISSION_DENIED', 'INVALID_PARAMETER']).toContain(result.error.code);
    }
    expect([it.b.accepted, guard.refused.length - before]).toEqual([0, 0]);
    expect(it.a.requests.every(({headers}) => headers.host === it.a.origin.slice(7))).toBe(true);
  });

  test.each([
    '../ok',
    '/../ok',
    '%2e%2e/ok',
    'a/../../ok',
    '..%2fok',
    '%2e%2e%2fok',
    'a/..%2f..%2fok',
    '..%5cok',
    '%252e%252e%252fok',
  ])('HT02: %s does not leave the path of baseURL', async (url) => {
    const {a} = await site();
    const http = await connect({baseURL: `${a.origin}/v2/`});
    const result = await http.getTool('get').execute({url});
    expect(result).toMatchObject({
      success: false,
      error: {code: 'PERMISSION_DENIED', outcome: 'not_executed', details: {context: {reason: 'path'}}},
    });
    expect(a.requests).toHaveLength(0);
  });

  test('HT02 twin: dots that stay inside, and the whole origin where it is named', async () => {
    const {a} = await site();
    const http = await connect({baseURL: `${a.origin}/v2`});
    expect(await http.get({url: 'a/../ok'})).toMatchObject({data: {ok: true}});
    expect(await http.get({url: '/..a/b..'})).toMatchObject({status: 200});
    const wider = await connect({baseURL: `${a.origin}/v2`, allowedOrigins: [a.origin]});
    expect(await wider.get({url: '../ok'})).toMatchObject({data: {ok: true}});
  });
});

describe('HT03: a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    'HT03: %d to another origin is refused, and nothing is sent there',
    async (status) => {
      const it = await site({cookies: true});
      const url = `/to-b/${String(status)}`;
      expect(await refused(it, {url})).toEqual({code: 'PERMISSION_DENIED', reason: 'origin', outcome: 'failed'});
      const posted = await refused(it, {url, data: {a: 1}}, 'post');
      // 307 and 308 ask to send it elsewhere; the others may mean that it was done.
      expect(posted).toMatchObject({code: 'PERMISSION_DENIED', outcome: status >= 307 ? 'failed' : 'unknown'});
    },
  );

  test.each(['/to-metadata', '/to-file'])('HT03: %s is refused', async (url) => {
    expect(await refused(await site(), {url})).toMatchObject({code: 'PERMISSION_DENIED', outcome: 'failed'});
  });

  test('HT03: out of the path of baseURL is refused', async () => {
    const {a, b} = await site();
    const http = await connect({baseURL: `${a.origin}/v2`});
    expect(await refused({http, b}, {url: '/out'})).toMatchObject({code: 'PERMISSION_DENIED', reason: 'path'});
    expect(await http.get({url: '/in'})).toMatchObject({data: {ok: true}, url: `${a.origin}/v2/ok`});
  });

  test('HT03: to an origin that is allowed carries no credentials, of the config or of the call', async () => {
    const b = await serve({'*': {body: 'ok'}});
    const a = await serve({
      '/see': {status: 302, headers: {location: `${b.origin}/x`, 'set-cookie': `a=${canary}`}},
      '/again': redirect(`${b.origin}/x`, 307),
    });
    const http = await connect({
      baseURL: a.origin,
      allowedOrigins: [b.origin],
      cookies: true,
      authToken: canary,
      headers: secrets,
    });
    await http.get({url: '/see', headers: {'x-other': canary, accept: 'text/plain'}});
    await http.post({url: '/again', data: {a: 1}, headers: {'x-other': canary}});
    expect(b.requests).toHaveLength(2);
    expect(JSON.stringify(b.requests.map(({headers}) => headers))).not.toContain(canary);
    expect(b.requests[0]?.headers.accept).toBe('text/plain');
    expect(b.requests[1]?.body.toString()).toBe('{"a":1}');
    expect(b.requests[1]?.headers['content-type']).toBe('application/json');
  });

  test('HT03: is followed five times and no more', async () => {
    const a = await serve({'*': ({path}) => redirect(`/${String(Number(path.slice(1)) + 1)}`)});
    const http = await connect({baseURL: a.origin});
    const result = await http.getTool('get').execute({url: '/0'});
    expect(result).toMatchObject({success: false, error: {code: 'LIMIT_EXCEEDED', outcome: 'failed'}});
    expect(a.requests).toHaveLength(6);
  });

  test('HT03 twin: inside the origin is followed as fetch does', async () => {
    const it = await site();
    expect(await it.http.get({url: '/twice'})).toMatchObject({data: {ok: true}, url: `${it.a.origin}/ok`});
    const methods = async (status: number, tool: string): Promise<(string | undefined)[]> => {
      const server = await serve({'/from': redirect('/to', status), '/to': {body: 'ok'}});
      const http = await connect({baseURL: server.origin});
      await http.getTool(tool).call({url: '/from', ...(tool === 'get' ? {} : {data: {a: 1}})});
      const last = server.requests.at(-1);
      return [last?.method, last?.body.toString()];
    };
    expect(await methods(301, 'post')).toEqual(['GET', '']);
    expect(await methods(302, 'put')).toEqual(['PUT', '{"a":1}']);
    expect(await methods(303, 'put')).toEqual(['GET', '']);
    expect(await methods(307, 'post')).toEqual(['POST', '{"a":1}']);
    expect(await methods(308, 'patch')).toEqual(['PATCH', '{"a":1}']);
    const own = await connect({baseURL: it.a.origin, maxRedirects: 0});
    expect(await own.get({url: '/twice'})).toMatchObject({status: 302, headers: {location: '/to-ok'}});
  });
});

describe('HT04: an address in disguise', () => {
  const disguised = [
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '127.1',
    '0',
    'localhost.',
    '[::ffff:a9fe:a9fe]',
    '169.254.169.254.',
    '0x7f.1',
    '[::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '①②⑦.⓪.⓪.①',
    'metadata.google.internal',
    '168.63.129.16',
  ];

  test.each(disguised)('HT04: %s is refused where no origin is named', async (host) => {
    const it = await site();
    expect(await refused(it, {url: `http://${host}/`})).toMatchObject({
      code: 'PERMISSION_DENIED',
      outcome: 'not_executed',
    });
  });

  test.each(disguised)('HT04: %s is refused where every public origin is allowed', async (host) => {
    const it = await site();
    const http = await connect({allowedOrigins: ['*']});
    expect(await refused({http, b: it.b}, {url: `http://${host}/`})).toMatchObject({
      reason: 'address',
      outcome: 'not_executed',
    });
  });

  test('HT04 twin: an address that is named, or opened, is reached', async () => {
    const {a} = await site();
    expect(await (await connect({allowedOrigins: [a.origin]})).get({url: `${a.origin}/ok`})).toMatchObject({
      status: 200,
    });
    const open = await connect({allowedOrigins: ['*'], allowPrivate: ['127.0.0.0/8']});
    expect(await open.get({url: `http://127.1:${String(a.port)}/ok`})).toMatchObject({status: 200});
  });
});
