import {existsSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {addCommit, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';
import {act, fail, place} from './acting.js';
import type {Place} from './acting.js';
import {useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

const read = (folder: string, name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const head = (folder: string): Promise<string> => realGit(folder, ['rev-parse', 'HEAD']);
const subjects = async (folder: string): Promise<string[]> =>
  (await realGit(folder, ['log', '--format=%s'])).split('\n');

/** `side`, checked out, has two commits that `main` has not, and `main` one; with `quarrel` they change the same line. */
async function apart(quarrel = false): Promise<Place> {
  const made = await place(await tempFolder(), createGit);
  const {folder} = made;
  await addCommit(folder, {message: 'Main', files: {'b.txt': '2\n', ...(quarrel && {'a.txt': 'main\n'})}}, 1);
  await realGit(folder, ['checkout', '-q', '-b', 'side', 'HEAD~1']);
  const bob = 'Bob <bob@example.com>';
  await addCommit(
    folder,
    {message: 'Side 1', files: {'side.txt': 's\n', ...(quarrel && {'a.txt': 'side\n'})}, author: bob},
    2,
  );
  await addCommit(folder, {message: 'Side 2', files: {'side.txt': 't\n'}, author: bob}, 3);
  return made;
}

describe('rebase', () => {
  test('puts the commits onto another branch, keeps who wrote them, and goes back', async () => {
    const {folder, git, repository} = await apart();
    const before = await head(folder);
    const {data, undo} = await act(git, 'rebase', {repository, upstream: 'main'});
    expect(data).toEqual({rebased: true, aborted: false, hash: await head(folder), branch: 'side'});
    expect(await subjects(folder)).toEqual(['Side 2', 'Side 1', 'Main', 'One']);
    expect(await realGit(folder, ['log', '-1', '--format=%an|%cn'])).toBe('Bob|Ada');
    expect(await undo()).toBe('done');
    expect(await head(folder)).toBe(before);
    expect(await git.status({repository})).toMatchObject({branch: 'side', clean: true});
  });

  test('takes onto alone as both, and onto beside upstream for another place', async () => {
    const {folder, git, repository} = await apart();
    const {undo} = await act(git, 'rebase', {repository, onto: 'main'});
    expect(await subjects(folder)).toEqual(['Side 2', 'Side 1', 'Main', 'One']);
    expect(await undo()).toBe('done');
    await git.rebase({repository, upstream: 'side~1', onto: 'main'}).catch(() => undefined);
    // The last commit needs the one before it.
    await git.rebase({repository, abort: true});
    await git.rebase({repository, upstream: 'side~1', onto: 'side~1'});
    expect(await subjects(folder)).toEqual(['Side 2', 'Side 1', 'One']);
  });

  test('follows what the branch follows, and says when there is none', async () => {
    const {folder, git, repository} = await apart();
    expect((await fail(git, 'rebase', {repository})).error).toMatchObject({
      code: 'NO_UPSTREAM',
      outcome: 'not_executed',
    });
    await realGit(folder, ['branch', '--set-upstream-to=main']);
    expect(await git.rebase({repository})).toMatchObject({rebased: true});
    const {data, undo} = await act(git, 'rebase', {repository});
    expect([data, await undo()]).toEqual([expect.objectContaining({rebased: false}), 'none']);
    await realGit(folder, ['checkout', '-q', '--detach']);
    expect((await fail(git, 'rebase', {repository})).error.code).toBe('DETACHED_HEAD');
    expect(await git.rebase({repository, upstream: 'main'})).toMatchObject({rebased: false});
  });

  test('stops at conflicts, and goes on when they are resolved', async () => {
    const {folder, git, repository} = await apart(true);
    const {error} = await fail(git, 'rebase', {repository, upstream: 'main'});
    expect(error).toMatchObject({
      code: 'REBASE_CONFLICT',
      outcome: 'partial',
      details: {context: {conflicted: ['a.txt']}},
    });
    expect(await git.status({repository})).toMatchObject({operation: 'rebase', detached: true, conflicted: ['a.txt']});
    expect((await fail(git, 'rebase', {repository, continue: true})).error).toMatchObject({
      code: 'REBASE_CONFLICT',
      outcome: 'not_executed',
    });
    expect((await fail(git, 'merge', {repository, abort: true})).error.code).toBe('INVALID_STATE');
    await writeFiles(folder, {'a.txt': 'both\n'});
    await git.add({repository});
    expect(await git.rebase({repository, continue: true})).toMatchObject({rebased: true, branch: 'side'});
    expect(await subjects(folder)).toEqual(['Side 2', 'Side 1', 'Main', 'One']);
    expect(await realGit(folder, ['log', '-1', '--format=%an|%cn', 'HEAD~1'])).toBe('Bob|Ada');
    expect(await git.status({repository})).toMatchObject({branch: 'side', clean: true});
  });

  test('goes on without the commit in conflict, or is taken back by abort or undo', async () => {
    const {folder, git, repository} = await apart(true);
    const before = await head(folder);
    await fail(git, 'rebase', {repository, upstream: 'main'});
    expect(await git.rebase({repository, abort: true})).toEqual({
      rebased: false,
      aborted: true,
      hash: before,
      branch: 'side',
    });
    expect(await git.status({repository})).toMatchObject({branch: 'side', clean: true});
    const again = await fail(git, 'rebase', {repository, upstream: 'main'});
    expect(await again.undo()).toBe('done');
    expect(await head(folder)).toBe(before);
    const third = await fail(git, 'rebase', {repository, upstream: 'main'});
    await writeFiles(folder, {'a.txt': 'resolved with care\n'});
    expect(await third.undo()).toBe('UNDO_REFUSED');
    expect(await read(folder, 'a.txt')).toBe('resolved with care\n');
    // The next one changes a file that came with the commit that is left out.
    expect((await fail(git, 'rebase', {repository, skip: true})).error).toMatchObject({
      code: 'REBASE_CONFLICT',
      outcome: 'partial',
      details: {context: {conflicted: ['side.txt']}},
    });
    expect(await git.rebase({repository, skip: true})).toMatchObject({branch: 'side'});
    expect(await subjects(folder)).toEqual(['Main', 'One']);
  });

  test('that is stopped in the middle goes back', async () => {
    const {base, folder} = await apart();
    const before = await head(folder);
    const [program, marker] = [join(base, 'git.sh'), join(base, 'done')];
    const script = `#!/bin/sh\n[ "$1" = rebase ] || exec git "$@"\ngit "$@"; touch '${marker}'; sleep 60\n`;
    await writeFile(program, script, {mode: 0o755});
    const git = await createGit(base, {gitPath: program});
    const repository = await git.open({path: 'p'});
    const stop = new AbortController();
    const call = git.getTool('rebase').execute({repository, upstream: 'main'}, {signal: stop.signal});
    while (!existsSync(marker)) await new Promise((settle) => setTimeout(settle, 20));
    stop.abort();
    const result = await call;
    expect(result).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED', outcome: 'unknown'}});
    expect(await head(folder)).not.toBe(before);
    if (result.metadata.undo === undefined) throw new Error('It should have a way back');
    expect(await git.runtime.undo(result.metadata.undo)).toMatchObject({success: true});
    expect(await head(folder)).toBe(before);
    expect(await git.status({repository})).toMatchObject({branch: 'side', clean: true});
  });

  test('refuses while something is not committed, and keeps it', async () => {
    const {folder, git, repository} = await apart();
    await writeFiles(folder, {'a.txt': 'mine\n'});
    const {error, undo} = await fail(git, 'rebase', {repository, upstream: 'main'});
    expect(error).toMatchObject({code: 'WORKING_TREE_DIRTY', outcome: 'not_executed'});
    expect(await undo()).toBe('none');
    expect(await read(folder, 'a.txt')).toBe('mine\n');
    await realGit(folder, ['checkout', '-q', '--', 'a.txt']);
    // A file that git does not know stands where a commit would put one.
    await realGit(folder, ['checkout', '-q', 'main']);
    await writeFiles(folder, {'side.txt': 'mine\n'});
    const before = await head(folder);
    const untracked = await fail(git, 'rebase', {repository, upstream: 'side'});
    expect(untracked.error.code).toBe('WORKING_TREE_DIRTY');
    expect(await git.status({repository})).toMatchObject({branch: 'main', untracked: ['side.txt'], head: before});
    expect(await git.status({repository})).not.toHaveProperty('operation');
    expect(await read(folder, 'side.txt')).toBe('mine\n');
  });

  test('says what it needs, and is not taken back once something moved on', async () => {
    const {folder, git, repository} = await apart();
    const codes = async (input: object): Promise<string> =>
      (await fail(git, 'rebase', {repository, ...input})).error.code;
    expect(await codes({continue: true})).toBe('INVALID_STATE');
    expect(await codes({skip: true, abort: true})).toBe('INVALID_PARAMETER');
    expect(await codes({upstream: 'main', abort: true})).toBe('INVALID_PARAMETER');
    expect(await codes({upstream: 'nowhere'})).toBe('RESOURCE_NOT_FOUND');
    expect(await codes({upstream: 'main', onto: 'nowhere'})).toBe('RESOURCE_NOT_FOUND');
    const {undo} = await act(git, 'rebase', {repository, upstream: 'main'});
    await writeFiles(folder, {'b.txt': 'mine\n'});
    expect(await undo()).toBe('UNDO_REFUSED');
    expect(await read(folder, 'b.txt')).toBe('mine\n');
    await realGit(folder, ['checkout', '-q', '--', 'b.txt']);
    await git.branch({repository, name: 'elsewhere'});
    await git.checkout({repository, branch: 'elsewhere'});
    expect(await undo()).toBe('UNDO_REFUSED');
  });
});

describe('cherryPick', () => {
  test('makes the changes of commits again, in order, and goes back', async () => {
    const {folder, git, repository} = await apart();
    await realGit(folder, ['checkout', '-q', 'main']);
    const before = await head(folder);
    const {data, undo} = await act(git, 'cherryPick', {repository, commits: ['side~1', 'side']});
    const hash = await head(folder);
    const commits = [await realGit(folder, ['rev-parse', 'HEAD~1']), hash];
    expect(data).toEqual({aborted: false, branch: 'main', hash, commits});
    expect(await subjects(folder)).toEqual(['Side 2', 'Side 1', 'Main', 'One']);
    expect(await realGit(folder, ['log', '-1', '--format=%an|%cn'])).toBe('Bob|Ada');
    expect(await undo()).toBe('done');
    expect(await head(folder)).toBe(before);
    expect(await git.status({repository})).toMatchObject({branch: 'main', clean: true});
  });

  test('leaves nothing behind when a commit would change nothing', async () => {
    const {folder, git, repository} = await apart();
    const before = await head(folder);
    const {error, undo} = await fail(git, 'cherryPick', {repository, commits: ['HEAD']});
    expect(error.code).toBe('NO_CHANGES');
    expect(await undo()).toBe('none');
    expect(await head(folder)).toBe(before);
    expect(await git.status({repository})).toMatchObject({clean: true});
    expect(await git.status({repository})).not.toHaveProperty('operation');
  });

  test('stops at conflicts, and goes on, leaves out, or goes back', async () => {
    const {folder, git, repository} = await apart(true);
    await realGit(folder, ['checkout', '-q', 'main']);
    const before = await head(folder);
    const pick = () => fail(git, 'cherryPick', {repository, commits: ['side~1', 'side']});
    expect((await pick()).error).toMatchObject({
      code: 'CHERRY_PICK_CONFLICT',
      outcome: 'partial',
      details: {context: {conflicted: ['a.txt']}},
    });
    expect(await git.status({repository})).toMatchObject({operation: 'cherry-pick', branch: 'main'});
    expect(await git.cherryPick({repository, abort: true})).toMatchObject({aborted: true, hash: before, commits: []});
    const second = await pick();
    expect(await second.undo()).toBe('done');
    expect(await head(folder)).toBe(before);
    await pick();
    await writeFiles(folder, {'a.txt': 'both\n'});
    await git.add({repository});
    const done = await git.cherryPick({repository, continue: true});
    expect(done.commits).toHaveLength(2);
    expect(await subjects(folder)).toEqual(['Side 2', 'Side 1', 'Main', 'One']);
    expect(await realGit(folder, ['log', '-1', '--format=%an|%cn', 'HEAD~1'])).toBe('Bob|Ada');
    expect(await git.status({repository})).toMatchObject({clean: true});
  });

  test('of a commit that was resolved to nothing is gone on with by skip', async () => {
    const {folder, git, repository} = await apart(true);
    await realGit(folder, ['checkout', '-q', 'main']);
    await writeFiles(folder, {'side.txt': 's\n'});
    await git.add({repository});
    await git.commit({repository, message: 'Has it'});
    await fail(git, 'cherryPick', {repository, commits: ['side~1']});
    await writeFiles(folder, {'a.txt': 'main\n'});
    await git.add({repository});
    expect((await fail(git, 'cherryPick', {repository, continue: true})).error.code).toBe('NO_CHANGES');
    expect(await git.status({repository})).toMatchObject({operation: 'cherry-pick'});
    expect(await git.cherryPick({repository, skip: true})).toMatchObject({commits: [], aborted: false});
    expect(await git.status({repository})).not.toHaveProperty('operation');
  });

  test('of a merge needs to know the parent', async () => {
    const {folder, git, repository} = await apart();
    await realGit(folder, ['checkout', '-q', '-b', 'both', 'main']);
    await git.merge({repository, from: 'side'});
    await realGit(folder, ['checkout', '-q', 'main']);
    const {error} = await fail(git, 'cherryPick', {repository, commits: ['both']});
    expect([error.code, error.suggestions?.join()]).toEqual(['INVALID_PARAMETER', expect.stringContaining('mainline')]);
    expect((await fail(git, 'cherryPick', {repository, commits: ['side'], mainline: 2})).error.code).toBe(
      'INVALID_PARAMETER',
    );
    expect(await git.status({repository})).not.toHaveProperty('operation');
    expect(await git.cherryPick({repository, commits: ['both'], mainline: 1})).toMatchObject({branch: 'main'});
    expect(await read(folder, 'side.txt')).toBe('t\n');
  });

  test('keeps what is not committed, and says what it needs', async () => {
    const {folder, git, repository} = await apart();
    await realGit(folder, ['checkout', '-q', 'main']);
    await writeFiles(folder, {'side.txt': 'mine\n'});
    const {error} = await fail(git, 'cherryPick', {repository, commits: ['side~1']});
    expect(error.code).toBe('WORKING_TREE_DIRTY');
    expect(await read(folder, 'side.txt')).toBe('mine\n');
    expect(await git.status({repository})).not.toHaveProperty('operation');
    const codes = async (input: object): Promise<string> =>
      (await fail(git, 'cherryPick', {repository, ...input})).error.code;
    expect(await codes({})).toBe('INVALID_PARAMETER');
    expect(await codes({commits: ['side'], abort: true})).toBe('INVALID_PARAMETER');
    expect(await codes({abort: true})).toBe('INVALID_STATE');
    expect(await codes({commits: ['nowhere']})).toBe('RESOURCE_NOT_FOUND');
  });
});
