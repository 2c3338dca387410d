import {
  appendFileSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';

import {afterEach, describe, expect, test} from '@jest/globals';

import {FileSystemModule} from '../../../modules/filesystem/index.js';
import type {FileSystemConfig} from '../../../modules/filesystem/index.js';
import {ResourceManager} from '../../../src/handles/resource-manager.js';
import {FakeClock} from '../../../src/testing/index.js';
import {Runtime} from '../../../src/sdk.js';
import {openDescriptors} from '../../support/open-descriptors.js';
import {useTempFolders} from '../../support/temp-folder.js';

const tempFolder = useTempFolders();
const live: {cleanup(): Promise<void>}[] = [];

afterEach(async () => {
  for (const fs of live.splice(0)) await fs.cleanup();
});

async function setUp(
  files: Record<string, string | Uint8Array> = {},
  config: Partial<FileSystemConfig> = {},
  runtime = new Runtime(),
) {
  const folder = await tempFolder(files);
  const fs = await FileSystemModule.create({basePath: folder, permissions: 'read-write', ...config}, runtime);
  live.push(fs);
  const content = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return {folder, fs, runtime, content};
}

type Fs = Awaited<ReturnType<typeof setUp>>['fs'];

describe('an opened file', () => {
  test('is a handle with path and flags, which closes the file when it is released', async () => {
    const {folder, fs} = await setUp({'d/a.txt': 'one'});
    const file = await fs.open('d/a.txt');
    expect(file).toMatchObject({_type: 'fs_file', path: 'd/a.txt', flags: 'r'});
    expect(openDescriptors(folder)).toEqual(['d/a.txt']);
    expect(await fs.close(file)).toEqual({path: 'd/a.txt', closed: true});
    expect(openDescriptors(folder)).toEqual([]);
    await expect(fs.readChunk({file})).rejects.toMatchObject({code: 'HANDLE_RELEASED'});
  });

  test('is read from its position on, or at an offset, which leaves the position', async () => {
    const {fs} = await setUp({'a.txt': 'one\ntwo\nthree\n'});
    const file = await fs.open({path: 'a.txt'});
    expect(await fs.readChunk(file, 4)).toEqual({
      content: 'one\n',
      encoding: 'utf8',
      size: 4,
      offset: 0,
      position: 4,
      end: false,
    });
    expect(await fs.readChunk({file, offset: 8, length: 5})).toMatchObject({content: 'three', position: 4, end: false});
    expect(await fs.readChunk({file})).toMatchObject({content: 'two\nthree\n', offset: 4, position: 14, end: true});
    expect(await fs.readChunk({file})).toMatchObject({content: '', size: 0, position: 14, end: true});
    expect(await fs.readChunk({file, offset: 99})).toMatchObject({content: '', end: true});
  });

  test('is written over at its position or at an offset; the rest stays', async () => {
    const {fs, content} = await setUp({'a.txt': 'one two three'});
    const file = await fs.open('a.txt', 'r+');
    expect(await fs.writeChunk(file, 'ONE')).toEqual({bytesWritten: 3, offset: 0, position: 3, size: 13});
    expect(await fs.writeChunk({file, content: 'THREE!', offset: 8})).toMatchObject({position: 3, size: 14});
    expect(content('a.txt')).toBe('ONE two THREE!');
    expect(await fs.writeChunk({file, content: 'AF8=', encoding: 'base64'})).toMatchObject({bytesWritten: 2});
    expect(content('a.txt')).toBe('ONE\0_wo THREE!');
  });

  test('tells and moves its position, from start, position and end, beyond the end too', async () => {
    const {fs, folder} = await setUp({'a.txt': '12345678'});
    const file = await fs.open('a.txt', 'r+');
    expect(await fs.seek({file})).toEqual({position: 0, size: 8});
    expect(await fs.seek(file, 6)).toEqual({position: 6, size: 8});
    expect(await fs.tell({file})).toEqual({position: 6, size: 8});
    expect(await fs.seek({file, offset: -2, from: 'current'})).toEqual({position: 4, size: 8});
    expect(await fs.seek({file, offset: 2, from: 'end'})).toEqual({position: 10, size: 8});
    await expect(fs.seek({file, offset: -9, from: 'end'})).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
    await fs.writeChunk(file, '!');
    expect(readFileSync(join(folder, 'a.txt'), 'latin1')).toBe('12345678\0\0!');
  });

  test('is cut off and lengthened, and its position stays', async () => {
    const {fs, content} = await setUp({'a.txt': '12345678'});
    const file = await fs.open('a.txt', 'r+');
    await fs.seek(file, 6);
    expect(await fs.truncate(file, 3)).toEqual({size: 3, position: 6});
    expect(await fs.truncate({file, size: 5})).toEqual({size: 5, position: 6});
    expect(content('a.txt')).toBe('123\0\0');
    expect(await fs.truncate({file})).toMatchObject({size: 0});
  });

  test.each([
    ['r', true, false, 'old'],
    ['r+', true, true, 'old'],
    ['w', false, true, ''],
    ['w+', true, true, ''],
    ['a', false, true, 'old'],
    ['a+', true, true, 'old'],
  ] as const)('opened with %s reads: %j, writes: %j, and holds %j first', async (flags, reads, writes, first) => {
    const {fs, content} = await setUp({'a.txt': 'old'});
    const file = await fs.open('a.txt', flags);
    expect(content('a.txt')).toBe(first);
    const read = await fs.getTool('readChunk').execute({file});
    const written = await fs.getTool('writeChunk').execute({file, content: '!'});
    const cut = await fs.getTool('truncate').execute({file, size: 1});
    const refused = {success: false, error: {code: 'INVALID_STATE', details: {context: {reason: 'access'}}}};
    expect(read).toMatchObject(reads ? {success: true} : refused);
    for (const result of [written, cut]) expect(result).toMatchObject(writes ? {success: true} : refused);
  });

  test.each(['w', 'w+', 'wx', 'a', 'a+', 'ax+'] as const)('is made by %s where there is none', async (flags) => {
    const {fs, content} = await setUp();
    const file = await fs.open({path: 'new.txt', flags, mode: '600'});
    await fs.writeChunk(file, 'text');
    expect(content('new.txt')).toBe('text');
    expect(statSync(join(fs.basePath, 'new.txt')).mode & 0o777).toBe(0o600);
  });

  test('is made or not as createIfMissing says', async () => {
    const {fs, folder} = await setUp();
    for (const input of [{flags: 'r'}, {flags: 'r+'}, {flags: 'w', createIfMissing: false}] as const)
      await expect(fs.open({path: 'a', ...input})).rejects.toMatchObject({code: 'RESOURCE_NOT_FOUND'});
    expect(readdirSync(folder)).toEqual([]);
    await fs.open({path: 'a', flags: 'r', createIfMissing: true});
    await fs.open({path: 'b', flags: 'r+', createIfMissing: true});
    expect(readdirSync(folder)).toEqual(['a', 'b']);
    await expect(fs.open('no/such/folder', 'w')).rejects.toMatchObject({code: 'RESOURCE_NOT_FOUND'});
  });

  test.each(['wx', 'wx+', 'ax', 'ax+'] as const)('is not opened by %s when it is there', async (flags) => {
    const {fs, content} = await setUp({'a.txt': 'old'});
    await expect(fs.open('a.txt', flags)).rejects.toMatchObject({code: 'RESOURCE_EXISTS'});
    expect(content('a.txt')).toBe('old');
  });

  test('opened to append is written at its end, wherever its position is', async () => {
    const {fs, content, folder} = await setUp({'a.txt': 'one\n'});
    const file = await fs.open('a.txt', 'a+');
    appendFileSync(join(folder, 'a.txt'), 'two\n');
    expect(await fs.writeChunk(file, 'three\n')).toEqual({bytesWritten: 6, offset: 8, position: 14, size: 14});
    await expect(fs.writeChunk({file, content: 'x', offset: 0})).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      context: {reason: 'append_only'},
    });
    expect(content('a.txt')).toBe('one\ntwo\nthree\n');
  });

  test('is written by many calls at once without losing one', async () => {
    const {fs, content} = await setUp();
    const file = await fs.open('a.txt', 'w');
    await Promise.all(
      Array.from({length: 30}, (_, index) => fs.writeChunk(file, `${String(index).padStart(2, '0')}\n`)),
    );
    const lines = content('a.txt').trimEnd().split('\n');
    expect(lines.sort()).toEqual(Array.from({length: 30}, (_, index) => String(index).padStart(2, '0')));
  });

  const moveAway = (fs: Fs): void => renameSync(join(fs.basePath, 'a.txt'), join(fs.basePath, 'b.txt'));

  test.each<[string, (fs: Fs) => unknown]>([
    ['deleted', (fs) => fs.delete('a.txt')],
    ['moved', moveAway],
    ['replaced', (fs) => fs.write('a.txt', 'x')],
    [
      'replaced by a link',
      (fs) => {
        moveAway(fs);
        symlinkSync('b.txt', join(fs.basePath, 'a.txt'));
      },
    ],
  ])('that was %s since is read on, and not written', async (_what, change) => {
    const {fs} = await setUp({'a.txt': 'old'});
    const file = await fs.open('a.txt', 'r+');
    await change(fs);
    for (const result of [
      await fs.getTool('writeChunk').execute({file, content: 'x'}),
      await fs.getTool('truncate').execute({file}),
    ])
      expect(result).toMatchObject({
        success: false,
        error: {code: 'INVALID_STATE', outcome: 'not_executed', details: {context: {reason: 'replaced'}}},
      });
    expect(await fs.readChunk({file})).toMatchObject({content: 'old'});
  });

  test('is lengthened by at most maxWriteBytes in one call', async () => {
    const {fs, folder} = await setUp({'a.txt': '123'}, {maxWriteBytes: 10});
    const file = await fs.open('a.txt', 'r+');
    for (const call of [
      fs.truncate(file, 14),
      fs.truncate(file, Number.MAX_SAFE_INTEGER),
      fs.writeChunk({file, content: '!', offset: 13}),
      fs.writeChunk({file, content: '!', offset: Number.MAX_SAFE_INTEGER}),
      fs.writeChunk({file, content: '12345678901'}),
    ])
      await expect(call).rejects.toMatchObject({code: 'LIMIT_EXCEEDED', outcome: 'not_executed'});
    expect(statSync(join(folder, 'a.txt')).size).toBe(3);
    await fs.truncate(file, 13);
    expect(await fs.writeChunk({file, content: '!', offset: 22})).toMatchObject({size: 23});
  });

  test('can be opened maxOpenHandles times, and a file that could not be opened is not made', async () => {
    const {fs, folder} = await setUp({'a.txt': ''}, {maxOpenHandles: 2});
    const first = await fs.open('a.txt');
    await fs.watch('a.txt');
    await expect(fs.open('new.txt', 'w')).rejects.toMatchObject({code: 'LIMIT_EXCEEDED', context: {limit: 2}});
    await expect(fs.createReadStream('a.txt')).rejects.toMatchObject({code: 'LIMIT_EXCEEDED'});
    await expect(fs.createWriteStream('b.txt')).rejects.toMatchObject({code: 'LIMIT_EXCEEDED'});
    expect(readdirSync(folder)).toEqual(['a.txt']);
    await fs.close(first);
    await fs.open('new.txt', 'w');
  });

  test('that can have no handle is closed again', async () => {
    const {fs, folder} = await setUp({'a.txt': ''}, {}, new Runtime({limits: {maxHandles: 1}}));
    await fs.open('a.txt');
    await expect(fs.open('a.txt')).rejects.toMatchObject({code: 'LIMIT_EXCEEDED'});
    await expect(fs.watch('a.txt')).rejects.toMatchObject({code: 'LIMIT_EXCEEDED'});
    expect(openDescriptors(folder)).toEqual(['a.txt']);
    expect(fs.wrappedInstance.live).toBe(1);
  });

  test('a thousand of them, and of watchers, leave nothing open', async () => {
    const {fs, folder} = await setUp({'a.txt': ''});
    for (let turn = 0; turn < 500; turn += 1) {
      await fs.close(await fs.open('a.txt', turn % 2 ? 'r' : 'a+'));
      await fs.unwatch(await fs.watch('a.txt'));
    }
    expect(openDescriptors(folder)).toEqual([]);
    expect(fs.runtime.handles.list().filter(({type}) => type.startsWith('fs_'))).toEqual([]);
    expect(fs.wrappedInstance.live).toBe(0);
  });

  test('is closed by a ResourceManager, by its idle time and by the cleanup of the module', async () => {
    const clock = new FakeClock();
    const {fs, folder, runtime} = await setUp({'a.txt': '', 'b.txt': '', 'c.txt': ''}, {}, new Runtime({clock}));
    const manager = new ResourceManager();
    await manager.createResource(fs.open, {path: 'a.txt'});
    await manager.cleanup();
    expect(openDescriptors(folder)).toEqual([]);
    const idle = await fs.open('b.txt');
    const released = new Promise((resolve) => runtime.on('handle:released', resolve));
    await clock.advance(600_000);
    await expect(fs.readChunk({file: idle})).rejects.toMatchObject({code: 'HANDLE_EXPIRED'});
    await released;
    expect(openDescriptors(folder)).toEqual([]);
    await fs.open('c.txt', 'r+');
    await fs.cleanup();
    expect(openDescriptors(folder)).toEqual([]);
    expect(runtime.handles.list()).toEqual([]);
  });
});

