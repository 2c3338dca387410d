import {closeSync, openSync, truncateSync, writeSync} from 'node:fs';
import {join} from 'node:path';

import {afterEach, describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {FileSystemModule} from '../../../modules/filesystem/index.js';
import type {FileSystemConfig} from '../../../modules/filesystem/index.js';
import {useTempFolders} from '../../support/temp-folder.js';

const tempFolder = useTempFolders();
const live: {cleanup(): Promise<void>}[] = [];

afterEach(async () => {
  for (const fs of live.splice(0)) await fs.cleanup();
});

async function filesIn(files: Record<string, string | Uint8Array>, config: Partial<FileSystemConfig> = {}) {
  const fs = await FileSystemModule.create({basePath: await tempFolder(files), permissions: 'read-write', ...config});
  live.push(fs);
  return fs;
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

describe('a range of bytes', () => {
  test('is answered with its place, and whether more follows', async () => {
    const fs = await filesIn({a: '0123456789'});
    expect(await fs.read({path: 'a', offset: 2, length: 3})).toEqual({
      content: '234',
      path: 'a',
      encoding: 'utf8',
      size: 3,
      offset: 2,
      moreBytes: true,
    });
    expect(await fs.read({path: 'a', offset: 7})).toMatchObject({content: '789', moreBytes: false});
    expect(await fs.read({path: 'a', length: 10})).toMatchObject({content: '0123456789', offset: 0, moreBytes: false});
    expect(await fs.read({path: 'a', offset: 10})).toMatchObject({content: '', size: 0, moreBytes: false});
    expect(await fs.read({path: 'a', offset: Number.MAX_SAFE_INTEGER})).toMatchObject({content: ''});
  });

  test('of a sparse file of 5 GiB takes the memory of the range, wherever it is', async () => {
    const fs = await filesIn({sparse: ''});
    const path = join(fs.basePath, 'sparse');
    const size = 5 * 2 ** 30;
    truncateSync(path, size);
    const descriptor = openSync(path, 'r+');
    writeSync(descriptor, 'the end', size - 7);
    closeSync(descriptor);
    const before = process.memoryUsage().rss;
    for (let turn = 0; turn < 50; turn += 1)
      expect(await fs.read({path: 'sparse', offset: size - 7, length: 100})).toMatchObject({content: 'the end'});
    expect(await fs.read({path: 'sparse', offset: 2 ** 32, length: 4, encoding: 'hex'})).toMatchObject({
      content: '00000000',
      moreBytes: true,
    });
    const file = await fs.open('sparse');
    await fs.seek({file, offset: -3, from: 'end'});
    expect(await fs.readChunk({file})).toMatchObject({content: 'end', offset: size - 3, position: size, end: true});
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20);
  });

  test('is bounded by maxReadBytes: asked for more it is refused, left open it is cut', async () => {
    const fs = await filesIn({a: '0123456789'}, {maxReadBytes: 4});
    await expect(fs.read({path: 'a', length: 5})).rejects.toMatchObject({code: 'LIMIT_EXCEEDED', context: {limit: 4}});
    await expect(fs.readChunk({file: await fs.open('a'), length: 5})).rejects.toMatchObject({code: 'LIMIT_EXCEEDED'});
    expect(await fs.read({path: 'a', offset: 1})).toMatchObject({content: '1234', moreBytes: true});
    expect(await fs.readChunk({file: await fs.open('a')})).toMatchObject({content: '0123', end: false});
  });

  test.each([
    {startLine: 1, offset: 0},
    {endLine: 1, length: 1},
    {startLine: 1, encoding: 'utf16le'} as const,
    {offset: 1, encoding: 'utf16le'} as const,
  ])('that makes no sense is refused: %j', async (range) => {
    const fs = await filesIn({a: 'text'});
    await expect(fs.read({path: 'a', ...range})).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
  });

  test('ends before a character that does not fit; the first one is read whole', async () => {
    const fs = await filesIn({a: 'aä€😀z'});
    const read = async (offset: number, length: number) => (await fs.read({path: 'a', offset, length})).content;
    expect(await read(0, 2)).toBe('a');
    expect(await read(0, 3)).toBe('aä');
    expect(await read(0, 5)).toBe('aä');
    expect(await read(0, 9)).toBe('aä€');
    expect(await read(0, 10)).toBe('aä€😀');
    expect(await read(6, 1)).toBe('😀');
    await expect(read(2, 5)).rejects.toMatchObject({code: 'INVALID_PARAMETER', context: {reason: 'not_text'}});
  });

  test('of a text that is cut in the middle of a character says that it is no text', async () => {
    const fs = await filesIn({
      a: Buffer.from('aä').subarray(0, 2),
      b: Buffer.from([0x61, 0x80, 0x80, 0x80, 0x80, 0x80]),
    });
    await expect(fs.read({path: 'a', offset: 0})).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
    await expect(fs.read({path: 'b', length: 5})).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
  });

  test.each(['utf8', 'utf16le'] as const)('after range makes up any %s text again', async (encoding) => {
    const fs = await filesIn({});
    const wellFormed = fc.string({unit: 'grapheme', maxLength: 30}).filter(isWellFormed);
    await fc.assert(
      fc.asyncProperty(wellFormed, fc.integer({min: 1, max: 9}), async (whole, length) => {
        await fs.write({path: 'a', content: whole, encoding});
        const file = await fs.open('a');
        let joined = '';
        for (let end = false; !end;) {
          const chunk = await fs.readChunk({file, length, encoding});
          expect(isWellFormed(chunk.content)).toBe(true);
          expect(chunk.end || chunk.size > 0).toBe(true);
          joined += chunk.content;
          ({end} = chunk);
        }
        await fs.close(file);
        expect(joined).toBe(whole);
      }),
      {numRuns: 60},
    );
  });
});

describe('encodings', () => {
  test.each([
    ['utf16le', [0x68, 0, 0xac, 0x20], 'h€'],
    ['utf-16le', [0x3d, 0xd8, 0x00, 0xde], '😀'],
    ['ucs2', [0x68, 0], 'h'],
    ['utf-8', [0xc3, 0xa4], 'ä'],
    ['binary', [0xff], 'ÿ'],
    ['ascii', [0x68], 'h'],
  ] as const)('%s writes and reads what Node does', async (encoding, bytes, content) => {
    const fs = await filesIn({});
    await fs.write({path: 'a', content, encoding});
    expect(await fs.read({path: 'a', encoding: 'hex'})).toMatchObject({content: Buffer.from(bytes).toString('hex')});
    expect(await fs.read({path: 'a', encoding})).toMatchObject({content, size: bytes.length});
    expect(Buffer.from(bytes).toString(encoding)).toBe(content);
  });

  test.each([
    ['an odd byte', [0x68, 0, 0x68]],
    ['half of a surrogate pair', [0x3d, 0xd8]],
  ])('utf16le with %s is no text', async (_what, bytes) => {
    const fs = await filesIn({a: Buffer.from(bytes)});
    await expect(fs.read({path: 'a', encoding: 'utf16le'})).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      suggestions: [`Read it with encoding: 'base64'`],
    });
  });

  test('utf16le refuses half of a surrogate pair, and counts two bytes a unit', async () => {
    const fs = await filesIn({}, {maxWriteBytes: 4});
    await expect(fs.write({path: 'a', content: '\ud83d', encoding: 'utf16le'})).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
    });
    await expect(fs.write({path: 'a', content: 'abc', encoding: 'utf16le'})).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      context: {size: 6},
    });
  });
});
