import {existsSync} from 'node:fs';
import {mkdir, rm, symlink} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {makeRepository, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';
import {treeHash} from '../../support/tree-hash.js';
import {failureOf, useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

async function createSite() {
  const base = await tempFolder();
  await makeRepository(join(base, 'p'), [{message: 'One', files: {'a.txt': 'a\n', '.gitignore': '*.log\n'}}]);
  const git = await createGit(base);
  return {base, git, repository: await git.open({path: 'p'})};
}

describe('worktree', () => {
  test('adds a directory with a branch of its own, as a repository to work in', async () => {
    const {base, git, repository} = await createSite();
    const added = await git.worktree({repository, action: 'add', path: 'beside', branch: 'fix', create: true});
    expect(added.worktrees).toMatchObject([
      {main: true, branch: 'main', path: join(base, 'p')},
      {main: false, branch: 'fix', path: join(base, 'beside'), detached: false, locked: false, prunable: false},
    ]);
    const beside = added.repository!;
    expect(beside).toMatchObject({_type: 'git_repository', path: join(base, 'beside')});
    await writeFiles(join(base, 'beside'), {'b.txt': 'b\n'});
    await git.add({repository: beside});
    expect(await git.commit({repository: beside, message: 'Beside'})).toMatchObject({branch: 'fix'});
    expect(await git.status({repository})).toMatchObject({branch: 'main', clean: true});
    expect(await git.worktree(beside)).toEqual(await git.worktree(repository));
    expect(await git.worktree(repository, 'remove', 'beside')).toMatchObject({
      worktrees: [{main: true}],
      removed: [join(base, 'beside')],
    });
    expect(existsSync(join(base, 'beside'))).toBe(false);
    expect((await failureOf(git.status({repository: beside}))).code).toBe('RESOURCE_NOT_FOUND');
  });

  test('takes a branch that is there, or a commit', async () => {
    const {git, repository} = await createSite();
    await git.branch({repository, name: 'dev'});
    expect((await git.worktree(repository, 'add', 'one', 'dev')).worktrees[1]).toMatchObject({branch: 'dev'});
    expect((await git.worktree(repository, 'add', 'two')).worktrees[2]).toMatchObject({detached: true});
  });

  test('says why it can not be added', async () => {
    const {base, git, repository} = await createSite();
    await mkdir(join(base, 'full/x'), {recursive: true});
    const code = async (input: object): Promise<string> =>
      (await failureOf(git.worktree({repository, action: 'add', path: 'new', ...input}))).code;
    expect(await code({path: 'full'})).toBe('INVALID_STATE');
    expect(await code({branch: 'main'})).toBe('INVALID_STATE');
    expect(await code({branch: 'nowhere'})).toBe('RESOURCE_NOT_FOUND');
    expect(await code({from: 'nowhere'})).toBe('RESOURCE_NOT_FOUND');
    expect(await code({branch: 'main', create: true})).toBe('RESOURCE_EXISTS');
    expect(await code({branch: '-b'})).toBe('INVALID_PARAMETER');
    expect((await failureOf(git.worktree({repository, action: 'add'}))).code).toBe('INVALID_PARAMETER');
    expect(existsSync(join(base, 'new'))).toBe(false);
    expect((await git.worktree({repository})).worktrees).toHaveLength(1);
  });

  test('is removed with changes only by force, and never when it is locked or the main one', async () => {
    const {base, git, repository} = await createSite();
    await git.worktree(repository, 'add', 'beside');
    await writeFiles(join(base, 'beside'), {'a.txt': 'changed\n'});
    expect((await failureOf(git.worktree(repository, 'remove', 'beside'))).code).toBe('INVALID_STATE');
    await realGit(join(base, 'p'), ['worktree', 'lock', join(base, 'beside')]);
    const locked = {repository, action: 'remove', path: 'beside', force: true} as const;
    expect((await failureOf(git.worktree(locked))).code).toBe('RESOURCE_LOCKED');
    await realGit(join(base, 'p'), ['worktree', 'unlock', join(base, 'beside')]);
    expect((await git.worktree(locked)).worktrees).toHaveLength(1);
    expect((await failureOf(git.worktree(repository, 'remove', 'beside'))).code).toBe('RESOURCE_NOT_FOUND');
    expect((await failureOf(git.worktree(repository, 'remove', 'p'))).code).toBe('INVALID_PARAMETER');
  });

  test('is forgotten when its directory is gone', async () => {
    const {base, git, repository} = await createSite();
    await git.worktree(repository, 'add', 'beside');
    await rm(join(base, 'beside'), {recursive: true});
    expect((await git.worktree(repository)).worktrees[1]).toMatchObject({prunable: true});
    expect(await git.worktree(repository, 'prune')).toMatchObject({
      worktrees: [{main: true}],
      removed: [join(base, 'beside')],
    });
  });

  test('that was added is taken back with its branch, unless anything was done in it', async () => {
    const {base, git, repository} = await createSite();
    const add = () =>
      git.getTool('worktree').execute({repository, action: 'add', path: 'x', branch: 'x', create: true});
    const first = await add();
    expect(await git.runtime.undo(first.metadata.undo!)).toMatchObject({success: true});
    expect(existsSync(join(base, 'x'))).toBe(false);
    expect((await git.branch({repository})).branches.map(({name}) => name)).toEqual(['main']);
    const second = await add();
    await writeFiles(join(base, 'x'), {'ignored.log': 'kept\n'});
    expect(await git.runtime.undo(second.metadata.undo!)).toMatchObject({error: {code: 'UNDO_REFUSED'}});
    expect(existsSync(join(base, 'x/ignored.log'))).toBe(true);
  });
});

describe('GIT05: a working tree outside', () => {
  test('is neither added, nor listed, nor removed', async () => {
    const {base, git, repository} = await createSite();
    const out = await tempFolder({'keep.txt': ''});
    await realGit(join(base, 'p'), ['worktree', 'add', '--quiet', join(out, 'linked')]);
    await symlink(out, join(base, 'link'));
    const before = await treeHash(out);
    for (const path of [join(out, 'new'), '../new', 'link/new', 'p/.git/new', '~/new']) {
      const failure = await failureOf(git.worktree({repository, action: 'add', path}));
      expect([path, failure.code]).toEqual([path, 'PERMISSION_DENIED']);
    }
    expect((await git.worktree({repository})).worktrees).toHaveLength(1);
    for (const path of [join(out, 'linked'), 'link/linked']) {
      expect((await failureOf(git.worktree({repository, action: 'remove', path}))).code).toBe('PERMISSION_DENIED');
    }
    expect(await treeHash(out)).toBe(before);
  });

  test('is not emptied through a link in .git/worktrees', async () => {
    const {base, git, repository} = await createSite();
    const out = await tempFolder({'keep.txt': 'kept'});
    await mkdir(join(base, 'p/.git/worktrees'));
    await symlink(out, join(base, 'p/.git/worktrees/x'));
    const before = await treeHash(out);
    for (const action of ['prune', 'list'] as const) {
      expect((await failureOf(git.worktree({repository, action}))).code).toBe('PERMISSION_DENIED');
    }
    expect(await treeHash(out)).toBe(before);
    await rm(join(base, 'p/.git/worktrees/x'));
    expect(await git.worktree({repository, action: 'prune'})).toMatchObject({removed: []});
  });
});
