import {execFileSync, spawn} from 'node:child_process';
import {chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {FileSystemModule} from '../../modules/filesystem/index.js';
import {useTempFolders} from '../support/temp-folder.js';
import {transpileSources} from '../support/transpile-sources.js';

const tempFolder = useTempFolders();

describe('FS08 a writer that is killed', () => {
  const temporary = (folder: string): string | undefined =>
    readdirSync(folder).find((name) => name.startsWith('.haft-'));

  /** Starts the writer and kills it when the temporary file of one of its writes has `reached` bytes. */
  async function killDuringWrite(module: string, folder: string, bytes: number, reached: number): Promise<void> {
    const script = join(import.meta.dirname, '../support/crash-writer.mjs');
    const writer = spawn(process.execPath, [script, module, folder, String(bytes)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = new Promise((resolve) => writer.on('close', resolve));
    const size = (): number => statSync(join(folder, temporary(folder) ?? 'none'), {throwIfNoEntry: false})?.size ?? -1;
    while (writer.exitCode === null && size() < reached) await new Promise((resolve) => setImmediate(resolve));
    expect(writer.exitCode).toBeNull();
    writer.kill('SIGKILL');
    await ended;
  }

  test('FS08 leaves the old content or the new, never a part, and what else it left goes with the next start', async () => {
    const bytes = 8 << 20;
    const folder = await tempFolder({file: 'z'.repeat(bytes)});
    const built = await tempFolder();
    await transpileSources(built, ['src', 'modules/filesystem']);
    let leftovers = 0;
    for (let round = 0; round < 8; round += 1) {
      await killDuringWrite(join(built, 'modules/filesystem/index.js'), folder, bytes, Math.floor((round * bytes) / 7));
      const content = readFileSync(join(folder, 'file'));
      expect(content.length).toBe(bytes);
      expect(content.equals(Buffer.alloc(bytes, content[0]))).toBe(true);
      leftovers += readdirSync(folder).length - 1;

      const reader = await FileSystemModule.create({basePath: folder});
      expect(await reader.list()).toEqual([{name: 'file', type: 'file', path: 'file'}]);
      expect(await reader.glob({pattern: '**', dot: true})).toEqual(['file']);
      await reader.cleanup();

      const next = await FileSystemModule.create({basePath: folder, permissions: 'read-write'});
      expect(readdirSync(folder)).toEqual(['file']);
      await next.cleanup();
    }
    // Some of them were really hit in the middle.
    expect(leftovers).toBeGreaterThan(0);
  }, 120_000);

  test('FS08 the temporary files of a process that lives are left alone', async () => {
    const folder = await tempFolder();
    const first = await FileSystemModule.create({basePath: folder, permissions: 'read-write'});
    const writes = Array.from({length: 10}, (_, index) =>
      first.write({path: `f${index}`, content: 'some words '.repeat(100_000)}),
    );
    const others = await Promise.all(
      Array.from({length: 5}, () => FileSystemModule.create({basePath: folder, permissions: 'read-write'})),
    );
    await Promise.all(writes);
    expect(readdirSync(folder)).toHaveLength(10);
    for (const fs of [first, ...others]) await fs.cleanup();
  });
});

describe('FS09 a disk that is full', () => {
  /** A file system of 1 MiB, where this process may mount one. */
  function mountSmall(path: string): boolean {
    mkdirSync(path);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'haft-test', path], {stdio: 'ignore'});
      return true;
    } catch {
      return false;
    }
  }

  test('FS09 keeps the old file, byte by byte, and leaves nothing else', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'small');
    if (!mountSmall(path)) {
      // /dev/full answers ENOSPC to every write, but is no regular file: the tool must refuse it as such.
      const fs = await FileSystemModule.create({basePath: '/dev', permissions: 'read-write'});
      expect(await fs.getTool('write').execute({path: 'full', content: 'x'})).toMatchObject({
        error: {code: 'INVALID_PARAMETER'},
      });
      await fs.cleanup();
      return;
    }
    try {
      writeFileSync(join(path, 'file'), 'kept');
      const fs = await FileSystemModule.create({basePath: path, permissions: 'read-write'});
      const large = 'two MB! '.repeat(1 << 18);
      for (const [tool, input] of [
        ['write', {path: 'file', content: large}],
        ['write', {path: 'new', content: large}],
        ['write', {path: 'a/b/new', content: large, createParents: true}],
        ['append', {path: 'file', content: large}],
        ['append', {path: 'new', content: large}],
      ] as const) {
        const result = await fs.getTool(tool).execute(input);
        expect(result).toMatchObject({
          success: false,
          error: {code: 'RESOURCE_UNAVAILABLE', outcome: expect.stringMatching(/not_executed|failed/)},
        });
        expect(result.metadata.undo).toBeUndefined();
        expect(readFileSync(join(path, 'file'), 'utf8')).toBe('kept');
        expect(readdirSync(path)).toEqual(['file']);
      }
      expect(await fs.write({path: 'file', content: 'fits'})).toMatchObject({size: 4});
      await fs.cleanup();
    } finally {
      execFileSync('umount', [path]);
    }
  });

  test('FS09 keeps the old file where no temporary file can be made', async () => {
    const folder = await tempFolder({'d/file': 'kept'});
    const path = join(folder, 'd');
    chmodSync(folder, 0o755);
    chmodSync(path, 0o555);
    const isRoot = process.geteuid?.() === 0;
    const fs = await FileSystemModule.create({basePath: path, permissions: 'read-write'});
    // Root may write anywhere: this needs somebody else.
    if (isRoot) process.seteuid?.(65_534);
    const result = await fs
      .getTool('write')
      .execute({path: 'new', content: 'x'})
      .finally(() => {
        if (isRoot) process.seteuid?.(0);
      });
    expect(result).toMatchObject({
      success: false,
      error: {code: 'PERMISSION_DENIED', recoverable: true, details: {cause: {code: 'EACCES'}}},
    });
    expect(JSON.stringify(result)).not.toContain(folder);
    expect(readdirSync(path)).toEqual(['file']);
    expect(statSync(join(path, 'file')).size).toBe(4);
    await fs.cleanup();
    chmodSync(path, 0o755);
  });
});
