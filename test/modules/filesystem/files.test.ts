import {
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  chmodSync,
  existsSync,
} from 'node:fs';
import {join} from 'node:path';

import {afterEach, describe, expect, test} from '@jest/globals';

import {
  FileSystemModule,
  FileSystemModuleDefinition,
  FileSystemModuleInstance,
} from '../../../modules/filesystem/index.js';
import type {FileSystemConfig} from '../../../modules/filesystem/index.js';
import {useTempFolders} from '../../support/temp-folder.js';

const tempFolder = useTempFolders();
const open: {cleanup(): Promise<void>}[] = [];

async function filesIn(basePath: string, config: Partial<FileSystemConfig> = {}) {
  const fs = await FileSystemModule.create({basePath, permissions: 'read-write', ...config});
  open.push(fs);
  return fs;
}

afterEach(async () => {
  for (const fs of open.splice(0)) await fs.cleanup();
});

describe('the module', () => {
  test('has one class under two names, and instances of its own class', async () => {
    const fs = await filesIn(await tempFolder());
    expect(FileSystemModule).toBe(FileSystemModuleDefinition);
    expect(fs).toBeInstanceOf(FileSystemModuleInstance);
  });

  test('is confined to the current folder and only reads, when nothing is configured', async () => {
    const fs = await FileSystemModule.create();
    open.push(fs);
    expect(fs.basePath).toBe(process.cwd());
    await expect(fs.write({path: 'never.txt', content: ''})).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: 'Write permission required',
      context: {reason: 'read_only'},
    });
  });

  test.each([
    ['write', 'read'],
    ['read-write', 'read'],
    [{write: true}, 'read'],
  ] as const)('reads with permissions %j, since write implies %s', async (permissions, _implied) => {
    const fs = await filesIn(await tempFolder({'a.txt': 'one'}), {permissions});
    await expect(fs.read('a.txt')).resolves.toMatchObject({content: 'one'});
    await expect(fs.write('b.txt', 'two')).resolves.toMatchObject({size: 3});
  });

  test('does nothing with no permission at all', async () => {
    const fs = await filesIn(await tempFolder({'a.txt': 'one'}), {permissions: {}});
    await expect(fs.read('a.txt')).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: 'Read permission required',
    });
  });

  test('refuses a basePath that is not there, or no folder', async () => {
    const folder = await tempFolder({'a.txt': 'one'});
    await expect(filesIn(join(folder, 'missing'))).rejects.toMatchObject({code: 'INVALID_CONFIG'});
    await expect(filesIn(join(folder, 'a.txt'))).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('not a folder'),
    });
  });

  test('is healthy as long as its folder is there', async () => {
    const folder = await tempFolder({'inner/': ''});
    const fs = await filesIn(join(folder, 'inner'));
    expect(await fs.healthCheck()).toMatchObject({healthy: true});
    readdirSync(folder);
    await (await filesIn(folder)).delete('inner');
    expect(await fs.healthCheck()).toMatchObject({healthy: false});
  });

  test('knows the names of the seeds', async () => {
    const fs = await filesIn(await tempFolder());
    await fs.mkdir({path: 'a/b'});
    await fs.writeFile({path: 'a/b/c.txt', data: 'text'} as never);
    expect(await fs.readFile({path: 'a/b/c.txt'})).toMatchObject({content: 'text'});
    expect(await fs.stat({path: 'a/b'})).toMatchObject({type: 'directory'});
    expect(fs.listTools()).toEqual([
      'read',
      'write',
      'append',
      'delete',
      'copy',
      'move',
      'list',
      'create',
      'stats',
      'glob',
      'open',
      'readChunk',
      'writeChunk',
      'seek',
      'truncate',
      'close',
      'watch',
      'events',
      'unwatch',
    ]);
  });

  test('refuses calls after its cleanup', async () => {
    const fs = await filesIn(await tempFolder({'a.txt': 'one'}));
    await fs.cleanup();
    await expect(fs.read('a.txt')).rejects.toMatchObject({code: 'INVALID_STATE'});
  });
});

