import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {addCommit, makeRepository, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';
import type {GitInstance} from './git-fixture.js';
import {useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

/** Makes a call and answers a function that takes it back: `done`, or the code of the refusal. */
async function acting(git: GitInstance, tool: string, input: object): Promise<() => Promise<string>> {
  const result = await git.getTool(tool as 'commit').execute(input as never);
  if (!result.success) throw new Error(`${result.error.code}: ${result.error.message}`);
  const {undo} = result.metadata;
  if (undo === undefined) throw new Error(`${tool} kept no way back`);
  return async () => {
    const taken = await git.runtime.undo(undo);
    return taken.success ? 'done' : taken.error.code;
  };
}

async function setUp(): Promise<{
  base: string;
  folder: string;
  git: GitInstance;
  repository: Awaited<ReturnType<GitInstance['open']>>;
}> {
  const base = await tempFolder();
  const folder = join(base, 'p');
  await makeRepository(folder, [{message: 'One', files: {'a.txt': '1\n', 'b.txt': '1\n'}}]);
  const git = await createGit(base);
  return {base, folder, git, repository: await git.open({path: 'p'})};
}

describe('add is taken back', () => {
  test('to what was staged before, and files stay', async () => {
    const {folder, git, repository} = await setUp();
    await writeFiles(folder, {'a.txt': '2\n', 'b.txt': '2\n'});
    await git.add({repository, files: ['a.txt']});
    const before = await realGit(folder, ['ls-files', '--stage']);
    const undo = await acting(git, 'add', {repository});
    expect(await undo()).toBe('done');
    expect(await realGit(folder, ['ls-files', '--stage'])).toBe(before);
    expect((await git.status({repository})).modified).toEqual(['b.txt']);
    expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe('2\n');
  });

  test('also before the first commit, where there was no index', async () => {
    const base = await tempFolder({'p/a.txt': 'a'});
    const git = await createGit(base);
    const repository = await git.init({directory: 'p'});
    const undo = await acting(git, 'add', {repository});
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({staged: [], untracked: ['a.txt']});
  });

  test('unless something else was staged since', async () => {
    const {folder, git, repository} = await setUp();
    await writeFiles(folder, {'a.txt': '2\n', 'b.txt': '2\n'});
    const undo = await acting(git, 'add', {repository, files: ['a.txt']});
    await git.add({repository, files: ['b.txt']});
    expect(await undo()).toBe('UNDO_REFUSED');
    expect((await git.status({repository})).staged).toEqual(['a.txt', 'b.txt']);
  });
});

describe('commit is taken back', () => {
  test('and what was in it is staged again', async () => {
    const {folder, git, repository} = await setUp();
    const head = await realGit(folder, ['rev-parse', 'HEAD']);
    await writeFiles(folder, {'a.txt': '2\n'});
    await git.add({repository});
    const undo = await acting(git, 'commit', {repository, message: 'Two'});
    expect(await undo()).toBe('done');
    expect(await realGit(folder, ['rev-parse', 'HEAD'])).toBe(head);
    expect(await git.status({repository})).toMatchObject({branch: 'main', staged: ['a.txt'], modified: []});
  });

  test('with all: what was not staged before is not staged again', async () => {
    const {folder, git, repository} = await setUp();
    await writeFiles(folder, {'a.txt': '2\n'});
    const undo = await acting(git, 'commit', {repository, message: 'Two', all: true});
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({staged: [], modified: ['a.txt']});
  });

  test('with amend: the earlier commit is there again', async () => {
    const {folder, git, repository} = await setUp();
    const head = await realGit(folder, ['rev-parse', 'HEAD']);
    const undo = await acting(git, 'commit', {repository, message: 'Better', amend: true});
    expect(await undo()).toBe('done');
    expect(await realGit(folder, ['rev-parse', 'HEAD'])).toBe(head);
  });

  test('also the first one', async () => {
    const base = await tempFolder({'p/a.txt': 'a'});
    const git = await createGit(base);
    const repository = await git.init({directory: 'p'});
    await git.add({repository});
    const undo = await acting(git, 'commit', {repository, message: 'One'});
    expect(await undo()).toBe('done');
    expect((await git.log({repository})).commits).toEqual([]);
    expect(await git.status({repository})).toMatchObject({branch: 'main', staged: ['a.txt']});
  });

  test('unless there is a later one, another branch, or it was pushed', async () => {
    const {base, folder, git, repository} = await setUp();
    const later = await acting(git, 'commit', {repository, message: 'Two', allowEmpty: true});
    await addCommit(folder, {message: 'Three'}, 3);
    expect(await later()).toBe('UNDO_REFUSED');
    const switched = await acting(git, 'commit', {repository, message: 'Four', allowEmpty: true});
    await git.checkout({repository, branch: 'side', create: true});
    expect(await switched()).toBe('UNDO_REFUSED');
    await realGit(base, ['clone', '--quiet', '--bare', 'p', 'shared']);
    const copy = await git.clone({url: './shared', directory: 'copy'});
    const pushed = await acting(git, 'commit', {repository: copy, message: 'Five', allowEmpty: true});
    await git.push({repository: copy});
    expect(await pushed()).toBe('UNDO_REFUSED');
    expect((await git.log({repository: copy})).commits[0]?.message).toBe('Five');
  });
});

describe('checkout is taken back', () => {
  test('to the branch that was there, and a branch that it made is gone', async () => {
    const {git, repository} = await setUp();
    const undo = await acting(git, 'checkout', {repository, branch: 'new', create: true});
    expect(await undo()).toBe('done');
    expect(await git.branch({repository})).toMatchObject({current: 'main', branches: [{name: 'main'}]});
  });

  test('to a detached commit', async () => {
    const {folder, git, repository} = await setUp();
    const first = await realGit(folder, ['rev-parse', 'HEAD']);
    await git.checkout({repository, branch: first});
    const undo = await acting(git, 'checkout', {repository, branch: 'main'});
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({detached: true, head: first});
  });

  test('before the first commit as well', async () => {
    const git = await createGit(await tempFolder());
    const repository = await git.init({directory: 'p'});
    const undo = await acting(git, 'checkout', {repository, branch: 'other', create: true});
    expect(await git.status({repository})).toMatchObject({branch: 'other'});
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({branch: 'main'});
  });

  test('unless something was committed since, or files would be lost', async () => {
    const {folder, git, repository} = await setUp();
    await git.branch({repository, name: 'side'});
    await addCommit(folder, {message: 'Two', files: {'a.txt': '2\n'}}, 2);
    const changed = await acting(git, 'checkout', {repository, branch: 'side'});
    await writeFiles(folder, {'a.txt': 'mine\n'});
    expect(await changed()).toBe('UNDO_REFUSED');
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('mine\n');
    await git.commit({repository, message: 'Mine', all: true});
    expect(await changed()).toBe('UNDO_REFUSED');
    expect(await git.status({repository})).toMatchObject({branch: 'side'});
  });
});

describe('branch is taken back', () => {
  test('a made one goes, a deleted one comes back and follows its remote again', async () => {
    const {base, git} = await setUp();
    const repository = await git.clone({url: './p', directory: 'copy'});
    const made = await acting(git, 'branch', {repository, name: 'new'});
    expect(await made()).toBe('done');
    await git.checkout({repository, branch: 'other', create: true});
    const deleted = await acting(git, 'branch', {repository, name: 'main', delete: true, force: true});
    expect(await deleted()).toBe('done');
    const {branches} = await git.branch({repository});
    expect(branches.map(({name, upstream}) => [name, upstream])).toEqual([
      ['main', 'origin/main'],
      ['other', undefined],
    ]);
    expect(existsSync(join(base, 'copy'))).toBe(true);
  });

  test('unless it has moved or is checked out', async () => {
    const {git, repository} = await setUp();
    const undo = await acting(git, 'branch', {repository, name: 'new'});
    await git.checkout({repository, branch: 'new'});
    expect(await undo()).toBe('UNDO_REFUSED');
    await git.commit({repository, message: 'More', allowEmpty: true});
    await git.checkout({repository, branch: 'main'});
    expect(await undo()).toBe('UNDO_REFUSED');
  });

  test('a list has nothing to take back', async () => {
    const {git, repository} = await setUp();
    const result = await git.getTool('branch').execute({repository});
    expect(result.metadata).not.toHaveProperty('undo');
  });
});

describe('init and clone are taken back', () => {
  test('the directory is as it was', async () => {
    const base = await tempFolder({'kept/a.txt': 'a'});
    await makeRepository(join(base, 'p'), [{message: 'One', files: {'a.txt': '1'}}]);
    const git = await createGit(base);
    for (const [tool, input] of [
      ['init', {directory: 'new'}],
      ['init', {directory: 'bare', bare: true}],
      ['init', {directory: 'kept'}],
      ['clone', {url: './p', directory: 'copy'}],
    ] as const) {
      const undo = await acting(git, tool, input);
      expect([input.directory, await undo()]).toEqual([input.directory, 'done']);
    }
    expect(['new', 'bare', 'kept/.git', 'copy'].filter((name) => existsSync(join(base, name)))).toEqual([]);
    expect(existsSync(join(base, 'kept/a.txt'))).toBe(true);
  });

  test('unless something was added to it', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'p'), [{message: 'One', files: {'a.txt': '1', '.gitignore': '*.log\n'}}]);
    const git = await createGit(base);
    const made = await acting(git, 'init', {directory: 'new'});
    await addCommit(join(base, 'new'), {message: 'One'});
    expect(await made()).toBe('UNDO_REFUSED');
    const cloned = await acting(git, 'clone', {url: './p', directory: 'copy'});
    await writeFiles(join(base, 'copy'), {'precious.log': 'ignored, but somebody wrote it'});
    expect(await cloned()).toBe('UNDO_REFUSED');
    const branched = await acting(git, 'clone', {url: './p', directory: 'copy2'});
    await addCommit(join(base, 'copy2'), {message: 'Mine'});
    expect(await branched()).toBe('UNDO_REFUSED');
    expect(['new', 'copy', 'copy2'].every((name) => existsSync(join(base, name, '.git')))).toBe(true);
  });
});
