import {symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {addCommit, realGit} from '../../support/git-repository.js';
import {useTempFolders, writeFiles} from '../../support/temp-folder.js';
import {fail, place} from './acting.js';
import {useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

describe('show', () => {
  test('tells of a commit who, when, why, which files and which lines', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    const hash = await addCommit(
      folder,
      {
        message: 'Two\n\nBecause of\nthis.',
        files: {'a.txt': '1\n2\n'},
        remove: ['b.txt'],
        author: 'Bob B <bob@example.com>',
      },
      5,
    );
    const shown = await git.show({repository});
    expect(shown).toMatchObject({
      kind: 'commit',
      hash,
      author: 'Bob B',
      email: 'bob@example.com',
      date: '2024-01-01T00:05:00.000Z',
      message: 'Two',
      body: 'Because of\nthis.',
      files: [
        {path: 'a.txt', insertions: 1, deletions: 0},
        {path: 'b.txt', insertions: 0, deletions: 1},
      ],
      truncated: false,
    });
    expect(shown.patch).toContain('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1,2 @@\n 1\n+2\n');
    expect(await git.show({repository, ref: 'HEAD~1', patch: false})).not.toHaveProperty('patch');
  });

  test('cuts the lines at maxBytes, at the end of one, and keeps the numbers whole', async () => {
    const text = 'a line of some length\n'.repeat(1000);
    const {git, repository} = await place(await tempFolder(), createGit, [{message: 'One', files: {'a.txt': text}}]);
    const shown = await git.show({repository, maxBytes: 500});
    expect(shown).toMatchObject({truncated: true, files: [{insertions: 1000}]});
    expect(shown.patch?.length).toBeLessThanOrEqual(500);
    expect(shown.patch).toMatch(/\+a line of some length\n$/);
  });

  test('tells of a merge what it changed in its first parent', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    await realGit(folder, ['checkout', '-q', '-b', 'side']);
    await addCommit(folder, {message: 'Side', files: {'side.txt': 's\n'}}, 2);
    await realGit(folder, ['checkout', '-q', 'main']);
    await addCommit(folder, {message: 'Main', files: {'a.txt': '2\n'}}, 3);
    await git.merge({repository, from: 'side'});
    const shown = await git.show({repository});
    expect(shown.parents).toHaveLength(2);
    expect(shown.files?.map(({path}) => path)).toEqual(['side.txt']);
  });

  test('gives a file as it was: text, other bytes, a link, and a part of a long one', async () => {
    const base = await tempFolder();
    const {folder, git, repository} = await place(base, createGit, []);
    const bytes = Buffer.from([0, 255, 1, 254]);
    await symlink('a.txt', join(folder, 'link'));
    await addCommit(folder, {message: 'One', files: {'a.txt': 'öäü\n', 'dir/b.bin': bytes, '*.txt': 'star'}});
    await addCommit(folder, {message: 'Two', files: {'a.txt': 'later'}}, 1);
    const at = (path: string, more = {}) => git.show({repository, ref: 'HEAD~1', path, ...more});
    expect(await at('a.txt')).toEqual({
      kind: 'file',
      path: 'a.txt',
      content: 'öäü\n',
      encoding: 'utf8',
      size: 7,
      truncated: false,
    });
    // The cut goes through the second character.
    expect(await at('a.txt', {maxBytes: 3})).toMatchObject({content: 'ö', encoding: 'utf8', size: 7, truncated: true});
    expect(await at('dir/b.bin')).toMatchObject({content: bytes.toString('base64'), encoding: 'base64', size: 4});
    expect(await at('link')).toMatchObject({kind: 'file', content: 'a.txt', link: true});
    expect(await at('*.txt')).toMatchObject({kind: 'file', path: '*.txt', content: 'star'});
    expect(await at('dir')).toMatchObject({kind: 'directory', entries: [{path: 'dir/b.bin', kind: 'file', size: 4}]});
    const {entries} = await at('.');
    expect(entries?.map(({path, kind}) => `${kind} ${path}`)).toEqual([
      'file *.txt',
      'file a.txt',
      'directory dir',
      'link link',
    ]);
  });

  test('says what is not there', async () => {
    const {git, repository} = await place(await tempFolder(), createGit);
    expect((await fail(git, 'show', {repository, ref: 'nowhere'})).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await fail(git, 'show', {repository, path: 'nothing.txt'})).error).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      message: "There is no 'nothing.txt' at 'HEAD'",
    });
    const empty = await git.init({directory: 'empty'});
    expect((await fail(git, 'show', {repository: empty})).error.code).toBe('RESOURCE_NOT_FOUND');
  });

  test('works without a working tree', async () => {
    const {base, git} = await place(await tempFolder(), createGit);
    await realGit(base, ['clone', '-q', '--bare', 'p', 'bare']);
    const repository = await git.open({path: 'bare'});
    expect(await git.show({repository, path: 'a.txt'})).toMatchObject({content: '1\n'});
    expect(await git.blame({repository, file: 'a.txt', ref: 'HEAD'})).toMatchObject({lines: [{content: '1'}]});
    expect((await fail(git, 'blame', {repository, file: 'a.txt'})).error.code).toBe('INVALID_STATE');
  });
});

