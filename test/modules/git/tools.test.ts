import {existsSync} from 'node:fs';
import {readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {addCommit, makeLongHistory, makeRepository, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';
import {failureOf, useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

describe('a repository handle', () => {
  test('is an opaque name with a path, and where it was cloned from', async () => {
    const base = await tempFolder();
    const git = await createGit(base);
    const made = await git.init({directory: 'project'});
    expect(made).toMatchObject({
      _handle: true,
      _repoHandle: true,
      _type: 'git_repository',
      path: join(base, 'project'),
    });
    const copy = await git.clone({url: './project', directory: 'copy'});
    expect(copy).toMatchObject({path: join(base, 'copy'), url: './project'});
    expect(JSON.parse(JSON.stringify(copy))).toEqual({...copy});
  });

  test('is taken as a handle, as its id, and as the result that holds it', async () => {
    const git = await createGit(await tempFolder());
    const result = await git.getTool('init').execute({directory: 'project'});
    if (!result.success) throw new Error(result.error.message);
    for (const repository of [result.data, result.data._id, result]) {
      expect(await git.status({repository})).toMatchObject({branch: 'main', clean: true});
    }
  });

  test('is what every tool works on: a forged one, or a path, does nothing', async () => {
    const git = await createGit(await tempFolder());
    await git.init({directory: 'project'});
    const forged = {_handle: true as const, _type: 'git_repository', _id: 'git_repository_0', path: 'project'};
    for (const tool of git.listTools().filter((name) => !['open', 'init', 'clone'].includes(name))) {
      const input = {
        repository: forged,
        message: 'm',
        branch: 'b',
        files: ['.'],
        file: 'f',
        from: 'f',
        to: 't',
        path: 'p',
      };
      const known = git.getTool(tool as 'commit').inputSchema.properties ?? {};
      const fitting = Object.fromEntries(Object.entries(input).filter(([key]) => key in known));
      const result = await git.getTool(tool as 'commit').execute(fitting as never);
      expect([tool, !result.success && result.error.code]).toEqual([tool, 'HANDLE_NOT_FOUND']);
    }
    const missing = await git.getTool('status').execute({} as never);
    expect(!missing.success && missing.error.code).toBe('MISSING_PARAMETER');
  });

  test('is of no use once its directory is gone', async () => {
    const base = await tempFolder();
    const git = await createGit(base);
    const repository = await git.init({directory: 'project'});
    const {rm} = await import('node:fs/promises');
    await rm(join(base, 'project'), {recursive: true});
    expect((await failureOf(git.status({repository}))).code).toBe('RESOURCE_NOT_FOUND');
  });
});

describe('open', () => {
  test('opens a repository, a bare one and a linked working tree', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'project'), [{message: 'Begin', files: {'a.txt': 'a\n'}}]);
    await realGit(join(base, 'project'), ['worktree', 'add', '--quiet', '-b', 'side', join(base, 'side')]);
    await realGit(base, ['clone', '--quiet', '--bare', 'project', 'bare']);
    const git = await createGit(base);
    const side = await git.open({path: 'side'});
    expect(await git.status({repository: side})).toMatchObject({branch: 'side', clean: true});
    await writeFiles(base, {'side/b.txt': 'b\n'});
    await git.add({repository: side});
    expect((await git.commit({repository: side, message: 'Beside'})).branch).toBe('side');
    const bare = await git.open({path: join(base, 'bare')});
    expect((await git.log({repository: bare})).commits.map(({message}) => message)).toEqual(['Begin']);
    expect((await failureOf(git.status({repository: bare}))).code).toBe('INVALID_STATE');
  });

  test('tells what is not there from what is no repository, and takes no parent for it', async () => {
    const base = await tempFolder({'project/sub/x': ''});
    await makeRepository(join(base, 'project'));
    const git = await createGit(base);
    expect((await failureOf(git.open({path: 'nowhere'}))).code).toBe('RESOURCE_NOT_FOUND');
    expect((await failureOf(git.open({path: 'project/sub'}))).code).toBe('REPOSITORY_NOT_FOUND');
    await writeFile(join(base, 'project/.git/config'), '[core');
    expect((await failureOf(git.open({path: 'project'}))).code).toBe('INVALID_REPO');
  });
});