describe('read', () => {
  test('answers text with its size in bytes', async () => {
    const fs = await filesIn(await tempFolder({'ü.txt': 'grüße\n'}));
    expect(await fs.read({path: 'ü.txt'})).toEqual({content: 'grüße\n', path: 'ü.txt', encoding: 'utf8', size: 8});
  });

  test('takes absolute paths inside, and answers them relative', async () => {
    const folder = await tempFolder({'a/b.txt': 'one'});
    const fs = await filesIn(folder);
    expect(await fs.read({path: join(folder, 'a/b.txt')})).toMatchObject({path: 'a/b.txt'});
    expect(await fs.read({path: 'x/.././a//b.txt'})).toMatchObject({path: 'a/b.txt'});
  });

  test('takes a basePath that is a link, and absolute paths through it', async () => {
    const folder = await tempFolder({'real/a.txt': 'one'});
    symlinkSync('real', join(folder, 'link'));
    const fs = await filesIn(join(folder, 'link'));
    expect(await fs.read({path: join(folder, 'link', 'a.txt')})).toMatchObject({content: 'one'});
  });

  test('follows links that stay inside', async () => {
    const folder = await tempFolder({'a.txt': 'one', 'd/b.txt': 'two'});
    symlinkSync('a.txt', join(folder, 'relative'));
    symlinkSync(join(folder, 'd'), join(folder, 'absolute'));
    const fs = await filesIn(folder);
    expect(await fs.read({path: 'relative'})).toMatchObject({content: 'one', path: 'relative'});
    expect(await fs.read({path: 'absolute/b.txt'})).toMatchObject({content: 'two', path: 'absolute/b.txt'});
  });

  test.each([
    ['base64', 'AP/+', 3],
    ['hex', '00fffe', 3],
    ['latin1', '\0ÿþ', 3],
    ['binary', '\0ÿþ', 3],
  ] as const)('answers bytes as %s', async (encoding, content, size) => {
    const fs = await filesIn(await tempFolder({bytes: Buffer.from([0, 255, 254])}));
    expect(await fs.read({path: 'bytes', encoding})).toMatchObject({content, size});
  });

  test.each(['utf8', 'ascii'] as const)('refuses bytes that are no %s, and says what to do', async (encoding) => {
    const fs = await filesIn(await tempFolder({bytes: Buffer.from([0xc3, 0x28])}));
    await expect(fs.read({path: 'bytes', encoding})).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      suggestions: [`Read it with encoding: 'base64'`],
    });
  });

  test('keeps files whole that are larger than one read', async () => {
    const content = 'ä'.repeat(300_000);
    const fs = await filesIn(await tempFolder({big: content}));
    expect((await fs.read({path: 'big'})).content).toBe(content);
  });

  test('answers ranges of lines, and tells whether more follow', async () => {
    const fs = await filesIn(await tempFolder({'a.txt': 'one\ntwo\nthree'}));
    expect(await fs.read({path: 'a.txt', startLine: 2})).toMatchObject({
      content: 'two\nthree',
      startLine: 2,
      endLine: 3,
      moreLines: false,
    });
    expect(await fs.read({path: 'a.txt', endLine: 1})).toMatchObject({content: 'one\n', endLine: 1, moreLines: true});
    expect(await fs.read({path: 'a.txt', startLine: 3, endLine: 9})).toMatchObject({
      content: 'three',
      endLine: 3,
      moreLines: false,
    });
    expect(await fs.read({path: 'a.txt', startLine: 7})).toMatchObject({content: '', endLine: 3, moreLines: false});
  });

  test('reads lines of a file that is larger than maxReadBytes, but no more lines than that', async () => {
    const lines = Array.from({length: 100_000}, (_, index) => `line ${index + 1}\n`);
    const fs = await filesIn(await tempFolder({log: lines.join('')}), {maxReadBytes: 1000});
    expect(await fs.read({path: 'log', startLine: 99_998, endLine: 99_999})).toMatchObject({
      content: 'line 99998\nline 99999\n',
      moreLines: true,
    });
    await expect(fs.read({path: 'log', startLine: 1, endLine: 500})).rejects.toMatchObject({code: 'LIMIT_EXCEEDED'});
    await expect(fs.read({path: 'log'})).rejects.toMatchObject({code: 'LIMIT_EXCEEDED', context: {limit: 1000}});
  });

  test('reads exactly as much as maxReadBytes', async () => {
    const fs = await filesIn(await tempFolder({fits: 'x'.repeat(1000)}), {maxReadBytes: 1000});
    expect(await fs.read({path: 'fits'})).toMatchObject({size: 1000});
  });

  test.each([{startLine: 3, endLine: 2}, {startLine: 1, encoding: 'base64'} as const])(
    'refuses a range that makes no sense: %j',
    async (range) => {
      const fs = await filesIn(await tempFolder({'a.txt': 'one'}));
      await expect(fs.read({path: 'a.txt', ...range})).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
    },
  );

  test('says of a missing file what the seed says, and where it is not tells nobody', async () => {
    const folder = await tempFolder();
    const fs = await filesIn(folder);
    const result = await fs.getTool('read').execute({path: 'missing.txt'});
    expect(result).toMatchObject({
      success: false,
      error: {
        code: 'RESOURCE_NOT_FOUND',
        recoverable: false,
        outcome: 'not_executed',
        suggestions: ['Check if file exists', 'Verify the path is correct'],
      },
    });
    expect(JSON.stringify(result)).not.toContain(folder);
  });

  test('says of an empty path that it is missing', async () => {
    const fs = await filesIn(await tempFolder());
    await expect(fs.read({path: ''})).rejects.toMatchObject({
      code: 'MISSING_PARAMETER',
      suggestions: ['Provide a "path" parameter'],
    });
  });

  test('says of a folder that it is one', async () => {
    const fs = await filesIn(await tempFolder({'d/': ''}));
    await expect(fs.read({path: 'd'})).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      context: {reason: 'not_regular'},
    });
    await expect(fs.read({path: '.'})).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
  });

  test('ends in an error for links in a circle, and for a file on the way', async () => {
    const folder = await tempFolder({'a.txt': 'one'});
    symlinkSync('y', join(folder, 'x'));
    symlinkSync('x', join(folder, 'y'));
    const fs = await filesIn(folder);
    await expect(fs.read({path: 'x'})).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      context: {reason: 'link_loop'},
    });
    await expect(fs.read({path: 'a.txt/b'})).rejects.toMatchObject({code: 'RESOURCE_NOT_FOUND'});
    await expect(fs.read({path: 'n'.repeat(300)})).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
  });
});

