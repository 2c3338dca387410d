import {existsSync} from 'node:fs';
import {chmod, readdir} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {useGitServers} from '../../support/git-server.js';
import type {GitServer} from '../../support/git-server.js';
import {addCommit, makeRepository, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';
import {failureOf, useGit} from './git-fixture.js';
import type {GitInstance} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();
const servers = useGitServers();

interface Site {
  readonly server: GitServer;
  readonly git: GitInstance;
  readonly base: string;
  /** A working copy of the shared repository, beside haft. */
  readonly other: string;
  readonly url: string;
}

const subjects = async (git: GitInstance, repository: Awaited<ReturnType<GitInstance['open']>>): Promise<string[]> =>
  (await git.log({repository})).commits.map(({message}) => message);

describe.each(['http', 'git'] as const)('a server that speaks %s', (protocol) => {
  /** A server with `shared.git` of two commits on main. */
  async function createSite(config: Parameters<typeof createGit>[1] = {}): Promise<Site> {
    const root = await tempFolder();
    const other = join(await tempFolder(), 'other');
    await makeRepository(other, [
      {message: 'One', files: {'a.txt': '1\n'}},
      {message: 'Two', files: {'a.txt': '2\n'}},
    ]);
    await realGit(root, ['clone', '--quiet', '--bare', other, 'shared.git']);
    await realGit(join(root, 'shared.git'), ['config', 'http.receivepack', 'true']);
    await realGit(other, ['remote', 'add', 'origin', join(root, 'shared.git')]);
    const server = protocol === 'http' ? await servers.http(root) : await servers.daemon(root);
    const base = await tempFolder();
    const git = await createGit(base, {allowedProtocols: [protocol], allowedHosts: [server.host], ...config});
    return {server, git, base, other, url: server.url('shared.git')};
  }

  test('is cloned from, fetched from, pulled from and pushed to', async () => {
    const {git, base, other, url} = await createSite();
    const repository = await git.clone({url, directory: 'mine'});
    expect(await subjects(git, repository)).toEqual(['Two', 'One']);

    const three = await addCommit(other, {message: 'Three', files: {'b.txt': '3\n'}}, 3);
    await realGit(other, ['tag', 'v3']);
    await realGit(other, ['push', '--quiet', 'origin', 'main', 'main:side', 'v3']);
    const fetched = await git.fetch({repository});
    expect(fetched).toMatchObject({remote: 'origin', url, shallow: false});
    expect(fetched.updated).toMatchObject([
      {ref: 'refs/remotes/origin/main', change: 'updated', to: three},
      {ref: 'refs/remotes/origin/side', change: 'created', to: three},
      {ref: 'refs/tags/v3', change: 'created', to: three},
    ]);
    expect((await git.fetch({repository})).updated).toEqual([]);
    expect(await git.status({repository})).toMatchObject({behind: 1, ahead: 0});

    expect(await git.pull({repository})).toMatchObject({branch: 'main', changed: true, fastForward: true, hash: three});
    await writeFiles(join(base, 'mine'), {'c.txt': '4\n'});
    await git.add({repository});
    const {hash} = await git.commit({repository, message: 'Four'});
    expect(await git.push({repository})).toMatchObject({pushed: true, created: false, url});
    await realGit(other, ['fetch', '--quiet', 'origin']);
    expect(await realGit(other, ['rev-parse', 'origin/main'])).toBe(hash);
  });

  test('gives a part of the history, and the rest of it later', async () => {
    const {git, url} = await createSite();
    const repository = await git.clone({url, directory: 'mine', depth: 1});
    expect(await subjects(git, repository)).toEqual(['Two']);
    const failure = await failureOf(git.diff({repository, ref: 'HEAD~1'}));
    expect(failure).toMatchObject({code: 'SHALLOW_REPOSITORY', outcome: 'not_executed'});
    expect(failure.suggestions?.[0]).toContain('unshallow');
    expect(await git.fetch({repository, unshallow: true})).toMatchObject({shallow: false});
    expect(await subjects(git, repository)).toEqual(['Two', 'One']);
    // Nothing is left to bring, which is fine.
    expect(await git.fetch({repository, unshallow: true})).toMatchObject({shallow: false, updated: []});
    expect(await git.fetch({repository, depth: 1})).toMatchObject({shallow: true});
  });

  test('takes only what its rules allow, and what is new there comes first', async () => {
    const {git, base, other, url} = await createSite({allowForcePush: true});
    const repository = await git.clone({url, directory: 'mine'});
    await addCommit(other, {message: 'Three', files: {'b.txt': '3\n'}}, 3);
    await realGit(other, ['push', '--quiet', 'origin', 'main']);
    await writeFiles(join(base, 'mine'), {'c.txt': '4\n'});
    await git.add({repository});
    const mine = await git.commit({repository, message: 'Mine'});
    const rejected = await failureOf(git.push({repository}));
    expect(rejected).toMatchObject({code: 'PUSH_REJECTED', outcome: 'failed'});
    expect(rejected.suggestions?.[0]).toContain('git.pull');
    expect((await failureOf(git.push({repository, forceWithLease: true}))).code).toBe('PUSH_REJECTED');
    await git.fetch({repository});
    expect(await git.push({repository, forceWithLease: true})).toMatchObject({refs: [{status: 'forced'}]});
    await realGit(other, ['fetch', '--quiet', 'origin']);
    expect(await realGit(other, ['rev-parse', 'origin/main'])).toBe(mine.hash);
  });

  test('has nothing yet: it is cloned empty, and gets its first branch', async () => {
    const root = await tempFolder();
    await realGit(root, ['init', '--quiet', '--bare', '--initial-branch=trunk', 'empty.git']);
    await realGit(join(root, 'empty.git'), ['config', 'http.receivepack', 'true']);
    const server = protocol === 'http' ? await servers.http(root) : await servers.daemon(root);
    const base = await tempFolder();
    const own = await createGit(base, {allowedProtocols: [protocol], allowedHosts: [server.host]});
    const repository = await own.clone({url: server.url('empty.git')});
    expect(await own.status({repository})).toMatchObject({branch: 'trunk'});
    expect((await failureOf(own.push({repository}))).code).toBe('RESOURCE_NOT_FOUND');
    expect((await failureOf(own.pull({repository}))).code).toBe('RESOURCE_NOT_FOUND');
    expect(await own.fetch({repository})).toMatchObject({updated: []});
    await own.commit({repository, message: 'First', allowEmpty: true});
    expect(await own.push({repository, setUpstream: true})).toMatchObject({branch: 'trunk', created: true});
    expect(await own.status({repository})).toMatchObject({upstream: 'origin/trunk', ahead: 0});
  });

  test('GIT07: is reached without a program that the repository names', async () => {
    const {git, base, url} = await createSite();
    const repository = await git.clone({url, directory: 'mine'});
    await writeFiles(base, {proxy: `#!/bin/sh\ntouch '${join(base, 'M')}'\n`});
    await chmod(join(base, 'proxy'), 0o755);
    await realGit(join(base, 'mine'), ['config', 'core.gitProxy', join(base, 'proxy')]);
    expect(await git.fetch({repository})).toMatchObject({updated: []});
    expect(existsSync(join(base, 'M'))).toBe(false);
  });

  test('has no such repository', async () => {
    const {git, base, server} = await createSite();
    const failure = await failureOf(git.clone({url: server.url('none.git')}));
    expect(failure.code).toBe('REPOSITORY_NOT_FOUND');
    expect(existsSync(join(base, 'none'))).toBe(false);
    expect(await readdir(base)).toEqual([]);
  });
});
