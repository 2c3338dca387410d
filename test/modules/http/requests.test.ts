import {describe, expect, test} from '@jest/globals';
import type {ToolResult} from '../../../src/sdk.js';
import {redirect, useHttpServers} from '../../support/http-server.js';
import type {Routes} from '../../support/http-server.js';
import {execute, failureOf, partsOf, useHttp} from './http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();

/** Says back what came. */
const echo: Routes = {
  '*': ({method, url, headers, body}) => ({body: {method, url, headers, body: body.toString('latin1')}}),
};

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function echoing(config: object = {}) {
  const server = await serve(echo);
  const http = await connect({baseURL: server.origin, ...config});
  return {server, http};
}

/** The echo of a result. */
const dataOf = (result: ToolResult): Echo => {
  if (!result.success) throw new Error(result.error.message);
  return echoOf(result.data as {data: unknown});
};

const echoOf = ({data}: {data: unknown}): Echo => data as Echo;

describe('a request', () => {
  test('answers data, status and headers as plain JSON', async () => {
    const server = await serve({'GET /users/1': {headers: {'x-one': '1'}, body: {id: 1, name: 'Ada'}}});
    const http = await connect({baseURL: server.origin});
    const answer = await http.get({url: '/users/1'});
    expect(answer).toEqual({data: {id: 1, name: 'Ada'}, status: 200, headers: expect.objectContaining({'x-one': '1'})});
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    const result = await http.getTool('get').execute({url: '/users/1'});
    expect(result.success && result.data).toEqual({...answer, headers: expect.any(Object)});
  });

  test('can be spelled both ways, and in order', async () => {
    const {http} = await echoing();
    const one = echoOf(await http.get({url: '/a', params: {x: 1}}));
    const other = dataOf(await execute(http, 'get', {path: '/a', query: {x: 1}}));
    expect([one.url, other.url, echoOf(await http.get('/a?x=1')).url]).toEqual(['/a?x=1', '/a?x=1', '/a?x=1']);
    expect(echoOf(await http.post('/a', {x: 1})).body).toBe('{"x":1}');
  });

  test.each(['get', 'post', 'put', 'patch', 'delete', 'options'] as const)('is sent as %s', async (name) => {
    const {http} = await echoing();
    expect(echoOf((await http.getTool(name).call({url: '/x'})) as {data: unknown}).method).toBe(name.toUpperCase());
  });

  test('of head has no data', async () => {
    const {http, server} = await echoing();
    const answer = await http.head({url: '/x'});
    expect(answer).toMatchObject({data: null, status: 200, headers: {'content-type': 'application/json'}});
    expect(server.requests[0]?.method).toBe('HEAD');
  });

  test('goes to / where it names nothing', async () => {
    const {http} = await echoing();
    expect(echoOf(await http.get()).url).toBe('/');
  });

  test.each([
    ['/users', '/v2/users'],
    ['users', '/v2/users'],
    ['', '/v2'],
    ['/', '/v2/'],
    ['users/../posts', '/v2/posts'],
    ['?page=2', '/v2?page=2'],
    ['/a b/ü', '/v2/a%20b/%C3%BC'],
    ['/a?x=1#part', '/v2/a?x=1'],
    ['/documents:batchGet', '/v2/documents:batchGet'],
  ])('%j goes to %s under the path of baseURL', async (url, sent) => {
    const server = await serve(echo);
    const http = await connect({baseURL: `${server.origin}/v2`});
    expect(echoOf(await http.get({url})).url).toBe(sent);
  });

  test('may name an allowed origin as a whole URL', async () => {
    const {http, server} = await echoing();
    expect(echoOf(await http.get({url: `${server.origin}/x`})).url).toBe('/x');
    const other = await serve(echo);
    const wider = await connect({allowedOrigins: [other.origin]});
    expect(echoOf(await wider.get({url: `${other.origin}/y?a=1`, params: {b: 2}})).url).toBe('/y?a=1&b=2');
    expect(await failureOf(wider.get({url: '/y'}))).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
  });
});

