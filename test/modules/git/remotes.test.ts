import {chmod, readFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {addCommit, makeRepository, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';
import {failureOf, useGit} from './git-fixture.js';
import type {GitInstance} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

type Repository = Awaited<ReturnType<GitInstance['open']>>;

interface Pair {
  readonly base: string;
  readonly git: GitInstance;
  /** A bare repository `shared`, and `mine`, a clone of it. */
  readonly shared: string;
  readonly repository: Repository;
  /** Commits and pushes as somebody else would. */
  readonly elsewhere: (message: string, files: Record<string, string>) => Promise<string>;
  /** Commits in `mine`. */
  readonly here: (message: string, files: Record<string, string>) => Promise<string>;
}

async function createPair(config: Parameters<typeof createGit>[1] = {}): Promise<Pair> {
  const base = await tempFolder();
  await makeRepository(join(base, 'other'), [{message: 'Begin', files: {'a.txt': 'a\n'}}]);
  await realGit(base, ['clone', '--quiet', '--bare', 'other', 'shared']);
  await realGit(join(base, 'other'), ['remote', 'add', 'origin', join(base, 'shared')]);
  const git = await createGit(base, config);
  const repository = await git.clone({url: './shared', directory: 'mine'});
  let place = 10;
  return {
    base,
    git,
    shared: join(base, 'shared'),
    repository,
    elsewhere: async (message, files) => {
      const hash = await addCommit(join(base, 'other'), {message, files}, (place += 1));
      await realGit(join(base, 'other'), ['push', '--quiet', 'origin', 'HEAD:main']);
      return hash;
    },
    here: async (message, files) => {
      await writeFiles(join(base, 'mine'), files);
      await git.add({repository});
      return (await git.commit({repository, message})).hash;
    },
  };
}

describe('fetch', () => {
  test('brings the branches and tags that are asked for, and forgets those that are gone', async () => {
    const {base, git, repository, elsewhere} = await createPair();
    const hash = await elsewhere('Two', {'a.txt': '2\n'});
    await realGit(join(base, 'other'), ['push', '--quiet', 'origin', 'HEAD:dev', 'HEAD:refs/tags/v1', 'HEAD:other']);
    const some = await git.fetch({repository, refs: ['dev', 'refs/tags/v1']});
    expect(some.updated).toEqual([
      {ref: 'refs/remotes/origin/dev', change: 'created', to: hash},
      {ref: 'refs/tags/v1', change: 'created', to: hash},
    ]);
    expect((await git.fetch({repository, tags: false})).updated.map(({ref}) => ref)).toEqual([
      'refs/remotes/origin/main',
      'refs/remotes/origin/other',
    ]);
    await realGit(join(base, 'other'), ['push', '--quiet', 'origin', ':dev']);
    expect((await git.fetch({repository})).updated).toEqual([]);
    expect((await git.fetch({repository, prune: true})).updated).toEqual([
      {ref: 'refs/remotes/origin/dev', change: 'deleted', from: hash},
    ]);
  });

  test('says which remote, branch or tag is not there, and which values do not fit', async () => {
    const {git, repository} = await createPair();
    const missing = await failureOf(git.fetch({repository, remote: 'upstream'}));
    expect(missing).toMatchObject({code: 'REMOTE_NOT_FOUND', outcome: 'not_executed'});
    expect(missing.message).toContain('origin');
    expect((await failureOf(git.fetch({repository, refs: ['nowhere']}))).code).toBe('RESOURCE_NOT_FOUND');
    expect((await failureOf(git.fetch({repository, refs: ['main:main']}))).code).toBe('INVALID_PARAMETER');
    expect((await failureOf(git.fetch({repository, depth: 1, unshallow: true}))).code).toBe('INVALID_PARAMETER');
  });

  test('leaves a tag of its own, and brings the rest', async () => {
    const {base, git, repository, elsewhere} = await createPair();
    await realGit(join(base, 'mine'), ['tag', 'v1']);
    await elsewhere('Two', {'a.txt': '2\n'});
    await realGit(join(base, 'other'), ['push', '--quiet', 'origin', 'HEAD:refs/tags/v1']);
    expect(await failureOf(git.fetch({repository, tags: true}))).toMatchObject({code: 'CONFLICT', outcome: 'partial'});
    expect(await git.status({repository})).toMatchObject({behind: 1});
  });
});

describe('pull', () => {
  test('goes forward, or says that there is nothing new', async () => {
    const {base, git, repository, elsewhere} = await createPair();
    expect(await git.pull({repository})).toMatchObject({changed: false});
    const hash = await elsewhere('Two', {'a.txt': '2\n'});
    expect(await git.pull({repository, fastForwardOnly: true})).toMatchObject({changed: true, fastForward: true, hash});
    expect(await readFile(join(base, 'mine/a.txt'), 'utf8')).toBe('2\n');
  });

  test('merges what both sides did, or puts the own commits on top', async () => {
    for (const rebase of [false, true]) {
      const {base, git, repository, elsewhere, here} = await createPair();
      const theirs = await elsewhere('Theirs', {'b.txt': 'b\n'});
      const mine = await here('Mine', {'c.txt': 'c\n'});
      const refused = await failureOf(git.pull({repository, fastForwardOnly: true}));
      expect(refused).toMatchObject({code: 'NOT_FAST_FORWARD', outcome: 'partial'});
      const {hash} = await git.pull({repository, rebase});
      const parents = (await realGit(join(base, 'mine'), ['log', '-1', '--format=%P', hash])).split(' ');
      expect(parents).toEqual(rebase ? [theirs] : [mine, theirs]);
      expect(await git.push({repository})).toMatchObject({pushed: true});
    }
  });

  test('stops at conflicts, which are resolved or taken back', async () => {
    const {base, git, repository, elsewhere, here} = await createPair();
    await elsewhere('Theirs', {'a.txt': 'theirs\n'});
    const mine = await here('Mine', {'a.txt': 'mine\n'});
    const merging = await failureOf(git.pull({repository}));
    expect(merging).toMatchObject({code: 'MERGE_CONFLICT', outcome: 'partial', context: {conflicted: ['a.txt']}});
    expect((await failureOf(git.pull({repository}))).code).toBe('INVALID_STATE');
    await git.merge({repository, abort: true});
    expect(await realGit(join(base, 'mine'), ['rev-parse', 'HEAD'])).toBe(mine);
    expect((await failureOf(git.pull({repository, rebase: true}))).code).toBe('REBASE_CONFLICT');
    await git.rebase({repository, abort: true});
    await failureOf(git.pull({repository}));
    await writeFiles(join(base, 'mine'), {'a.txt': 'both\n'});
    await git.add({repository});
    await git.merge({repository, continue: true});
    expect(await git.push({repository})).toMatchObject({pushed: true});
  });

  test('keeps what is not committed', async () => {
    const {base, git, repository, elsewhere} = await createPair();
    await elsewhere('Theirs', {'a.txt': 'theirs\n'});
    await writeFiles(join(base, 'mine'), {'a.txt': 'not committed\n'});
    expect((await failureOf(git.pull({repository}))).code).toBe('WORKING_TREE_DIRTY');
    expect(await readFile(join(base, 'mine/a.txt'), 'utf8')).toBe('not committed\n');
  });

  test('is taken back, also when it merged', async () => {
    const {base, git, repository, elsewhere, here} = await createPair();
    for (const [round, act] of [() => Promise.resolve(''), () => here('Mine', {'c.txt': 'c\n'})].entries()) {
      await elsewhere('Theirs', {'b.txt': `${String(round)}\n`});
      await act();
      const before = await realGit(join(base, 'mine'), ['rev-parse', 'HEAD']);
      const result = await git.getTool('pull').execute({repository});
      expect(await realGit(join(base, 'mine'), ['rev-parse', 'HEAD'])).not.toBe(before);
      expect(await git.runtime.undo(result.metadata.undo!)).toMatchObject({success: true});
      expect(await realGit(join(base, 'mine'), ['rev-parse', 'HEAD'])).toBe(before);
      expect(await git.status({repository})).toMatchObject({clean: true});
    }
  });

  test('has a code for a detached head, unrelated histories and a history that is not here', async () => {
    const {base, git, repository, elsewhere, here} = await createPair();
    await elsewhere('Two', {'b.txt': '2\n'});
    await git.checkout({repository, branch: 'HEAD~0'});
    expect((await failureOf(git.pull({repository}))).code).toBe('DETACHED_HEAD');
    expect((await failureOf(git.push({repository}))).code).toBe('DETACHED_HEAD');
    expect(await git.pull({repository, branch: 'main'})).toMatchObject({changed: true});
    await git.checkout({repository, branch: 'main'});
    await makeRepository(join(base, 'stranger'), [{message: 'Of its own', files: {'z.txt': 'z\n'}}]);
    await git.remote({repository, action: 'add', name: 'stranger', url: './stranger'});
    expect((await failureOf(git.pull({repository, remote: 'stranger'}))).code).toBe('UNRELATED_HISTORIES');
    await here('Three', {'c.txt': 'c\n'});
    const shallow = await git.clone({url: './other', directory: 'shallow', depth: 1});
    await git.remote({repository: shallow, action: 'add', name: 'stranger', url: './stranger'});
    expect((await failureOf(git.pull({repository: shallow, remote: 'stranger', branch: 'main'}))).code).toBe(
      'SHALLOW_REPOSITORY',
    );
  });
});

describe('push', () => {
  test('sends tags, to another name, and lets the branch follow', async () => {
    const {base, git, repository, here, shared} = await createPair();
    const hash = await here('Two', {'b.txt': '2\n'});
    await realGit(join(base, 'mine'), ['tag', 'v1']);
    expect(
      await git.push({repository, target: 'review/two', setUpstream: true, branch: 'main', tags: ['v1']}),
    ).toMatchObject({
      branch: 'main',
      created: true,
      refs: [
        {ref: 'refs/heads/review/two', status: 'created'},
        {ref: 'refs/tags/v1', status: 'created'},
      ],
    });
    expect(await realGit(shared, ['rev-parse', 'review/two', 'v1'])).toBe(`${hash}\n${hash}`);
    expect(await git.status({repository})).toMatchObject({upstream: 'origin/review/two'});
    const tags = await git.push({repository, tags: ['v1']});
    expect(tags).toMatchObject({pushed: false, refs: [{status: 'up_to_date'}]});
    expect(tags).not.toHaveProperty('branch');
    expect((await failureOf(git.push({repository, tags: ['v2']}))).code).toBe('RESOURCE_NOT_FOUND');
  });

  test('tells a rule of the remote from commits that are missing here, and what was taken all the same', async () => {
    const {base, git, repository, here, shared} = await createPair();
    await here('Two', {'b.txt': '2\n'});
    await writeFiles(shared, {'hooks/update': '#!/bin/sh\ncase $1 in *main) echo Only by review >&2; exit 1;; esac\n'});
    await realGit(shared, ['config', 'receive.denyDeletes', 'true']);
    const trusting = await createGit(base, {hooks: true, allowForcePush: true});
    const own = await trusting.open({path: 'mine'});
    await chmod(join(shared, 'hooks/update'), 0o755);
    const declined = await failureOf(trusting.push({repository: own}));
    expect(declined).toMatchObject({
      code: 'PUSH_DECLINED',
      outcome: 'failed',
      context: {remoteSaid: expect.stringContaining('Only by review')},
    });
    await realGit(join(base, 'mine'), ['tag', 'v1']);
    const some = await failureOf(trusting.push({repository: own, branch: 'main', tags: ['v1']}));
    expect(some).toMatchObject({code: 'PUSH_DECLINED', outcome: 'partial', context: {pushed: ['refs/tags/v1']}});
    await trusting.push({repository: own, target: 'side'});
    const kept = await failureOf(trusting.push({repository: own, delete: true, branch: 'side'}));
    expect(kept).toMatchObject({code: 'PUSH_DECLINED', outcome: 'failed'});
    // Hooks of a local remote are off as well, unless the config turns them on.
    expect(await git.push({repository})).toMatchObject({pushed: true});
  });

  test('overwrites and deletes only where the config allows it, and only what was seen', async () => {
    const {base, git, repository, elsewhere, here, shared} = await createPair();
    const first = await here('Mine', {'b.txt': '1\n'});
    await git.push({repository, target: 'topic'});
    const denied = await failureOf(git.push({repository, target: 'topic', forceWithLease: true}));
    expect(denied).toMatchObject({code: 'PERMISSION_DENIED', outcome: 'not_executed'});
    expect((await failureOf(git.push({repository, branch: 'topic', delete: true}))).code).toBe('PERMISSION_DENIED');

    const forcing = await createGit(base, {allowForcePush: true});
    const own = await forcing.open({path: 'mine'});
    await forcing.commit({repository: own, message: 'Mine, again', amend: true, allowEmpty: true});
    expect((await failureOf(forcing.push({repository: own, target: 'topic'}))).code).toBe('PUSH_REJECTED');
    expect(await forcing.push({repository: own, target: 'topic', forceWithLease: true})).toMatchObject({
      refs: [{ref: 'refs/heads/topic', status: 'forced'}],
    });
    const stale = await failureOf(forcing.push({repository: own, branch: 'topic', delete: true, expected: first}));
    expect(stale.code).toBe('PUSH_REJECTED');
    expect(await forcing.push({repository: own, branch: 'topic', delete: true})).toMatchObject({
      refs: [{ref: 'refs/heads/topic', status: 'deleted'}],
    });
    expect(await realGit(shared, ['branch', '--list', 'topic'])).toBe('');
    await elsewhere('Theirs', {'c.txt': 'c\n'});
    await realGit(join(base, 'other'), ['push', '--quiet', 'origin', 'HEAD:unseen']);
    const unseen = await failureOf(forcing.push({repository: own, branch: 'unseen', delete: true}));
    expect(unseen.code).toBe('PRECONDITION_FAILED');
    expect((await failureOf(forcing.push({repository: own, delete: true}))).code).toBe('INVALID_PARAMETER');
    expect((await failureOf(forcing.push({repository: own, expected: first}))).code).toBe('INVALID_PARAMETER');
  });

  test('does not replace a tag of the remote', async () => {
    const {base, git, repository, here, shared} = await createPair();
    await realGit(shared, ['tag', 'v1', 'main']);
    await here('Two', {'b.txt': '2\n'});
    await realGit(join(base, 'mine'), ['tag', 'v1']);
    expect((await failureOf(git.push({repository, tags: ['v1']}))).code).toBe('RESOURCE_EXISTS');
  });
});

describe('clone', () => {
  test('takes one branch, or all in spite of a depth', async () => {
    const {base, git} = await createPair();
    await realGit(join(base, 'shared'), ['branch', 'dev', 'main']);
    const one = await git.clone({url: './shared', directory: 'one', singleBranch: true});
    const remote = async (repository: Repository): Promise<string[]> =>
      (await git.branch({repository, remotes: true})).branches.filter(({remote}) => remote).map(({name}) => name);
    expect(await remote(one)).toEqual(['origin/main']);
    const all = await git.clone({url: './shared', directory: 'all', depth: 1, singleBranch: false});
    expect(await remote(all)).toEqual(['origin/dev', 'origin/main']);
  });
});

describe('remote', () => {
  test('lists, adds, changes and removes, each of which is taken back', async () => {
    const {base, git, repository, shared} = await createPair();
    const state = (): Promise<string> =>
      realGit(join(base, 'mine'), ['config', '--local', '--list']).then((list) => list.split('\n').sort().join('\n'));
    const references = (): Promise<string> => realGit(join(base, 'mine'), ['for-each-ref']);
    const before = [await state(), await references()];
    expect(await git.remote({repository})).toEqual({remotes: [{name: 'origin', url: shared}]});
    for (const [input, remotes] of [
      [{action: 'add', name: 'second', url: './other'}, ['origin', 'second']],
      [{action: 'set-url', name: 'origin', url: 'https://example.com/x.git'}, ['origin']],
      [{action: 'remove', name: 'origin'}, []],
    ] as const) {
      const result = await git.getTool('remote').execute({repository, ...input});
      if (!result.success) throw new Error(result.error.message);
      expect(result.data.remotes.map(({name}) => name)).toEqual(remotes);
      expect(await git.runtime.undo(result.metadata.undo!)).toMatchObject({success: true});
      expect([await state(), await references()]).toEqual(before);
    }
  });

  test('is not taken back over a later change', async () => {
    const {base, git, repository} = await createPair();
    const result = await git.getTool('remote').execute({repository, action: 'add', name: 'second', url: './other'});
    await git.fetch({repository, remote: 'second'});
    const refused = await git.runtime.undo(result.metadata.undo!);
    expect(refused).toMatchObject({success: false, error: {code: 'UNDO_REFUSED'}});
    expect(await realGit(join(base, 'mine'), ['remote'])).toBe('origin\nsecond');
  });

  test('says what is missing', async () => {
    const {git, repository} = await createPair();
    const code = async (input: object): Promise<string> => (await failureOf(git.remote({repository, ...input}))).code;
    expect(await code({action: 'remove', name: 'nowhere'})).toBe('REMOTE_NOT_FOUND');
    expect(await code({action: 'set-url', name: 'nowhere', url: './other'})).toBe('REMOTE_NOT_FOUND');
    expect(await code({action: 'add', name: 'origin', url: './other'})).toBe('RESOURCE_EXISTS');
    expect(await code({action: 'add', name: 'x', url: './nowhere'})).toBe('REPOSITORY_NOT_FOUND');
    expect(await code({action: 'add', name: 'x'})).toBe('INVALID_PARAMETER');
    expect(await code({action: 'remove'})).toBe('INVALID_PARAMETER');
  });
});

describe('git.repository', () => {
  test('is one repository as an object, remotes and working trees included (S3)', async () => {
    const {base, git, elsewhere} = await createPair();
    const repo = git.repository(join(base, 'viewed'));
    await repo.clone('./shared');
    const hash = await elsewhere('Two', {'b.txt': 'b\n'});
    expect(await repo.fetch('origin', ['main'])).toMatchObject({updated: [{to: hash}]});
    expect(await repo.pull('origin', 'main')).toMatchObject({hash, fastForward: true});
    expect(await repo.pull()).toMatchObject({changed: false});
    expect((await repo.remote('add', 'second', './other')).remotes.map(({name}) => name)).toEqual(['origin', 'second']);
    expect((await repo.fetch({remote: 'second', prune: true})).remote).toBe('second');
    const {repository: beside} = await repo.worktree('add', 'beside', undefined, {timeout: 30_000});
    expect(beside?.path).toBe(join(base, 'beside'));
    expect(await repo.submodule()).toEqual({submodules: []});
    await repo.checkout({branch: 'topic', create: true});
    await repo.commit({message: 'Three', allowEmpty: true});
    expect(await repo.push('origin', 'topic')).toMatchObject({created: true});
    expect((await repo.tag('v1')).created).toBe('v1');
    expect(await repo.push({tags: ['v1']})).toMatchObject({pushed: true});
    await repo.checkout('main');
    expect(await repo.merge('topic')).toMatchObject({fastForward: true});
  });
});
