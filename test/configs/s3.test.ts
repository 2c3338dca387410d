import {afterAll, beforeAll, beforeEach, describe, expect, test} from '@jest/globals';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import {Runtime} from '../../src/core/runtime.js';
import {shipped} from './config.js';
import {runExamples} from './run-examples.js';
import {S3Server} from './s3-server.js';

describe('configs/s3.json, with the AWS SDK', () => {
  const runtime = new Runtime();
  let store: S3Server;
  let s3: ModuleInstance;
  const values = (): object => ({...store.credentials, endpoint: store.url, forcePathStyle: true, maxAttempts: 1});
  const call = <T>(tool: string, input: object): Promise<T> =>
    s3.getTool(tool).call(input as Record<string, unknown>) as Promise<T>;
  const contentOf = async (bucket: string, key: string): Promise<string> =>
    (await call<{content: string}>('get', {bucket, key})).content;
  const bucket = 'plain';
  beforeAll(async () => {
    store = await S3Server.start({
      plain: {versioned: false},
      versioned: {versioned: true},
      reports: {versioned: false},
    });
    s3 = await shipped('s3', values(), runtime);
  });
  afterAll(async () => {
    await s3.cleanup();
    await store.stop();
  });
  beforeEach(() => {
    for (const {objects} of store.buckets.values()) objects.clear();
    store.requests.length = 0;
  });

  test('writes, looks at, reads, copies and deletes objects, whatever their keys and bytes', async () => {
    const key = 'reports/ä b+c?.csv';
    const put = await call<{etag: string}>('put', {
      bucket,
      key,
      content: 'a,b\n',
      contentType: 'text/csv',
      metadata: {author: 'Ada'},
    });

    expect(await call('head', {bucket, key})).toEqual({
      size: 4,
      contentType: 'text/csv',
      etag: put.etag,
      modified: '2026-01-31T12:00:00.000Z',
      metadata: {author: 'Ada'},
    });
    expect(await call('get', {bucket, key})).toMatchObject({content: 'a,b\n', encoding: 'utf8', etag: put.etag});
    expect(await call('get', {bucket, key, range: 'bytes=2-2'})).toMatchObject({content: 'b', size: 1});
    await call('put', {bucket, key: 'bytes', content: '00ff', encoding: 'hex'});
    expect(await call('get', {bucket, key: 'bytes', encoding: 'base64'})).toMatchObject({content: 'AP8='});
    await call('copy', {bucket, key: 'copy', fromBucket: bucket, fromKey: key});
    expect(await contentOf(bucket, 'copy')).toBe('a,b\n');
    expect(await call('delete', {bucket, key})).toEqual({marker: false});
    expect(await s3.getTool('head').execute({bucket, key})).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND'}});
    expect(await call('buckets', {})).toEqual({buckets: [{name: 'plain'}, {name: 'versioned'}, {name: 'reports'}]});
  });

  test('lists page by page, and by folder', async () => {
    for (const key of ['a/1', 'a/2', 'b/1', 'c']) await call('put', {bucket, key, content: key});

    const first = await call<{next: string}>('list', {bucket, limit: 3});
    expect(first).toMatchObject({objects: [{key: 'a/1', size: 3}, {key: 'a/2'}, {key: 'b/1'}], folders: []});
    expect(await call('list', {bucket, limit: 3, page: first.next})).toEqual({
      objects: [{key: 'c', size: 1, etag: expect.any(String) as unknown, modified: '2026-01-31T12:00:00.000Z'}],
      folders: [],
    });
    expect(await call('list', {bucket, delimiter: '/'})).toMatchObject({objects: [{key: 'c'}], folders: ['a/', 'b/']});
    expect(await call('list', {bucket, prefix: 'none'})).toEqual({objects: [], folders: []});
  });

  test('takes back what can be taken back: what was new, and any write where versions are kept', async () => {
    const created = await s3.getTool('create').execute({bucket, key: 'new', content: '1'});
    expect(await s3.getTool('create').execute({bucket, key: 'new', content: '2'})).toMatchObject({
      error: {code: 'RESOURCE_EXISTS'},
    });
    await runtime.undo(created.metadata.undo);
    expect(store.buckets.get(bucket)?.objects.size).toBe(0);

    const changed = await s3.getTool('create').execute({bucket, key: 'new', content: '1'});
    await call('put', {bucket, key: 'new', content: 'by someone else'});
    expect(await runtime.undo(changed.metadata.undo as object as {_id: string})).toMatchObject({success: false});
    expect(await contentOf(bucket, 'new')).toBe('by someone else');

    const versioned = 'versioned';
    await call('put', {bucket: versioned, key: 'k', content: 'old'});
    const put = await s3.getTool('put').execute({bucket: versioned, key: 'k', content: 'new'});
    await runtime.undo(put.metadata.undo);
    expect(await contentOf(versioned, 'k')).toBe('old');
    const deleted = await s3.getTool('delete').execute({bucket: versioned, key: 'k'});
    expect(await s3.getTool('get').execute({bucket: versioned, key: 'k'})).toMatchObject({success: false});
    await runtime.undo(deleted.metadata.undo);
    expect(await contentOf(versioned, 'k')).toBe('old');

    const overwritten = await s3.getTool('put').execute({bucket, key: 'new', content: '3'});
    expect(overwritten.metadata).toMatchObject({
      warnings: [expect.stringContaining('can not be taken back')],
    });
    expect(overwritten.metadata.undo).toBeUndefined();
  });

  test("gives S3's errors their codes", async () => {
    const tool = s3.getTool('get');
    expect(await tool.execute({bucket, key: 'none'})).toMatchObject({
      error: {code: 'RESOURCE_NOT_FOUND', details: {cause: {name: 'NoSuchKey'}}},
    });
    expect(await tool.execute({bucket: 'nobucket', key: 'x'})).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND'}});
    expect(await s3.getTool('put').execute({bucket, key: 'x', content: '', ifMatch: '"none"'})).toMatchObject({
      error: {code: 'PRECONDITION_FAILED'},
    });
  });

  test('refuses a wrong secret, and tells it nobody', async () => {
    const secretAccessKey = 'not-the-secret-of-this-store';
    const wrong = await shipped('s3', {...values(), secretAccessKey}, runtime);
    const result = await wrong.getTool('list').execute({bucket});

    expect(result).toMatchObject({error: {code: 'AUTHENTICATION_REQUIRED'}});
    expect(JSON.stringify([result, wrong, wrong.config])).not.toContain(secretAccessKey);
    await wrong.cleanup();
  });

  test('a call that is given up ends its request', async () => {
    let open = (): void => undefined;
    store.gate = new Promise<void>((resolve) => (open = resolve));
    const controller = new AbortController();
    const listing = s3.getTool('list').execute({bucket}, {signal: controller.signal});
    while (store.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();

    expect(await listing).toMatchObject({error: {code: 'OPERATION_CANCELLED'}});
    open();
    store.gate = undefined;
  });

  test('says of every tool what a planner needs, and has examples that do what they say', async () => {
    await call('put', {bucket: 'reports', key: '2026.csv', content: 'a,b\n'});

    expect(await runExamples(s3)).toBe(7);
  });
});
