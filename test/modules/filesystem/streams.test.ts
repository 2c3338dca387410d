import {chmodSync, readFileSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer, text} from 'node:stream/consumers';
import {finished, pipeline} from 'node:stream/promises';

import {afterEach, describe, expect, test} from '@jest/globals';

import {FileSystemModule} from '../../../modules/filesystem/index.js';
import type {FileSystemConfig} from '../../../modules/filesystem/index.js';
import {openDescriptors} from '../../support/open-descriptors.js';
import {useTempFolders} from '../../support/temp-folder.js';

const tempFolder = useTempFolders();
const live: {cleanup(): Promise<void>}[] = [];

afterEach(async () => {
  for (const fs of live.splice(0)) await fs.cleanup();
});

async function setUp(files: Record<string, string | Uint8Array> = {}, config: Partial<FileSystemConfig> = {}) {
  const folder = await tempFolder(files);
  const fs = await FileSystemModule.create({basePath: folder, permissions: 'read-write', ...config});
  live.push(fs);
  return {folder, fs};
}

describe('a stream that reads', () => {
  test('answers the file, or the bytes from start to end, both included', async () => {
    const {fs, folder} = await setUp({'a.txt': '0123456789', empty: ''});
    expect(await text(await fs.createReadStream('a.txt'))).toBe('0123456789');
    expect(await text(await fs.createReadStream('a.txt', {start: 3, end: 5}))).toBe('345');
    expect(await text(await fs.createReadStream('a.txt', {start: 8, end: 99}))).toBe('89');
    expect(await text(await fs.createReadStream('a.txt', {start: 10}))).toBe('');
    expect(await text(await fs.createReadStream('a.txt', {start: 5, end: 4}))).toBe('');
    expect(await text(await fs.createReadStream('empty'))).toBe('');
    expect(openDescriptors(folder)).toEqual([]);
  });

  test('reads a file that is larger than maxReadBytes', async () => {
    const {fs} = await setUp({big: 'x'.repeat(300_000)}, {maxReadBytes: 10});
    expect((await buffer(await fs.createReadStream('big'))).length).toBe(300_000);
  });

  test.each([
    ['missing.txt', {}, 'RESOURCE_NOT_FOUND'],
    ['../outside', {}, 'PERMISSION_DENIED'],
    ['d', {}, 'INVALID_PARAMETER'],
    ['a.txt', {start: -1}, 'INVALID_PARAMETER'],
    ['a.txt', {end: 1.5}, 'INVALID_PARAMETER'],
    ['a.txt', {signal: AbortSignal.abort()}, 'OPERATION_CANCELLED'],
  ])('of %s with %j is refused with %s', async (path, options, code) => {
    const {fs, folder} = await setUp({'a.txt': '1', 'd/b.txt': '2'});
    await expect(fs.createReadStream(path, options)).rejects.toMatchObject({code});
    expect(openDescriptors(folder)).toEqual([]);
  });

  test('ends when it is aborted, and with the module', async () => {
    const {fs, folder} = await setUp({big: Buffer.alloc(1 << 20)});
    const controller = new AbortController();
    const aborted = await fs.createReadStream('big', {signal: controller.signal});
    controller.abort();
    await expect(buffer(aborted)).rejects.toMatchObject({name: 'AbortError'});
    const left = await fs.createReadStream('big');
    await fs.cleanup();
    expect(left.destroyed).toBe(true);
    expect(openDescriptors(folder)).toEqual([]);
    await expect(fs.createReadStream('big')).rejects.toMatchObject({code: 'INVALID_STATE'});
  });
});

