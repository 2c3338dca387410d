import {existsSync} from 'node:fs';
import {chmod, lstat, mkdir, readFile, readlink, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {GitModuleDefinition} from '../../../modules/git/index.js';
import {addCommit, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';
import {act, fail, place} from './acting.js';
import type {Place} from './acting.js';
import {useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

const read = (folder: string, name: string): Promise<string> => readFile(join(folder, name), 'utf8');

/** Everything that counts: files and links with their bytes, HEAD, the index, and what status says of them. */
async function everything({folder, git, repository}: Place): Promise<unknown> {
  const files: Record<string, string> = {};
  for (const name of (await realGit(folder, ['ls-files', '-z', '--cached', '--others'])).split('\0')) {
    const path = join(folder, name);
    if (name === '' || !existsSync(path)) continue;
    const stats = await lstat(path);
    files[name] = stats.isSymbolicLink()
      ? `link ${await readlink(path)}`
      : `${(stats.mode & 0o777).toString(8)} ${(await readFile(path)).toString('hex')}`;
  }
  const {head, branch, ...status} = await git.status({repository});
  return {files, head, branch, status, index: await realGit(folder, ['ls-files', '--stage'])};
}

/** A working tree in which something of every kind is not committed, against the commit before. */
async function messy(): Promise<Place> {
  const made = await place(await tempFolder(), createGit, [
    {message: 'One', files: {'a.txt': '1\n', 'dir/b.txt': '1\n', 'gone.txt': '1\n', 'old/name.txt': 'old\n'}},
  ]);
  const {folder} = made;
  await addCommit(folder, {message: 'Two', files: {'a.txt': '2\n', 'new.txt': 'n\n'}, remove: ['old/name.txt']}, 1);
  await writeFiles(folder, {'a.txt': 'staged\r\n', 'added.bin': Buffer.from([0, 1, 255])});
  await realGit(folder, ['add', 'a.txt', 'added.bin']);
  await writeFiles(folder, {'a.txt': 'and changed\r\n', 'dir/b.txt': 'mine\n', 'untracked.txt': 'u\n'});
  // Where the first commit has a directory, there is a file that git does not know.
  await writeFile(join(folder, 'old'), 'in the way\n');
  await rm(join(folder, 'gone.txt'));
  await rm(join(folder, 'new.txt'));
  await symlink('a.txt', join(folder, 'new.txt'));
  await chmod(join(folder, 'dir/b.txt'), 0o755);
  return made;
}

describe('reset', () => {
  test('soft, mixed and hard move what they say', async () => {
    for (const [mode, status] of [
      ['soft', {staged: ['a.txt', 'b.txt'], modified: ['a.txt']}],
      ['mixed', {staged: [], modified: ['a.txt', 'b.txt']}],
      ['hard', {staged: [], modified: [], clean: true}],
    ] as const) {
      const {folder, git, repository} = await place(await tempFolder(), createGit);
      const first = await realGit(folder, ['rev-parse', 'HEAD']);
      const second = await addCommit(folder, {message: 'Two', files: {'a.txt': '2\n', 'b.txt': '2\n'}}, 1);
      await writeFiles(folder, {'a.txt': '3\n'});
      expect(await git.reset({repository, to: 'HEAD~1', mode})).toEqual({
        hash: first,
        previous: second,
        branch: 'main',
        mode,
        files: mode === 'hard' ? ['a.txt', 'b.txt'] : [],
      });
      expect([mode, await git.status({repository})]).toEqual([mode, expect.objectContaining(status)]);
    }
  });

  test.each(['soft', 'mixed', 'hard'] as const)(
    '%s is taken back with everything that was not committed',
    async (mode) => {
      for (const to of ['HEAD', 'HEAD~1']) {
        const made = await messy();
        const before = await everything(made);
        const {undo} = await act(made.git, 'reset', {repository: made.repository, to, mode});
        expect([to, mode === 'soft' && to === 'HEAD', await everything(made)]).not.toEqual([to, false, before]);
        expect(await undo()).toBe('done');
        expect([to, await everything(made)]).toEqual([to, before]);
      }
    },
  );

  test('hard replaces a whole directory that git does not know, and the undo brings all of it back', async () => {
    const made = await place(await tempFolder(), createGit);
    const {folder, git, repository} = made;
    await addCommit(folder, {message: 'Two', remove: ['b.txt']}, 1);
    await writeFiles(folder, {'b.txt/deep/mine.txt': 'mine\n', 'b.txt/other.txt': 'other\n'});
    const before = await everything(made);
    const {undo} = await act(git, 'reset', {repository, to: 'HEAD~1', mode: 'hard'});
    expect(await read(folder, 'b.txt')).toBe('1\n');
    expect(await undo()).toBe('done');
    expect(await everything(made)).toEqual(before);
  });

  test('is not taken back once anything of it was changed, and nothing is lost', async () => {
    const {folder, git, repository} = await messy();
    const {undo} = await act(git, 'reset', {repository, mode: 'hard'});
    await writeFiles(folder, {'a.txt': 'written since\n'});
    expect(await undo()).toBe('UNDO_REFUSED');
    expect(await read(folder, 'a.txt')).toBe('written since\n');
    await writeFiles(folder, {'a.txt': '2\n', 'dir/b.txt': '1\n'});
    await writeFiles(folder, {'later.txt': 'l\n'});
    await git.add({repository, files: ['later.txt']});
    expect(await undo()).toBe('UNDO_REFUSED');
    await git.commit({repository, message: 'Later'});
    expect(await undo()).toBe('UNDO_REFUSED');
    await git.reset({repository, to: 'HEAD~1', mode: 'hard'});
    expect(await undo()).toBe('done');
    expect(await read(folder, 'a.txt')).toBe('and changed\r\n');
  });

  test('ends a merge, which its undo brings back', async () => {
    const made = await place(await tempFolder(), createGit);
    const {folder, git, repository} = made;
    await realGit(folder, ['checkout', '-q', '-b', 'side']);
    await addCommit(folder, {message: 'Side', files: {'a.txt': 'side\n'}}, 1);
    await realGit(folder, ['checkout', '-q', 'main']);
    await addCommit(folder, {message: 'Main', files: {'a.txt': 'main\n'}}, 2);
    await fail(git, 'merge', {repository, from: 'side'});
    const before = await everything(made);
    expect((await fail(git, 'reset', {repository, mode: 'soft'})).error.code).toBe('INVALID_STATE');
    const {undo} = await act(git, 'reset', {repository, mode: 'hard'});
    expect(await git.status({repository})).toMatchObject({clean: true});
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({operation: 'merge', conflicted: ['a.txt']});
    expect(await everything(made)).toEqual(before);
  });

  test('unstages before the first commit as well', async () => {
    const {folder, git} = await place(await tempFolder(), createGit);
    const repository = await git.init({directory: 'p/new'});
    await writeFiles(join(folder, 'new'), {'x.txt': 'x\n'});
    await git.add({repository});
    const {undo} = await act(git, 'reset', {repository});
    expect(await git.status({repository})).toMatchObject({untracked: ['x.txt'], staged: []});
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({staged: ['x.txt']});
    const hard = await act(git, 'reset', {repository, mode: 'hard'});
    expect(existsSync(join(folder, 'new/x.txt'))).toBe(false);
    expect(await hard.undo()).toBe('done');
    expect(await read(folder, 'new/x.txt')).toBe('x\n');
  });

  test('that fails half-way says so, and goes back', async () => {
    const made = await place(await tempFolder(), createGit, [
      {message: 'One', files: Object.fromEntries(['a', 'b', 'c', 'x', 'y', 'z'].map((name) => [name, '1\n']))},
    ]);
    const {folder, git, repository} = made;
    // No file system takes such a name.
    const object = await realGit(folder, ['rev-parse', 'HEAD:a']);
    await realGit(folder, ['update-index', '--add', '--cacheinfo', `100644,${object},${'m'.repeat(300)}`]);
    await realGit(folder, ['commit', '-q', '-m', 'Impossible']);
    await realGit(folder, ['branch', 'impossible']);
    await realGit(folder, ['reset', '-q', '--hard', 'HEAD~1']);
    await writeFiles(folder, {a: 'mine\n', z: 'mine\n'});
    const before = await everything(made);
    const {error, undo} = await fail(git, 'reset', {repository, to: 'impossible', mode: 'hard'});
    expect(error).toMatchObject({code: 'OPERATION_FAILED', outcome: 'partial'});
    expect(await everything(made)).not.toEqual(before);
    expect(await undo()).toBe('done');
    expect(await everything(made)).toEqual(before);
  });

  test('that is stopped in the middle goes back with everything that was not committed', async () => {
    const made = await messy();
    const before = await everything(made);
    const [program, marker] = [join(made.base, 'git.sh'), join(made.base, 'done')];
    const script = `#!/bin/sh\n[ "$1" = reset ] || exec git "$@"\ngit "$@"; touch '${marker}'; sleep 60\n`;
    await writeFile(program, script, {mode: 0o755});
    const git = await createGit(made.base, {gitPath: program});
    const repository = await git.open({path: 'p'});
    const stop = new AbortController();
    const call = git.getTool('reset').execute({repository, mode: 'hard'}, {signal: stop.signal});
    while (!existsSync(marker)) await new Promise((settle) => setTimeout(settle, 20));
    stop.abort();
    const result = await call;
    expect(result).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED', outcome: 'unknown'}});
    expect(await everything(made)).not.toEqual(before);
    if (result.metadata.undo === undefined) throw new Error('It should have a way back');
    expect(await git.runtime.undo(result.metadata.undo)).toMatchObject({success: true});
    expect(await everything(made)).toEqual(before);
  });

  test('says when there is more to keep than can be kept, and acts all the same', async () => {
    const made = await place(await tempFolder(), createGit);
    const {folder, git, repository} = made;
    const names = Array.from({length: 20_001}, (_, index) => `many/${String(index)}`);
    await mkdir(join(folder, 'many'));
    for (const name of names) await writeFile(join(folder, name), '');
    await realGit(folder, ['add', '--all']);
    const {undo, warnings} = await act(git, 'reset', {repository, mode: 'hard'});
    expect(warnings.join()).toContain('can not be taken back');
    expect(await undo()).toBe('none');
    expect(existsSync(join(folder, 'many'))).toBe(false);
  }, 60_000);
});

describe('restore', () => {
  test('brings files back as staged, as committed, or takes them out of what is staged', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    await addCommit(folder, {message: 'Two', files: {'a.txt': '2\n', 'c.txt': 'c\n'}}, 1);
    await writeFiles(folder, {'a.txt': 'staged\n'});
    await git.add({repository});
    await writeFiles(folder, {'a.txt': 'changed\n', 'b.txt': 'changed\n'});
    expect(await git.restore({repository, files: ['a.txt']})).toEqual({restored: ['a.txt']});
    expect([await read(folder, 'a.txt'), await read(folder, 'b.txt')]).toEqual(['staged\n', 'changed\n']);
    expect(await git.restore({repository, files: ['a.txt'], staged: true})).toEqual({restored: ['a.txt']});
    expect(await git.status({repository})).toMatchObject({staged: [], modified: ['a.txt', 'b.txt']});
    expect(await git.restore({repository, files: ['*.txt'], source: 'HEAD~1'})).toEqual({
      restored: ['a.txt', 'b.txt', 'c.txt'],
    });
    expect([await read(folder, 'a.txt'), existsSync(join(folder, 'c.txt'))]).toEqual(['1\n', false]);
    await git.restore({repository, files: ['.'], staged: true, worktree: true});
    expect(await git.status({repository})).toMatchObject({clean: true});
  });

  test('is taken back with everything that was not committed, unless something was changed since', async () => {
    for (const input of [
      {files: ['.']},
      {files: ['a.txt', 'dir'], staged: true},
      {files: ['.'], staged: true, worktree: true},
      {files: ['.'], source: 'HEAD~1'},
      {files: ['.'], source: 'HEAD~1', staged: true, worktree: true},
    ]) {
      const made = await messy();
      const before = await everything(made);
      const {undo} = await act(made.git, 'restore', {repository: made.repository, ...input});
      expect([input, await undo()]).toEqual([input, 'done']);
      expect([input, await everything(made)]).toEqual([input, before]);
    }
    const {folder, git, repository} = await messy();
    const {undo} = await act(git, 'restore', {repository, files: ['dir']});
    await writeFiles(folder, {'dir/b.txt': 'written since\n'});
    expect(await undo()).toBe('UNDO_REFUSED');
    expect(await read(folder, 'dir/b.txt')).toBe('written since\n');
  });

  test('says what stands in the way', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    const codes = async (input: object): Promise<string> =>
      (await fail(git, 'restore', {repository, ...input})).error.code;
    expect(await codes({files: ['missing.txt']})).toBe('RESOURCE_NOT_FOUND');
    expect(await codes({files: ['a.txt'], source: 'nowhere'})).toBe('RESOURCE_NOT_FOUND');
    expect(await codes({files: ['a.txt'], worktree: false})).toBe('INVALID_PARAMETER');
    expect(await codes({files: []})).toBe('INVALID_PARAMETER');
    await realGit(folder, ['checkout', '-q', '-b', 'side']);
    await addCommit(folder, {message: 'Side', files: {'a.txt': 'side\n'}}, 1);
    await realGit(folder, ['checkout', '-q', 'main']);
    await addCommit(folder, {message: 'Main', files: {'a.txt': 'main\n'}}, 2);
    await fail(git, 'merge', {repository, from: 'side'});
    expect(await codes({files: ['a.txt']})).toBe('MERGE_CONFLICT');
    const unborn = await git.init({directory: 'unborn'});
    expect((await fail(git, 'restore', {repository: unborn, files: ['.'], staged: true})).error.code).toBe(
      'INVALID_STATE',
    );
  });
});

describe('rm', () => {
  test('removes files and directories, or only what git knows of them, and goes back', async () => {
    const made = await place(await tempFolder(), createGit, [
      {message: 'One', files: {'a.txt': '1\n', 'dir/b.txt': '1\n', 'dir/c.txt': '1\n'}},
    ]);
    const {folder, git, repository} = made;
    await writeFiles(folder, {'dir/untracked.txt': 'u\n'});
    const before = await everything(made);
    for (const [input, removed] of [
      [{files: ['a.txt']}, ['a.txt']],
      [{files: ['dir'], recursive: true}, ['dir/b.txt', 'dir/c.txt']],
      [{files: ['dir/*.txt'], cached: true}, ['dir/b.txt', 'dir/c.txt']],
    ] as const) {
      const {data, undo} = await act(git, 'rm', {repository, ...input});
      expect(data).toEqual({removed});
      expect(existsSync(join(folder, removed[0]))).toBe('cached' in input);
      expect(existsSync(join(folder, 'dir/untracked.txt'))).toBe(true);
      expect(await undo()).toBe('done');
      expect(await everything(made)).toEqual(before);
    }
  });

  test('keeps what is not committed, unless it is forced, and then the undo brings it back', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    await writeFiles(folder, {'a.txt': 'mine\n'});
    const {error} = await fail(git, 'rm', {repository, files: ['a.txt']});
    expect(error).toMatchObject({code: 'WORKING_TREE_DIRTY', outcome: 'not_executed'});
    const {undo} = await act(git, 'rm', {repository, files: ['a.txt'], force: true});
    expect(existsSync(join(folder, 'a.txt'))).toBe(false);
    expect(await undo()).toBe('done');
    expect(await read(folder, 'a.txt')).toBe('mine\n');
    const again = await act(git, 'rm', {repository, files: ['a.txt'], force: true});
    await writeFiles(folder, {'a.txt': 'written since\n'});
    expect(await again.undo()).toBe('UNDO_REFUSED');
    expect(await read(folder, 'a.txt')).toBe('written since\n');
  });

  test('says what stands in the way', async () => {
    const {git, repository} = await place(await tempFolder(), createGit, [
      {message: 'One', files: {'dir/b.txt': '1\n'}},
    ]);
    const codes = async (input: object): Promise<string> => (await fail(git, 'rm', {repository, ...input})).error.code;
    expect(await codes({files: ['dir']})).toBe('INVALID_PARAMETER');
    expect(await codes({files: ['missing.txt']})).toBe('RESOURCE_NOT_FOUND');
    expect(await git.status({repository})).toMatchObject({clean: true});
  });
});

