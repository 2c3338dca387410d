import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {addCommit, makeRepository, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';
import {act, fail, place} from './acting.js';
import type {Place} from './acting.js';
import {useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

const read = (folder: string, name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const head = (folder: string): Promise<string> => realGit(folder, ['rev-parse', 'HEAD']);

/** `side` adds side.txt; `main` is one commit ahead as well when `apart`. */
async function branched(apart: boolean): Promise<Place> {
  const made = await place(await tempFolder(), createGit);
  const {folder} = made;
  await realGit(folder, ['checkout', '-q', '-b', 'side']);
  await addCommit(folder, {message: 'Side', files: {'side.txt': 's\n'}, author: 'Bob <bob@example.com>'}, 1);
  await realGit(folder, ['checkout', '-q', 'main']);
  if (apart) await addCommit(folder, {message: 'Main', files: {'b.txt': '2\n'}}, 2);
  return made;
}

/** Both sides change the same line of a.txt; `side` adds side.txt before that. */
async function quarrelling(): Promise<Place> {
  const made = await branched(true);
  const {folder} = made;
  await realGit(folder, ['checkout', '-q', 'side']);
  await addCommit(folder, {message: 'Side again', files: {'a.txt': 'side\n'}}, 3);
  await realGit(folder, ['checkout', '-q', 'main']);
  await addCommit(folder, {message: 'Main again', files: {'a.txt': 'main\n'}}, 4);
  return made;
}

describe('merge', () => {
  test('moves the branch where that is enough, and goes back', async () => {
    const {folder, git, repository} = await branched(false);
    const before = await head(folder);
    const {data, undo} = await act(git, 'merge', {repository, from: 'side'});
    expect(data).toEqual({
      merged: true,
      fastForward: true,
      upToDate: false,
      aborted: false,
      hash: await realGit(folder, ['rev-parse', 'side']),
      branch: 'main',
      files: ['side.txt'],
    });
    expect(await undo()).toBe('done');
    expect(await head(folder)).toBe(before);
    expect(await git.status({repository})).toMatchObject({branch: 'main', clean: true});
  });

  test('makes a commit of both where both went on, or where it is asked to', async () => {
    const {folder, git, repository} = await branched(true);
    const before = await head(folder);
    const {data, undo} = await act(git, 'merge', {repository, from: 'side'});
    expect(data).toMatchObject({merged: true, fastForward: false, files: ['side.txt']});
    expect(await realGit(folder, ['log', '-1', '--format=%s|%an|%cn|%P'])).toBe(
      `Merge branch 'side'|Ada|Ada|${before} ${await realGit(folder, ['rev-parse', 'side'])}`,
    );
    expect(await undo()).toBe('done');
    expect(await head(folder)).toBe(before);
    expect(await git.status({repository})).toMatchObject({clean: true});
    const again = await branched(false);
    const forced = await again.git.merge({
      repository: again.repository,
      from: 'side',
      noFastForward: true,
      message: '--no-ff, in words\n\nWhy.',
    });
    expect(forced).toMatchObject({merged: true, fastForward: false});
    expect(await realGit(again.folder, ['log', '-1', '--format=%B'])).toBe('--no-ff, in words\n\nWhy.\n');
  });

  test('of what is there already is no error, changes nothing and has no way back', async () => {
    const {git, repository} = await branched(false);
    await git.merge({repository, from: 'side'});
    const {data, undo} = await act(git, 'merge', {repository, from: 'side'});
    expect(data).toMatchObject({merged: false, upToDate: true, fastForward: false, files: []});
    expect(await undo()).toBe('none');
  });

  test('stops at conflicts half-way, says where, and is ended with continue', async () => {
    const {folder, git, repository} = await quarrelling();
    const before = await head(folder);
    const {error} = await fail(git, 'merge', {repository, from: 'side'});
    expect(error).toMatchObject({
      code: 'MERGE_CONFLICT',
      outcome: 'partial',
      message: 'The merge stopped at conflicts in a.txt',
      details: {context: {conflicted: ['a.txt']}},
    });
    expect(await git.status({repository})).toMatchObject({operation: 'merge', conflicted: ['a.txt']});
    expect((await fail(git, 'merge', {repository, continue: true})).error).toMatchObject({
      code: 'MERGE_CONFLICT',
      outcome: 'not_executed',
    });
    expect((await fail(git, 'merge', {repository, from: 'side'})).error).toMatchObject({
      code: 'INVALID_STATE',
      outcome: 'not_executed',
    });
    await writeFiles(folder, {'a.txt': 'both\n'});
    await git.add({repository, files: ['a.txt']});
    const {data, undo} = await act(git, 'merge', {repository, continue: true});
    expect(data).toMatchObject({merged: true, fastForward: false, aborted: false, branch: 'main'});
    expect(await realGit(folder, ['log', '-1', '--format=%B'])).toBe("Merge branch 'side'\n");
    expect(await git.status({repository})).toMatchObject({clean: true});
    // Taken back, the merge waits for its end again, with what was resolved.
    expect(await undo()).toBe('done');
    expect(await head(folder)).toBe(before);
    expect(await git.status({repository})).toMatchObject({
      operation: 'merge',
      conflicted: [],
      staged: ['a.txt', 'side.txt'],
    });
    expect(await git.merge({repository, continue: true, message: 'By hand'})).toMatchObject({merged: true});
    expect(await realGit(folder, ['log', '-1', '--format=%s|%P'])).toMatch(/^By hand\|\w+ \w+$/);
  });

  test('that conflicts stopped is taken back by abort, and that by its undo', async () => {
    const {folder, git, repository} = await quarrelling();
    await writeFiles(folder, {'mine.txt': 'mine\n'});
    const before = await head(folder);
    await fail(git, 'merge', {repository, from: 'side'});
    await writeFiles(folder, {'a.txt': 'half resolved\n'});
    const {data, undo} = await act(git, 'merge', {repository, abort: true});
    expect(data).toMatchObject({merged: false, aborted: true, hash: before, branch: 'main'});
    expect(await git.status({repository})).toMatchObject({staged: [], modified: [], untracked: ['mine.txt']});
    expect(await read(folder, 'a.txt')).toBe('main\n');
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({operation: 'merge', conflicted: ['a.txt']});
    expect(await read(folder, 'a.txt')).toBe('half resolved\n');
    expect(await read(folder, 'side.txt')).toBe('s\n');
    await git.add({repository});
    expect(await git.merge({repository, continue: true})).toMatchObject({merged: true});
  });

  test('that conflicts stopped can be taken back by its undo, until somebody went on', async () => {
    const {folder, git, repository} = await quarrelling();
    const first = await fail(git, 'merge', {repository, from: 'side'});
    expect(await first.undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({branch: 'main', clean: true});
    const second = await fail(git, 'merge', {repository, from: 'side'});
    await writeFiles(folder, {'a.txt': 'resolved with care\n'});
    expect(await second.undo()).toBe('UNDO_REFUSED');
    expect(await read(folder, 'a.txt')).toBe('resolved with care\n');
  });

  test('can be ended with git.commit, whose undo brings the merge back', async () => {
    const {folder, git, repository} = await quarrelling();
    await fail(git, 'merge', {repository, from: 'side'});
    await writeFiles(folder, {'a.txt': 'both\n'});
    await git.add({repository});
    const {undo} = await act(git, 'commit', {repository, message: 'Merge by hand'});
    expect(await realGit(folder, ['log', '-1', '--format=%P'])).toMatch(/ /);
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({operation: 'merge'});
    await git.commit({repository, message: 'Again'});
    expect(await realGit(folder, ['log', '-1', '--format=%P'])).toMatch(/ /);
  });

  test('takes the lines of one side where it is told to, or records the merge alone', async () => {
    const {folder, git, repository} = await quarrelling();
    const {undo} = await act(git, 'merge', {repository, from: 'side', favor: 'theirs'});
    expect(await read(folder, 'a.txt')).toBe('side\n');
    await undo();
    await git.merge({repository, from: 'side', favor: 'ours'});
    expect(await read(folder, 'a.txt')).toBe('main\n');
    const other = await quarrelling();
    expect(await other.git.merge({repository: other.repository, from: 'side', strategy: 'ours'})).toMatchObject({
      files: [],
    });
    expect((await fail(git, 'merge', {repository, from: 'side', strategy: 'evil'})).error.code).toBe(
      'INVALID_PARAMETER',
    );
  });

  test('keeps what is not committed: beside it, or by refusing', async () => {
    const {folder, git, repository} = await branched(true);
    await writeFiles(folder, {'a.txt': 'mine\n'});
    const {undo} = await act(git, 'merge', {repository, from: 'side'});
    expect(await read(folder, 'a.txt')).toBe('mine\n');
    expect(await undo()).toBe('done');
    expect(await read(folder, 'a.txt')).toBe('mine\n');
    expect(await git.status({repository})).toMatchObject({modified: ['a.txt']});
    await writeFiles(folder, {'side.txt': 'mine as well\n'});
    const {error} = await fail(git, 'merge', {repository, from: 'side'});
    expect(error).toMatchObject({code: 'WORKING_TREE_DIRTY', outcome: 'not_executed'});
    expect(await read(folder, 'side.txt')).toBe('mine as well\n');
    expect(await git.status({repository})).not.toHaveProperty('operation');
  });

  test('keeps what is staged when a fast-forward is taken back', async () => {
    const {folder, git, repository} = await branched(false);
    await writeFiles(folder, {'a.txt': 'staged\n'});
    await git.add({repository});
    await writeFiles(folder, {'a.txt': 'and later\n'});
    const {undo} = await act(git, 'merge', {repository, from: 'side'});
    expect(await undo()).toBe('done');
    expect(await realGit(folder, ['show', ':a.txt'])).toBe('staged');
    expect(await read(folder, 'a.txt')).toBe('and later\n');
  });

  test('joins unrelated histories only when that is meant', async () => {
    const {base, folder, git, repository} = await branched(false);
    await makeRepository(join(base, 'other'), [{message: 'Elsewhere', files: {'other.txt': 'o\n'}}]);
    await realGit(folder, ['fetch', '-q', join(base, 'other'), 'main:other']);
    const {error} = await fail(git, 'merge', {repository, from: 'other'});
    expect(error).toMatchObject({code: 'UNRELATED_HISTORIES', outcome: 'not_executed'});
    expect(error.suggestions?.join()).toContain('allowUnrelatedHistories');
    await git.merge({repository, from: 'other', allowUnrelatedHistories: true});
    expect(await read(folder, 'other.txt')).toBe('o\n');
  });

  test('says what it needs', async () => {
    const {git, repository} = await branched(false);
    const codes = async (input: object): Promise<string> =>
      (await fail(git, 'merge', {repository, ...input})).error.code;
    expect(await codes({})).toBe('INVALID_PARAMETER');
    expect(await codes({from: 'side', abort: true})).toBe('INVALID_PARAMETER');
    expect(await codes({abort: true})).toBe('INVALID_STATE');
    expect(await codes({continue: true})).toBe('INVALID_STATE');
    expect(await codes({from: 'nowhere'})).toBe('RESOURCE_NOT_FOUND');
    expect(await codes({from: 'side', message: 'a\0b'})).toBe('INVALID_PARAMETER');
    const unborn = await git.init({directory: 'unborn'});
    expect((await fail(git, 'merge', {repository: unborn, from: 'main'})).error.code).toBe('INVALID_STATE');
    const {base} = await branched(true);
    const nobody = await createGit(base, {author: undefined});
    const theirs = await nobody.open({path: 'p'});
    expect((await fail(nobody, 'merge', {repository: theirs, from: 'side'})).error.code).toBe('INVALID_AUTHOR');
    expect(await nobody.status({repository: theirs})).toMatchObject({clean: true});
  });

  test('is not taken back once there is a later commit, something staged, or it was pushed', async () => {
    const {base, folder, git, repository} = await branched(true);
    const later = await act(git, 'merge', {repository, from: 'side'});
    await addCommit(folder, {message: 'Later'}, 9);
    expect(await later.undo()).toBe('UNDO_REFUSED');
    await realGit(folder, ['reset', '-q', '--hard', 'HEAD~1']);
    await writeFiles(folder, {'new.txt': 'n\n'});
    await git.add({repository});
    expect(await later.undo()).toBe('UNDO_REFUSED');
    await realGit(folder, ['rm', '-q', '--cached', 'new.txt']);
    expect(await later.undo()).toBe('done');
    expect(await read(folder, 'new.txt')).toBe('n\n');
    await realGit(base, ['clone', '-q', '--bare', 'p', 'shared']);
    const copy = await git.clone({url: './shared', directory: 'copy'});
    const pushed = await act(git, 'merge', {repository: copy, from: 'origin/side'});
    expect(await realGit(join(base, 'copy'), ['log', '-1', '--format=%s'])).toBe(
      "Merge remote-tracking branch 'origin/side'",
    );
    await git.push({repository: copy});
    expect(await pushed.undo()).toBe('UNDO_REFUSED');
  });

  test('that can not write a file says that it changed others before', async () => {
    const {base, folder} = await branched(false);
    await realGit(folder, ['checkout', '-q', 'side']);
    await addCommit(folder, {message: 'Big', files: {'zbig.txt': 'z'.repeat(100_000)}}, 3);
    await realGit(folder, ['checkout', '-q', 'main']);
    // As if the disk were full.
    const program = join(base, 'git.sh');
    const script = `#!/bin/sh\ntrap '' XFSZ\n[ "$1" = merge ] && ulimit -f 64\nexec git "$@"\n`;
    await writeFile(program, script, {mode: 0o755});
    const git = await createGit(base, {gitPath: program});
    const repository = await git.open({path: 'p'});
    const {error} = await fail(git, 'merge', {repository, from: 'side'});
    expect(error.outcome).toBe('partial');
    expect(await git.status({repository})).toMatchObject({branch: 'main', untracked: ['side.txt', 'zbig.txt']});
  });

  test('works without a branch', async () => {
    const {folder, git, repository} = await branched(true);
    await realGit(folder, ['checkout', '-q', '--detach']);
    const {data, undo} = await act(git, 'merge', {repository, from: 'side'});
    expect(data).not.toHaveProperty('branch');
    expect(await undo()).toBe('done');
    expect(await git.status({repository})).toMatchObject({
      detached: true,
      head: await realGit(folder, ['rev-parse', 'main']),
    });
  });
});

describe('checkout', () => {
  test('does not forget a merge that is under way', async () => {
    const {folder, git, repository} = await quarrelling();
    await fail(git, 'merge', {repository, from: 'side'});
    expect((await fail(git, 'checkout', {repository, branch: 'side'})).error.code).toBe('MERGE_CONFLICT');
    await writeFiles(folder, {'a.txt': 'main\n'});
    await git.add({repository});
    expect((await fail(git, 'checkout', {repository, branch: 'other', create: true})).error).toMatchObject({
      code: 'INVALID_STATE',
      outcome: 'not_executed',
    });
    expect(await git.status({repository})).toMatchObject({operation: 'merge', branch: 'main'});
  });
});
