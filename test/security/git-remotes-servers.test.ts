import {readFileSync} from 'node:fs';
import {chmod, readdir, readFile, symlink} from 'node:fs/promises';
import {delimiter, join} from 'node:path';

import {afterEach, describe, expect, test} from '@jest/globals';

import {processTree} from '../../src/processes/process-tree.js';
import {useGitServers} from '../support/git-server.js';
import type {GitHttpServerOptions, GitServer} from '../support/git-server.js';
import {makeRepository, realGit} from '../support/git-repository.js';
import {timeOf} from '../support/machine-time.js';
import {guardSockets} from '../support/socket-guard.js';
import {useTempFolders} from '../support/temp-folder.js';
import {canary, expectNoCanary, expectNoChildren, useSite} from './git-site.js';
import type {Site} from './git-site.js';

const guard = guardSockets();
const createSite = useSite();
const tempFolder = useTempFolders();
const servers = useGitServers();
const {PATH, HOME} = process.env;

afterEach(() => {
  expect(guard.refused).toEqual([]);
  process.env['PATH'] = PATH;
  if (HOME === undefined) delete process.env['HOME'];
  else process.env['HOME'] = HOME;
});

/** A folder with the bare repository `shared.git` of one commit, which takes pushes over http. */
async function createRoot(): Promise<string> {
  const root = await tempFolder();
  await makeRepository(join(root, 'seed'), [{message: 'One', files: {'a.txt': 'a\n'.repeat(1000)}}]);
  await realGit(root, ['clone', '--quiet', '--bare', 'seed', 'shared.git']);
  await realGit(join(root, 'shared.git'), ['config', 'http.receivepack', 'true']);
  return root;
}

type Config = NonNullable<Parameters<typeof createSite>[0]>;

/** A site whose repository `p` has the server's `shared.git` as its origin. */
async function createServed(
  options: GitHttpServerOptions,
  config: (server: GitServer) => Config = () => ({}),
): Promise<Site & {readonly server: GitServer; readonly url: string}> {
  const server = await servers.http(await createRoot(), options);
  const site = await createSite({allowedProtocols: ['http', 'file'], allowedHosts: [server.host], ...config(server)});
  const url = server.url('shared.git');
  await realGit(site.folder, ['remote', 'add', 'origin', url]);
  return {...site, server, url};
}

/** The calls that a remote answers to. */
const calls = ({url, repository}: {readonly url: string; readonly repository: unknown}) =>
  [
    ['clone', {url, directory: 'new'}],
    ['fetch', {repository}],
    ['pull', {repository, branch: 'main'}],
  ] as const;

const halfPacks = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, '.git/objects/pack')).catch(() => [])).filter((name) => name.includes('tmp_'));

