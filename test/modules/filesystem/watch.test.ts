import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';

import {afterEach, describe, expect, test} from '@jest/globals';

import {FileSystemModule} from '../../../modules/filesystem/index.js';
import type {FileEvent} from '../../../modules/filesystem/index.js';
import {ResourceManager} from '../../../src/handles/resource-manager.js';
import {Runtime} from '../../../src/sdk.js';
import {settle} from '../../../src/testing/fake-clock.js';
import {processHolders} from '../../support/process-holders.js';
import {useTempFolders} from '../../support/temp-folder.js';

const tempFolder = useTempFolders();
const live: {cleanup(): Promise<void>}[] = [];

afterEach(async () => {
  for (const fs of live.splice(0)) await fs.cleanup();
});

async function setUp(files: Record<string, string> = {}) {
  const world = await tempFolder({'base/': '', 'out/': ''});
  const folder = join(world, 'base');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), {recursive: true});
    writeFileSync(join(folder, name), content);
  }
  const fs = await FileSystemModule.create({basePath: folder, permissions: 'read-write'}, new Runtime());
  live.push(fs);
  return {world, folder, fs};
}

type Fs = Awaited<ReturnType<typeof setUp>>['fs'];
type Watching = Awaited<ReturnType<Fs['watch']>>;

/** Takes events until one of them is the last that is expected; answers all as `event path`, each once, sorted. */
async function until(fs: Fs, watcher: Watching, last: string): Promise<string[]> {
  const seen = new Set<string>();
  while (!seen.has(last)) {
    const {events, ended} = await fs.events({watcher, wait: 10_000});
    if (events.length === 0) throw new Error(`No ${last}${ended ? ', the watch ended' : ''}: ${[...seen].join(', ')}`);
    for (const {event, path} of events) seen.add(`${event} ${path}`);
  }
  return [...seen].sort();
}

describe('a watched file', () => {
  test('tells of a change, with its name and a path for other tools', async () => {
    const {fs, folder} = await setUp({'d/a.txt': 'one', 'd/b.txt': 'two'});
    const watcher = await fs.watch('d/a.txt');
    expect(watcher).toMatchObject({_type: 'fs_watcher', path: 'd/a.txt'});
    writeFileSync(join(folder, 'd/b.txt'), 'not asked for');
    appendFileSync(join(folder, 'd/a.txt'), 'more');
    expect(await fs.events({watcher, wait: 10_000})).toEqual({
      events: [{event: 'change', file: 'a.txt', path: 'd/a.txt'}],
      dropped: 0,
      more: false,
      ended: false,
    });
    expect(await fs.events({watcher})).toMatchObject({events: []});
  });

  test('is watched on when another file takes its place, as a write does', async () => {
    const {fs} = await setUp({'a.txt': 'one'});
    const watcher = await fs.watch({path: 'a.txt'});
    for (const content of ['two', 'three', 'four']) {
      await fs.write('a.txt', content);
      expect(await until(fs, watcher, 'change a.txt')).toEqual(['change a.txt']);
    }
  });

  test('tells by rename that it went and came', async () => {
    const {fs, folder} = await setUp({'a.txt': 'one'});
    const watcher = await fs.watch({path: 'a.txt', events: ['rename']});
    unlinkSync(join(folder, 'a.txt'));
    expect(await until(fs, watcher, 'rename a.txt')).toEqual(['rename a.txt']);
    writeFileSync(join(folder, 'a.txt'), '');
    expect(await until(fs, watcher, 'rename a.txt')).toEqual(['rename a.txt']);
  });
});