describe('mv', () => {
  test('moves files and directories, and goes back', async () => {
    const made = await place(await tempFolder(), createGit, [
      {message: 'One', files: {'a.txt': '1\n', 'dir/b.txt': '1\n'}},
    ]);
    const {folder, git, repository} = made;
    await writeFiles(folder, {'a.txt': 'changed\n', 'dir/untracked.txt': 'u\n'});
    const before = await everything(made);
    for (const [from, to, at] of [
      ['a.txt', 'c.txt', 'c.txt'],
      ['a.txt', 'dir', 'dir/a.txt'],
      ['dir', 'folder', 'folder'],
      ['dir/b.txt', '.', 'b.txt'],
    ] as const) {
      const {data, undo} = await act(git, 'mv', {repository, from, to});
      expect(data).toEqual({from, to: at});
      expect([existsSync(join(folder, from)), existsSync(join(folder, at))]).toEqual([false, true]);
      expect(await undo()).toBe('done');
      expect(await everything(made)).toEqual(before);
    }
  });

  test('keeps what was written since when it goes back, and refuses once it is committed or in the way', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    const moved = await act(git, 'mv', {repository, from: 'a.txt', to: 'c.txt'});
    await writeFiles(folder, {'c.txt': 'written since\n'});
    expect(await moved.undo()).toBe('done');
    expect(await read(folder, 'a.txt')).toBe('written since\n');
    const again = await act(git, 'mv', {repository, from: 'a.txt', to: 'c.txt'});
    await writeFiles(folder, {'a.txt': 'in the way\n'});
    expect(await again.undo()).toBe('UNDO_REFUSED');
    expect(await read(folder, 'a.txt')).toBe('in the way\n');
    await rm(join(folder, 'a.txt'));
    await git.commit({repository, message: 'Move'});
    expect(await again.undo()).toBe('UNDO_REFUSED');
    expect(await read(folder, 'c.txt')).toBe('written since\n');
  });

  test('overwrites nothing, and says what is not there', async () => {
    const made = await place(await tempFolder(), createGit);
    const {folder, git, repository} = made;
    await writeFiles(folder, {'untracked.txt': 'u\n', 'dir/x': 'x'});
    const before = await everything(made);
    for (const [from, to, code] of [
      ['a.txt', 'b.txt', 'RESOURCE_EXISTS'],
      ['a.txt', 'untracked.txt', 'RESOURCE_EXISTS'],
      ['missing.txt', 'c.txt', 'RESOURCE_NOT_FOUND'],
      ['untracked.txt', 'c.txt', 'RESOURCE_NOT_FOUND'],
      ['a.txt', 'no/such/c.txt', 'RESOURCE_NOT_FOUND'],
      ['.', 'dir', 'INVALID_PARAMETER'],
    ] as const) {
      expect([from, to, (await fail(git, 'mv', {repository, from, to})).error.code]).toEqual([from, to, code]);
    }
    expect(await everything(made)).toEqual(before);
  });
});