describe('GIT08: a remote that does not do its part', () => {
  test('stops to answer in the middle: the call ends at its deadline, and nothing of it is left', async () => {
    const site = await createServed({mode: 'stalling'}, () => ({timeout: 1000}));
    for (const [tool, input] of calls(site)) {
      const {answer: result, took} = await timeOf(async () =>
        site.git.getTool(tool as 'clone').execute(input as never),
      );
      expect([tool, !result.success && result.error.code]).toEqual([tool, 'OPERATION_TIMEOUT']);
      expect(took).toBeLessThan(4000);
      await expectNoChildren();
    }
    expect((await readdir(site.base)).sort()).toEqual(['p']);
    expect(await halfPacks(site.folder)).toEqual([]);
  });

  test('sends objects for ever: the call ends at its deadline, and nothing of it is left', async () => {
    const site = await createServed({mode: 'flooding'}, () => ({timeout: 1500}));
    for (const [tool, input] of calls(site)) {
      const result = await site.git.getTool(tool).execute(input as never);
      expect([tool, !result.success && result.error.code]).toEqual([tool, 'OPERATION_TIMEOUT']);
      await expectNoChildren();
    }
    expect((await readdir(site.base)).sort()).toEqual(['p']);
    expect(await halfPacks(site.folder)).toEqual([]);
  });

  test('sends more than the config allows: the call ends there, and nothing of it is left', async () => {
    const maxTransferBytes = 2_000_000;
    const site = await createServed({mode: 'flooding'}, () => ({maxTransferBytes}));
    for (const [tool, input] of calls(site)) {
      const result = await site.git.getTool(tool).execute(input as never, {timeout: 20_000});
      expect(result).toMatchObject({
        success: false,
        error: {code: 'LIMIT_EXCEEDED', details: {context: {maxTransferBytes}}},
      });
      await expectNoChildren();
    }
    expect((await readdir(site.base)).sort()).toEqual(['p']);
    expect(await halfPacks(site.folder)).toEqual([]);
  });

  test('ends the connection in the middle', async () => {
    const site = await createServed({mode: 'cutting'});
    for (const [tool, input] of calls(site)) {
      const result = await site.git.getTool(tool).execute(input as never);
      expect([tool, !result.success && result.error.code]).toEqual([tool, 'CONNECTION_LOST']);
    }
    expect((await readdir(site.base)).sort()).toEqual(['p']);
    expect(await halfPacks(site.folder)).toEqual([]);
  });

  test('asks who one is: no prompt, and an answer that says what to do', async () => {
    const site = await createServed({credentials: {username: 'ada', password: 'secret'}});
    for (const [tool, input] of [...calls(site), ['push', {repository: site.repository, target: 'new'}] as const]) {
      const error = await site.refuses(tool, input, 'AUTHENTICATION_REQUIRED');
      expect(error.suggestions?.[0]).toContain('auth');
    }
  });

  test('takes no wrong token, which is nowhere to be read', async () => {
    const site = await createServed({credentials: {username: 'ada', password: 'secret'}}, ({host}) => ({
      auth: {token: canary, host, username: 'ada'},
    }));
    for (const [tool, input] of calls(site)) await site.refuses(tool, input, 'AUTHENTICATION_REQUIRED');
  });
});

describe('CO06: a token', () => {
  const withToken = ({host}: GitServer): Config => ({auth: {token: canary, host, username: 'ada'}});
  const credentials = {username: 'ada', password: canary};

  test('opens its host for every call, and is in no result', async () => {
    const site = await createServed({credentials}, withToken);
    await realGit(site.folder, ['checkout', '--quiet', '--orphan', 'other']);
    await realGit(site.folder, ['commit', '--quiet', '--allow-empty', '-m', 'Other']);
    const answers = [await site.allows('clone', {url: site.url, directory: 'new'})];
    answers.push(await site.allows('fetch', {repository: site.repository}));
    answers.push(await site.allows('push', {repository: site.repository, branch: 'other'}));
    answers.push(await site.allows('remote', {repository: site.repository}));
    expectNoCanary(answers);
    expect(site.server.authorizations.length).toBeGreaterThan(2);
    expect(await readFile(join(site.base, 'new/.git/config'), 'utf8')).not.toContain('uthorization');
  });

  test('is in no argument of a process while it is used', async () => {
    const site = await createServed({mode: 'stalling', credentials}, withToken);
    const controller = new AbortController();
    const call = site.git.getTool('clone').execute({url: site.url, directory: 'new'}, {signal: controller.signal});
    while (site.server.requests.length < 3) await new Promise((settle) => setTimeout(settle, 10));
    const lines = (await processTree(process.pid)).slice(1).map(commandLine);
    controller.abort();
    await call;
    expect(lines.some((line) => line.includes('remote-http'))).toBe(true);
    expectNoCanary(lines);
  });

  test('stays with its host when that redirects', async () => {
    const other = await servers.http(await createRoot());
    const site = await createServed({redirectTo: `http://${other.host}`}, (server) => ({
      ...withToken(server),
      allowedHosts: [server.host, other.host],
    }));
    for (const [tool, input] of calls(site)) await site.refuses(tool, input, 'NETWORK_ERROR');
    expect(other.requests).toEqual([]);
  });
});

/** The arguments of a process; none where it ended meanwhile. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** A program in a folder of its own. */
async function makeProgram(name: string, lines: readonly string[]): Promise<string> {
  const folder = await tempFolder({[name]: ['#!/bin/sh', ...lines, ''].join('\n')});
  await chmod(join(folder, name), 0o755);
  return folder;
}