describe('a watched folder', () => {
  test('tells of what is in it and not of what is below, nor of temporary files', async () => {
    const {fs, folder} = await setUp({'a.txt': '1', 'd/b.txt': '2'});
    const watcher = await fs.watch({path: '.', events: ['change', 'rename']});
    writeFileSync(join(folder, 'd/b.txt'), 'below');
    await fs.write('new.txt', 'text');
    await fs.copy('d', 'd2');
    utimesSync(join(folder, 'a.txt'), 1, 1);
    expect(await until(fs, watcher, 'change a.txt')).toEqual([
      'change a.txt',
      'change new.txt',
      'rename d2',
      'rename new.txt',
    ]);
  });

  test('recursively tells of what is below, in folders that come later too, and forgets those that go', async () => {
    const {fs, folder} = await setUp({'w/a/b/c.txt': '1', 'other/x.txt': '2'});
    const watcher = await fs.watch({path: 'w', events: ['change', 'rename'], recursive: true});
    writeFileSync(join(folder, 'w/a/b/c.txt'), 'changed');
    expect(await until(fs, watcher, 'change w/a/b/c.txt')).toEqual(['change w/a/b/c.txt']);
    mkdirSync(join(folder, 'w/new/deep'), {recursive: true});
    writeFileSync(join(folder, 'w/new/deep/f'), '');
    await until(fs, watcher, 'change w/new/deep/f');
    writeFileSync(join(folder, 'w/new/deep/g'), 'more');
    await until(fs, watcher, 'change w/new/deep/g');
    renameSync(join(folder, 'other'), join(folder, 'w/moved-in'));
    await until(fs, watcher, 'rename w/moved-in/x.txt');
    renameSync(join(folder, 'w/new'), join(folder, 'w/renamed'));
    await until(fs, watcher, 'rename w/renamed/deep/f');
    writeFileSync(join(folder, 'w/renamed/deep/h'), 'more');
    await until(fs, watcher, 'change w/renamed/deep/h');
    rmSync(join(folder, 'w/renamed'), {recursive: true});
    const last = await until(fs, watcher, 'rename w/renamed');
    expect(last.filter((line) => line.includes('w/new'))).toEqual([]);
  });

  test('names files below what is watched, also when that is a link', async () => {
    const {fs, folder} = await setUp({'real/d/a.txt': '1'});
    symlinkSync('real', join(folder, 'link'));
    const watcher = await fs.watch({path: 'link', recursive: true});
    writeFileSync(join(folder, 'real/d/a.txt'), '2');
    const {events} = await fs.events({watcher, wait: 10_000});
    expect(events).toEqual([{event: 'change', file: 'd/a.txt', path: 'link/d/a.txt'}]);
  });

  test('ends its watch when it goes, and says so', async () => {
    const {fs, folder} = await setUp({'d/a.txt': '1'});
    const watcher = await fs.watch({path: 'd', events: ['change', 'rename']});
    rmSync(join(folder, 'd'), {recursive: true});
    expect((await until(fs, watcher, 'rename d')).at(-1)).toBe('rename d');
    expect(await fs.events({watcher, wait: 10_000})).toEqual({events: [], dropped: 0, more: false, ended: true});
  });
});

describe('events', () => {
  test('wait in order, each once, and are taken in parts', async () => {
    const {fs, folder} = await setUp();
    const watcher = await fs.watch({path: '.', events: ['rename']});
    for (const name of ['c', 'a', 'b']) writeFileSync(join(folder, name), '');
    const first = await fs.events({watcher, limit: 1, wait: 10_000});
    expect(first).toMatchObject({events: [{file: 'c'}], more: true});
    for (let turn = 0; turn < 50; turn += 1) writeFileSync(join(folder, 'b'), String(turn));
    const rest = await fs.events({watcher, wait: 10_000});
    expect(rest.events.map(({file}) => file)).toEqual(['a', 'b']);
  });

  test('beyond a thousand are counted and not kept', async () => {
    const {fs, folder} = await setUp();
    const watcher = await fs.watch({path: '.', events: ['rename']});
    let heard = 0;
    const all = new Promise<void>((resolve) => {
      fs.onChange(() => {
        heard += 1;
        if (heard === 1200) resolve();
      });
    });
    for (let index = 0; index < 1200; index += 1) writeFileSync(join(folder, `f${index}`), '');
    await all;
    const {events, ...rest} = await fs.events({watcher, limit: 1000});
    expect(events.map(({file}) => file)).toEqual(Array.from({length: 1000}, (_, index) => `f${index}`));
    expect(rest).toEqual({dropped: 200, more: false, ended: false});
  });

  test('are waited for until the time is over, the call is aborted, or the watch ends', async () => {
    const {fs} = await setUp({'a.txt': '1'});
    const watcher = await fs.watch('a.txt');
    expect(await fs.events({watcher, wait: 10})).toEqual({events: [], dropped: 0, more: false, ended: false});
    const controller = new AbortController();
    const aborted = fs.events({watcher, wait: 300_000}, {signal: controller.signal});
    setImmediate(() => controller.abort());
    await expect(aborted).rejects.toMatchObject({code: 'OPERATION_CANCELLED'});
    const late = fs.events({watcher, wait: 300_000}, {timeout: 20});
    await expect(late).rejects.toMatchObject({code: 'OPERATION_TIMEOUT'});
    const waiting = fs.events({watcher, wait: 300_000});
    expect(await fs.unwatch(watcher)).toEqual({path: 'a.txt', ended: true});
    expect(await waiting).toMatchObject({events: [], ended: true});
    await expect(fs.events({watcher})).rejects.toMatchObject({code: 'HANDLE_RELEASED'});
  });
});