describe('blame', () => {
  test('tells the commit of each line, also of one that is not committed', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    const first = await realGit(folder, ['rev-parse', 'HEAD']);
    const second = await addCommit(
      folder,
      {message: 'Two', files: {'a.txt': '1\n2\n'}, author: 'Bob <bob@example.com>'},
      1,
    );
    await writeFiles(folder, {'a.txt': '1\n2\nmine\n'});
    expect(await git.blame({repository, file: 'a.txt'})).toEqual({
      lines: [
        {
          line: 1,
          content: '1',
          hash: first,
          author: 'Ada',
          email: 'ada@example.com',
          timestamp: Date.UTC(2024, 0, 1),
          summary: 'One',
        },
        {
          line: 2,
          content: '2',
          hash: second,
          author: 'Bob',
          email: 'bob@example.com',
          timestamp: Date.UTC(2024, 0, 1, 0, 1),
          summary: 'Two',
        },
        expect.objectContaining({line: 3, content: 'mine', hash: '0'.repeat(40)}),
      ],
      hasMore: false,
    });
    expect((await git.blame({repository, file: 'a.txt', ref: 'HEAD'})).lines).toHaveLength(2);
  });

  test('answers a range, and a page of a long file', async () => {
    const text = Array.from({length: 30}, (_, index) => `line ${String(index + 1)}\n`).join('');
    const {git, repository} = await place(await tempFolder(), createGit, [{message: 'One', files: {'a.txt': text}}]);
    const numbers = async (more: object) => {
      const {lines, hasMore} = await git.blame({repository, file: 'a.txt', ...more});
      return [lines.map(({line}) => line), hasMore];
    };
    expect(await numbers({lines: '3,5'})).toEqual([[3, 4, 5], false]);
    expect(await numbers({lines: '3,+2'})).toEqual([[3, 4], false]);
    expect(await numbers({lines: '7'})).toEqual([[7], false]);
    expect(await numbers({lines: '29,99'})).toEqual([[29, 30], false]);
    expect(await numbers({limit: 2})).toEqual([[1, 2], true]);
    expect(await numbers({lines: '29,40', limit: 2})).toEqual([[29, 30], false]);
  });

  test('says which lines or files are not there, and an empty file has none', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit, [
      {message: 'One', files: {'a.txt': '1\n', 'empty.txt': ''}},
    ]);
    await writeFile(join(folder, 'unknown.txt'), 'u\n');
    expect(await git.blame({repository, file: 'empty.txt'})).toEqual({lines: [], hasMore: false});
    for (const [input, code] of [
      [{file: 'a.txt', lines: '2,3'}, 'INVALID_PARAMETER'],
      [{file: 'a.txt', lines: '3,2'}, 'INVALID_PARAMETER'],
      [{file: 'a.txt', lines: '/x/,5'}, 'INVALID_PARAMETER'],
      [{file: 'missing.txt'}, 'RESOURCE_NOT_FOUND'],
      [{file: 'unknown.txt'}, 'RESOURCE_NOT_FOUND'],
      [{file: 'a.txt', ref: 'nowhere'}, 'RESOURCE_NOT_FOUND'],
    ] as const) {
      expect([input, (await fail(git, 'blame', {repository, ...input})).error.code]).toEqual([input, code]);
    }
    const unborn = await git.init({directory: 'unborn'});
    expect((await fail(git, 'blame', {repository: unborn, file: 'a'})).error.code).toBe('INVALID_STATE');
  });
});

describe('scripts', () => {
  test('call these tools by position, detached, and of one repository', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    const {show, mv} = git;
    expect((await show(repository, 'HEAD', {timeout: 30_000})).message).toBe('One');
    expect((await git.blame(repository, 'a.txt')).lines[0]?.author).toBe('Ada');
    expect(await mv(repository, 'a.txt', 'c.txt')).toEqual({from: 'a.txt', to: 'c.txt'});
    const focused = git.focus({repository});
    expect(await focused.restore({files: ['a.txt', 'c.txt'], staged: true, worktree: true})).toEqual({
      restored: ['a.txt', 'c.txt'],
    });
    await realGit(folder, ['branch', 'side']);
    expect((await git.merge(repository, 'side')).upToDate).toBe(true);
    expect((await git.tag(repository, 'v1')).created).toBe('v1');
  });
});

describe('status', () => {
  test('says what is under way, and that HEAD is no branch', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    expect(await git.status({repository})).not.toHaveProperty('operation');
    await realGit(folder, ['checkout', '-q', '--detach']);
    expect(await git.status({repository})).toMatchObject({detached: true});
    await realGit(folder, ['bisect', 'start']);
    expect(await git.status({repository})).toMatchObject({operation: 'bisect'});
  });
});
