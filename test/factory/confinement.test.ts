import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {mkdir, readFile, readlink, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {Confinement} from '../../src/factory/confine.js';
import {treeHash} from '../support/tree-hash.js';
import {useTempFolders} from '../support/temp-folder.js';
import {factory} from './factory.js';

const tempFolder = useTempFolders();

const names = [
  'readFile',
  'writeFile',
  'appendFile',
  'mkdir',
  'stat',
  'lstat',
  'readdir',
  'rm',
  'unlink',
  'truncate',
  'open',
  'access',
  'realpath',
  'readlink',
  'mkdtemp',
  'rmdir',
  'opendir',
  'utimes',
] as const;
const config = {
  wraps: 'fs/promises',
  tools: {...Object.fromEntries(names.map((name) => [name, {}])), rename: {}, copyFile: {}},
};
const more: Readonly<Record<string, object>> = {
  writeFile: {content: 'x'},
  appendFile: {content: 'x'},
  truncate: {length: 0},
  utimes: {atime: 1, mtime: 1},
};

describe('FS01, FS02, FS03 for a wrapped fs/promises', () => {
  test('nothing outside is read or changed: by .., sibling prefix, absolute path, links and links to nowhere', async () => {
    const root = await tempFolder({'base/sub/a.txt': 'a', 'base_evil/s': 'canary', 'out/secret': 'canary'});
    const base = join(root, 'base');
    await symlink(join(root, 'out/secret'), join(base, 'l'));
    await symlink('../out', join(base, 'd'));
    await symlink('d', join(base, 'c'));
    await symlink(join(root, 'out/new'), join(base, 'dangling'));
    const before = [await treeHash(join(root, 'out')), await treeHash(join(root, 'base_evil'))];
    const fs = await factory.createFromConfig('fs', config, {basePath: base});

    const outside = [
      '../base_evil/s',
      join(root, 'base_evil/s'),
      'sub/../../base_evil/s',
      'd/secret',
      'c/secret',
      'd/new',
      'c/sub/new',
    ];
    for (const name of names) {
      const key = name === 'mkdtemp' ? 'prefix' : 'path';
      const entryOnly = ['lstat', 'rm', 'unlink', 'readlink', 'rmdir'].includes(name);
      for (const path of entryOnly ? outside : [...outside, 'l', 'dangling']) {
        const result = await fs.getTool(name).execute({[key]: path, ...more[name]});
        expect({name, path, code: result.success ? 'done' : result.error.code}).toEqual({
          name,
          path,
          code: 'PERMISSION_DENIED',
        });
        expect(JSON.stringify(result)).not.toContain('canary');
      }
      const nul = await fs.getTool(name).execute({[key]: 'sub/a.txt\0.txt', ...more[name]});
      expect(nul).toMatchObject({error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'}});
    }
    for (const [source, destination] of [
      ['sub/a.txt', 'd/x'],
      ['d/secret', 'x'],
      ['sub/a.txt', '../x'],
    ]) {
      expect(await fs.getTool('rename').execute({source, destination})).toMatchObject({
        error: {code: 'PERMISSION_DENIED'},
      });
      expect(await fs.getTool('copyFile').execute({source, destination})).toMatchObject({
        error: {code: 'PERMISSION_DENIED'},
      });
    }
    expect(await fs.getTool('copyFile').execute({source: 'sub/a.txt', destination: 'dangling'})).toMatchObject({
      error: {code: 'PERMISSION_DENIED'},
    });
    expect([await treeHash(join(root, 'out')), await treeHash(join(root, 'base_evil'))]).toEqual(before);
  });

  test('what is inside works, absolute paths and a link itself too; the base can not be removed', async () => {
    const base = await tempFolder({'sub/a.txt': 'a'});
    await symlink('sub/a.txt', join(base, 'link'));
    const fs = await factory.createFromConfig('fs', config, {basePath: base});
    const call = (name: string, input: Record<string, unknown>): Promise<unknown> => fs.getTool(name).call(input);

    expect(await call('readFile', {path: join(base, 'sub/a.txt')})).toBe('a');
    expect(await call('readFile', {path: 'link'})).toBe('a');
    await call('rename', {source: 'link', destination: 'moved'});
    expect(await readlink(join(base, 'moved'))).toBe('sub/a.txt');
    await call('unlink', {path: 'moved'});
    await call('writeFile', {path: 'a%2f..%2fb', content: 'literal'});
    expect(await readFile(join(base, 'a%2f..%2fb'), 'utf8')).toBe('literal');
    for (const path of ['.', '', base, 'sub/..']) {
      expect(await fs.getTool('rm').execute({path, recursive: true, force: true})).toMatchObject({success: false});
    }
    expect(await call('readFile', {path: 'sub/a.txt'})).toBe('a');
  });

  test('paths are confined however the config takes them from the input', async () => {
    const root = await tempFolder({'base/a.txt': 'a', 's.txt': 'secret'});
    const tools = {
      mapped: {method: 'readFile', inputMapping: {path: 'file', options: 'encoding'}},
      fixed: {method: 'readFile', args: ['../s.txt', 'utf8']},
      free: {method: 'readFile', input: {args: 'any[]'}},
      made: {method: 'readFile', input: {n: 'string'}, transform: {input: {path: '"../" & n'}}},
    };
    const fs = await factory.createFromConfig('fs', {wraps: 'fs/promises', tools}, {basePath: join(root, 'base')});

    for (const [tool, input] of [
      ['mapped', {file: '../s.txt'}],
      ['fixed', {}],
      ['free', {args: [join(root, 's.txt'), 'utf8']}],
      ['made', {n: 's.txt'}],
    ] as const) {
      const result = await fs.getTool(tool).execute(input);
      expect({tool, code: result.success ? 'done' : result.error.code}).toEqual({tool, code: 'PERMISSION_DENIED'});
    }
    expect(await fs.getTool('free').execute({args: [{}]})).toMatchObject({error: {code: 'INVALID_PARAMETER'}});
  });

  test('pipes and too large files are refused before they are opened', async () => {
    const base = await tempFolder();
    await promisify(execFile)('mkfifo', [join(base, 'pipe')]);
    await promisify(execFile)('truncate', ['--size=5G', join(base, 'huge')]);
    const fs = await factory.createFromConfig('fs', config, {basePath: base});

    expect(await fs.getTool('readFile').execute({path: 'pipe'})).toMatchObject({
      error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'},
    });
    expect(await fs.getTool('writeFile').execute({path: 'pipe', content: 'x'})).toMatchObject({
      error: {code: 'INVALID_PARAMETER'},
    });
    expect(await fs.getTool('readFile').execute({path: 'huge'})).toMatchObject({
      error: {code: 'LIMIT_EXCEEDED', outcome: 'not_executed'},
    });
    expect(await fs.getTool('stat').execute({path: 'pipe'})).toMatchObject({success: true, data: {type: 'other'}});
  });

  test('a base that is not there is a problem at load', async () => {
    const base = join(await tempFolder(), 'missing');
    await expect(factory.createFromConfig('fs', config, {basePath: base})).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    });
  });
});

describe('a confined path', () => {
  test('never leaves the base, whatever steps it is made of', async () => {
    const root = await tempFolder({'base/in/x': '1', 'out/y': '2'});
    const base = join(root, 'base');
    await mkdir(join(base, 'deep'));
    await symlink('../..', join(base, 'deep/up'));
    await symlink('in', join(base, 'alias'));
    const confinement = await Confinement.at(base);
    const step = fc.constantFrom('..', '.', 'in', 'out', 'x', 'deep', 'up', 'alias', 'base', 'new');
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, {minLength: 1, maxLength: 6}),
        fc.constantFrom('target', 'entry'),
        async (steps, role) => {
          let found: string;
          try {
            found = await confinement.resolve(steps.join('/'), role);
          } catch (error) {
            expect(['PERMISSION_DENIED', 'ENOTDIR']).toContain((error as {code: string}).code);
            return;
          }
          expect(found === base || found.startsWith(`${base}/`)).toBe(true);
        },
      ),
      {numRuns: 300},
    );
    await rm(join(base, 'deep/up'));
    await writeFile(join(base, 'done'), '');
  });
});