describe('init', () => {
  test('keeps the files of a directory and begins with the branch that is asked for', async () => {
    const base = await tempFolder({'project/a.txt': 'a\n'});
    const git = await createGit(base, {defaultBranch: 'trunk'});
    const repository = await git.init({directory: 'project'});
    expect(await git.status({repository})).toMatchObject({branch: 'trunk', untracked: ['a.txt']});
    const other = await git.init({directory: 'other', branch: 'dev'});
    expect(await git.status({repository: other})).toMatchObject({branch: 'dev'});
    expect((await failureOf(git.init({directory: 'other'}))).code).toBe('RESOURCE_EXISTS');
    expect((await failureOf(git.init({directory: '.', bare: true}))).code).toBe('INVALID_STATE');
  });
});

describe('clone', () => {
  test('takes the name of the directory from the URL, as git does', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'sources/project.git'), [{message: 'Begin', files: {'a.txt': 'a\n'}}]);
    const git = await createGit(base);
    const repository = await git.clone({url: join(base, 'sources/project.git')});
    expect(repository.path).toBe(join(base, 'project'));
    expect(await readFile(join(base, 'project/a.txt'), 'utf8')).toBe('a\n');
    expect(await git.status({repository})).toMatchObject({branch: 'main', upstream: 'origin/main', clean: true});
  });

  test('takes a branch and a depth', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'project'), [{message: 'One'}, {message: 'Two'}]);
    await realGit(join(base, 'project'), ['branch', 'dev', 'HEAD~1']);
    const git = await createGit(base);
    const repository = await git.clone({url: './project', directory: 'copy', branch: 'dev'});
    expect((await git.log({repository})).commits.map(({message}) => message)).toEqual(['One']);
    const shallow = await git.clone({url: './project', directory: 'shallow', depth: 1});
    expect((await git.log({repository: shallow})).commits.map(({message}) => message)).toEqual(['Two']);
    const failure = await failureOf(git.clone({url: './project', directory: 'no', branch: 'nowhere'}));
    expect(failure.code).toBe('RESOURCE_NOT_FOUND');
    expect(existsSync(join(base, 'no'))).toBe(false);
  });

  test('refuses what is no URL, no repository, and a directory that is in use', async () => {
    const base = await tempFolder({'full/x': '', 'plain/x': ''});
    await makeRepository(join(base, 'project'), [{message: 'One'}]);
    const git = await createGit(base);
    expect((await failureOf(git.clone({url: 'invalid-url'}))).code).toBe('INVALID_URL');
    expect((await failureOf(git.clone({url: './nowhere'}))).code).toBe('REPOSITORY_NOT_FOUND');
    expect((await failureOf(git.clone({url: './plain', directory: 'copy'}))).code).toBe('REPOSITORY_NOT_FOUND');
    expect((await failureOf(git.clone({url: './project', directory: 'full'}))).code).toBe('INVALID_STATE');
  });

  test('clones local repositories only where the config opens them', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'project'), [{message: 'One'}]);
    const git = await createGit(base, {allowedProtocols: ['https']});
    const failure = await failureOf(git.clone({url: './project', directory: 'copy'}));
    expect(failure.code).toBe('PERMISSION_DENIED');
    expect(failure.suggestions?.[0]).toContain('"file"');
    const [elsewhere] = [await tempFolder()];
    await makeRepository(join(elsewhere, 'project'), [{message: 'Other'}]);
    const open = await createGit(base, {allowedRoots: [elsewhere]});
    expect((await open.clone({url: join(elsewhere, 'project'), directory: 'other'})).path).toBe(join(base, 'other'));
  });
});

