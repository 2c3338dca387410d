import {createHash, randomBytes} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, test} from '@jest/globals';
import {FileSystemModuleDefinition} from '../../../modules/filesystem/index.js';
import {cut, drip, redirect, useHttpServers} from '../../support/http-server.js';
import type {Route, Routes} from '../../support/http-server.js';
import {useTempFolders} from '../../support/temp-folder.js';
import {failureOf, partsOf, useHttp} from './http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();
const tempFolder = useTempFolders();

const big = randomBytes(3 << 20);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function site(routes: Routes, files: Readonly<Record<string, string | Uint8Array>> = {}, config: object = {}) {
  const basePath = await tempFolder(files);
  const fs = await FileSystemModuleDefinition.create({basePath, permissions: 'read-write', maxReadBytes: 100 << 20});
  const server = await serve(routes);
  const http = await connect({baseURL: server.origin, files: fs, ...config});
  return {basePath, fs, server, http};
}

describe('download', () => {
  test('streams into a file, with progress and a checksum', async () => {
    const {http, basePath} = await site({
      '/big': {body: big, headers: {'content-length': String(big.length), 'content-type': 'image/png'}},
    });
    const told: (number | undefined)[] = [];
    const answer = await http.download(
      {url: '/big', to: 'new/big.bin', createParents: true},
      {onProgress: ({fraction}) => void told.push(fraction)},
    );
    expect(answer).toMatchObject({
      path: 'new/big.bin',
      size: big.length,
      sha256: sha256(big),
      status: 200,
      headers: {'content-type': 'image/png'},
    });
    expect(sha256(await readFile(join(basePath, 'new/big.bin')))).toBe(sha256(big));
    expect(told.length).toBeGreaterThan(3);
    expect(told.at(-1)).toBeGreaterThan(0.9);
  });

  test('unpacks, and follows redirects', async () => {
    const {http, fs, server} = await site({
      '/from': redirect('/text'),
      '/text': {body: gzipSync('hello'), headers: {'content-encoding': 'gzip'}},
    });
    expect(await http.download('/from', 'a.txt')).toMatchObject({size: 5, url: `${server.origin}/text`});
    expect((await fs.read('a.txt')).content).toBe('hello');
  });

  test('leaves what was there until it is whole', async () => {
    const {http, fs} = await site({'/cut': cut('inside'), '/ok': {body: 'new'}}, {'a.txt': 'old'});
    expect(await failureOf(http.download('/cut', 'a.txt'))).toMatchObject({code: 'CONNECTION_LOST'});
    expect((await fs.read('a.txt')).content).toBe('old');
    await http.download('/ok', 'a.txt');
    expect((await fs.read('a.txt')).content).toBe('new');
  });

  test.each([
    ['a lost connection', {'/': cut('inside')}, {}, 'CONNECTION_LOST'],
    ['the end of its time', {'/': drip(20)}, {timeout: 300}, 'OPERATION_TIMEOUT'],
    [
      'too many bytes',
      {'/': {body: big, headers: {'transfer-encoding': 'chunked'}}},
      {maxDownloadBytes: 1000},
      'LIMIT_EXCEEDED',
    ],
    [
      'too many bytes, which the length tells',
      {'/': {body: big, headers: {'content-length': String(big.length)}}},
      {maxDownloadBytes: 1000},
      'LIMIT_EXCEEDED',
    ],
    ['a status that is no success', {'/': {status: 404, body: 'no'}}, {}, 'RESOURCE_NOT_FOUND'],
    ['what is no gzip', {'/': {body: 'no gzip', headers: {'content-encoding': 'gzip'}}}, {}, 'PROTOCOL_ERROR'],
  ] as const)('ends at %s and leaves nothing', async (_what, routes, config, code) => {
    const {http, fs, server} = await site(routes, {}, config);
    expect(await http.getTool('download').execute({url: '/', to: 'x'})).toMatchObject({success: false, error: {code}});
    expect(await fs.list({path: '.'})).toEqual([]);
    while (server.open > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  test('ends on a cancel and leaves nothing', async () => {
    const {http, fs, server} = await site({'/': drip(5)});
    const controller = new AbortController();
    const running = http.getTool('download').execute({url: '/', to: 'x'}, {signal: controller.signal});
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await running).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED'}});
    expect(await fs.list({path: '.'})).toEqual([]);
  });

  test.each([
    ['outside of the folder', {to: '../x'}, 'PERMISSION_DENIED'],
    ['over a file that is to stay', {to: 'a.txt', overwrite: false}, 'RESOURCE_EXISTS'],
    ['in a folder that is not there', {to: 'none/x'}, 'RESOURCE_NOT_FOUND'],
  ])('writes no file %s', async (_what, input, code) => {
    const {http, fs, server} = await site({'/': {body: 'new'}}, {'a.txt': 'old'});
    expect(await http.getTool('download').execute({url: '/', ...input})).toMatchObject({
      success: false,
      error: {code, outcome: 'not_executed', message: expect.stringContaining('`files` of the config')},
    });
    expect((await fs.read('a.txt')).content).toBe('old');
    expect(server.requests).toHaveLength(0);
  });

  test('asks no server for what a file system does not take', async () => {
    const files = await FileSystemModuleDefinition.create({basePath: await tempFolder()});
    const server = await serve({'/': {body: 'new'}});
    const http = await connect({baseURL: server.origin, files});
    const failure = await failureOf(http.download({url: '/', to: 'x'}));
    expect(failure).toMatchObject({code: 'PERMISSION_DENIED', outcome: 'not_executed'});
    expect(failure.message).toContain('`files`');
    expect(failure.suggestions?.[0]).toMatch(/^For `files`: .*read-write/);
    expect(server.requests).toHaveLength(0);
  });

  test('leaves nothing where the server has nothing, and begins a new file when it is sent again', async () => {
    let asked = 0;
    const whole: Route = (...given) => (asked++ === 0 ? cut('inside')(...given) : {body: 'whole'});
    const {http, fs} = await site({'/flaky': whole, '*': {status: 404}}, {}, {retry: {maxRetries: 1, baseDelay: 1}});
    expect(await failureOf(http.download('/none', 'x'))).toMatchObject({code: 'RESOURCE_NOT_FOUND'});
    expect(await fs.list({path: '.'})).toEqual([]);
    await http.download('/flaky', 'x');
    expect((await fs.read('x')).content).toBe('whole');
    expect(fs.wrappedInstance.live).toBe(0);
  });
});

describe('upload', () => {
  const echo: Routes = {
    '*': ({method, headers, body}) => ({body: {method, headers, size: body.length, sha256: sha256(body)}}),
  };

  test.each([
    ['small', Buffer.from('hello')],
    ['empty', Buffer.alloc(0)],
    ['big', big],
  ])('sends a file that is %s as it is', async (_what, content) => {
    const {http} = await site(echo, {'a.bin': content});
    const answer = await http.upload({url: '/', from: 'a.bin', contentType: 'image/png'});
    expect(answer).toMatchObject({status: 200, size: content.length, sha256: sha256(content)});
    expect(answer.data).toMatchObject({
      method: 'POST',
      size: content.length,
      sha256: sha256(content),
      headers: {'content-type': 'image/png'},
    });
    // What is short is sent with its length, which some servers ask for.
    const {headers} = answer.data as {headers: Record<string, string>};
    expect(headers['content-length']).toBe(content === big ? undefined : String(content.length));
  });

  test('sends a file as a part of a form', async () => {
    const {http} = await site(
      {
        '*': ({headers, body}) => {
          const parts = partsOf(headers['content-type'] ?? '', body);
          return {body: parts.map(({head, content}) => ({head, sha256: sha256(content)}))};
        },
      },
      {'deep/a.png': big},
    );
    const answer = await http.upload({
      url: '/',
      from: 'deep/a.png',
      field: 'image',
      fields: {title: 'One', n: 2},
      contentType: 'image/png',
      method: 'PUT',
    });
    expect(answer.data).toEqual([
      {head: ['Content-Disposition: form-data; name="title"'], sha256: sha256(Buffer.from('One'))},
      {head: ['Content-Disposition: form-data; name="n"'], sha256: sha256(Buffer.from('2'))},
      {
        head: ['Content-Disposition: form-data; name="image"; filename="a.png"', 'Content-Type: image/png'],
        sha256: sha256(big),
      },
    ]);
    expect(answer.sha256).toBe(sha256(big));
  });

  test('is sent again from its beginning after 429', async () => {
    let refused = false;
    const {http, server} = await site(
      {
        '*': ({body}) => {
          if (refused) return {body: {sha256: sha256(body)}};
          refused = true;
          return {status: 429, headers: {'retry-after': '0'}};
        },
      },
      {'a.bin': big},
      {retry: true},
    );
    expect(await http.upload('/', 'a.bin')).toMatchObject({data: {sha256: sha256(big)}, size: big.length});
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ['a file that is not there', {from: 'none'}, {}, 'RESOURCE_NOT_FOUND', 'not_executed'],
    ['a file outside of the folder', {from: '../x'}, {}, 'PERMISSION_DENIED', 'not_executed'],
    ['a small file beyond the limit', {from: 'a.txt'}, {maxUploadBytes: 3}, 'LIMIT_EXCEEDED', 'not_executed'],
    ['a big file beyond the limit', {from: 'big'}, {maxUploadBytes: 2 << 20}, 'LIMIT_EXCEEDED', 'unknown'],
    ['a field that is no text', {from: 'a.txt', field: 'f', fields: {a: {}}}, {}, 'INVALID_PARAMETER', 'not_executed'],
  ])('refuses %s', async (_what, input, config, code, outcome) => {
    const {http, server} = await site(echo, {'a.txt': 'hello', big}, config);
    expect(await http.getTool('upload').execute({url: '/', ...input})).toMatchObject({
      success: false,
      error: {code, outcome},
    });
    expect(server.requests).toHaveLength(0);
  });

  test('ends on a cancel, its connection and the file too', async () => {
    const {http, server, fs} = await site({'*': () => undefined}, {big});
    const controller = new AbortController();
    const running = http.getTool('upload').execute({url: '/', from: 'big'}, {signal: controller.signal});
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await running).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED', outcome: 'unknown'}});
    while (server.open > 0 || fs.wrappedInstance.live > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('files', () => {
  test.each([
    ['download', {url: '/', to: 'x'}],
    ['upload', {url: '/', from: 'x'}],
  ])('are asked for by %s where the config has none', async (name, input) => {
    const http = await connect({baseURL: 'http://127.0.0.1:1'});
    const result = await http.getTool(name).execute(input);
    expect(result).toMatchObject({success: false, error: {code: 'INVALID_STATE', outcome: 'not_executed'}});
    expect(!result.success && result.error.suggestions?.join(' ')).toContain('files');
  });

  test('must have both kinds of streams', async () => {
    expect(await failureOf(connect({baseURL: 'http://127.0.0.1:1', files: {}}))).toMatchObject({
      code: 'INVALID_CONFIG',
    });
  });

  test('can be parts of a post', async () => {
    const {http} = await site({'*': ({body}) => ({body: body.toString('latin1')})}, {'a.txt': 'from a file'});
    const {data} = await http.post({url: '/', multipart: [{name: 'f', file: 'a.txt', contentType: 'text/plain'}]});
    expect(data).toContain('filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nfrom a file\r\n');
  });
});
