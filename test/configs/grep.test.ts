import {symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {shipped} from './config.js';

const tempFolder = useTempFolders();

test('configs/grep.json searches real files and keeps to basePath', async () => {
  const outside = await tempFolder({'secret.txt': 'tea'});
  const basePath = await tempFolder({
    'a.txt': 'bread\ntea: green\nTeapot\n',
    'sub/b.md': 'tea\n',
    'sub/-rf': 'tea\n',
    'sub/odd\nname:3:x.md': 'tea\n',
    'node_modules/c.txt': 'tea\n',
    'd.bin': 'tea\0',
  });
  await symlink(outside, join(basePath, 'link'));
  const grep = await shipped('grep', {basePath});
  const call = (tool: string, input: object): Promise<unknown> =>
    grep.getTool(tool).call(input as Record<string, unknown>);
  const codeOf = async (input: object): Promise<unknown> => {
    const result = await grep.getTool('search').execute(input as Record<string, unknown>);
    return result.success ? 'success' : result.error.code;
  };

  const {matches} = (await call('search', {pattern: 'tea', excludeDirectories: ['node_modules']})) as {
    matches: {file: string}[];
  };
  expect(matches.sort((one, other) => (one.file < other.file ? -1 : 1))).toEqual([
    {file: 'a.txt', line: 2, text: 'tea: green'},
    {file: 'sub/-rf', line: 1, text: 'tea'},
    {file: 'sub/b.md', line: 1, text: 'tea'},
    {file: 'sub/odd\nname:3:x.md', line: 1, text: 'tea'},
  ]);
  expect(await call('search', {pattern: '^Te+a', fixed: false, include: ['*.txt'], directory: '.'})).toEqual({
    matches: [{file: 'a.txt', line: 3, text: 'Teapot'}],
  });
  expect(await call('search', {pattern: 'tea', directory: 'sub', include: ['b*'], wholeWords: true})).toEqual({
    matches: [{file: 'b.md', line: 1, text: 'tea'}],
  });
  expect(await call('search', {pattern: '-rf'})).toEqual({matches: []});
  expect(await call('files', {pattern: 'TEAPOT', ignoreCase: true})).toEqual({files: ['a.txt']});
  expect(await call('files', {pattern: 'tea', include: ['*.md', 'a.*'], without: true})).toEqual({files: []});
  expect(await call('filter', {lines: ['tea', 'x', '-v tea'], pattern: 'tea', without: true})).toEqual({lines: ['x']});
  expect(await call('filter', {lines: [], pattern: 'tea'})).toEqual({lines: []});

  expect(await codeOf({pattern: '(', fixed: false})).toBe('INVALID_PATTERN');
  for (const directory of ['..', 'link', outside])
    expect(await codeOf({pattern: 'tea', directory})).toBe('PERMISSION_DENIED');
  expect(await codeOf({pattern: 'tea', directory: 'gone'})).toBe('RESOURCE_NOT_FOUND');
});

test('configs/disk-space.json says how much space there is', async () => {
  const basePath = await tempFolder({'a.txt': ''});
  const disk = await shipped('disk-space', {basePath});

  const space = (await disk.getTool('space').call({path: 'a.txt'})) as {size: number; used: number; available: number};
  expect(space.size).toBeGreaterThan(0);
  expect(space.used + space.available).toBeLessThanOrEqual(space.size);
  const {disks} = (await disk.getTool('disks').call({})) as {disks: object[]};
  expect(disks.length).toBeGreaterThan(0);
  expect(await disk.getTool('space').execute({path: '..'})).toMatchObject({error: {code: 'PERMISSION_DENIED'}});
  expect(await disk.getTool('space').execute({path: 'gone'})).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND'}});
});
