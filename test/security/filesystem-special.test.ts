import {execFileSync, spawn} from 'node:child_process';
import {lookup} from 'node:dns/promises';
import {appendFileSync, truncateSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';

import {afterEach, describe, expect, test} from '@jest/globals';

import {FileSystemModule} from '../../modules/filesystem/index.js';
import type {FileSystemConfig} from '../../modules/filesystem/index.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {useTempFolders} from '../support/temp-folder.js';
import {treeHash} from '../support/tree-hash.js';

const tempFolder = useTempFolders();
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function filesIn(basePath: string, config: Partial<FileSystemConfig> = {}) {
  const fs = await FileSystemModule.create({basePath, permissions: 'read-write', ...config});
  closers.push(() => fs.cleanup());
  return fs;
}

const notRegular = {
  success: false,
  error: {code: 'INVALID_PARAMETER', outcome: 'not_executed', details: {context: {reason: 'not_regular'}}},
};

/** Kinds of special files that can be made here; a device needs root. */
async function makeSpecialFiles(folder: string): Promise<string[]> {
  for (let index = 0; index < 4; index += 1) execFileSync('mkfifo', [join(folder, `fifo${index}`)]);
  const server = createServer().listen(join(folder, 'socket'));
  await new Promise((resolve) => server.once('listening', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const names = ['fifo0', 'fifo1', 'fifo2', 'fifo3', 'socket'];
  try {
    execFileSync('mknod', [join(folder, 'zero'), 'c', '1', '5'], {stdio: 'ignore'});
    names.push('zero');
  } catch {
    // Not root: FIFOs and the socket tell as much.
  }
  return names;
}

describe('FS05 files that are none', () => {
  test('FS05 are refused at once by all readers and writers, and starve nobody', async () => {
    const folder = await tempFolder({'a.txt': 'normal', 'outside/x': ''});
    const names = await makeSpecialFiles(folder);
    const fs = await filesIn(folder);
    const run = (tool: string, input: object) => fs.getTool(tool as 'read').execute(input as never);
    const answers = await doingNoHarm(join(folder, 'outside'), () =>
      Promise.all(
        names.flatMap((path) => [
          run('read', {path}),
          run('read', {path, startLine: 1}),
          run('write', {path, content: 'x'}),
          run('append', {path, content: 'x'}),
          run('copy', {from: path, to: `${path}-copy`}),
          run('copy', {from: 'a.txt', to: path, overwrite: true}),
          run('read', {path, offset: 0}),
          run('open', {path}),
          run('open', {path, flags: 'r+'}),
          run('open', {path, flags: 'w'}),
          run('open', {path, flags: 'a'}),
        ]),
      ),
    );
    for (const path of names) {
      const refused = {code: 'INVALID_PARAMETER', context: {reason: 'not_regular'}};
      await expect(fs.createReadStream(path)).rejects.toMatchObject(refused);
      await expect(fs.createWriteStream(path)).rejects.toMatchObject(refused);
    }
    for (const answer of answers) expect(answer).toMatchObject(notRegular);
    const twin = await doingNoHarm(
      join(folder, 'outside'),
      () => Promise.all([run('read', {path: 'a.txt'}), lookup('localhost')]),
      {within: 1000},
    );
    expect(twin[0]).toMatchObject({success: true, data: {content: 'normal'}});
    expect(await run('stats', {path: 'fifo0'})).toMatchObject({success: true, data: {type: 'other'}});
    expect(await run('copy', {from: '.', to: 'x'})).toMatchObject({success: false});
  });
});

describe('FS06 files without measure', () => {
  test('FS06 a sparse file of 5 GiB is refused before memory is taken', async () => {
    const folder = await tempFolder({sparse: '', twin: 'x'.repeat(1000), 'outside/x': ''});
    truncateSync(join(folder, 'sparse'), 5 * 2 ** 30);
    const fs = await filesIn(folder);
    const before = process.memoryUsage().rss;
    const result = await doingNoHarm(join(folder, 'outside'), () => fs.getTool('read').execute({path: 'sparse'}));
    expect(result).toMatchObject({
      success: false,
      error: {
        code: 'LIMIT_EXCEEDED',
        outcome: 'not_executed',
        details: {context: {limit: 10 << 20, size: 5 * 2 ** 30}},
      },
    });
    const range = await fs.getTool('read').execute({path: 'sparse', offset: 0, length: 4 * 2 ** 30});
    expect(range).toMatchObject({success: false, error: {code: 'LIMIT_EXCEEDED', outcome: 'not_executed'}});
    const line = await fs.getTool('read').execute({path: 'sparse', startLine: 1});
    expect(line).toMatchObject({success: false, error: {code: 'LIMIT_EXCEEDED'}});
    expect(process.memoryUsage().rss - before).toBeLessThan((10 + 64) * 2 ** 20);
    expect(await fs.read('twin')).toMatchObject({size: 1000});
  });

  test('FS06 a file whose size the system does not tell is read up to the limit', async () => {
    const whole = await filesIn('/proc/self', {permissions: 'read'});
    expect((await whole.read({path: 'status'})).content).toContain('VmRSS');
    const bounded = await filesIn('/proc/self', {permissions: 'read', maxReadBytes: 100});
    await expect(bounded.read({path: 'status'})).rejects.toMatchObject({code: 'LIMIT_EXCEEDED'});
  });

  test('FS06 a file that grows while it is read stops at the limit', async () => {
    const folder = await tempFolder({growing: 'x'.repeat(1 << 20), 'outside/x': ''});
    const path = join(folder, 'growing');
    const limit = 4 << 20;
    const script = `const {appendFileSync, statSync} = require('node:fs'); const end = Date.now() + 20000;
      (function grow() { appendFileSync(${JSON.stringify(path)}, Buffer.alloc(65536, 'x')); if (statSync(${JSON.stringify(path)}).size < ${8 * limit} && Date.now() < end) setImmediate(grow); })();`;
    const writer = spawn(process.execPath, ['-e', script]);
    const ended = new Promise((resolve) => writer.on('close', resolve));
    const fs = await filesIn(folder, {maxReadBytes: limit});
    let last = await fs.getTool('read').execute({path: 'growing'});
    while (last.success) {
      expect(last.data.size).toBeLessThanOrEqual(limit);
      last = await fs.getTool('read').execute({path: 'growing'});
    }
    expect(last.error.code).toBe('LIMIT_EXCEEDED');
    await ended;
  });
});

describe('FS06 opened files and streams', () => {
  test('FS06 a range of /proc and of a growing file stays within its length', async () => {
    const proc = await filesIn('/proc/self', {permissions: 'read'});
    expect(await proc.read({path: 'status', length: 50})).toMatchObject({size: 50, moreBytes: true});
    const folder = await tempFolder({growing: 'x'.repeat(100)});
    const fs = await filesIn(folder, {maxReadBytes: 150});
    const stream = await fs.createReadStream('growing');
    const file = await fs.open('growing');
    appendFileSync(join(folder, 'growing'), 'y'.repeat(1000));
    expect(await fs.readChunk({file, encoding: 'latin1'})).toMatchObject({size: 150, end: false});
    expect(await text(stream)).toBe('x'.repeat(100));
  });
});

describe('FS07 a module that only reads', () => {
  test('FS07 changes nothing by any tool, neither bytes nor bits nor times', async () => {
    const folder = await tempFolder({'a.txt': 'one', 'd/b.txt': 'two'});
    // What a dead process left is not this module's to remove.
    writeFileSync(join(folder, `.haft-temp-00000000-1-${'0'.repeat(24)}`), 'left');
    const before = await treeHash(folder);
    const fs = await filesIn(folder, {permissions: 'read'});
    const calls: [string, object][] = [
      ['write', {path: 'a.txt', content: 'x'}],
      ['write', {path: 'new.txt', content: ''}],
      ['append', {path: 'a.txt', content: 'x'}],
      ['delete', {path: 'a.txt'}],
      ['delete', {path: 'd'}],
      ['copy', {from: 'a.txt', to: 'c.txt'}],
      ['copy', {from: 'd', to: 'e'}],
      ['move', {from: 'a.txt', to: 'c.txt'}],
      ['create', {path: 'new'}],
      ...['r+', 'w', 'w+', 'wx', 'wx+', 'a', 'a+', 'ax', 'ax+'].flatMap((flags): [string, object][] => [
        ['open', {path: 'a.txt', flags}],
        ['open', {path: 'new.txt', flags}],
        ['open', {path: 'new.txt', flags, createIfMissing: false}],
      ]),
      ['open', {path: 'new.txt', createIfMissing: true}],
      ['open', {path: 'a.txt', createIfMissing: true}],
    ];
    await expect(fs.createWriteStream('new.txt')).rejects.toMatchObject({code: 'PERMISSION_DENIED'});
    const opened = await fs.open('a.txt');
    for (const [tool, input] of [
      ['writeChunk', {file: opened, content: 'x'}],
      ['truncate', {file: opened}],
      ...calls,
    ] as const) {
      const result = await doingNoHarm(folder, () => fs.getTool(tool as 'write').execute(input as never));
      expect(result).toMatchObject({
        success: false,
        error: {
          code: 'PERMISSION_DENIED',
          message: 'Write permission required',
          outcome: 'not_executed',
          details: {context: {reason: 'read_only'}},
        },
      });
    }
    for (const extra of [{createIfMissing: true}, {flag: 'w+'}, {flags: 'a+'}]) {
      expect(await fs.getTool('read').execute({path: 'missing.txt', ...extra})).toMatchObject({
        success: false,
        error: {code: 'INVALID_PARAMETER'},
      });
    }
    await fs.read('a.txt');
    await fs.list({recursive: true});
    await fs.readChunk({file: opened});
    await fs.close(opened);
    await fs.unwatch(await fs.watch({path: '.', recursive: true}));
    await text(await fs.createReadStream('a.txt'));
    expect(await treeHash(folder)).toBe(before);
  });

  test('FS07 benign twin: with the permission the same calls work', async () => {
    const folder = await tempFolder({'a.txt': 'one'});
    const fs = await filesIn(folder);
    appendFileSync(join(folder, 'a.txt'), '!');
    await fs.write({path: 'a.txt', content: 'x'});
    expect(await fs.read('a.txt')).toMatchObject({content: 'x'});
  });
});