describe('what was done to an opened file', () => {
  test('is taken back step by step, newest first, until the file is as it was', async () => {
    const {fs, runtime, content, folder} = await setUp({'a.txt': 'one two three'});
    const undo: unknown[] = [];
    const run = async (tool: 'open' | 'writeChunk' | 'truncate', input: object): Promise<unknown> => {
      const result = await fs.getTool(tool).execute(input as never);
      if (!result.success) throw new Error(result.error.message);
      expect(result.metadata.undo).toBeDefined();
      undo.push(result.metadata.undo);
      return result.data;
    };
    const file = await run('open', {path: 'a.txt', flags: 'w+'});
    await run('writeChunk', {file, content: 'a longer text than before'});
    await run('writeChunk', {file, content: 'XXX', offset: 2});
    await run('truncate', {file, size: 4});
    await run('truncate', {file, size: 40});
    await run('writeChunk', {file, content: 'end', offset: 50});
    const made = await run('open', {path: 'new.txt', flags: 'a'});
    await run('writeChunk', {file: made, content: 'one'});
    await run('writeChunk', {file: made, content: 'two'});
    for (const handle of undo.reverse()) expect(await runtime.undo(handle)).toMatchObject({success: true});
    expect(content('a.txt')).toBe('one two three');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  test('is not taken back when somebody changed the same bytes since', async () => {
    const {fs, runtime, content, folder} = await setUp({'a.txt': '12345678'});
    const file = await fs.open('a.txt', 'r+');
    const path = join(folder, 'a.txt');
    const refused = {success: false, error: {code: 'UNDO_REFUSED'}};
    const over = await fs.getTool('writeChunk').execute({file, content: 'ab'});
    writeFileSync(path, 'aX345678', {flag: 'r+'});
    expect(await runtime.undo(over.metadata.undo)).toMatchObject(refused);
    writeFileSync(path, 'ab34567X', {flag: 'r+'});
    expect(await runtime.undo(over.metadata.undo)).toMatchObject({success: true});
    expect(content('a.txt')).toBe('1234567X');
    const longer = await fs.getTool('truncate').execute({file, size: 9});
    truncateSync(path, 10);
    expect(await runtime.undo(longer.metadata.undo)).toMatchObject(refused);
    const made = await fs.getTool('open').execute({path: 'new.txt', flags: 'w'});
    writeFileSync(join(folder, 'new.txt'), 'text of another');
    expect(await runtime.undo(made.metadata.undo)).toMatchObject(refused);
    expect(content('new.txt')).toBe('text of another');
  });

  test('can not be taken back beyond maxUndoBytes, and says so', async () => {
    const {fs} = await setUp({'a.txt': '12345678'}, {maxUndoBytes: 4});
    const result = await fs.getTool('open').execute({path: 'a.txt', flags: 'w'});
    expect(result).toMatchObject({success: true, metadata: {warnings: [expect.stringContaining('maxUndoBytes')]}});
    expect(result.metadata.undo).toBeUndefined();
  });

  test('two appends are taken back one after the other', async () => {
    const {fs, runtime, content} = await setUp({'a.txt': 'one'});
    const first = await fs.getTool('append').execute({path: 'a.txt', content: 'two'});
    const second = await fs.getTool('append').execute({path: 'a.txt', content: 'three'});
    expect(await runtime.undo(second.metadata.undo)).toMatchObject({success: true});
    expect(await runtime.undo(first.metadata.undo)).toMatchObject({success: true});
    expect(content('a.txt')).toBe('one');
  });
});
