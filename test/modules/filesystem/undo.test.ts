import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {afterEach, describe, expect, test} from '@jest/globals';

import {FileSystemModule} from '../../../modules/filesystem/index.js';
import {Runtime} from '../../../src/sdk.js';
import {useTempFolders} from '../../support/temp-folder.js';
import {describeTree} from '../../support/tree-hash.js';

const tempFolder = useTempFolders();
const open: {cleanup(): Promise<void>}[] = [];

afterEach(async () => {
  for (const fs of open.splice(0)) await fs.cleanup();
});

async function setUp(files: Record<string, string> = {}, config: {maxUndoBytes?: number} = {}) {
  const folder = await tempFolder(files);
  const runtime = new Runtime();
  const fs = await FileSystemModule.create({basePath: folder, permissions: 'read-write', ...config}, runtime);
  open.push(fs);
  /** Makes a call that must succeed; answers how to take it back. */
  const call = async (tool: Parameters<typeof fs.getTool>[0], input: object) => {
    const result = await fs.getTool(tool).execute(input as never);
    expect(result).toMatchObject({success: true});
    return {undo: () => runtime.undo(result.metadata.undo), metadata: result.metadata};
  };
  const content = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return {folder, fs, call, content};
}

/** Everything but times of folders, which a change and its undo move on. */
async function shape(folder: string): Promise<string[]> {
  const lines = await describeTree(folder);
  return lines.map((line) => line.replace(/ 4(\d+) \d+ $/, ' 4$1'));
}

/** The lines, with a time of the other list where theirs is at most a microsecond off: nearer a file's time can't be set. */
function timesOf(other: string[], lines: string[]): string[] {
  const time = / (\d{19}) (?=\S+$)/;
  const known = new Map(other.map((line) => [line.replace(time, ' '), line]));
  return lines.map((line) => {
    const twin = known.get(line.replace(time, ' '));
    const [mine, theirs] = [time.exec(line)?.[1], twin && time.exec(twin)?.[1]];
    return twin && mine && theirs && Math.abs(Number(BigInt(mine) - BigInt(theirs))) <= 1000 ? twin : line;
  });
}

const refused = {success: false, error: {code: 'UNDO_REFUSED', outcome: 'not_executed'}};

const everyChange: [string, object, string][] = [
  ['write', {path: 'a.txt', content: 'new'}, 'a.txt'],
  ['write', {path: 'big', content: 'new'}, 'big'],
  ['write', {path: 'new/er/file', content: 'new', createParents: true}, 'new/er/file'],
  ['append', {path: 'a.txt', content: 'more'}, 'a.txt'],
  ['append', {path: 'fresh.txt', content: 'more'}, 'fresh.txt'],
  ['delete', {path: 'a.txt'}, 'a.txt'],
  ['delete', {path: 'big'}, 'big'],
  ['delete', {path: 'd'}, 'd'],
  ['delete', {path: 'link'}, 'link'],
  ['copy', {from: 'a.txt', to: 'copy.txt'}, 'copy.txt'],
  ['copy', {from: 'a.txt', to: 'd/b.txt', overwrite: true}, 'd/b.txt'],
  ['copy', {from: 'd', to: 'x/copy', createParents: true}, 'x/copy'],
  ['copy', {from: 'd', to: 'e', overwrite: true}, 'e'],
  ['move', {from: 'a.txt', to: 'moved.txt'}, 'moved.txt'],
  ['move', {from: 'a.txt', to: 'd/b.txt', overwrite: true}, 'd/b.txt'],
  ['move', {from: 'd', to: 'e', overwrite: true}, 'e'],
  ['move', {from: 'd', to: 'x/y/z', createParents: true}, 'x/y/z'],
  ['create', {path: 'p/q/r'}, 'p/q/r'],
];

async function setUpWorld() {
  const world = await setUp({
    'a.txt': 'one',
    big: 'big '.repeat(200_000),
    'd/b.txt': 'two',
    'd/deep/c.txt': 'three',
    'e/old.txt': 'four',
  });
  symlinkSync('a.txt', join(world.folder, 'link'));
  chmodSync(join(world.folder, 'a.txt'), 0o751);
  utimesSync(join(world.folder, 'a.txt'), 1_600_000_000, 1_600_000_000);
  return world;
}