describe('a stream that writes', () => {
  test('leaves the old file as it is until it has finished, and the new one, whole, then', async () => {
    const {fs, folder} = await setUp({'a.txt': 'old'});
    chmodSync(join(folder, 'a.txt'), 0o640);
    const stream = await fs.createWriteStream('a.txt');
    stream.write('new ');
    await new Promise((resolve) => stream.write('text', resolve));
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old');
    expect(await fs.list()).toEqual([{name: 'a.txt', type: 'file', path: 'a.txt'}]);
    stream.end('!');
    await finished(stream);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new text!');
    expect(statSync(join(folder, 'a.txt')).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['a.txt']);
    expect(openDescriptors(folder)).toEqual([]);
  });

  test('copies what another reads', async () => {
    const bytes = Buffer.from(Array.from({length: 300_000}, (_, index) => index % 256));
    const {fs, folder} = await setUp({a: bytes});
    await pipeline(
      await fs.createReadStream('a'),
      await fs.createWriteStream('x/y/b', {createParents: true, mode: 0o600}),
    );
    expect(readFileSync(join(folder, 'x/y/b')).equals(bytes)).toBe(true);
    expect(statSync(join(folder, 'x/y/b')).mode & 0o777).toBe(0o600);
  });

  test.each(['destroyed', 'aborted', 'left to the cleanup of the module', 'fed by one that fails'])(
    'leaves nothing when it is %s',
    async (how) => {
      const {fs, folder} = await setUp({'a.txt': 'old'});
      const controller = new AbortController();
      const stream = await fs.createWriteStream('a.txt', {signal: controller.signal});
      const ended = finished(stream).catch(() => 'ended');
      await new Promise((resolve) => stream.write('half', resolve));
      if (how === 'destroyed') stream.destroy();
      if (how === 'aborted') controller.abort();
      if (how.startsWith('left')) await fs.cleanup();
      if (how.startsWith('fed')) {
        const failing = Readable.from(
          (async function* () {
            yield 'x';
            throw new Error('no more');
          })(),
        );
        await expect(pipeline(failing, stream)).rejects.toThrow('no more');
      }
      expect(await ended).toBe('ended');
      await fs.cleanup();
      expect(readdirSync(folder)).toEqual(['a.txt']);
      expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old');
      expect(openDescriptors(folder)).toEqual([]);
    },
  );

  test('that is destroyed at its very end leaves the old file or the new one, and nothing else', async () => {
    const {fs, folder} = await setUp({'a.txt': 'old'});
    for (let turn = 0; turn < 20; turn += 1) {
      const stream = await fs.createWriteStream('a.txt');
      const closed = new Promise((resolve) => stream.once('close', resolve));
      stream.end('new');
      for (let wait = 0; wait < turn; wait += 1) await new Promise((resolve) => setImmediate(resolve));
      stream.destroy();
      await closed;
      expect(['old', 'new']).toContain(readFileSync(join(folder, 'a.txt'), 'utf8'));
      expect(readdirSync(folder)).toEqual(['a.txt']);
    }
    expect(openDescriptors(folder)).toEqual([]);
  });

  test('takes at most maxWriteBytes', async () => {
    const {fs, folder} = await setUp({}, {maxWriteBytes: 10});
    const fits = await fs.createWriteStream('fits');
    fits.end('0123456789');
    await finished(fits);
    const stream = await fs.createWriteStream('too-large');
    stream.write('0123456789');
    stream.write('x');
    await expect(finished(stream)).rejects.toMatchObject({code: 'LIMIT_EXCEEDED', context: {limit: 10, size: 11}});
    await fs.cleanup();
    expect(readdirSync(folder)).toEqual(['fits']);
  });

  test('with overwrite: false keeps a file that is there, also one that came meanwhile', async () => {
    const {fs, folder} = await setUp({'a.txt': 'old'});
    await expect(fs.createWriteStream('a.txt', {overwrite: false})).rejects.toMatchObject({code: 'RESOURCE_EXISTS'});
    const stream = await fs.createWriteStream('b.txt', {overwrite: false});
    writeFileSync(join(folder, 'b.txt'), 'came meanwhile');
    stream.end('mine');
    await expect(finished(stream)).rejects.toMatchObject({code: 'RESOURCE_EXISTS'});
    expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('came meanwhile');
  });

  test.each([
    ['../outside', {}, 'PERMISSION_DENIED'],
    ['.', {}, 'PERMISSION_DENIED'],
    ['d', {}, 'INVALID_PARAMETER'],
    ['missing/a.txt', {}, 'RESOURCE_NOT_FOUND'],
    ['a.txt', {signal: AbortSignal.abort()}, 'OPERATION_CANCELLED'],
  ])('to %s with %j is refused with %s', async (path, options, code) => {
    const {fs, folder} = await setUp({'d/b.txt': '2'});
    await expect(fs.createWriteStream(path, options)).rejects.toMatchObject({code});
    expect(readdirSync(folder)).toEqual(['d']);
    expect(openDescriptors(folder)).toEqual([]);
  });
});

test('options that there are not are refused, and nothing is opened or replaced', async () => {
  const {fs, folder} = await setUp({'a.txt': 'old'});
  const given = (options: unknown): never => options as never;
  const read = (options: unknown) => fs.createReadStream('a.txt', given(options));
  const write = (options: unknown) => fs.createWriteStream('a.txt', given(options));
  await expect(write({overwite: false})).rejects.toMatchObject({
    code: 'INVALID_PARAMETER',
    outcome: 'not_executed',
    suggestions: ['Did you mean "overwrite"?'],
  });
  await expect(write({flags: 'a'})).rejects.toThrow('createWriteStream has no option "flags"');
  await expect(write('utf8')).rejects.toThrow('Options of createWriteStream must be an object, received string');
  await expect(read({ennd: 1})).rejects.toMatchObject({suggestions: ['Did you mean "end"?']});
  await expect(read(null)).rejects.toThrow('received null');
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old');
  expect(openDescriptors(folder)).toEqual([]);
});
