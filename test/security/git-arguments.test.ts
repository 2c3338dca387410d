import {existsSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {useSite} from './git-site.js';

const createSite = useSite();

/** Strings that are read as options, as several arguments, or as something else than a name (BLNS among them). */
const smuggled = (out: string): string[] => [
  `--output=${out}/m`,
  '-h',
  '--no-index',
  '-',
  '--',
  'a..b --x',
  'a..b',
  'a\nb',
  'HEAD\n--output=x',
  '$(touch M)',
  '`touch M`',
  '; touch M',
  '',
  ' ',
  '../../../etc/passwd',
  'HEAD:a.txt',
  ':/One',
  '^HEAD',
  'HEAD^{/One}',
  '%00',
  'a\0b',
  '\u202e',
  "' OR 1=1",
];

describe('GIT01: a value that looks like an option or a command', () => {
  test('is refused as a revision, and nothing is written', async () => {
    const {repository, out, refuses, allows} = await createSite();
    for (const value of smuggled(out)) {
      for (const [tool, input] of [
        ['log', {to: value}],
        ['log', {from: value}],
        ['diff', {ref: value}],
        ['diff', {ref: 'HEAD', to: value}],
        ['branch', {name: 'x', from: value}],
        ['checkout', {branch: value}],
        ['checkout', {branch: 'x', create: true, from: value}],
      ] as const) {
        await refuses(tool, {repository, ...input}, 'INVALID_PARAMETER', 'RESOURCE_NOT_FOUND');
      }
    }
    await allows('log', {repository, to: 'main'});
    await allows('diff', {repository, ref: 'HEAD'});
    await allows('checkout', {repository, branch: 'fine', create: true, from: 'HEAD~0'});
  }, 120_000);

  test('is refused as the name of a branch or of a remote', async () => {
    const {repository, out, refuses, allows} = await createSite();
    const names = smuggled(out).filter(
      (value) => !['$(touch', '`touch', '%00', "' OR", '\u202e'].some((start) => value.startsWith(start)),
    );
    for (const value of names) {
      for (const [tool, input] of [
        ['branch', {name: value}],
        ['branch', {name: value, delete: true}],
        ['checkout', {branch: value, create: true}],
        ['init', {directory: 'new', branch: value}],
        ['clone', {url: './p', directory: 'new', branch: value}],
        ['push', {remote: value}],
        ['push', {branch: value}],
      ] as const) {
        const {repository: _none, ...rest} = {repository, ...input};
        const given = tool === 'init' || tool === 'clone' ? rest : {repository, ...input};
        await refuses(tool, given, 'INVALID_PARAMETER', 'RESOURCE_NOT_FOUND');
      }
    }
    await allows('branch', {repository, name: 'feature/fine'});
  }, 120_000);

  test('is refused as a date or an author', async () => {
    const {repository, out, refuses, allows} = await createSite();
    for (const value of [`--output=${out}/m`, '-h', 'a\nb', 'a\0b']) {
      for (const key of ['since', 'until', 'author'])
        await refuses('log', {repository, [key]: value}, 'INVALID_PARAMETER');
      await refuses('commit', {repository, message: 'm', author: value, allowEmpty: true}, 'INVALID_AUTHOR');
    }
    await allows('log', {repository, since: '2020-01-01', until: '1 day ago', author: 'Ada'});
  });

  test('is a name and nothing else as a path', async () => {
    const {repository, folder, out, allows, refuses} = await createSite();
    await allows('log', {repository, path: `--output=${out.slice(1)}/m`});
    await allows('diff', {repository, file: '--no-index'});
    for (const value of [`--output=${out}/m`, '--no-index', '-h']) {
      await refuses('add', {repository, files: [value]}, 'RESOURCE_NOT_FOUND');
    }
    for (const value of ['a\0b', '']) {
      await refuses('log', {repository, path: value}, 'INVALID_PARAMETER');
      await refuses('add', {repository, files: [value]}, 'INVALID_PARAMETER');
    }
    const {writeFiles} = await import('../support/temp-folder.js');
    await writeFiles(folder, {'--no-index': 'a file of that name\n'});
    expect(await allows('add', {repository, files: ['--no-index']})).toEqual({staged: ['--no-index']});
  });

  test('is text and nothing else as a message', async () => {
    const {repository, allows} = await createSite();
    for (const message of ['--amend', '-h', '$(touch M)', '"; touch M; "', '# heading']) {
      await allows('commit', {repository, message, allowEmpty: true});
    }
    const {commits} = (await allows('log', {repository})) as {commits: {message: string}[]};
    expect(commits.map(({message}) => message)).toEqual([
      '# heading',
      '"; touch M; "',
      '$(touch M)',
      '-h',
      '--amend',
      'One',
    ]);
  });
});

describe('GIT02: a program to run for the other side', () => {
  test('is refused wherever it is put, and never runs', async () => {
    const {repository, base, marker, refuses, allows} = await createSite();
    const values = [
      `--upload-pack=touch ${marker}`,
      `-utouch ${marker}`,
      `--receive-pack=touch ${marker}`,
      `--exec=touch ${marker}`,
      '-u',
      '--upload-pack',
    ];
    for (const value of values) {
      await refuses('clone', {url: value}, 'PERMISSION_DENIED', 'INVALID_URL');
      await refuses('clone', {url: './p', branch: value, directory: 'x'}, 'INVALID_PARAMETER');
      await refuses('push', {repository, remote: value}, 'INVALID_PARAMETER');
      await refuses('push', {repository, branch: value}, 'INVALID_PARAMETER');
      await refuses('clone', {url: './p', [value]: true}, 'INVALID_PARAMETER');
    }
    // As the name of a directory it is one.
    await allows('clone', {url: './p', directory: '--upload-pack=x'});
    expect(existsSync(join(base, '--upload-pack=x/.git'))).toBe(true);
  });
});

describe('GIT04: configuration', () => {
  test('can not be given with a call', async () => {
    const {repository, refuses, allows} = await createSite();
    for (const key of [
      '-c',
      'config',
      'c',
      '--config-env',
      '--template',
      'template',
      'env',
      'options',
      'CONFIG',
      '__proto__',
    ]) {
      const more = JSON.parse(`{${JSON.stringify(key)}: ["core.sshCommand=touch M"]}`) as object;
      await refuses(
        'status',
        {repository, ...more},
        'INVALID_PARAMETER',
        ...(key === '__proto__' ? ['TYPE_MISMATCH'] : []),
      );
      await refuses('clone', {url: './p', directory: 'x', ...more}, 'INVALID_PARAMETER');
    }
    for (const value of [
      '-c core.sshCommand=x',
      '-c',
      '--config-env=core.pager=X',
      '--template=/x',
      'alias.x=!touch M',
      '-c PROTOCOL.ALLOW=always',
    ]) {
      await refuses('checkout', {repository, branch: value}, 'INVALID_PARAMETER', 'RESOURCE_NOT_FOUND');
      await refuses('clone', {url: value}, 'PERMISSION_DENIED', 'INVALID_URL');
    }
    await allows('status', {repository});
  });

  test('of the machine, the user and the environment is not read', async () => {
    const {repository, marker, allows} = await createSite();
    const saved = {...process.env};
    Object.assign(process.env, {
      GIT_SSH_COMMAND: `touch ${marker}`,
      GIT_EXTERNAL_DIFF: `touch ${marker}`,
      GIT_PAGER: `touch ${marker}`,
      GIT_EDITOR: `touch ${marker}`,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: `touch ${marker}`,
      GIT_DIR: '/nowhere',
      GIT_AUTHOR_NAME: 'Somebody else',
    });
    try {
      await allows('status', {repository});
      await allows('diff', {repository});
      expect(await allows('commit', {repository, message: 'm', allowEmpty: true})).toMatchObject({
        author: 'Ada <ada@example.com>',
      });
    } finally {
      process.env = saved;
    }
  });
});
