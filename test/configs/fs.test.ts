import {access} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {shipped} from './config.js';

const tempFolder = useTempFolders();

test('configs/fs.json works on real files: write, append, read, list, copy, move, delete', async () => {
  const basePath = await tempFolder();
  const fs = await shipped('fs', {basePath});
  const call = (tool: string, input: Record<string, unknown>): Promise<unknown> => fs.getTool(tool).call(input);

  await call('mkdir', {path: 'a/b', recursive: true});
  await call('writeFile', {path: 'a/b/x.txt', content: 'héllo'});
  await call('appendFile', {path: 'a/b/x.txt', content: '!'});
  await call('copyFile', {source: 'a/b/x.txt', destination: 'y.txt'});
  await call('move', {source: 'y.txt', destination: 'z.txt'});

  expect(await call('readFile', {path: 'z.txt'})).toEqual({content: 'héllo!', size: 6, path: 'z.txt'});
  expect(await call('stat', {path: 'z.txt'})).toMatchObject({type: 'file', size: 7});
  expect(await call('list', {})).toEqual({
    entries: [
      {name: 'a', type: 'directory'},
      {name: 'z.txt', type: 'file'},
    ],
  });
  expect(await call('readdir', {path: 'a'})).toEqual({entries: [{name: 'b', type: 'directory'}]});
  expect(await fs.getTool('rm').execute({path: 'a'})).toMatchObject({success: false});
  await call('rm', {path: 'a', recursive: true});
  await expect(access(join(basePath, 'a'))).rejects.toThrow();
  expect(await call('readdir', {path: '.'})).toMatchObject({entries: [{name: 'z.txt'}]});
});

test('an empty folder is an empty list, and readFile takes its path by position', async () => {
  const basePath = await tempFolder({'a.txt': ''});
  const fs = (await shipped('fs', {basePath})) as unknown as {
    readFile: (path: string) => Promise<unknown>;
    rm: (input: object) => Promise<unknown>;
    readdir: () => Promise<unknown>;
  };

  expect(await fs.readFile('a.txt')).toEqual({content: '', size: 0, path: 'a.txt'});
  await fs.rm({path: 'a.txt'});
  expect(await fs.readdir()).toEqual({entries: []});
});
