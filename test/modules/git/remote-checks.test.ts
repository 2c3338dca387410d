import {describe, expect, test} from '@jest/globals';

import {fetchRefspec, requireTrackingOnly} from '../../../modules/git/checks/refspecs.js';
import type {Remote} from '../../../modules/git/checks/urls.js';
import {parseWorktrees} from '../../../modules/git/parsers/worktrees.js';
import {parseSubmodules} from '../../../modules/git/parsers/submodules.js';
import {pushRejection} from '../../../modules/git/failures/push-rejection.js';
import {pinnedAddresses} from '../../../modules/git/safety/host-addresses.js';
import {createSettings} from '../../../modules/git/settings.js';
import type {GitConfig} from '../../../modules/git/options.js';
import {ToolError} from '../../../src/sdk.js';
import {useTempFolders} from '../../support/temp-folder.js';
import {failureOf, useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

const settings = (more: Partial<GitConfig> = {}) =>
  createSettings({
    defaultBranch: 'main',
    allowedProtocols: ['https'],
    followRedirects: false,
    maxOutputBytes: 1_000_000,
    maxTransferBytes: 1_000_000,
    allowForcePush: false,
    submodules: [],
    hooks: false,
    ...more,
  });

describe('GIT03: the name of a host', () => {
  const remote = (host: string, protocol: 'https' | 'ssh' = 'https'): Remote => ({
    protocol,
    host,
    url: `${protocol}://${host}/x`,
  });
  const names: Readonly<Record<string, readonly string[]>> = {
    'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
    'inside.example': ['93.184.216.34', '10.0.0.7'],
    'metadata.example': ['169.254.169.254'],
    'mapped.example': ['::ffff:127.0.0.1'],
  };
  const asked: string[] = [];
  const lookup = (name: string): Promise<{address: string}[]> => {
    asked.push(name);
    const addresses = names[name];
    return addresses === undefined
      ? Promise.reject(new Error('ENOTFOUND'))
      : Promise.resolve(addresses.map((address) => ({address})));
  };
  const pin = (host: string, protocol?: 'https' | 'ssh', more: Partial<GitConfig> = {}) =>
    pinnedAddresses(settings(more), remote(host, protocol), undefined, lookup);

  test('is looked up, and git is held to what was found', async () => {
    expect(await pin('public.example')).toEqual([
      ['http.curloptResolve', 'public.example:443:93.184.216.34,[2606:2800:220:1::1]'],
    ]);
    expect(await pin('public.example:8443')).toEqual([
      ['http.curloptResolve', 'public.example:8443:93.184.216.34,[2606:2800:220:1::1]'],
    ]);
    expect(await pin('public.example', 'ssh')).toEqual([]);
  });

  test.each(['inside.example', 'metadata.example', 'mapped.example'])('%s leads to no public address', async (host) => {
    for (const protocol of ['https', 'ssh'] as const) {
      expect(await failureOf(pin(host, protocol))).toMatchObject({
        code: 'PERMISSION_DENIED',
        outcome: 'not_executed',
        context: {reason: 'host'},
      });
    }
  });

  test('that nobody knows is no error of the config; one of the account may be known to ssh alone', async () => {
    expect((await failureOf(pin('nowhere.example'))).code).toBe('NETWORK_ERROR');
    expect(await pin('alias', 'ssh')).toEqual([]);
  });

  test('is not looked up where the operator named it, or where it is an address', async () => {
    asked.length = 0;
    expect(await pin('inside.example', 'https', {allowedHosts: ['inside.example']})).toEqual([]);
    expect(await pin('93.184.216.34')).toEqual([]);
    expect(await pin('[2606:2800:220:1::1]:8443')).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('is not waited for after the call was cancelled', async () => {
    const never = new Promise<never>(() => undefined);
    const controller = new AbortController();
    const pinned = pinnedAddresses(settings(), remote('slow.example'), controller.signal, () => never);
    controller.abort();
    expect((await failureOf(pinned)).code).toBe('OPERATION_CANCELLED');
  });
});

describe('the config', () => {
  test.each(['http', 'git'] as const)('opens %s for named hosts only', async (protocol) => {
    const folder = await tempFolder();
    const failure = await failureOf(createGit(folder, {allowedProtocols: [protocol]}));
    expect(failure.code).toBe('INVALID_CONFIG');
    expect(failure.suggestions?.[0]).toContain('allowedHosts');
    await createGit(folder, {allowedProtocols: [protocol], allowedHosts: ['127.0.0.1:1']});
  });
});

describe('what is fetched', () => {
  test('is a branch or a tag, and goes to what is known of the remote', () => {
    expect(fetchRefspec('main', 'origin')).toBe('+refs/heads/main:refs/remotes/origin/main');
    expect(fetchRefspec('refs/heads/a/b', 'origin')).toBe('+refs/heads/a/b:refs/remotes/origin/a/b');
    expect(fetchRefspec('refs/tags/v1', 'origin')).toBe('refs/tags/v1:refs/tags/v1');
  });

  test('writes to no own branch, unless the repository is a mirror', () => {
    for (const refspec of [
      '+refs/heads/*:refs/remotes/origin/*',
      'refs/heads/main',
      'refs/heads/main:',
      '^refs/heads/x',
    ]) {
      expect(() => requireTrackingOnly([refspec], 'origin', false)).not.toThrow();
    }
    for (const refspec of ['+refs/*:refs/*', 'main:main', '+refs/heads/main:refs/heads/main', ':refs/heads/x']) {
      expect(() => requireTrackingOnly([refspec], 'origin', false)).toThrow(ToolError);
    }
    expect(() => requireTrackingOnly(['+refs/*:refs/*'], 'origin', true)).not.toThrow();
  });
});

describe('a refusal of a push', () => {
  const refuse = (summary: string): string | undefined =>
    pushRejection([{from: 'refs/heads/a', to: 'refs/heads/a', status: 'rejected', summary}], '')?.code;

  test.each([
    ['[rejected] (fetch first)', 'PUSH_REJECTED'],
    ['[rejected] (non-fast-forward)', 'PUSH_REJECTED'],
    ['[rejected] (stale info)', 'PUSH_REJECTED'],
    ['[rejected] (already exists)', 'RESOURCE_EXISTS'],
    ['[remote rejected] (pre-receive hook declined)', 'PUSH_DECLINED'],
    ['[remote rejected] (protected branch hook declined)', 'PUSH_DECLINED'],
    ['[remote rejected] (branch is currently checked out)', 'PUSH_DECLINED'],
    ['[remote rejected] (deletion prohibited)', 'PUSH_DECLINED'],
    ['[remote rejected] (shallow update not allowed)', 'SHALLOW_REPOSITORY'],
  ])('%s is told as %s', (summary, code) => expect(refuse(summary)).toBe(code));

  test('is none where everything was taken', () => {
    expect(pushRejection([{from: 'a', to: 'a', status: 'pushed', summary: ''}], '')).toBeUndefined();
  });

  test('tells what the remote said, and what it took', () => {
    const error = pushRejection(
      [
        {from: 'refs/heads/a', to: 'refs/heads/a', status: 'rejected', summary: '[remote rejected] (hook declined)'},
        {from: 'refs/tags/v1', to: 'refs/tags/v1', status: 'created', summary: '[new tag]'},
      ],
      'remote: Only by review        \nremote: \nerror: failed to push some refs',
    );
    expect(error).toMatchObject({
      outcome: 'partial',
      context: {
        rejected: [{ref: 'refs/heads/a', reason: '[remote rejected] (hook declined)'}],
        pushed: ['refs/tags/v1'],
        remoteSaid: 'Only by review',
      },
    });
  });
});

test('the worktree parser reads one record for each working tree', () => {
  const output = [
    'worktree /w/p\nHEAD 1111\nbranch refs/heads/main\n',
    'worktree /w/a b\nHEAD 2222\ndetached\nlocked on a stick\n',
    'worktree /w/gone\nHEAD 0000000000000000000000000000000000000000\nbranch refs/heads/x/y\nprunable gitdir file points\n',
    'worktree /w/bare\nbare\n',
  ].join('\n');
  const plain = {main: false, bare: false, detached: false, locked: false, prunable: false};
  expect(parseWorktrees(output)).toEqual([
    {...plain, path: '/w/p', main: true, hash: '1111', branch: 'main'},
    {...plain, path: '/w/a b', hash: '2222', detached: true, locked: true},
    {...plain, path: '/w/gone', branch: 'x/y', prunable: true},
    {...plain, path: '/w/bare', bare: true},
  ]);
  expect(parseWorktrees('')).toEqual([]);
});

test('the parser of .gitmodules reads names with dots and line breaks, and leaves out what is not whole', () => {
  const pairs = [
    'submodule.a.b.path\nlib',
    'submodule.a.b.url\n../lib',
    'submodule.c.path\nc',
    'submodule.d\ne.url\nx',
    'other.x\ny',
  ];
  expect(parseSubmodules(pairs.join('\0'))).toEqual([{name: 'a.b', path: 'lib', url: '../lib'}]);
});
