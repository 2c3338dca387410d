import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {finished} from 'node:stream/promises';

import {expect, test} from '@jest/globals';

import {FileSystemModule} from '../../modules/filesystem/index.js';
import {ToolError} from '../../src/sdk.js';
import {useTempFolders} from '../support/temp-folder.js';
import {treeHash} from '../support/tree-hash.js';

const tempFolder = useTempFolders();

/** Swaps `path` between a folder and a link to `target`, in a process of its own. */
function startSwapper(path: string, target: string) {
  const script = join(import.meta.dirname, '../support/swapper.mjs');
  const child = spawn(process.execPath, [script, path, target, '25000'], {stdio: ['pipe', 'pipe', 'inherit']});
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number>((resolve) => child.on('close', () => resolve(Number(output))));
  const started = new Promise((resolve) => child.once('spawn', resolve));
  return {
    started,
    /** How often it swapped. */
    stop: async (): Promise<number> => {
      child.stdin.end();
      return ended;
    },
  };
}

test('FS04 a folder that is swapped for a link meanwhile never leads a read or a write outside', async () => {
  const world = await tempFolder({'base/d/f': 'inside', 'out/f': 'outside', 'out/kept': 'outside'});
  const fs = await FileSystemModule.create({basePath: join(world, 'base'), permissions: 'read-write'});
  const before = await treeHash(join(world, 'out'));
  const swapper = startSwapper(join(world, 'base/d'), join(world, 'out'));
  const codes: Record<string, number> = {};
  const count = (key: string): void => void (codes[key] = (codes[key] ?? 0) + 1);
  try {
    await swapper.started;
    for (let turn = 0; turn < 2000; turn += 1) {
      const read = await fs.getTool('read').execute({path: 'd/f'});
      if (read.success) expect(read.data.content).toMatch(/^inside/);
      count(read.success ? 'read' : read.error.code);
      const written = await fs.getTool('write').execute({path: 'd/f', content: `inside ${turn}`});
      count(written.success ? 'written' : written.error.code);
      if (turn % 20 > 0) continue;
      for (const tool of ['list', 'stats', 'append', 'copy', 'create'] as const) {
        const inputs = {
          list: {path: 'd'},
          stats: {path: 'd/f'},
          append: {path: 'd/f', content: ''},
          copy: {from: 'd/f', to: 'd/g', overwrite: true},
          create: {path: 'd/made', recursive: false},
        };
        const result = await fs.getTool(tool).execute(inputs[tool] as never);
        expect(JSON.stringify(result)).not.toMatch(/outside"|kept/);
        if (!result.success) count(result.error.code);
      }
    }
  } finally {
    const swaps = await swapper.stop();
    await fs.cleanup();
    expect(swaps).toBeGreaterThan(100);
  }
  expect(await treeHash(join(world, 'out'))).toBe(before);
  const {
    read = 0,
    written = 0,
    PERMISSION_DENIED = 0,
    RESOURCE_NOT_FOUND: _gone,
    RESOURCE_EXISTS: _madeBefore,
    ...others
  } = codes;
  expect(others).toEqual({});
  // Both sides of the swap were met.
  expect(read).toBeGreaterThan(0);
  expect(written).toBeGreaterThan(0);
  expect(PERMISSION_DENIED).toBeGreaterThan(0);
}, 60_000);

test('FS04 stats of a folder that is swapped tell nothing of what is outside', async () => {
  const world = await tempFolder({'base/d/f': 'in', 'out/f': 'a much longer text outside'});
  const fs = await FileSystemModule.create({basePath: join(world, 'base')});
  const swapper = startSwapper(join(world, 'base/d'), join(world, 'out'));
  const sizes = new Set<number>();
  try {
    await swapper.started;
    for (let turn = 0; turn < 4000; turn += 1) {
      const result = await fs.getTool('stats').execute({path: 'd/f'});
      if (result.success) sizes.add(result.data.size);
    }
  } finally {
    expect(await swapper.stop()).toBeGreaterThan(100);
    await fs.cleanup();
  }
  expect([...sizes]).toEqual([2]);
}, 60_000);

test('FS04 a folder that is swapped while it is opened, streamed and watched leads nowhere', async () => {
  const world = await tempFolder({'base/d/f': 'inside', 'out/f': 'outside', 'out/kept': 'outside'});
  const fs = await FileSystemModule.create({basePath: join(world, 'base'), permissions: 'read-write'});
  const before = await treeHash(join(world, 'out'));
  const told: string[] = [];
  fs.onChange((event) => void told.push(JSON.stringify(event)));
  const swapper = startSwapper(join(world, 'base/d'), join(world, 'out'));
  const codes = new Set<string>();
  let done = 0;
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      expect(JSON.stringify(await work())).not.toMatch(/outside|kept/);
      done += 1;
    } catch (error) {
      if (!ToolError.isToolError(error)) throw error;
      codes.add(error.code);
    }
  };
  try {
    await swapper.started;
    for (let turn = 0; turn < 400; turn += 1) {
      await attempt(async () => {
        const file = await fs.open('d/f', 'r+');
        const read = await fs.readChunk({file});
        await fs.writeChunk({file, content: `inside ${turn}`, offset: 0}).finally(() => fs.close(file));
        return read;
      });
      await attempt(async () => fs.close(await fs.open(turn % 2 ? 'd/f' : 'd/new', turn % 3 ? 'w' : 'a')));
      await attempt(async () => text(await fs.createReadStream('d/f')));
      await attempt(async () => {
        const stream = await fs.createWriteStream('d/f');
        stream.end(`inside ${turn}`);
        await finished(stream);
        return 'written';
      });
      await attempt(async () => fs.unwatch(await fs.watch({path: 'd', events: ['change', 'rename'], recursive: true})));
    }
  } finally {
    const swaps = await swapper.stop();
    await fs.cleanup();
    expect(swaps).toBeGreaterThan(100);
  }
  expect(await treeHash(join(world, 'out'))).toBe(before);
  expect(told.join()).not.toMatch(/kept/);
  expect(done).toBeGreaterThan(0);
  const honest = ['PERMISSION_DENIED', 'RESOURCE_NOT_FOUND', 'RESOURCE_EXISTS', 'INVALID_STATE'];
  expect([...codes].filter((code) => !honest.includes(code))).toEqual([]);
}, 60_000);