describe('stash', () => {
  test('puts changes aside and brings them back; each step goes back', async () => {
    const made = await messy();
    const {folder, git, repository} = made;
    await rm(join(folder, 'old'));
    const before = await everything(made);
    const pushed = await act(git, 'stash', {repository, message: 'Half done', untracked: true});
    expect(pushed.data).toMatchObject({stashes: [{index: 0, message: 'On main: Half done'}]});
    expect(await git.status({repository})).toMatchObject({clean: true});
    expect(await pushed.undo()).toBe('done');
    expect(await everything(made)).toEqual(before);
    expect(await git.stash({repository, action: 'list'})).toEqual({stashes: []});

    await git.stash({repository, untracked: true});
    const clean = await everything(made);
    const popped = await act(git, 'stash', {repository, action: 'pop', staged: true});
    expect(popped.data).toMatchObject({stashes: []});
    expect(await everything(made)).toMatchObject({status: (before as {status: object}).status});
    expect(await popped.undo()).toBe('done');
    expect(await everything(made)).toEqual(clean);
    expect((await git.stash({repository, action: 'list'})).stashes).toHaveLength(1);

    const applied = await act(git, 'stash', {repository, action: 'apply'});
    expect(applied.data).toMatchObject({stashes: [{index: 0}]});
    expect(await applied.undo()).toBe('done');
    expect(await everything(made)).toEqual(clean);

    const dropped = await act(git, 'stash', {repository, action: 'drop'});
    expect(dropped.data).toMatchObject({stashes: []});
    expect(await dropped.undo()).toBe('done');
    await git.stash({repository, action: 'pop', staged: true});
    expect(await everything(made)).toMatchObject({status: (before as {status: object}).status});
  });

  test('leaves files that git does not know where they are, unless they are asked for', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    await writeFiles(folder, {'a.txt': '2\n', 'untracked.txt': 'u\n'});
    await git.stash({repository});
    expect(await git.status({repository})).toMatchObject({modified: [], untracked: ['untracked.txt']});
    expect((await fail(git, 'stash', {repository})).error).toMatchObject({code: 'NO_CHANGES', outcome: 'not_executed'});
  });

  test('shows what was put aside', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    await writeFiles(folder, {'a.txt': '2\n', 'untracked.txt': 'u\n'});
    await git.stash({repository, untracked: true});
    await writeFiles(folder, {'b.txt': '2\n'});
    await git.stash({repository, message: 'Later'});
    const shown = await git.stash({repository, action: 'show', stash: 1});
    expect(shown).toMatchObject({
      files: [{path: 'a.txt', insertions: 1, deletions: 1}],
      untracked: ['untracked.txt'],
      truncated: false,
    });
    expect(shown.patch).toContain('-1\n+2\n');
    expect(shown.stashes.map(({message}) => message.replace(/\w{7} /, ''))).toEqual([
      'On main: Later',
      'WIP on main: One',
    ]);
  });

  test('that does not fit any more conflicts, is kept, and goes back', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    await writeFiles(folder, {'a.txt': 'aside\n'});
    await git.stash({repository});
    await addCommit(folder, {message: 'Two', files: {'a.txt': 'other\n'}}, 1);
    const {error, undo} = await fail(git, 'stash', {repository, action: 'pop'});
    expect(error).toMatchObject({
      code: 'MERGE_CONFLICT',
      outcome: 'partial',
      details: {context: {conflicted: ['a.txt']}},
    });
    expect((await git.stash({repository, action: 'list'})).stashes).toHaveLength(1);
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({clean: true});
    expect((await git.stash({repository, action: 'list'})).stashes).toHaveLength(1);
    // Neither does git bring one half back when a file is in the way of the other.
    await writeFiles(folder, {'b.txt': 'aside\n', 'untracked.txt': 'aside\n'});
    await git.stash({repository, untracked: true});
    await writeFiles(folder, {'untracked.txt': 'mine\n'});
    const blocked = await fail(git, 'stash', {repository, action: 'pop'});
    expect(blocked.error).toMatchObject({code: 'WORKING_TREE_DIRTY', outcome: 'not_executed'});
    expect([await read(folder, 'b.txt'), await read(folder, 'untracked.txt')]).toEqual(['1\n', 'mine\n']);
    await git.stash({repository, action: 'drop'});
    await writeFiles(folder, {'a.txt': 'mine\n'});
    const dirty = await fail(git, 'stash', {repository, action: 'pop'});
    expect(dirty.error.code).toBe('WORKING_TREE_DIRTY');
    expect(await read(folder, 'a.txt')).toBe('mine\n');
  });

  test('is not taken back once something else was put aside or written', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    await writeFiles(folder, {'a.txt': 'aside\n'});
    const {undo} = await act(git, 'stash', {repository});
    await writeFiles(folder, {'b.txt': 'aside too\n'});
    await git.stash({repository});
    expect(await undo()).toBe('UNDO_REFUSED');
    await git.stash({repository, action: 'drop'});
    await writeFiles(folder, {'a.txt': 'written since\n'});
    expect(await undo()).toBe('UNDO_REFUSED');
    expect(await read(folder, 'a.txt')).toBe('written since\n');
    expect((await git.stash({repository, action: 'list'})).stashes).toHaveLength(1);
  });

  test('says what it needs', async () => {
    const {git, repository} = await place(await tempFolder(), createGit);
    const codes = async (input: object): Promise<string> =>
      (await fail(git, 'stash', {repository, ...input})).error.code;
    expect(await codes({action: 'pop'})).toBe('RESOURCE_NOT_FOUND');
    expect(await codes({action: 'show', stash: 3})).toBe('RESOURCE_NOT_FOUND');
    expect(await codes({message: 'a\nb'})).toBe('INVALID_PARAMETER');
    expect(await codes({action: 'clear'})).toBe('INVALID_PARAMETER');
    const unborn = await git.init({directory: 'unborn'});
    expect((await fail(git, 'stash', {repository: unborn})).error.code).toBe('INVALID_STATE');
    expect(await git.stash({repository: unborn, action: 'list'})).toEqual({stashes: []});
  });

  test('tells a planner which of its actions change something', () => {
    const {sideEffects, reversible} = GitModuleDefinition.getMetadata().tools['stash']!.planning;
    if (typeof sideEffects !== 'function' || typeof reversible !== 'function')
      throw new Error('They depend on the input');
    const changing = ['push', 'list', 'show', 'apply', 'pop', 'drop'].filter((action) => sideEffects({action}));
    expect(changing).toEqual(['push', 'apply', 'pop', 'drop']);
    expect([sideEffects({}), reversible({}), reversible({action: 'list'})]).toEqual([true, true, false]);
  });
});