describe('a query', () => {
  const params = {a: [1, 2], b: {c: 'd'}, e: null, f: true, 'g h': 'i&j'};

  test.each([
    ['repeat', 'a=1&a=2&b[c]=d&f=true&g+h=i%26j'],
    ['brackets', 'a[]=1&a[]=2&b[c]=d&f=true&g+h=i%26j'],
    ['comma', 'a=1%2C2&b[c]=d&f=true&g+h=i%26j'],
  ] as const)('writes lists with %s', async (queryArrays, query) => {
    const {http} = await echoing({queryArrays});
    expect(
      echoOf(await http.get({url: '/', params}))
        .url.replace(/%5B/g, '[')
        .replace(/%5D/g, ']'),
    ).toBe(`/?${query}`);
  });
});

describe('a body', () => {
  test.each([
    ['JSON', {data: {a: [1]}}, 'application/json', '{"a":[1]}'],
    ['JSON that is a list', {data: [1, null]}, 'application/json', '[1,null]'],
    ['JSON that is a text', {data: 'hello'}, 'application/json', '"hello"'],
    ['JSON that is written already', {data: '{"a":1}'}, 'application/json', '{"a":1}'],
    ['null', {data: null}, 'application/json', 'null'],
    ['a form', {data: {a: 'b c', d: [1, 2]}, json: false}, 'application/x-www-form-urlencoded', 'a=b+c&d=1&d=2'],
    ['a text', {body: 'plain'}, 'text/plain; charset=utf-8', 'plain'],
    ['bytes', {body: '/wA=', bodyEncoding: 'base64'}, 'application/octet-stream', '\u00ff\u0000'],
    [
      'a form by its header',
      {data: {a: 1}, headers: {'Content-Type': 'application/x-www-form-urlencoded'}},
      'application/x-www-form-urlencoded',
      'a=1',
    ],
    [
      'JSON of another type',
      {data: {a: 1}, headers: {'content-type': 'application/vnd.api+json'}},
      'application/vnd.api+json',
      '{"a":1}',
    ],
    ['nothing', {}, undefined, ''],
  ])('can be %s', async (_what, input, type, body) => {
    const {http} = await echoing();
    const seen = dataOf(await execute(http, 'post', {url: '/', ...input}));
    expect([seen.headers['content-type'], seen.body]).toEqual([type, body]);
    expect(seen.headers['content-length']).toBe(String(Buffer.byteLength(body, 'latin1')));
  });

  test('can have parts', async () => {
    const {http} = await echoing();
    const multipart = [
      {name: 'title', value: 'Ü "1"'},
      {name: 'image', content: 'iVBORw==', filename: 'a "b".png', contentType: 'image/png'},
    ];
    const {headers, body} = echoOf(await http.post({url: '/', multipart}));
    const [title, image, ...more] = partsOf(headers['content-type'] ?? '', Buffer.from(body, 'latin1'));
    expect(title?.head).toEqual(['Content-Disposition: form-data; name="title"']);
    expect(title?.content.toString()).toBe('Ü "1"');
    expect(image?.head).toEqual([
      'Content-Disposition: form-data; name="image"; filename="a %22b%22.png"',
      'Content-Type: image/png',
    ]);
    expect(image?.content.toString('base64')).toBe('iVBORw==');
    expect(more).toEqual([]);
  });

  test.each([
    [{data: 1, body: 'x'}, 'INVALID_PARAMETER'],
    [{data: [1], json: false}, 'INVALID_PARAMETER'],
    [{body: 'not base64!', bodyEncoding: 'base64'}, 'INVALID_PARAMETER'],
    [{multipart: [{name: 'a'}]}, 'INVALID_PARAMETER'],
    [{multipart: [{name: 'a', file: 'x'}]}, 'INVALID_STATE'],
    [{data: 'x'.repeat(2000)}, 'LIMIT_EXCEEDED'],
  ])('%j is refused before anything is sent', async (input, code) => {
    const {http, server} = await echoing({maxRequestBytes: 1000});
    const result = await execute(http, 'post', {url: '/', ...input});
    expect(result).toMatchObject({success: false, error: {code, outcome: 'not_executed'}});
    expect(server.requests).toHaveLength(0);
  });
});

describe('headers', () => {
  test('of the config are sent, those of a call win, and null takes one away', async () => {
    const {http} = await echoing({
      defaultHeaders: {'X-A': 'default', 'X-B': 'default'},
      headers: {'x-b': 'config', 'X-C': 'config'},
    });
    const {headers} = echoOf(await http.get({url: '/', headers: {'x-c': null, 'X-D': 4, accept: 'text/csv'}}));
    expect(headers).toMatchObject({
      'x-a': 'default',
      'x-b': 'config',
      'x-d': '4',
      accept: 'text/csv',
      'user-agent': 'haft',
    });
    expect(headers).not.toHaveProperty('x-c');
  });

  test('of an answer can be chosen', async () => {
    const {http} = await echoing({answerHeaders: ['Content-Type']});
    expect((await http.get({url: '/'})).headers).toEqual({'content-type': 'application/json'});
  });
});