describe('write', () => {
  test('makes a file and replaces it, and leaves nothing else behind', async () => {
    const folder = await tempFolder();
    const fs = await filesIn(folder);
    expect(await fs.write({path: 'a.txt', content: 'grüße'})).toEqual({path: 'a.txt', size: 7, bytesWritten: 7});
    await fs.write({path: 'a.txt', content: ''});
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  test.each([
    ['base64', 'AP/+'],
    ['hex', '00FFfe'],
    ['latin1', '\0ÿþ'],
  ] as const)('writes bytes given as %s', async (encoding, content) => {
    const folder = await tempFolder();
    await (await filesIn(folder)).write({path: 'bytes', content, encoding});
    expect([...readFileSync(join(folder, 'bytes'))]).toEqual([0, 255, 254]);
  });

  test.each([
    ['utf8', 'half \ud800'],
    ['ascii', 'ü'],
    ['latin1', '€'],
    ['base64', 'not base64!'],
    ['base64', 'AAAAA'],
    ['hex', 'abc'],
    ['hex', 'zz'],
  ] as const)('refuses %s content that would be changed silently: %j', async (encoding, content) => {
    const folder = await tempFolder();
    await expect((await filesIn(folder)).write({path: 'a', content, encoding})).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('keeps a file that is there with overwrite: false, and says how to go on', async () => {
    const folder = await tempFolder({'a.txt': 'old'});
    const fs = await filesIn(folder);
    await expect(fs.write({path: 'a.txt', content: 'new', overwrite: false})).rejects.toMatchObject({
      code: 'RESOURCE_EXISTS',
      recoverable: true,
      suggestions: ['Set overwrite: true', 'Choose different path'],
    });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old');
  });

  test('lets exactly one of many writers make a file with overwrite: false', async () => {
    const folder = await tempFolder();
    const first = await filesIn(folder);
    const second = await filesIn(folder);
    const results = await Promise.all(
      Array.from({length: 20}, (_, index) =>
        (index % 2 ? first : second)
          .getTool('write')
          .execute({path: 'a.txt', content: String(index), overwrite: false}),
      ),
    );
    expect(results.filter(({success}) => success)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  test('keeps the permission bits of what it replaces, and sets those it is given', async () => {
    const folder = await tempFolder({'a.sh': 'old'});
    chmodSync(join(folder, 'a.sh'), 0o750);
    const fs = await filesIn(folder);
    await fs.write({path: 'a.sh', content: 'new'});
    expect(statSync(join(folder, 'a.sh')).mode & 0o777).toBe(0o750);
    await fs.write({path: 'a.sh', content: 'new', mode: '600'});
    expect(statSync(join(folder, 'a.sh')).mode & 0o777).toBe(0o600);
    await fs.write({path: 'b.sh', content: 'new', mode: 0o666});
    expect(statSync(join(folder, 'b.sh')).mode & 0o777).toBe(0o666);
  });

  test('makes folders only when it is asked to', async () => {
    const folder = await tempFolder();
    const fs = await filesIn(folder);
    await expect(fs.write({path: 'a/b/c.txt', content: ''})).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      suggestions: expect.arrayContaining(['Set createParents: true']),
    });
    expect(readdirSync(folder)).toEqual([]);
    await fs.write({path: 'a/b/c.txt', content: 'text', createParents: true});
    expect(readFileSync(join(folder, 'a/b/c.txt'), 'utf8')).toBe('text');
  });

  test('writes through a link that stays inside, and keeps the link', async () => {
    const folder = await tempFolder({'a.txt': 'old'});
    symlinkSync('a.txt', join(folder, 'link'));
    await (await filesIn(folder)).write({path: 'link', content: 'new'});
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new');
  });

  test('refuses more than maxWriteBytes, and writes just as much', async () => {
    const folder = await tempFolder();
    const fs = await filesIn(folder, {maxWriteBytes: 4});
    await expect(fs.write({path: 'a', content: 'äää'})).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      context: {limit: 4, size: 6},
    });
    await fs.write({path: 'a', content: 'ää'});
    expect(readdirSync(folder)).toEqual(['a']);
  });

  test('refuses folders, and names that are its own', async () => {
    const folder = await tempFolder({'d/': ''});
    const fs = await filesIn(folder);
    for (const path of ['d', '.', ''])
      await expect(fs.write({path, content: ''})).rejects.toMatchObject({recoverable: false});
    const reserved = `.haft-temp-0123abcd-1-${'0'.repeat(24)}`;
    await expect(fs.write({path: reserved, content: ''})).rejects.toMatchObject({context: {reason: 'reserved_name'}});
  });

  test('stops when the call is cancelled, and the old file stays', async () => {
    const folder = await tempFolder({'a.txt': 'old'});
    const fs = await filesIn(folder);
    const controller = new AbortController();
    const written = fs
      .getTool('write')
      .execute({path: 'a.txt', content: 'some words '.repeat(1 << 19)}, {signal: controller.signal});
    controller.abort();
    expect(await written).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED'}});
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });
});

describe('append', () => {
  test('adds to a file, and makes one', async () => {
    const folder = await tempFolder();
    const fs = await filesIn(folder);
    expect(await fs.append({path: 'log', content: 'one\n'})).toEqual({path: 'log', size: 4, bytesWritten: 4});
    expect(await fs.append({path: 'log', content: 'dHdv', encoding: 'base64'})).toEqual({
      path: 'log',
      size: 7,
      bytesWritten: 3,
    });
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('one\ntwo');
  });

  test('keeps all lines of calls at the same time, the first included', async () => {
    const folder = await tempFolder();
    const fs = await filesIn(folder);
    await Promise.all(Array.from({length: 30}, (_, index) => fs.append({path: 'log', content: `${index}\n`})));
    const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
    expect(lines.map(Number).sort((a, b) => a - b)).toEqual(Array.from({length: 30}, (_, index) => index));
  });
});

describe('delete', () => {
  test('removes files, folders and links, but not what a link points to', async () => {
    const folder = await tempFolder({'a.txt': 'one', 'd/e/f.txt': 'two', 'kept.txt': 'three'});
    symlinkSync('kept.txt', join(folder, 'link'));
    const fs = await filesIn(folder);
    expect(await fs.delete('a.txt')).toEqual({path: 'a.txt', type: 'file'});
    expect(await fs.delete('d')).toEqual({path: 'd', type: 'directory'});
    expect(await fs.delete('link')).toEqual({path: 'link', type: 'symlink'});
    expect(readdirSync(folder)).toEqual(['kept.txt']);
  });

  test('refuses a folder that is not empty with recursive: false, and basePath always', async () => {
    const folder = await tempFolder({'d/a': '', 'e/': ''});
    const fs = await filesIn(folder);
    await expect(fs.delete({path: 'd', recursive: false})).rejects.toMatchObject({code: 'INVALID_STATE'});
    await fs.delete({path: 'e', recursive: false});
    for (const path of ['.', folder, 'd/..']) {
      await expect(fs.delete({path})).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
        context: {reason: 'base_folder'},
      });
    }
    await expect(fs.delete('missing')).rejects.toMatchObject({code: 'RESOURCE_NOT_FOUND'});
    expect(readdirSync(folder)).toEqual(['d']);
  });
});

describe('copy and move', () => {
  test('copies a file with its permission bits', async () => {
    const folder = await tempFolder({'a.sh': 'one'});
    chmodSync(join(folder, 'a.sh'), 0o755);
    const fs = await filesIn(folder);
    expect(await fs.copy('a.sh', 'b.sh')).toEqual({from: 'a.sh', to: 'b.sh', type: 'file', entries: 1, size: 3});
    expect(statSync(join(folder, 'b.sh')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(folder, 'a.sh'), 'utf8')).toBe('one');
  });

  test('copies a folder with all that is in it, links as links', async () => {
    const folder = await tempFolder({'d/a.txt': 'one', 'd/e/b.txt': 'two'});
    symlinkSync('a.txt', join(folder, 'd/link'));
    const fs = await filesIn(folder);
    expect(await fs.copy('d', 'copy')).toEqual({from: 'd', to: 'copy', type: 'directory', entries: 5, size: 6});
    expect((await fs.list({path: 'copy', recursive: true})).map(({path, type}) => `${path} ${type}`)).toEqual([
      'copy/a.txt file',
      'copy/e directory',
      'copy/e/b.txt file',
      'copy/link symlink',
    ]);
    expect(readdirSync(folder)).toEqual(['copy', 'd']);
  });

  test('moves files and folders', async () => {
    const folder = await tempFolder({'a.txt': 'one', 'd/b.txt': 'two'});
    const fs = await filesIn(folder);
    expect(await fs.move('a.txt', 'd/c.txt')).toEqual({from: 'a.txt', to: 'd/c.txt', type: 'file'});
    expect(await fs.move({source: 'd', destination: 'e/f', createParents: true} as never)).toMatchObject({to: 'e/f'});
    expect(await fs.glob('**')).toEqual(['e/f/b.txt', 'e/f/c.txt']);
  });

  test.each(['copy', 'move'] as const)('%s replaces only with overwrite, and only its own type', async (tool) => {
    const folder = await tempFolder({'a.txt': 'new', 'b.txt': 'old', 'd/x.txt': 'new', 'e/y.txt': 'old'});
    const fs = await filesIn(folder);
    await expect(fs[tool]({from: 'a.txt', to: 'b.txt'})).rejects.toMatchObject({code: 'RESOURCE_EXISTS'});
    await expect(fs[tool]({from: 'd', to: 'e'})).rejects.toMatchObject({code: 'RESOURCE_EXISTS'});
    await expect(fs[tool]({from: 'a.txt', to: 'e', overwrite: true})).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
    });
    await expect(fs[tool]({from: 'd', to: 'b.txt', overwrite: true})).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
    });
    await fs[tool]({from: 'a.txt', to: 'b.txt', overwrite: true});
    await fs[tool]({from: 'd', to: 'e', overwrite: true});
    expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('new');
    expect(readdirSync(join(folder, 'e'))).toEqual(['x.txt']);
  });

  test.each(['copy', 'move'] as const)(
    '%s refuses a path and itself, a folder into itself, and basePath',
    async (tool) => {
      const fs = await filesIn(await tempFolder({'d/a.txt': 'one'}));
      for (const [from, to] of [
        ['d/a.txt', 'd/a.txt'],
        ['d', 'd/e'],
        ['d/a.txt', 'd'],
      ] as const) {
        await expect(fs[tool]({from, to, overwrite: true})).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
      }
      await expect(fs[tool]({from: 'd', to: '.', overwrite: true})).rejects.toMatchObject({code: 'PERMISSION_DENIED'});
      await expect(fs[tool]({from: 'missing', to: 'x'})).rejects.toMatchObject({code: 'RESOURCE_NOT_FOUND'});
    },
  );
});

