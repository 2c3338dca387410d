import {closeSync, openSync, readdirSync, readSync, statSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {expect, test} from '@jest/globals';

import {FileSystemModule} from '../../modules/filesystem/index.js';
import {killDuringWrite} from '../support/kill-during-write.js';
import {useTempFolders} from '../support/temp-folder.js';
import {transpileSources} from '../support/transpile-sources.js';

const tempFolder = useTempFolders();

const bytes = 80 * 2 ** 20;
const rounds = 30;

/** Fails unless the file has its size, and consists of one byte over and over: each write has one of its own. */
function expectWhole(path: string): void {
  expect(statSync(path).size).toBe(bytes);
  const descriptor = openSync(path, 'r');
  const chunk = Buffer.alloc(1 << 20);
  const seen = new Set<number>();
  try {
    while (readSync(descriptor, chunk) > 0) {
      const [first = 0] = chunk;
      seen.add(first);
      expect(chunk.equals(Buffer.alloc(chunk.length, first))).toBe(true);
    }
  } finally {
    closeSync(descriptor);
  }
  expect(seen.size).toBe(1);
}

test('FS08 thirty writers of 80 MB, killed at random points, never leave a part of a file', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'file'), Buffer.alloc(bytes, 'z'));
  const built = await tempFolder();
  await transpileSources(built, ['src', 'modules/filesystem']);
  let leftovers = 0;
  for (let round = 0; round < rounds; round += 1) {
    const reached = Math.floor(Math.random() * bytes);
    await killDuringWrite(join(built, 'modules/filesystem/index.js'), folder, bytes, reached);
    expectWhole(join(folder, 'file'));
    leftovers += readdirSync(folder).length - 1;

    const reader = await FileSystemModule.create({basePath: folder});
    expect(await reader.list()).toEqual([{name: 'file', type: 'file', path: 'file'}]);
    await reader.cleanup();

    const next = await FileSystemModule.create({basePath: folder, permissions: 'read-write'});
    expect(readdirSync(folder)).toEqual(['file']);
    await next.cleanup();
  }
  // Most of them were really hit in the middle.
  expect(leftovers).toBeGreaterThan(rounds / 2);
}, 600_000);