describe('a script that watches', () => {
  test('is called back with every event, until the watcher is released', async () => {
    const {fs, folder} = await setUp({'a.txt': '1', 'b.txt': '1'});
    const told: FileEvent[] = [];
    const {watch} = fs;
    const since = processHolders();
    let called!: () => void;
    const first = new Promise<void>((resolve) => (called = resolve));
    const watcher = await watch({
      path: 'a.txt',
      callback: (event) => {
        told.push(event);
        called();
        throw new Error('the trouble of the listener');
      },
    });
    writeFileSync(join(folder, 'a.txt'), 'two');
    await first;
    expect(told[0]).toEqual({event: 'change', file: 'a.txt', path: 'a.txt'});
    expect(since()).toEqual(['FSEventWrap']);
    await fs.unwatch(watcher);
    const count = told.length;
    const other = await fs.watch('b.txt');
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(folder, name), 'three');
    await until(fs, other, 'change b.txt');
    expect(since()).toEqual([]);
    expect(told).toHaveLength(count);
  });

  test('hears of all watchers of the instance by onChange, until it stops', async () => {
    const {fs, folder} = await setUp({'a.txt': '1', 'd/b.txt': '1'});
    const paths = new Set<string>();
    const since = processHolders();
    const stop = fs.onChange(({path}) => void paths.add(path));
    const first = await fs.watch('a.txt');
    const second = await fs.watch('d');
    // Who listens wants to live on for it.
    expect(since()).toEqual(['FSEventWrap', 'FSEventWrap']);
    writeFileSync(join(folder, 'a.txt'), '2');
    await until(fs, first, 'change a.txt');
    writeFileSync(join(folder, 'd/b.txt'), '2');
    await until(fs, second, 'change d/b.txt');
    expect([...paths]).toEqual(['a.txt', 'd/b.txt']);
    stop();
    expect(since()).toEqual([]);
    paths.clear();
    writeFileSync(join(folder, 'a.txt'), '3');
    await until(fs, first, 'change a.txt');
    expect([...paths]).toEqual([]);
  });

  test('gets a clean error for a callback that is none', async () => {
    const {fs} = await setUp({'a.txt': '1'});
    await expect(fs.watch({path: 'a.txt', callback: 'x'} as never)).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
  });
});

describe('a watcher', () => {
  /** Watches that the process has; one that was closed is gone when the loop has turned. */
  const watches = async (): Promise<number> => {
    await settle();
    return process.getActiveResourcesInfo().filter((resource) => resource.includes('FSEvent')).length;
  };

  test('is ended by a ResourceManager, by unwatch, by a watch that fails and by the cleanup of the module', async () => {
    const {fs, folder} = await setUp({'d/a/b/c.txt': '1'});
    // Only watches that somebody listens to are told of.
    fs.onChange(() => undefined);
    const before = await watches();
    const manager = new ResourceManager();
    await manager.createResource(fs.watch, {path: 'd', recursive: true});
    expect(await watches()).toBe(before + 3);
    await manager.cleanup();
    expect(await watches()).toBe(before);
    await fs.unwatch(await fs.watch('d'));
    const stopped = fs.watch({path: 'd', recursive: true}, {signal: AbortSignal.abort()});
    await expect(stopped).rejects.toMatchObject({code: 'OPERATION_CANCELLED'});
    expect(await watches()).toBe(before);
    await fs.watch({path: 'd', recursive: true});
    mkdirSync(join(folder, 'd/new'));
    await fs.cleanup();
    expect(await watches()).toBe(before);
    expect(fs.runtime.handles.list()).toEqual([]);
  });
});