describe('create', () => {
  test('makes the folders of a path, once', async () => {
    const folder = await tempFolder();
    const fs = await filesIn(folder);
    expect(await fs.create('a/b/c')).toEqual({path: 'a/b/c', created: true});
    expect(await fs.create('a/b/c')).toEqual({path: 'a/b/c', created: false});
    await fs.create({path: 'private', mode: '700'});
    expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o700);
  });

  test('makes one folder with recursive: false', async () => {
    const fs = await filesIn(await tempFolder({'a.txt': 'one'}));
    await expect(fs.create({path: 'x/y', recursive: false})).rejects.toMatchObject({code: 'RESOURCE_NOT_FOUND'});
    await fs.create({path: 'x', recursive: false});
    await expect(fs.create({path: 'x', recursive: false})).rejects.toMatchObject({code: 'RESOURCE_EXISTS'});
    await expect(fs.create('a.txt')).rejects.toMatchObject({code: 'RESOURCE_EXISTS'});
    await expect(fs.create('a.txt/b')).rejects.toMatchObject({
      code: expect.stringMatching(/RESOURCE_EXISTS|RESOURCE_NOT_FOUND/),
    });
  });
});

describe('list and glob', () => {
  test('list names, types and paths in order', async () => {
    const folder = await tempFolder({'b.txt': '', 'a/c.md': '', '.hidden': ''});
    symlinkSync('/', join(folder, 'root'));
    const fs = await filesIn(folder);
    expect(await fs.list()).toEqual([
      {name: '.hidden', type: 'file', path: '.hidden'},
      {name: 'a', type: 'directory', path: 'a'},
      {name: 'b.txt', type: 'file', path: 'b.txt'},
      {name: 'root', type: 'symlink', path: 'root'},
    ]);
    expect(await fs.list({path: 'a'})).toEqual([{name: 'c.md', type: 'file', path: 'a/c.md'}]);
    expect((await fs.list({recursive: true, filter: '*.md'})).map(({path}) => path)).toEqual(['a/c.md']);
    expect((await fs.list({recursive: true, filter: 'a/*'})).map(({path}) => path)).toEqual(['a/c.md']);
  });

  test('list in pages, and say so', async () => {
    const files = Object.fromEntries(
      Array.from({length: 25}, (_, index) => [`f${String(index).padStart(2, '0')}`, '']),
    );
    const fs = await filesIn(await tempFolder(files), {maxEntries: 10});
    const first = await fs.getTool('list').execute({});
    expect(first).toMatchObject({success: true, metadata: {warnings: ['There is more: continue with cursor "f09"']}});
    const rest = await fs.getTool('list').execute({offset: 20, limit: 50});
    expect(rest.success && rest.data.map(({name}) => name)).toEqual(['f20', 'f21', 'f22', 'f23', 'f24']);
    expect(rest.metadata.warnings).toBeUndefined();
    expect(await fs.glob({pattern: '*', limit: 2, offset: 1})).toEqual(['f01', 'f02']);
  });

  test('list refuses what is no folder', async () => {
    const fs = await filesIn(await tempFolder({'a.txt': ''}));
    await expect(fs.list('a.txt')).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      context: {reason: 'not_directory'},
    });
    await expect(fs.list('missing')).rejects.toMatchObject({code: 'RESOURCE_NOT_FOUND'});
  });

  test('glob finds files by their path', async () => {
    const fs = await filesIn(
      await tempFolder({'a.ts': '', 'src/b.ts': '', 'src/x/c.ts': '', 'src/x/d.js': '', '.git/e.ts': ''}),
    );
    expect(await fs.glob('**/*.ts')).toEqual(['a.ts', 'src/b.ts', 'src/x/c.ts']);
    expect(await fs.glob({pattern: '**/*.ts', dot: true})).toContain('.git/e.ts');
    expect(await fs.glob({pattern: '*.{ts,js}', path: 'src/x'})).toEqual(['src/x/c.ts', 'src/x/d.js']);
    expect(await fs.glob({pattern: '**', type: 'directory'})).toEqual(['src', 'src/x']);
    expect(await fs.glob('nothing/**')).toEqual([]);
  });

  test('a link to a folder is not gone into', async () => {
    const folder = await tempFolder({'d/a.txt': ''});
    symlinkSync('d', join(folder, 'link'));
    symlinkSync('..', join(folder, 'd/up'));
    const fs = await filesIn(folder);
    expect(await fs.glob('**/*.txt')).toEqual(['d/a.txt']);
  });
});

describe('stats', () => {
  test('tells type, size, bits and times', async () => {
    const folder = await tempFolder({'a.txt': 'grüße'});
    chmodSync(join(folder, 'a.txt'), 0o640);
    utimesSync(join(folder, 'a.txt'), 1000, 2000);
    mkdirSync(join(folder, 'd'));
    symlinkSync('a.txt', join(folder, 'link'));
    const fs = await filesIn(folder);
    expect(await fs.stats('a.txt')).toMatchObject({
      path: 'a.txt',
      type: 'file',
      size: 7,
      mode: '0640',
      accessed: 1_000_000,
      modified: 2_000_000,
    });
    expect(await fs.stats('link')).toMatchObject({path: 'link', type: 'file', size: 7});
    expect(await fs.stats('.')).toMatchObject({path: '.', type: 'directory'});
    expect(existsSync(join(folder, 'missing'))).toBe(false);
    await expect(fs.stats('missing')).rejects.toMatchObject({code: 'RESOURCE_NOT_FOUND'});
    writeFileSync(join(folder, 'missing'), '');
    expect(await fs.stats('missing')).toMatchObject({size: 0});
  });
});