describe('add and commit', () => {
  test('stage files, directories, wildcards and removals, and say what is in the commit', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'p'), [{message: 'Begin', files: {'a.txt': 'a\n', 'gone.txt': 'g\n'}}]);
    const git = await createGit(base);
    const repository = await git.open({path: 'p'});
    await writeFiles(join(base, 'p'), {
      'src/one.ts': '1',
      'src/deep/two.ts': '2',
      'src/three.md': '3',
      '-odd.txt': 'o',
      'a[1].txt': 'x',
    });
    const {rm} = await import('node:fs/promises');
    await rm(join(base, 'p/gone.txt'));
    expect(await git.add({repository, files: ['src/**/*.ts', '-odd.txt', 'gone.txt', 'a[1].txt']})).toEqual({
      staged: ['-odd.txt', 'a[1].txt', 'gone.txt', 'src/deep/two.ts', 'src/one.ts'],
    });
    const made = await git.commit({repository, message: '--amend\n\n# not a comment', author: 'Bob <bob@example.com>'});
    expect(made).toMatchObject({
      author: 'Bob <bob@example.com>',
      branch: 'main',
      files: ['-odd.txt', 'a[1].txt', 'gone.txt', 'src/deep/two.ts', 'src/one.ts'],
    });
    expect(made.hash).toBe(await realGit(join(base, 'p'), ['rev-parse', 'HEAD']));
    expect(await realGit(join(base, 'p'), ['log', '-1', '--format=%B|%an|%cn'])).toBe(
      '--amend\n\n# not a comment\n|Bob|Ada',
    );
    expect(Math.abs(made.timestamp - Date.now())).toBeLessThan(60_000);
  });

  test('amend replaces the last commit', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'p'), [{message: 'One'}, {message: 'Two', files: {'a.txt': 'a\n'}}]);
    const git = await createGit(base);
    const repository = await git.open({path: 'p'});
    await git.commit({repository, message: 'Better', amend: true});
    expect((await git.log({repository})).commits.map(({message}) => message)).toEqual(['Better', 'One']);
  });

  test('all stages changes, but no new files', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'p'), [{message: 'One', files: {'a.txt': 'a\n'}}]);
    const git = await createGit(base);
    const repository = await git.open({path: 'p'});
    await writeFiles(join(base, 'p'), {'a.txt': 'b\n', 'new.txt': 'n\n'});
    expect((await git.commit({repository, message: 'Two', all: true})).files).toEqual(['a.txt']);
  });

  test('answer what stands in the way', async () => {
    const base = await tempFolder({'p/.gitignore': '*.log\n'});
    await makeRepository(join(base, 'p'), [{message: 'One', files: {'a.txt': 'a\n'}}]);
    const git = await createGit(base);
    const repository = await git.open({path: 'p'});
    const nothing = await failureOf(git.commit({repository, message: 'None'}));
    expect(nothing).toMatchObject({
      code: 'NO_CHANGES',
      outcome: 'not_executed',
      suggestions: ['Use git.add to stage changes first'],
    });
    expect((await failureOf(git.commit({repository, message: ' \n '}))).code).toBe('INVALID_PARAMETER');
    expect((await failureOf(git.commit({repository, message: 'm', author: 'nobody'}))).code).toBe('INVALID_AUTHOR');
    await writeFiles(join(base, 'p'), {'x.log': ''});
    expect((await failureOf(git.add({repository, files: ['x.log']}))).code).toBe('PRECONDITION_FAILED');
    expect(await git.add({repository, files: ['x.log'], force: true})).toEqual({staged: ['x.log']});
    expect((await failureOf(git.add({repository, files: ['nowhere.txt']}))).code).toBe('RESOURCE_NOT_FOUND');
    await writeFile(join(base, 'p/.git/index.lock'), '');
    expect(await failureOf(git.add({repository}))).toMatchObject({code: 'RESOURCE_LOCKED', recoverable: true});
  });

  test('need somebody who commits, and never take the one of the machine', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'p'));
    const git = await createGit(base, {author: undefined});
    const repository = await git.open({path: 'p'});
    const commit = {repository, message: 'm', allowEmpty: true};
    expect((await failureOf(git.commit(commit))).code).toBe('INVALID_AUTHOR');
    expect((await git.commit({...commit, author: 'Bob <bob@example.com>'})).author).toBe('Bob <bob@example.com>');
    await realGit(join(base, 'p'), ['config', 'user.name', 'Own']);
    await realGit(join(base, 'p'), ['config', 'user.email', 'own@example.com']);
    expect((await git.commit(commit)).author).toBe('Own <own@example.com>');
  });

  test('in conflict answer MERGE_CONFLICT, and status lists the file', async () => {
    const base = await tempFolder();
    const folder = join(base, 'p');
    await makeRepository(folder, [{message: 'One', files: {'a.txt': 'a\n'}}]);
    await realGit(folder, ['checkout', '--quiet', '-b', 'side']);
    await addCommit(folder, {message: 'Side', files: {'a.txt': 'side\n'}}, 2);
    await realGit(folder, ['checkout', '--quiet', 'main']);
    await addCommit(folder, {message: 'Main', files: {'a.txt': 'main\n'}}, 3);
    await expect(realGit(folder, ['merge', 'side'])).rejects.toThrow();
    const git = await createGit(base);
    const repository = await git.open({path: 'p'});
    expect(await git.status({repository})).toMatchObject({conflicted: ['a.txt'], clean: false});
    expect((await failureOf(git.commit({repository, message: 'm'}))).code).toBe('MERGE_CONFLICT');
    expect((await failureOf(git.checkout({repository, branch: 'side'}))).code).toBe('MERGE_CONFLICT');
  });

  test('made at the same time come one after the other', async () => {
    const base = await tempFolder();
    const git = await createGit(base);
    const repository = await git.init({directory: 'p'});
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.txt`);
    await writeFiles(join(base, 'p'), Object.fromEntries(names.map((name) => [name, name])));
    await Promise.all(names.map((name) => git.add({repository, files: [name]})));
    expect((await git.status({repository})).staged).toEqual(names);
  });
});

describe('log', () => {
  test('filters by range, path, author, date and number', async () => {
    const base = await tempFolder();
    const [first = ''] = await makeRepository(join(base, 'p'), [
      {message: 'One', files: {'a.txt': 'a\n'}, author: 'Ada <ada@example.com>', date: '2024-01-01T12:00:00Z'},
      {message: 'Two', files: {'b/b.txt': 'b\n'}, author: 'Bob (x) <bob@example.com>', date: '2024-02-01T12:00:00Z'},
      {message: 'Three', files: {'a.txt': 'c\n'}, author: 'Ada <ada@example.com>', date: '2024-03-01T12:00:00Z'},
    ]);
    const git = await createGit(base);
    const repository = await git.open({path: 'p'});
    const messages = async (input: Omit<Parameters<typeof git.log>[0], 'repository'>): Promise<string[]> =>
      (await git.log({repository, ...input} as never)).commits.map(({message}) => message);
    expect(await messages({})).toEqual(['Three', 'Two', 'One']);
    expect(await messages({from: first})).toEqual(['Three', 'Two']);
    expect(await messages({to: 'HEAD~1'})).toEqual(['Two', 'One']);
    expect(await messages({path: 'a.txt'})).toEqual(['Three', 'One']);
    expect(await messages({path: 'b'})).toEqual(['Two']);
    expect(await messages({author: 'BOB (X)'})).toEqual(['Two']);
    expect(await messages({since: '2024-02-01'})).toEqual(['Three', 'Two']);
    expect(await messages({until: '2024-02-01T12:00:00Z'})).toEqual(['Two', 'One']);
    expect(await messages({limit: 1, skip: 1})).toEqual(['Two']);
    expect(await git.log({repository, limit: 2})).toMatchObject({hasMore: true});
    expect(await git.log({repository, limit: 3})).toMatchObject({hasMore: false});
    expect((await failureOf(git.log({repository, to: 'nowhere'}))).code).toBe('RESOURCE_NOT_FOUND');
  });

  test('is empty before the first commit', async () => {
    const git = await createGit(await tempFolder());
    expect(await git.log({repository: await git.init()})).toEqual({commits: [], hasMore: false});
  });

  test('tells who changed what in 5,000 commits by one run of git', async () => {
    const base = await tempFolder();
    await makeLongHistory(join(base, 'p'), 5000);
    const git = await createGit(base);
    const repository = await git.open({path: 'p'});
    const {commits, hasMore} = await git.log({repository, limit: 5000, stats: true});
    expect([commits.length, hasMore]).toEqual([5000, false]);
    expect(commits.every(({files}) => files?.length === 1)).toBe(true);
    expect(new Set(commits.map(({email}) => email)).size).toBe(5);
    expect(commits.at(-1)).toMatchObject({
      message: 'Change 0',
      files: [{path: 'file-0.txt', insertions: 1, deletions: 0}],
    });
  });

  test('stops at the limit of its output', async () => {
    const base = await tempFolder();
    await makeLongHistory(join(base, 'p'), 200);
    const git = await createGit(base, {maxOutputBytes: 10_000});
    const repository = await git.open({path: 'p'});
    expect((await failureOf(git.log({repository, limit: 1000}))).code).toBe('LIMIT_EXCEEDED');
    expect((await git.log({repository, limit: 5})).commits).toHaveLength(5);
  });
});

describe('diff', () => {
  test('compares the working tree, what is staged, and commits', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'p'), [
      {message: 'One', files: {'a.txt': 'a\n', 'b.bin': new Uint8Array([0, 1, 2])}},
      {message: 'Two', files: {'a.txt': 'a\nb\n', 'b.bin': new Uint8Array([0, 1, 3])}},
    ]);
    const git = await createGit(base);
    const repository = await git.open({path: 'p'});
    await writeFiles(join(base, 'p'), {'a.txt': 'x\n'});
    const work = await git.diff({repository});
    expect(work).toMatchObject({
      insertions: 1,
      deletions: 2,
      truncated: false,
      files: [{path: 'a.txt', insertions: 1, deletions: 2}],
    });
    expect(work.diff).toContain('-a\n-b\n+x\n');
    expect((await git.diff({repository, cached: true})).files).toEqual([]);
    const both = await git.diff({repository, ref: 'HEAD~1', to: 'HEAD'});
    expect(both.files).toEqual([
      {path: 'a.txt', insertions: 1, deletions: 0, binary: false},
      {path: 'b.bin', insertions: 0, deletions: 0, binary: true},
    ]);
    expect((await git.diff({repository, ref: 'HEAD~1', to: 'HEAD', file: 'a.txt', context: 0})).diff).toContain(
      '@@ -1,0 +2 @@ a\n+b\n',
    );
    expect((await failureOf(git.diff({repository, cached: true, ref: 'HEAD', to: 'HEAD'}))).code).toBe(
      'INVALID_PARAMETER',
    );
  });

  test('cuts the text at a line and keeps the numbers whole', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'p'), [{message: 'One', files: {'a.txt': ''}}]);
    await writeFiles(join(base, 'p'), {'a.txt': 'é'.repeat(50).concat('\n').repeat(2000)});
    const git = await createGit(base);
    const cut = await git.diff({repository: await git.open({path: 'p'}), maxBytes: 1000});
    expect(cut).toMatchObject({truncated: true, insertions: 2000});
    expect(Buffer.byteLength(cut.diff)).toBeLessThanOrEqual(1000);
    expect(cut.diff.endsWith('é\n')).toBe(true);
  });
});

describe('branch and checkout', () => {
  test('make, list, switch and delete branches', async () => {
    const base = await tempFolder();
    const [first = '', second = ''] = await makeRepository(join(base, 'p'), [
      {message: 'One', files: {'a.txt': '1'}},
      {message: 'Two', files: {'a.txt': '2'}},
    ]);
    const git = await createGit(base);
    const repository = await git.open({path: 'p'});
    expect(await git.branch({repository, name: 'old', from: first})).toMatchObject({created: 'old', current: 'main'});
    expect((await git.branch({repository})).branches).toEqual([
      {name: 'main', hash: second, current: true, remote: false},
      {name: 'old', hash: first, current: false, remote: false},
    ]);
    const moved = await git.checkout({repository, branch: 'old'});
    expect(moved).toMatchObject({repository, branch: 'old', created: false, detached: false, hash: first});
    expect(await readFile(join(base, 'p/a.txt'), 'utf8')).toBe('1');
    expect(await git.checkout({repository: moved.repository, branch: second})).toMatchObject({detached: true});
    expect(await git.branch({repository})).not.toHaveProperty('current');
    expect(await git.checkout({repository, branch: 'new', create: true, from: 'old'})).toMatchObject({
      created: true,
      hash: first,
    });
    expect((await failureOf(git.checkout({repository, branch: 'new', create: true}))).code).toBe('RESOURCE_EXISTS');
    expect((await failureOf(git.branch({repository, name: 'new', delete: true}))).code).toBe('INVALID_STATE');
    expect((await failureOf(git.branch({repository, name: 'main', delete: true}))).code).toBe('CONFLICT');
    expect(await git.branch({repository, name: 'main', delete: true, force: true})).toMatchObject({deleted: 'main'});
    expect((await failureOf(git.branch({repository, name: 'old'}))).code).toBe('RESOURCE_EXISTS');
    expect((await failureOf(git.branch({repository, name: 'no', delete: true}))).code).toBe('RESOURCE_NOT_FOUND');
    expect((await failureOf(git.branch({repository, delete: true}))).code).toBe('INVALID_PARAMETER');
  });

  test('follow the branch of a remote, and keep local changes', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'p'), [{message: 'One', files: {'a.txt': '1'}}]);
    await realGit(join(base, 'p'), ['checkout', '--quiet', '-b', 'dev']);
    await addCommit(join(base, 'p'), {message: 'Two', files: {'a.txt': '2'}}, 2);
    await realGit(join(base, 'p'), ['checkout', '--quiet', 'main']);
    const git = await createGit(base);
    const repository = await git.clone({url: './p', directory: 'copy'});
    await writeFiles(join(base, 'copy'), {'a.txt': 'mine'});
    const refused = await failureOf(git.checkout({repository, branch: 'dev'}));
    expect(refused).toMatchObject({code: 'CHECKOUT_FAILED', message: expect.stringMatching(/by checkout: a\.txt$/)});
    expect(await readFile(join(base, 'copy/a.txt'), 'utf8')).toBe('mine');
    await writeFiles(join(base, 'copy'), {'a.txt': '1'});
    expect(await git.checkout({repository, branch: 'dev'})).toMatchObject({created: true, detached: false});
    expect(await git.status({repository})).toMatchObject({branch: 'dev', upstream: 'origin/dev', clean: true});
  });
});

describe('push', () => {
  test('sends a branch to a named remote, and says when there was nothing to send', async () => {
    const base = await tempFolder();
    const git = await createGit(base);
    await git.init({directory: 'shared', bare: true});
    const repository = await git.clone({url: './shared', directory: 'mine'});
    await git.commit({repository, message: 'One', allowEmpty: true});
    expect(await git.push({repository})).toEqual({
      remote: 'origin',
      branch: 'main',
      url: join(base, 'shared'),
      pushed: true,
      created: true,
      refs: [{ref: 'refs/heads/main', status: 'created'}],
    });
    expect(await git.push({repository})).toMatchObject({pushed: false, created: false});
    const other = await git.clone({url: './shared', directory: 'other'});
    await git.commit({repository: other, message: 'Other', allowEmpty: true});
    await git.push(other, 'origin', 'main');
    await git.commit({repository, message: 'Two', allowEmpty: true});
    expect((await failureOf(git.push({repository}))).code).toBe('PUSH_REJECTED');
    expect((await failureOf(git.push({repository, remote: 'nowhere'}))).code).toBe('REMOTE_NOT_FOUND');
    expect((await failureOf(git.push({repository, branch: 'nowhere'}))).code).toBe('RESOURCE_NOT_FOUND');
  });
});

describe('the module', () => {
  test('is healthy where git can be run, and says so where not', async () => {
    const base = await tempFolder();
    expect(await (await createGit(base)).healthCheck()).toMatchObject({healthy: true});
    const without = await createGit(base, {gitPath: join(base, 'no-git')});
    expect(await without.healthCheck()).toMatchObject({healthy: false});
    const failure = await failureOf(without.init());
    expect(failure.code).toBe('RESOURCE_UNAVAILABLE');
    expect(failure.suggestions?.[0]).toContain('gitPath');
  });

  test('works with values in order, detached from its instance, and with a focus', async () => {
    const base = await tempFolder();
    await makeRepository(join(base, 'p'), [{message: 'One', files: {'a.txt': '1'}}]);
    const git = await createGit(base);
    const {clone, commit} = git;
    const repository = await clone('./p', 'copy');
    await writeFiles(join(base, 'copy'), {'b.txt': 'b'});
    await git.add(repository, ['b.txt']);
    expect((await commit(repository, 'Two')).files).toEqual(['b.txt']);
    const focused = git.focus({repository});
    expect(await focused.checkout?.('main')).toMatchObject({branch: 'main', created: false});
  });
});

describe('git.repository', () => {
  test('is one repository as an object (R1.14)', async () => {
    const base = await tempFolder();
    const git = await createGit(base);
    await makeRepository(join(base, 'seed'), [{message: 'Begin', files: {'README.md': 'x\n'}}]);
    await realGit(base, ['clone', '--quiet', '--bare', 'seed', 'remote.git']);
    const repo = git.repository(join(base, 'work'));
    await repo.clone('./remote.git');
    await repo.checkout('main');
    await writeFiles(join(base, 'work'), {'README.md': 'y\n'});
    await repo.add(['README.md']);
    await repo.commit('Update');
    expect(await repo.push('origin', 'main')).toMatchObject({pushed: true});
    expect(await realGit(join(base, 'remote.git'), ['log', '-1', '--format=%s', 'main'])).toBe('Update');
    expect(await repo.status()).toMatchObject({clean: true, ahead: 0});
    expect((await repo.log({limit: 1})).commits[0]?.message).toBe('Update');
    expect((await repo.diff({ref: 'HEAD~1', to: 'HEAD'})).files).toHaveLength(1);
    expect((await repo.branch()).current).toBe('main');
    expect((await repo.open())._id).toBe((await repo.open())._id);
  });

  test('opens what is there when it is first used, and tries again after a failure', async () => {
    const base = await tempFolder();
    const git = await createGit(base);
    const repo = git.repository('later');
    expect((await failureOf(repo.status())).code).toBe('RESOURCE_NOT_FOUND');
    await makeRepository(join(base, 'later'), [{message: 'One'}]);
    expect(await repo.status()).toMatchObject({branch: 'main'});
  });
});

test('links in the working tree are stored as links', async () => {
  const base = await tempFolder();
  const git = await createGit(base);
  const repository = await git.init({directory: 'p'});
  await writeFiles(join(base, 'p'), {'a.txt': 'a'});
  await symlink('a.txt', join(base, 'p/link'));
  expect(await git.add({repository, files: ['link']})).toEqual({staged: ['link']});
});
