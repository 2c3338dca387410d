import {execFileSync} from 'node:child_process';
import {symlinkSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {ToolError} from '../../../src/sdk.js';
import {parseAuthor} from '../../../modules/git/checks/authors.js';
import {checkDate} from '../../../modules/git/checks/dates.js';
import {gitFailure} from '../../../modules/git/failures/failures.js';
import {confine, isDirectory, toPathspec} from '../../../modules/git/checks/paths.js';
import {isPrivateHost} from '../../../src/network/private-hosts.js';
import {redactUrls} from '../../../modules/git/safety/redact.js';
import {branchNameProblem, checkRevision} from '../../../modules/git/checks/refs.js';
import {assessConfig, parseConfigList} from '../../../modules/git/safety/repository-config.js';
import {createSettings} from '../../../modules/git/settings.js';
import {humanishName, parseRemote} from '../../../modules/git/checks/urls.js';
import type {GitConfig} from '../../../modules/git/options.js';
import {useTempFolders} from '../../support/temp-folder.js';

const tempFolder = useTempFolders();

const config = (more: Partial<GitConfig> = {}): GitConfig => ({
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

/** The code that `act` throws. */
function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (ToolError.isToolError(error)) return error.code;
    throw error;
  }
  return 'none';
}

describe('names of branches', () => {
  test('are judged as git judges them', () => {
    const accepts = (name: string): boolean => {
      try {
        execFileSync('git', ['check-ref-format', `refs/heads/${name}`], {stdio: 'ignore'});
        return true;
      } catch {
        return false;
      }
    };
    const part = fc.oneof(
      fc.constantFrom(
        'a',
        '-',
        '.',
        '..',
        '/',
        '~',
        '^',
        ':',
        '?',
        '*',
        '[',
        '\\',
        '@',
        '{',
        '.lock',
        ' ',
        'é',
        '\n',
        '\u007f',
      ),
      fc.string(),
    );
    const names = fc.array(part, {minLength: 1, maxLength: 5}).map((parts) => parts.join(''));
    fc.assert(
      fc.property(names, (name) => {
        const own =
          name.startsWith('-') ||
          name === 'HEAD' ||
          name === '@' ||
          name.includes('\0') ||
          Buffer.byteLength(name) > 200;
        expect(branchNameProblem(name) === undefined).toBe(!own && accepts(name));
      }),
      {numRuns: 150},
    );
  });

  test.each(['main', 'feature/x', 'v1.0', 'ünï'])('%s is one', (name) =>
    expect(branchNameProblem(name)).toBeUndefined(),
  );
});

test.each(['main', 'HEAD~2', 'HEAD^', 'v1.0^{commit}', 'origin/main', 'main@{upstream}', 'a1b2c3d'])(
  '%s may name a commit',
  (revision) => {
    expect(checkRevision(revision, 'ref')).toBe(revision);
  },
);

describe('authors', () => {
  test('are read as name and email', () => {
    expect(parseAuthor(' Ada Lovelace <ada@example.com> ')).toEqual({name: 'Ada Lovelace', email: 'ada@example.com'});
  });

  test.each(['Ada', '<ada@example.com>', 'Ada <ada>', 'Ada <a@b> x', 'Ada\n<a@b>', '-x <a@b>', '.. <a@b>', ''])(
    '%j is none',
    (author) => {
      expect(codeOf(() => parseAuthor(author))).toBe('INVALID_AUTHOR');
    },
  );
});

describe('dates', () => {
  test.each([
    ['2024-05-31', '2024-05-31T00:00:00Z'],
    ['2024-05-31T12:30', '2024-05-31T12:30:00Z'],
    ['2024-05-31T12:30:00+02:00', '2024-05-31T10:30:00Z'],
    ['2 weeks ago', '2 weeks ago'],
    ['3 days', '3 days ago'],
  ])('%s means %s', (given, meant) => expect(checkDate(given, 'since')).toBe(meant));

  test.each(['--output=x', 'yesterday evening', '2024-13-45', '', '2024-05-31\n'])(
    '%j is refused, where git would take it as some date',
    (given) => {
      expect(codeOf(() => checkDate(given, 'since'))).toBe('INVALID_PARAMETER');
    },
  );
});

describe('URLs', () => {
  const read = (url: string, more: Partial<GitConfig> = {}) =>
    parseRemote(url, createSettings(config(more)), isDirectory);

  test('are read by protocol', async () => {
    const base = await tempFolder({'repo/a': ''});
    expect(read('https://github.com/o/n.git')).toEqual({
      protocol: 'https',
      host: 'github.com',
      url: 'https://github.com/o/n.git',
    });
    const ssh = {allowedProtocols: ['ssh'] as ['ssh'], auth: {ssh: true}};
    expect(read('git@github.com:o/n.git', ssh)).toMatchObject({protocol: 'ssh', host: 'github.com'});
    expect(read('ssh://git@github.com/o/n.git', ssh)).toMatchObject({protocol: 'ssh', host: 'github.com'});
    const file = {allowedProtocols: ['file'] as ['file'], basePath: base};
    for (const url of ['repo', './repo', join(base, 'repo'), `file://${join(base, 'repo')}`]) {
      expect(read(url, file)).toEqual({protocol: 'file', path: join(base, 'repo')});
    }
  });

  test.each(['invalid-url', '', 'https://', 'not a url', 'https://exa mple.com/x', 'https:\\\\github.com\\x'])(
    '%j is none',
    (url) => {
      expect(codeOf(() => read(url))).toBe('INVALID_URL');
    },
  );

  test('name hosts that the config allows', () => {
    expect(codeOf(() => read('https://example.com/x', {allowedHosts: ['github.com']}))).toBe('PERMISSION_DENIED');
    expect(
      codeOf(() => read('http://example.com/x', {allowedProtocols: ['http'], allowedHosts: ['example.com:8080']})),
    ).toBe('PERMISSION_DENIED');
    expect(
      read('http://Example.com:8080/x', {allowedProtocols: ['http'], allowedHosts: ['example.com:8080']}).protocol,
    ).toBe('http');
  });

  test('hold no credentials', () => {
    expect(codeOf(() => read('https://ada:secret@github.com/o/n'))).toBe('PERMISSION_DENIED');
  });

  test.each([
    ['https://host/owner/name.git', 'name'],
    ['https://host/owner/name/', 'name'],
    ['https://host/owner/name/.git', 'name'],
    ['git@host:owner/name.git', 'name'],
    ['git@host:name.git', 'name'],
    ['/srv/repos/name', 'name'],
    ['./name', 'name'],
  ])('%s becomes the directory %s', (url, name) => expect(humanishName(url)).toBe(name));

  test.each(['https://host/..', 'https://host/', '..', '/'])('%s gives no directory', (url) => {
    expect(codeOf(() => humanishName(url))).toBe('INVALID_URL');
  });

  test.each([
    'localhost',
    '127.0.0.1',
    '127.1',
    '2852039166',
    '0x7f.1',
    '10.1.2.3',
    '169.254.169.254',
    '[::1]',
    '[::ffff:7f00:1]',
    '[fe80::1]',
    'metadata.google.internal',
    'localhost.',
  ])('the host %s is not public', (host) => expect(isPrivateHost(host)).toBe(true));

  test.each(['github.com', '8.8.8.8', '[2606:4700::1111]'])('the host %s is public', (host) =>
    expect(isPrivateHost(host)).toBe(false),
  );
});

test('URLs in messages lose what is secret in them', () => {
  const text = "unable to access 'https://ada:hunter2@host/x?token=abc#y': refused; ssh://git@host/z";
  expect(redactUrls(text)).toBe("unable to access 'https://***@host/x': refused; ssh://***@host/z");
});

describe('the config', () => {
  test.each([
    ['gitPath with an argument', {gitPath: 'git --exec-path=/x'}, 'INVALID_CONFIG'],
    ['ssh without keys', {allowedProtocols: ['ssh' as const]}, 'INVALID_CONFIG'],
    ['http without hosts', {allowedProtocols: ['http' as const]}, 'INVALID_CONFIG'],
    ['a basePath that is not there', {basePath: '/nowhere/at/all'}, 'INVALID_CONFIG'],
    ['a branch that is none', {defaultBranch: '--x'}, 'INVALID_CONFIG'],
    ['two kinds of credentials', {auth: {token: 'abc', ssh: true}}, 'INVALID_CONFIG'],
    ['a token with a line break', {auth: {token: 'a\nb'}}, 'INVALID_CONFIG'],
    ['an author that is none', {author: 'Ada'}, 'INVALID_AUTHOR'],
  ])('refuses %s', (_what, given, code) => expect(codeOf(() => createSettings(config(given)))).toBe(code));

  test('takes the program from HAFT_GIT_PATH', () => {
    process.env['HAFT_GIT_PATH'] = '/opt/git/bin/git';
    try {
      expect(createSettings(config()).gitPath).toBe('/opt/git/bin/git');
      expect(createSettings(config({gitPath: 'git2'})).gitPath).toBe('git2');
    } finally {
      delete process.env['HAFT_GIT_PATH'];
    }
  });
});

describe('paths', () => {
  test('of a repository lie in a root, by real path', async () => {
    const [base, out] = [await tempFolder({'repo/a': ''}), await tempFolder()];
    symlinkSync(out, join(base, 'link'));
    symlinkSync(join(out, 'new'), join(base, 'dangling'));
    expect(confine('repo', [base])).toBe(join(base, 'repo'));
    expect(confine(join(base, 'new', 'deep'), [base])).toBe(join(base, 'new', 'deep'));
    expect(confine(out, [base, out])).toBe(out);
    for (const path of ['..', out, 'link', 'link/x', 'dangling', `${base}_evil`, '~/x', 'repo/.git', 'repo/.GIT/x']) {
      expect([path, codeOf(() => confine(path, [base]))]).toEqual([path, 'PERMISSION_DENIED']);
    }
  });

  test('of a working tree can begin neither with an option nor with magic', async () => {
    const base = await tempFolder({'a.txt': '', '-x': '', ':y': ''});
    expect(toPathspec(base, '.')).toBe('.');
    expect(toPathspec(base, join(base, 'a.txt'))).toBe('./a.txt');
    expect(toPathspec(base, '-x')).toBe('./-x');
    expect(toPathspec(base, ':y')).toBe('./:y');
    expect(toPathspec(base, 'sub/../src/**/*.ts')).toBe(':(glob)src/**/*.ts');
  });
});

describe('a failed command', () => {
  const fail = (command: string, said: string, remote = false) =>
    gitFailure({command, exitCode: 128, said, remote, fallback: 'OPERATION_FAILED'});

  test.each([
    ['commit', 'On branch main\nnothing to commit, working tree clean', false, 'NO_CHANGES'],
    ['commit', 'fatal: You have nothing to amend.', false, 'NO_CHANGES'],
    ['commit', '*** Please tell me who you are.', false, 'INVALID_AUTHOR'],
    ['commit', 'error: Committing is not possible because you have unmerged files.', false, 'MERGE_CONFLICT'],
    ['checkout', 'error: you need to resolve your current index first', false, 'MERGE_CONFLICT'],
    [
      'checkout',
      'error: Your local changes to the following files would be overwritten by checkout:',
      false,
      'CHECKOUT_FAILED',
    ],
    ['add', "fatal: Unable to create '/r/.git/index.lock': File exists.", false, 'RESOURCE_LOCKED'],
    ['add', "fatal: pathspec './x' did not match any files", false, 'RESOURCE_NOT_FOUND'],
    ['add', 'The following paths are ignored by one of your .gitignore files:', false, 'PRECONDITION_FAILED'],
    ['branch', "fatal: a branch named 'x' already exists", false, 'RESOURCE_EXISTS'],
    ['branch', "error: The branch 'x' is not fully merged.", false, 'CONFLICT'],
    ['rev-parse', "fatal: detected dubious ownership in repository at '/r'", false, 'PERMISSION_DENIED'],
    [
      'rev-parse',
      'fatal: not a git repository (or any of the parent directories): .git',
      false,
      'REPOSITORY_NOT_FOUND',
    ],
    ['config', 'fatal: bad config line 2 in file .git/config', false, 'INVALID_REPO'],
    [
      'clone',
      "fatal: could not read Username for 'https://h': terminal prompts disabled",
      true,
      'AUTHENTICATION_REQUIRED',
    ],
    [
      'clone',
      'git@h: Permission denied (publickey).\nfatal: Could not read from remote repository.',
      true,
      'AUTHENTICATION_REQUIRED',
    ],
    [
      'push',
      "fatal: unable to access 'https://h/x': The requested URL returned error: 403",
      true,
      'AUTHORIZATION_FAILED',
    ],
    ['clone', "fatal: repository 'https://h/x/' not found", true, 'REPOSITORY_NOT_FOUND'],
    [
      'clone',
      'warning: Could not find remote branch x to clone.\nfatal: Remote branch x not found in upstream origin',
      true,
      'RESOURCE_NOT_FOUND',
    ],
    ['clone', "fatal: unable to access 'https://h/': Could not resolve host: h", true, 'NETWORK_ERROR'],
    ['clone', 'error: RPC failed; curl 18 transfer closed\nfatal: early EOF', true, 'CONNECTION_LOST'],
    ['push', ' ! [rejected] main -> main (fetch first)', true, 'PUSH_REJECTED'],
    ['status', 'fatal: something new', false, 'OPERATION_FAILED'],
  ])('of git %s that said %j is told by its code', (command, said, remote, code) => {
    expect(fail(command, said, remote).code).toBe(code);
  });

  test('says what to do about nothing to commit', () => {
    const error = fail('commit', 'nothing to commit, working tree clean');
    expect(error.message).toBe('No changes staged for commit');
    expect(error.suggestions).toEqual(['Use git.add to stage changes first']);
  });

  test('keeps what git said, without the secrets of a URL', () => {
    const error = fail('clone', "fatal: unable to access 'https://u:hunter2@h/x': Could not resolve host: h", true);
    expect(JSON.stringify([error.message, (error.cause as Error).message])).not.toContain('hunter2');
    expect((error.cause as Error).message).toContain('Could not resolve host');
  });

  test('is not taken for a network failure because a file is called so', () => {
    expect(fail('add', "fatal: could not open './redirect Connection refused'").code).toBe('OPERATION_FAILED');
  });
});

describe("a repository's configuration", () => {
  test('is read by scope, also where values hold line breaks', () => {
    const list = 'system\0a.b\nx\0local\0filter.x.y.clean\nrm\n-rf\0worktree\0core.bare\0command\0c.d\ny\0';
    expect(parseConfigList(list)).toEqual([
      ['filter.x.y.clean', 'rm\n-rf'],
      ['core.bare', ''],
    ]);
  });

  test('gets every filter emptied, whatever it is called', () => {
    fc.assert(
      fc.property(
        fc.string({minLength: 1}).filter((name) => !/[\0\n]/.test(name)),
        fc.constantFrom('clean', 'smudge', 'process'),
        (name, kind) => {
          const key = `filter.${name}.${kind}`;
          expect(assessConfig([[key, 'evil']]).overrides).toContainEqual([key, '']);
        },
      ),
    );
  });

  test.each([
    'url.https://evil/.insteadof',
    'url.x.pushinsteadof',
    'remote.origin.vcs',
    'http.https://h/.sslverify',
    'http.sslcert',
    'protocol.ext.allow',
  ])('%s would mislead a push', (key) => expect(assessConfig([[key, 'x']]).misleading).toEqual([key]));

  test.each(['core.bare', 'remote.origin.url', 'branch.main.merge', 'user.name', 'http.postbuffer'])(
    '%s is left as it is',
    (key) => {
      expect(assessConfig([[key, 'x']])).toMatchObject({overrides: [], misleading: []});
    },
  );
});