describe('an answer', () => {
  test.each([
    ['JSON', 'application/json', '{"a":1}', {data: {a: 1}}],
    ['JSON of a vendor', 'application/problem+json; charset=utf-8', '[1]', {data: [1]}],
    ['JSON with a byte order mark', 'application/json', '\ufeff{"a":1}', {data: {a: 1}}],
    ['nothing', 'application/json', '', {data: null}],
    ['a text', 'text/plain', '{"a":1}', {data: '{"a":1}'}],
    ['a page', 'text/html', '<p>', {data: '<p>'}],
    ['XML', 'application/atom+xml', '<a/>', {data: '<a/>'}],
    ['bytes', 'image/png', Buffer.from([0xff, 0]), {data: '/wA=', encoding: 'base64'}],
    ['a text in another charset', 'text/plain; charset=iso-8859-1', Buffer.from([0xfc]), {data: 'ü'}],
    ['JSON without a type', undefined, '{"a":1}', {data: {a: 1}}],
    ['text without a type', undefined, 'a:1', {data: 'a:1'}],
    ['bytes without a type', undefined, Buffer.from([0xff, 0]), {data: '/wA=', encoding: 'base64'}],
  ])('that is %s becomes data by its content type', async (_what, type, body, data) => {
    const server = await serve({'/': {body, headers: type === undefined ? {} : {'content-type': type}}});
    const http = await connect({baseURL: server.origin});
    const {status: _status, headers: _headers, ...answer} = await http.get({url: '/'});
    expect(answer).toEqual(data);
  });

  test.each([
    ['text', '{"a":1}'],
    ['base64', 'eyJhIjoxfQ=='],
    ['json', {a: 1}],
  ] as const)('can be asked for as %s', async (responseType, data) => {
    const server = await serve({'/': {body: '{"a":1}', headers: {'content-type': 'application/json'}}});
    const http = await connect({baseURL: server.origin});
    expect((await http.get({url: '/', responseType})).data).toEqual(data);
  });

  test('that is no JSON where it should be is told, with its beginning', async () => {
    const server = await serve({
      '/': {body: '<html>', headers: {'content-type': 'application/json'}},
      '/text': {body: 'x'},
    });
    const http = await connect({baseURL: server.origin});
    const failure = await failureOf(http.get({url: '/'}));
    expect(failure).toMatchObject({code: 'PROTOCOL_ERROR', outcome: 'failed'});
    expect(failure.message).toContain('<html>');
    expect(await failureOf(http.get({url: '/text', responseType: 'json'}))).toMatchObject({code: 'PROTOCOL_ERROR'});
    expect(await failureOf(http.post({url: '/'}))).toMatchObject({code: 'PROTOCOL_ERROR', outcome: 'unknown'});
  });

  test('to a conditional request may be 304', async () => {
    const server = await serve({'/': {status: 304, headers: {etag: '"1"'}}});
    const http = await connect({baseURL: server.origin});
    expect(await http.get({url: '/', headers: {'if-none-match': '"1"'}})).toMatchObject({status: 304, data: null});
  });
});

describe('a redirect', () => {
  test('keeps what is said of the body with the body, and drops it without', async () => {
    const other = await serve(echo);
    const server = await serve({
      '/on': redirect(`${other.origin}/x`, 307),
      '/see': redirect('/x', 303),
      ...echo,
    });
    const http = await connect({baseURL: server.origin, allowedOrigins: [other.origin]});
    const body = {body: '<a/>', headers: {'content-type': 'application/xml', 'x-own': '1'}};
    const sentOn = echoOf(await http.post({url: '/on', ...body}));
    expect(sentOn).toMatchObject({method: 'POST', body: '<a/>', headers: {'content-type': 'application/xml'}});
    expect(sentOn.headers).not.toHaveProperty('x-own');
    const seen = echoOf(await http.post({url: '/see', ...body}));
    expect(seen).toMatchObject({method: 'GET', body: '', headers: {'x-own': '1'}});
    expect(seen.headers).not.toHaveProperty('content-type');
  });
});
