import {readFile, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {shipped} from './config.js';

const tempFolder = useTempFolders();

test('configs/tar.json packs, lists and unpacks real archives', async () => {
  const basePath = await tempFolder({'notes/a.txt': 'hello', 'notes/-rf': 'odd name', 'out/': '', 'one/': ''});
  const tar = await shipped('tar', {basePath});
  const call = (tool: string, input: object): Promise<unknown> =>
    tar.getTool(tool).call(input as Record<string, unknown>);

  expect(await call('create', {archive: 'notes.tgz', directory: 'notes'})).toEqual({archive: 'notes.tgz'});
  const {entries} = (await call('list', {archive: 'notes.tgz'})) as {entries: string[]};
  expect(entries.sort()).toEqual(['./', './-rf', './a.txt']);
  await call('extract', {archive: 'notes.tgz', directory: 'out'});
  expect(await readFile(join(basePath, 'out/a.txt'), 'utf8')).toBe('hello');
  await call('extract', {archive: 'notes.tgz', directory: 'one', entries: ['./-rf']});
  expect(await readFile(join(basePath, 'one/-rf'), 'utf8')).toBe('odd name');
  await expect(readFile(join(basePath, 'one/a.txt'))).rejects.toThrow();
});

test('configs/tar.json keeps to basePath and keeps what is there', async () => {
  const outside = await tempFolder({'secret.txt': 'secret'});
  const basePath = await tempFolder({'notes/a.txt': 'hello'});
  await symlink(outside, join(basePath, 'link'));
  const tar = await shipped('tar', {basePath});
  const fail = async (tool: string, input: object): Promise<unknown> => {
    const result = await tar.getTool(tool).execute(input as Record<string, unknown>);
    return result.success ? 'done' : result.error.code;
  };

  expect(await fail('create', {archive: '../x.tgz', directory: 'notes'})).toBe('PERMISSION_DENIED');
  expect(await fail('create', {archive: 'x.tgz', directory: 'link'})).toBe('PERMISSION_DENIED');
  await tar.getTool('create').call({archive: 'x.tgz', directory: 'notes'});
  expect(await fail('extract', {archive: 'x.tgz', directory: 'link'})).toBe('PERMISSION_DENIED');
  expect(await fail('extract', {archive: 'x.tgz', directory: 'notes'})).toBe('OPERATION_FAILED');
  expect(await fail('list', {archive: 'missing.tgz'})).toBe('OPERATION_FAILED');
});