describe('auth', () => {
  test('{helper: true} asks the helper of the account, and only then', async () => {
    const helper = await makeProgram('helper', [
      `echo "$1" >> '$HERE/asked'`.replace('$HERE', await tempFolder()),
      `if [ "$1" = get ]; then echo username=ada; echo password=${canary}; fi`,
    ]);
    const home = await tempFolder({'.gitconfig': `[credential]\n\thelper = ${join(helper, 'helper')}\n`});
    const asked = /'(.*)'/.exec(readFileSync(join(helper, 'helper'), 'utf8'))?.[1] ?? '';
    process.env['HOME'] = home;
    const credentials = {username: 'ada', password: canary};
    const closed = await createServed({credentials});
    await closed.refuses('clone', {url: closed.url, directory: 'new'}, 'AUTHENTICATION_REQUIRED');
    expect(() => readFileSync(asked)).toThrow();
    const open = await createServed({credentials}, () => ({auth: {helper: true}}));
    expectNoCanary(await open.allows('clone', {url: open.url, directory: 'new'}));
    expect((await readFile(asked, 'utf8')).split('\n')).toContain('get');
  });

  test('{ssh: true} starts ssh without questions, with the programs of git on the other side', async () => {
    const root = await createRoot();
    const record = join(await tempFolder(), 'record');
    // Stands in for ssh and the machine at its other end: it notes what it got, and runs what it was asked to.
    const ssh = await makeProgram('ssh', [
      `{ printf '%s\\n' "$@"; env; } >> '${record}'`,
      'for last; do :; done',
      'exec sh -c "$last"',
    ]);
    process.env['PATH'] = `${ssh}${delimiter}${PATH ?? ''}`;
    process.env['SECRET_OF_THE_ACCOUNT'] = canary;
    const site = await createSite({
      allowedProtocols: ['ssh', 'file'],
      allowedHosts: ['example.com'],
      auth: {ssh: true},
    });
    delete process.env['SECRET_OF_THE_ACCOUNT'];
    const url = `ssh://git@example.com${root}/shared.git`;
    const repository = await site.allows('clone', {url, directory: 'new'});
    for (const key of ['uploadpack', 'receivepack']) {
      await realGit(join(site.base, 'new'), ['config', `remote.origin.${key}`, `touch '${site.marker}'; git-${key}`]);
    }
    await site.allows('fetch', {repository});
    await site.allows('commit', {repository, message: 'Two', allowEmpty: true});
    await site.allows('push', {repository});
    const said = await readFile(record, 'utf8');
    expect(said).toContain('-o\nBatchMode=yes\n');
    expect(said).toContain('git@example.com\n');
    expect(said).toContain(`git-upload-pack '${root}/shared.git'`);
    expect(said).toContain(`git-receive-pack '${root}/shared.git'`);
    expectNoCanary(said);
  });
});

