import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {parseBranches} from '../../../modules/git/parsers/branches.js';
import {logFormat, parseLog, parseNumstat} from '../../../modules/git/parsers/log.js';
import {parsePush} from '../../../modules/git/parsers/push.js';
import {parseStatus} from '../../../modules/git/parsers/status.js';
import {addCommit, makeRepository, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';

const tempFolder = useTempFolders();
const header = (subject: string, body = ''): string =>
  [
    'commit:',
    'a'.repeat(40),
    'aaaaaaa',
    'p'.repeat(40),
    'Ada',
    'ada@example.com',
    '1700000000',
    subject,
    body,
    '',
  ].join('\0');

describe('the log parser', () => {
  test('reads commits with their files, renames and binary files', () => {
    const entries = ['\n1\t2\ta.txt', '-\t-\tb.png', '0\t0\t', 'old name', 'new\tname'];
    const output = [header('One', 'more\n'), ...entries, header('Two'), ''].join('\0');
    const [one, two] = parseLog(output, true);
    expect(one).toMatchObject({
      message: 'One',
      body: 'more',
      timestamp: 1_700_000_000_000,
      date: '2023-11-14T22:13:20.000Z',
    });
    expect(one?.files).toEqual([
      {path: 'a.txt', insertions: 1, deletions: 2, binary: false},
      {path: 'b.png', insertions: 0, deletions: 0, binary: true},
      {path: 'new\tname', oldPath: 'old name', insertions: 0, deletions: 0, binary: false},
    ]);
    expect(two).toMatchObject({message: 'Two', files: []});
  });

  test('keeps subjects and bodies that look like its own marks', () => {
    fc.assert(
      fc.property(fc.array(fc.record({subject: text(), body: text()}), {maxLength: 8}), (messages) => {
        const output = messages.map(({subject, body}) => `${header(subject, body)}\0\n1\t1\tcommit:.txt\0`).join('');
        const commits = parseLog(output, true);
        expect(commits.map(({message}) => message)).toEqual(messages.map(({subject}) => subject));
        expect(commits.every(({files}) => files?.[0]?.path === 'commit:.txt')).toBe(true);
      }),
    );
  });

  test('reads what git prints for names and messages of any kind', async () => {
    const folder = await tempFolder();
    const names = [
      'plain.txt',
      'with space',
      'täb\tand "quotes"',
      'line\nbreak',
      'commit:',
      '-dash',
      ':magic',
      'deep/er/file',
    ];
    await makeRepository(folder, [
      {message: 'commit:\n\n1\t2\tx', files: Object.fromEntries(names.map((name) => [name, 'a\nb\n']))},
      {message: 'Ünïcode', author: 'Zoë Ç <zoe@example.com>', files: {'plain.txt': 'a\nc\nd\n'}},
    ]);
    await realGit(folder, ['mv', 'with space', 'renamed to']);
    await addCommit(folder, {message: 'Move'}, 5);
    const output = await realGit(folder, ['log', '-z', '--numstat', '-M', `--format=${logFormat}`]);
    const commits = parseLog(output, true);
    expect(commits.map(({message}) => message)).toEqual(['Move', 'Ünïcode', 'commit:']);
    expect(commits[0]?.files).toEqual([
      {path: 'renamed to', oldPath: 'with space', insertions: 0, deletions: 0, binary: false},
    ]);
    expect(commits[1]).toMatchObject({author: 'Zoë Ç', files: [{path: 'plain.txt', insertions: 2, deletions: 1}]});
    expect(commits[2]?.files?.map(({path}) => path).sort()).toEqual([...names].sort());
    expect(commits[2]?.body).toBe('1\t2\tx');
  });

  test('reads numstat alone', () => {
    expect(parseNumstat('3\t0\ta\0-\t-\tb\0')).toEqual([
      {path: 'a', insertions: 3, deletions: 0, binary: false},
      {path: 'b', insertions: 0, deletions: 0, binary: true},
    ]);
    expect(parseNumstat('')).toEqual([]);
  });
});

describe('the status parser', () => {
  test('reads a working tree in every state at once', async () => {
    const folder = await tempFolder();
    await makeRepository(folder, [
      {
        message: 'Begin',
        files: {'keep.txt': 'k\n', 'change.txt': 'c\n', 'gone.txt': 'g\n', 'old name.txt': 'moved\nlines\n'},
      },
    ]);
    await realGit(folder, ['mv', 'old name.txt', 'new name.txt']);
    await realGit(folder, ['rm', '--quiet', '--cached', 'gone.txt']);
    await writeFiles(folder, {'change.txt': 'changed\n', 'sub/new file.txt': 'n\n'});
    const status = parseStatus(await realGit(folder, ['status', '--porcelain=v2', '--branch', '-z', '-uall']));
    expect(status).toMatchObject({
      branch: 'main',
      detached: false,
      staged: ['gone.txt', 'new name.txt'],
      modified: ['change.txt'],
      deleted: ['gone.txt'],
      renamed: [{from: 'old name.txt', to: 'new name.txt'}],
      untracked: ['gone.txt', 'sub/new file.txt'],
      conflicted: [],
      clean: false,
    });
  });

  test('reads branch, upstream and distance', () => {
    const output = [
      '# branch.oid abc',
      '# branch.head feature/x',
      '# branch.upstream origin/x',
      '# branch.ab +2 -3',
      '',
    ].join('\0');
    expect(parseStatus(output)).toMatchObject({
      head: 'abc',
      branch: 'feature/x',
      upstream: 'origin/x',
      ahead: 2,
      behind: 3,
      clean: true,
    });
  });

  test('leaves out what is not there', () => {
    const status = parseStatus(['# branch.oid (initial)', '# branch.head (detached)', ''].join('\0'));
    expect(status.detached).toBe(true);
    expect(status).not.toHaveProperty('branch');
    expect(status).not.toHaveProperty('head');
  });

  test('lists files in conflict', () => {
    const unmerged = `u UU N... 100644 100644 100644 100644 ${'1'.repeat(40)} ${'2'.repeat(40)} ${'3'.repeat(40)} a file.txt`;
    expect(parseStatus(`${unmerged}\0`)).toMatchObject({conflicted: ['a file.txt'], staged: [], clean: false});
  });
});

test('the branch parser tells branches, remote ones and other names apart', () => {
  const lines = [
    '*\0refs/heads/main\0aa\0origin/main\0',
    ' \0refs/remotes/origin/main\0aa\0\0',
    ' \0refs/remotes/origin/HEAD\0aa\0\0refs/remotes/origin/main',
  ];
  expect(parseBranches(lines.join('\n'))).toEqual([
    {name: 'main', hash: 'aa', current: true, remote: false, upstream: 'origin/main'},
    {name: 'origin/main', hash: 'aa', current: false, remote: true},
  ]);
});

test('the push parser reads one line for each reference', () => {
  const output =
    'To /x\n*\trefs/heads/a:refs/heads/a\t[new branch]\n!\trefs/heads/b:refs/heads/b\t[rejected] (fetch first)\nDone';
  expect(parsePush(output)).toEqual([
    {from: 'refs/heads/a', to: 'refs/heads/a', status: 'created', summary: '[new branch]'},
    {from: 'refs/heads/b', to: 'refs/heads/b', status: 'rejected', summary: '[rejected] (fetch first)'},
  ]);
});

function text(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constant('commit:'),
    fc.constant('1\t2\tx'),
    fc.string().map((value) => value.replaceAll('\0', '').replace(/\n+$/, '')),
  );
}
