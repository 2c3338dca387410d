import {execFile} from 'node:child_process';
import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, test} from '@jest/globals';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import {makeTempFolder, useTempFolders, writeFiles} from '../support/temp-folder.js';
import {shipped} from './config.js';

const tempFolder = useTempFolders();
const run = promisify(execFile);

let history: ModuleInstance;

const call = (tool: string, input: object): Promise<unknown> =>
  history.getTool(tool).call(input as Record<string, unknown>);
const codeOf = async (module: ModuleInstance, tool: string, input: object): Promise<string> => {
  const result = await module.getTool(tool).execute(input as Record<string, unknown>);
  return result.success ? 'success' : result.error.code;
};

let basePath: string;

beforeAll(async () => {
  basePath = await makeTempFolder();
  await writeFiles(basePath, {'a.txt': 'one\ntwo\n', 'ä b.txt': 'x\n', 'data.bin': 'a\0b'});
  const git = (author: string, date: string, ...args: string[]): Promise<unknown> =>
    run('git', ['-c', `user.name=${author}`, '-c', `user.email=${author.split(' ')[0] ?? ''}@example.com`, ...args], {
      cwd: basePath,
      env: {...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date},
    });
  await git('Ada L', '2024-01-01T10:00:00Z', 'init', '-q', '-b', 'main');
  await git('Ada L', '2024-01-01T10:00:00Z', 'add', '.');
  await git('Ada L', '2024-01-01T10:00:00Z', 'commit', '-qm', 'Begin "it", all\n\nWith more.');
  await writeFile(join(basePath, 'a.txt'), 'one\n2\nauthor Eve\n');
  await git('Bob', '2024-02-01T10:00:00Z', 'commit', '-qam', 'Change\ttwo');
  history = await shipped('git-history', {basePath});
});
afterAll(() => rm(basePath, {recursive: true, force: true}));

test('configs/git-history.json reads a real repository', async () => {
  const {commits} = (await call('log', {})) as {commits: {hash: string}[]};
  expect(commits).toEqual([
    {
      hash: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown,
      date: expect.stringMatching(/^2024-02-01T10:00:00/) as unknown,
      author: 'Bob',
      email: 'Bob@example.com',
      subject: 'Change\ttwo',
    },
    expect.objectContaining({author: 'Ada L', subject: 'Begin "it", all'}),
  ]);
  const subjects = async (input: object): Promise<string[]> =>
    ((await call('log', input)) as {commits: {subject: string}[]}).commits.map(({subject}) => subject);
  expect(await subjects({author: 'Ada', limit: 5})).toEqual(['Begin "it", all']);
  expect(await subjects({since: '2024-01-15', merges: false})).toEqual(['Change\ttwo']);
  expect(await subjects({paths: ['data.bin']})).toEqual(['Begin "it", all']);
  expect(await subjects({author: 'Nobody'})).toEqual([]);

  expect(await call('authors', {})).toEqual({
    authors: [
      {commits: 1, author: 'Ada L', email: 'Ada@example.com'},
      {commits: 1, author: 'Bob', email: 'Bob@example.com'},
    ],
  });
  expect(await call('changes', {from: 'HEAD'})).toEqual({files: [{added: 2, removed: 1, file: 'a.txt'}]});
  expect(await call('changes', {from: 'HEAD~1'})).toEqual({
    files: [{added: 2, removed: 0, file: 'a.txt'}, {file: 'data.bin'}, {added: 1, removed: 0, file: 'ä b.txt'}],
  });
  expect(await call('changes', {from: 'HEAD~1', to: 'main'})).toEqual(await call('changes', {from: 'HEAD'}));
  const {lines} = (await call('blame', {file: 'a.txt'})) as {lines: {hash: string}[]};
  expect(lines).toMatchObject([
    {line: 1, text: 'one', author: 'Ada L', subject: 'Begin "it", all', hash: commits[1]?.hash},
    {line: 2, text: '2', author: 'Bob', date: '2024-02-01T10:00:00.000Z'},
    {line: 3, text: 'author Eve', author: 'Bob', email: 'Bob@example.com'},
  ]);
  expect(await call('blame', {file: 'a.txt', start: 2, end: 2, revision: 'HEAD~1'})).toMatchObject({
    lines: [{line: 2, text: 'two', author: 'Ada L'}],
  });
});

test('configs/git-history.json says what is missing, and takes no options for values', async () => {
  const elsewhere = await shipped('git-history', {basePath: await tempFolder()});

  expect(await codeOf(elsewhere, 'log', {})).toBe('NOT_A_REPOSITORY');
  expect(await codeOf(history, 'log', {revision: 'no-such-branch'})).toBe('UNKNOWN_REVISION');
  expect(await codeOf(history, 'blame', {file: 'nothing.txt'})).toBe('RESOURCE_NOT_FOUND');
  for (const [tool, input] of [
    ['log', {revision: '--output=M'}],
    ['changes', {from: '--output=M'}],
    ['changes', {from: 'HEAD', to: '--no-index'}],
    ['authors', {revision: '-h'}],
    ['blame', {file: 'a.txt', revision: '--contents=/etc/hostname'}],
  ] as const) {
    expect(await codeOf(history, tool, input)).toBe('INVALID_PARAMETER');
  }
});