describe('GIT07: a repository that leads a fetch, pull or push elsewhere', () => {
  const ways = (marker: string, host: string): readonly (readonly [key: string, value: string])[] => [
    ['remotes.origin', 'evil second'],
    ['fetch.bundleURI', `http://${host}/bundle`],
    ['extensions.partialClone', 'evil'],
    ['remote.evil.promisor', 'true'],
    ['remote.origin.vcs', 'ext'],
    [`url.ext::touch ${marker}.insteadOf`, 'http://'],
    ['http.proxy', `http://${host}/`],
    [`http.http://${host}.extraHeader`, 'X: y'],
  ];

  test('is refused, or not followed', async () => {
    const elsewhere = await servers.http(await createRoot());
    const site = await createServed({}, ({host}) => ({allowedHosts: [host, elsewhere.host]}));
    await realGit(site.folder, ['remote', 'add', 'evil', elsewhere.url('shared.git')]);
    await realGit(site.folder, ['remote', 'add', 'second', elsewhere.url('shared.git')]);
    for (const [key, value] of ways(site.marker, elsewhere.host)) {
      await realGit(site.folder, ['config', key, value]);
      for (const [tool, input] of calls(site).slice(1)) {
        const result = await site.git.getTool(tool).execute(input as never);
        const code = result.success ? 'done' : result.error.code;
        expect([key, code]).toEqual([key, expect.stringMatching(/^(PERMISSION_DENIED|UNRELATED_HISTORIES|done)$/)]);
      }
      await realGit(site.folder, ['config', '--unset', key]);
    }
    expect(elsewhere.requests).toEqual([]);
    await site.allows('fetch', {repository: site.repository});
  });

  test('does not get its own branches overwritten', async () => {
    const site = await createServed({});
    await realGit(site.folder, ['branch', 'kept']);
    await realGit(site.folder, ['config', '--replace-all', 'remote.origin.fetch', '+refs/heads/main:refs/heads/kept']);
    const error = await site.refuses('fetch', {repository: site.repository}, 'PERMISSION_DENIED');
    expect(error.details.context).toMatchObject({reason: 'repository_config'});
    expect(await site.allows('fetch', {repository: site.repository, refs: ['main']})).toMatchObject({
      updated: [{ref: 'refs/remotes/origin/main'}],
    });
    expect(await realGit(site.folder, ['rev-parse', 'kept'])).toBe(await realGit(site.folder, ['rev-parse', 'main']));
  });

  test('is not reached by a path that means another place to git', async () => {
    const {base, out, folder, repository, git, refuses, allows} = await createSite();
    await git.init({directory: 'inner', bare: true});
    await symlink(join(out, 'repo'), join(folder, 'inner'));
    for (const url of ['inner', './inner', '../p/inner']) {
      await realGit(folder, ['config', 'remote.origin.url', url]);
      await refuses('fetch', {repository}, 'PERMISSION_DENIED', 'INVALID_URL');
      await refuses('push', {repository}, 'PERMISSION_DENIED', 'INVALID_URL');
    }
    await realGit(folder, ['config', 'remote.origin.url', '../inner']);
    await allows('push', {repository});
    await allows('fetch', {repository});
    expect((await readdir(base)).sort()).toEqual(['inner', 'p']);
  });
});

describe('GIT02 and GIT03: values of the calls that name a remote', () => {
  test('are never options, and URLs are those of the config', async () => {
    const {repository, out, marker, refuses} = await createSite();
    const upload = `--upload-pack=touch ${marker}`;
    for (const remote of [upload, '-u', '--exec=x', 'a b', 'ext::sh', './p', '']) {
      await refuses('fetch', {repository, remote}, 'INVALID_PARAMETER');
      await refuses('pull', {repository, remote}, 'INVALID_PARAMETER');
      await refuses('push', {repository, remote}, 'INVALID_PARAMETER');
      await refuses('remote', {repository, action: 'add', name: remote, url: './p'}, 'INVALID_PARAMETER');
    }
    for (const ref of [upload, 'a:b', '+main', '^main', 'refs/heads/-x', 'refs/tags/--x', 'x y', '../x', '']) {
      await refuses('fetch', {repository, refs: [ref]}, 'INVALID_PARAMETER', 'REMOTE_NOT_FOUND');
      await refuses('push', {repository, branch: 'main', target: ref}, 'INVALID_PARAMETER', 'REMOTE_NOT_FOUND');
      await refuses('push', {repository, tags: [ref]}, 'INVALID_PARAMETER', 'REMOTE_NOT_FOUND');
    }
    for (const url of [
      `ext::sh -c touch% ${marker}`,
      upload,
      `file://${out}/repo`,
      `${out}/repo`,
      'ssh://-oProxyCommand=x/',
      'git://127.0.0.1/x',
      'https://127.0.0.1/x',
      `https://user:${canary}@github.com/x`,
      'https://github.com/x%0ay',
    ]) {
      for (const [action, name] of [
        ['add', 'new'],
        ['set-url', 'origin'],
      ]) {
        const input = {repository, action, name, url};
        await refuses('remote', input, 'PERMISSION_DENIED', 'INVALID_URL', 'INVALID_PARAMETER');
      }
    }
  });
});