describe('undo', () => {
  test.each(everyChange)('takes back %s %j', async (tool, input) => {
    const {folder, call} = await setUpWorld();
    const before = await shape(folder);
    const made = await call(tool, input);
    expect(await shape(folder)).not.toEqual(before);
    expect(await made.undo()).toMatchObject({success: true});
    const lines = timesOf(before, await shape(folder));
    // An append is cut off again, which is a change of the file in time.
    const timeless = (line: string): string => (tool === 'append' ? line.replace(/^(\S+ \S+) \d+/, '$1') : line);
    expect(lines.map(timeless)).toEqual(before.map(timeless));
  });

  test.each(
    everyChange.filter(
      ([tool, input]) => !['create', 'delete'].includes(tool) && !('createParents' in input && tool === 'move'),
    ),
  )('refuses %s %j when somebody changed the result, and leaves it alone', async (tool, input, changed) => {
    const {folder, call} = await setUpWorld();
    const made = await call(tool, input);
    const path = join(folder, changed);
    const isFolder = statSync(path).isDirectory();
    if (isFolder && tool === 'move') {
      rmSync(path, {recursive: true});
      mkdirSync(path);
      writeFileSync(join(path, 'other'), 'other');
    } else {
      writeFileSync(isFolder ? join(path, 'more.txt') : path, 'other');
    }
    const left = await shape(folder);
    expect(await made.undo()).toMatchObject(refused);
    expect(await shape(folder)).toEqual(left);
  });

  test('refuses a write when the file has other bytes of the same length', async () => {
    const {folder, call, content} = await setUp({'a.txt': 'one'});
    const made = await call('write', {path: 'a.txt', content: 'two'});
    writeFileSync(join(folder, 'a.txt'), 'six');
    expect(await made.undo()).toMatchObject(refused);
    expect(content('a.txt')).toBe('six');
  });

  test('refuses a write when the file is gone, or its bits were changed', async () => {
    const {folder, call} = await setUp({'a.txt': 'one'});
    const first = await call('write', {path: 'a.txt', content: 'two'});
    chmodSync(join(folder, 'a.txt'), 0o600);
    expect(await first.undo()).toMatchObject(refused);
    rmSync(join(folder, 'a.txt'));
    expect(await first.undo()).toMatchObject(refused);
  });

  test('refuses a delete when something is at the path again', async () => {
    const {folder, call, content} = await setUp({'a.txt': 'one', 'd/b.txt': 'two'});
    const file = await call('delete', {path: 'a.txt'});
    const tree = await call('delete', {path: 'd'});
    writeFileSync(join(folder, 'a.txt'), 'new');
    mkdirSync(join(folder, 'd'));
    expect(await file.undo()).toMatchObject(refused);
    expect(await tree.undo()).toMatchObject(refused);
    expect(content('a.txt')).toBe('new');
    rmSync(join(folder, 'd'), {recursive: true});
    expect(await tree.undo()).toMatchObject({success: true});
    expect(content('d/b.txt')).toBe('two');
  });

  test('refuses to remove a folder that is in use', async () => {
    const {folder, call} = await setUp();
    const made = await call('create', {path: 'a/b'});
    writeFileSync(join(folder, 'a/other'), '');
    expect(await made.undo()).toMatchObject(refused);
    expect(readdirSync(join(folder, 'a')).sort()).toEqual(['b', 'other']);
  });

  test('refuses a move back over something new, and when the old folder is gone', async () => {
    const {folder, call} = await setUp({'a.txt': 'one', 'd/b.txt': 'two'});
    const first = await call('move', {from: 'a.txt', to: 'c.txt'});
    writeFileSync(join(folder, 'a.txt'), 'new');
    expect(await first.undo()).toMatchObject(refused);
    const second = await call('move', {from: 'd/b.txt', to: 'b.txt'});
    rmSync(join(folder, 'd'), {recursive: true});
    expect(await second.undo()).toMatchObject(refused);
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  test('goes back step by step through calls of one file', async () => {
    const {call, content} = await setUp({'a.txt': '0'});
    const calls = [];
    for (const step of ['1', '2', '3']) calls.push(await call('write', {path: 'a.txt', content: step}));
    expect(await calls[0]!.undo()).toMatchObject(refused);
    for (const step of ['2', '1', '0']) {
      expect(await calls.pop()!.undo()).toMatchObject({success: true});
      expect(content('a.txt')).toBe(step);
    }
  });

  test('is not offered by calls that changed nothing', async () => {
    const {fs} = await setUp({'d/': ''});
    const made = await fs.getTool('create').execute({path: 'd'});
    expect(made.metadata.undo).toBeUndefined();
    const failed = await fs.getTool('write').execute({path: 'd', content: ''});
    expect(failed.metadata.undo).toBeUndefined();
  });

  test('keeps no more than maxUndoBytes, and says so', async () => {
    const {call, content} = await setUp(
      {'a.txt': '12345', 'b.txt': '12345', 'big.txt': '12345678901'},
      {maxUndoBytes: 8},
    );
    const large = await call('write', {path: 'big.txt', content: 'new'});
    expect(large.metadata).toMatchObject({warnings: [expect.stringContaining('maxUndoBytes')]});
    expect(large.metadata.undo).toBeUndefined();
    const first = await call('write', {path: 'a.txt', content: 'new'});
    const second = await call('write', {path: 'b.txt', content: 'new'});
    expect(await first.undo()).toMatchObject(refused);
    expect(await second.undo()).toMatchObject({success: true});
    expect([content('a.txt'), content('b.txt')]).toEqual(['new', '12345']);
  });

  test('leaves no trace after cleanup, neither in the folder nor in the temporary one', async () => {
    const {folder, fs, call} = await setUpWorld();
    const ours = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('.haft-undo-') && name.includes(`-${process.pid}-`));
    await call('delete', {path: 'd'});
    await call('write', {path: 'big', content: 'small'});
    expect([...ours(), ...readdirSync(folder).filter((name) => name.startsWith('.haft-'))]).not.toEqual([]);
    await fs.cleanup();
    expect(ours()).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'big', 'e', 'link']);
    expect(existsSync(join(folder, 'd'))).toBe(false);
  });
});
