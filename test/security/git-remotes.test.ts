import {createServer} from 'node:net';
import type {AddressInfo, Server} from 'node:net';
import {mkdir, readdir, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {afterEach, describe, expect, test} from '@jest/globals';

import {realGit} from '../support/git-repository.js';
import {timeOf} from '../support/machine-time.js';
import {guardSockets} from '../support/socket-guard.js';
import {canary, expectNoCanary, expectNoChildren, useSite} from './git-site.js';

const guard = guardSockets();
const createSite = useSite();
const servers: Server[] = [];

afterEach(async () => {
  expect(guard.refused).toEqual([]);
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

/** A loopback listener that counts who comes, and answers what it is told. */
async function listen(
  answer: (request: string) => string | undefined,
): Promise<{host: string; visits: () => number; seen: () => string}> {
  let visits = 0;
  let seen = '';
  const server = createServer((socket) => {
    visits += 1;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      const text = answer(seen);
      if (text !== undefined) socket.end(text);
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {host: `127.0.0.1:${String((server.address() as AddressInfo).port)}`, visits: () => visits, seen: () => seen};
}

describe('GIT03: a URL that the config does not allow', () => {
  test('is refused before git is started, by protocol and by host', async () => {
    const {host, visits} = await listen(() => '');
    const {out, marker, refuses, allows} = await createSite();
    for (const url of [
      `ext::sh -c touch% ${marker}`,
      `ext::sh`,
      `EXT::sh`,
      'fd::3',
      '-oProxyCommand=x',
      'ssh://-oProxyCommand=x/',
      'ssh://git@-oProxyCommand=x/y',
      'git@-oProxyCommand=x:y',
      'ssh://127.0.0.1/x',
      'git@127.0.0.1:x',
      `file://${out}/repo`,
      `file://localhost${out}/repo`,
      `${out}/repo`,
      `./../../${out}/repo`,
      `git://${host}/`,
      `http://${host}/x`,
      `https://${host}/x`,
      `HTTPS://${host}/x`,
      'https://localhost/x',
      'https://2852039166/x',
      'https://[::ffff:a9fe:a9fe]/x',
      'https://169.254.169.254./x',
      `https://user:${canary}@github.com/x`,
      'ftp://127.0.0.1/x',
      'ftps://127.0.0.1/x',
      'data:text/plain,x',
      'javascript:alert(1)',
    ]) {
      const error = await refuses('clone', {url, directory: 'new'}, 'PERMISSION_DENIED', 'INVALID_URL');
      if (error.code === 'PERMISSION_DENIED') expect(error.details.context).toHaveProperty('reason');
    }
    expect(visits()).toBe(0);
    await allows('clone', {url: './p', directory: 'new'});
  });

  test('is refused as the remote of a push', async () => {
    const {folder, out, marker, repository, refuses} = await createSite();
    for (const url of [
      `ext::sh -c touch% ${marker}`,
      `${out}/repo`,
      'ssh://git@github.com/x',
      '-x',
      '--receive-pack=x',
    ]) {
      await realGit(folder, ['config', 'remote.origin.url', url]);
      await refuses('push', {repository}, 'PERMISSION_DENIED', 'INVALID_URL');
    }
  });

  test('is not reached by a detour that the repository lays', async () => {
    const {base, folder, out, repository, git, refuses, allows} = await createSite();
    await git.init({directory: 'shared', bare: true});
    await realGit(folder, ['config', 'remote.origin.url', join(base, 'shared')]);
    for (const [key, value] of [
      [`url.${out}/repo.insteadOf`, join(base, 'shared')],
      [`url.${out}/repo.pushInsteadOf`, join(base, 'shared')],
      ['remote.origin.vcs', 'ext'],
      ['http.https://github.com/.proxy', 'http://127.0.0.1:1/'],
      ['remote.origin.pushurl', `${out}/repo`],
    ] as const) {
      await realGit(folder, ['config', key, value]);
      await refuses('push', {repository}, 'PERMISSION_DENIED');
      await realGit(folder, ['config', '--unset', key]);
    }
    await allows('push', {repository});
  });

  test('is reached where the config names it, with the token as a header for its host alone', async () => {
    const {host, visits, seen} = await listen(
      () => 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
    const other = await listen(() => 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    const config = {allowedProtocols: ['http' as const], allowedHosts: [host, other.host], auth: {token: canary, host}};
    const {git, refuses} = await createSite({...config, allowedProtocols: ['http', 'file']});
    await refuses('clone', {url: `http://${host}/x`}, 'REPOSITORY_NOT_FOUND');
    expect(visits()).toBeGreaterThan(0);
    expect(seen()).toContain(`Authorization: Basic ${Buffer.from(`x-access-token:${canary}`).toString('base64')}`);
    await refuses('clone', {url: `http://${other.host}/x`}, 'REPOSITORY_NOT_FOUND');
    expect(other.visits()).toBeGreaterThan(0);
    expect(other.seen()).not.toContain('Authorization');
    expectNoCanary({...git.config});
    expectNoCanary(git.getMetadata());
  });

  test('is not followed by a redirect', async () => {
    const target = await listen(() => '');
    const {host} = await listen(
      () => `HTTP/1.1 302 Found\r\nLocation: http://${target.host}/y\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    const {refuses} = await createSite({allowedProtocols: ['http', 'file'], allowedHosts: [host]});
    await refuses('clone', {url: `http://${host}/x`}, 'NETWORK_ERROR');
    expect(target.visits()).toBe(0);
  });
});

describe('GIT05: a repository outside of basePath', () => {
  test('is neither opened nor made nor cloned into', async () => {
    const {base, out, refuses, allows} = await createSite();
    await symlink(out, join(base, 'link'));
    await symlink(join(out, 'new'), join(base, 'dangling'));
    for (const path of [
      out,
      join(out, 'repo'),
      '../x',
      'link',
      'link/repo',
      'link/new',
      'dangling',
      '~/.ssh',
      `${base}_evil`,
      'p/.git',
      'p/.git/modules/x',
    ]) {
      await refuses('open', {path}, 'PERMISSION_DENIED');
      await refuses('init', {directory: path}, 'PERMISSION_DENIED');
      await refuses('clone', {url: './p', directory: path}, 'PERMISSION_DENIED');
    }
    for (const path of ['', 'a\0b', 'a\nb']) {
      await refuses('init', {directory: path}, 'INVALID_PARAMETER');
      await refuses('open', {path}, 'INVALID_PARAMETER');
    }
    await refuses('clone', {url: './p', directory: 'p'}, 'INVALID_STATE');
    await allows('init', {directory: join(base, 'inside')});
  });

  test('does not tell whether it exists', async () => {
    const {out, refuses} = await createSite();
    const there = await refuses('open', {path: join(out, 'repo')}, 'PERMISSION_DENIED');
    const notThere = await refuses('open', {path: join(out, 'none')}, 'PERMISSION_DENIED');
    expect(there.message.replace('repo', 'none')).toBe(notThere.message);
  });

  test('is not reached through a repository inside whose parts lie outside', async () => {
    const {base, out, folder, refuses, allows, repository} = await createSite();
    const outside = join(out, 'repo', '.git');
    await mkdir(join(base, 'a'));
    await writeFile(join(base, 'a/.git'), `gitdir: ${outside}\n`);
    await mkdir(join(base, 'b'));
    await symlink(outside, join(base, 'b/.git'));
    for (const path of ['a', 'b']) {
      await refuses('open', {path}, 'PERMISSION_DENIED');
      await refuses('clone', {url: `./${path}`, directory: 'new'}, 'PERMISSION_DENIED');
    }
    await mkdir(join(folder, '.git/objects/info'), {recursive: true});
    await writeFile(join(folder, '.git/objects/info/alternates'), `${outside}/objects\n`);
    await refuses('log', {repository}, 'PERMISSION_DENIED');
    await writeFile(join(folder, '.git/objects/info/alternates'), '');
    await allows('log', {repository});
  });

  test('is not worked on by a repository that moves its working tree there', async () => {
    const {out, folder, repository, allows, refuses} = await createSite();
    await realGit(folder, ['config', 'core.worktree', out]);
    expect(await allows('status', {repository})).toMatchObject({clean: true, untracked: []});
    await refuses('add', {repository, files: [join(out, 'secret')]}, 'PERMISSION_DENIED');
    await allows('checkout', {repository, branch: 'x', create: true});
  });
});

describe('GIT06: a path outside of the working tree', () => {
  test('is refused, and no object holds what is there', async () => {
    const {base, out, folder, repository, refuses, allows} = await createSite();
    await symlink(out, join(folder, 'link'));
    await symlink(join(out, 'secret'), join(folder, 'leaf'));
    const paths = [
      `../../${out.slice(1)}/secret`,
      '../p/../x',
      join(out, 'secret'),
      join(base, 'M'),
      'link/secret',
      'link',
      'leaf',
      ':(top)..',
      ':(glob)../**',
      ':/',
      ':!a.txt',
      ':^a.txt',
      '../**',
      '.git/config',
      'sub/.GIT/hooks/x',
    ];
    for (const path of paths) {
      await refuses('add', {repository, files: [path]}, 'PERMISSION_DENIED');
      await refuses('log', {repository, path}, 'PERMISSION_DENIED');
      await refuses('diff', {repository, file: path}, 'PERMISSION_DENIED');
    }
    await writeFile(join(folder, 'b.txt'), 'b\n');
    expect(await allows('add', {repository, files: ['b.txt', join(folder, 'a.txt')]})).toEqual({staged: ['b.txt']});
    await allows('add', {repository});
    const secret = await realGit(folder, ['hash-object', join(out, 'secret')]);
    await expect(realGit(folder, ['cat-file', '-e', secret])).rejects.toThrow();
    // A link is stored as the link that it is.
    expect(await realGit(folder, ['cat-file', 'blob', ':leaf'])).toBe(join(out, 'secret'));
  });
});

describe('GIT08: a remote that does not do its part', () => {
  test('is given up at the deadline: no process and no directory is left', async () => {
    const {host, visits} = await listen(() => undefined);
    const {base, git} = await createSite({allowedProtocols: ['http', 'file'], allowedHosts: [host], timeout: 400});
    const clone = () => git.getTool('clone').execute({url: `http://${host}/x`, directory: 'new'});
    const {answer: result, took} = await timeOf(clone);
    expect(!result.success && result.error.code).toBe('OPERATION_TIMEOUT');
    expect(visits()).toBe(1);
    expect(took).toBeLessThan(2500);
    await expectNoChildren();
    expect((await readdir(base)).sort()).toEqual(['p']);
  });

  test('is given up when the call is cancelled, or its own timeout is over', async () => {
    const {host} = await listen(() => undefined);
    const {base, git} = await createSite({allowedProtocols: ['http', 'file'], allowedHosts: [host]});
    const controller = new AbortController();
    const call = git.getTool('clone').execute({url: `http://${host}/x`, directory: 'new'}, {signal: controller.signal});
    setTimeout(() => controller.abort(), 200);
    const cancelled = await call;
    expect(!cancelled.success && cancelled.error.code).toBe('OPERATION_CANCELLED');
    await expectNoChildren();
    const late = await git.getTool('clone').execute({url: `http://${host}/x`, directory: 'new'}, {timeout: 300});
    expect(!late.success && late.error.code).toBe('OPERATION_TIMEOUT');
    await expectNoChildren();
    expect((await readdir(base)).sort()).toEqual(['p']);
  });

  test('that asks who one is gets no prompt, but an answer that says what to do', async () => {
    const {host} = await listen(
      () =>
        'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
    const {refuses} = await createSite({allowedProtocols: ['http', 'file'], allowedHosts: [host]});
    const error = await refuses('clone', {url: `http://${host}/x`}, 'AUTHENTICATION_REQUIRED');
    expect(error.suggestions?.[0]).toContain('auth');
  });
});
