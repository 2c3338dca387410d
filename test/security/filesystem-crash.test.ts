import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {finished} from 'node:stream/promises';

import {describe, expect, test} from '@jest/globals';

import {FileSystemModule} from '../../modules/filesystem/index.js';
import {killDuringWrite} from '../support/kill-during-write.js';
import {useTempFolders} from '../support/temp-folder.js';
import {transpileSources} from '../support/transpile-sources.js';

const tempFolder = useTempFolders();

type FileSystem = Awaited<ReturnType<typeof FileSystemModule.create>>;

describe('FS08 a writer that is killed', () => {
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

  const canMount = ((): boolean => {
    const probe = mkdtempSync(join(tmpdir(), 'haft-mount-'));
    const path = join(probe, 'small');
    const mounted = mountSmall(path);
    if (mounted) execFileSync('umount', [path]);
    rmSync(probe, {recursive: true});
    return mounted;
  })();

  const large = 'two MB! '.repeat(1 << 18);
  const full = {
    success: false,
    error: {code: 'RESOURCE_UNAVAILABLE', outcome: expect.stringMatching(/not_executed|failed/) as unknown},
  };

  /** Runs on a disk of 1 MiB that holds `file` with `kept`. */
  async function onSmallDisk(use: (fs: FileSystem, path: string) => Promise<void>): Promise<void> {
    const path = join(await tempFolder(), 'small');
    expect(mountSmall(path)).toBe(true);
    try {
      writeFileSync(join(path, 'file'), 'kept');
      const fs = await FileSystemModule.create({basePath: path, permissions: 'read-write'});
      await use(fs, path).finally(() => fs.cleanup());
    } finally {
      execFileSync('umount', [path]);
    }
  }

  const expectKept = (path: string): void => {
    expect(readFileSync(join(path, 'file'), 'utf8')).toBe('kept');
    // What is kept for undo has no other place on this device, and goes with the module.
    expect(readdirSync(path).filter((name) => !name.startsWith('.haft-undo-'))).toEqual(['file']);
  };

  (canMount ? test : test.skip)(
    'FS09 keeps the old file, byte by byte, and leaves nothing else [needs the right to mount]',
    async () => {
      await onSmallDisk(async (fs, path) => {
        for (const [tool, input] of [
          ['write', {path: 'file', content: large}],
          ['write', {path: 'new', content: large}],
          ['write', {path: 'a/b/new', content: large, createParents: true}],
          ['append', {path: 'file', content: large}],
          ['append', {path: 'new', content: large}],
        ] as const) {
          const result = await fs.getTool(tool).execute(input);
          expect(result).toMatchObject(full);
          expect(result.metadata.undo).toBeUndefined();
          expectKept(path);
        }
        expect(await fs.write({path: 'file', content: 'fits'})).toMatchObject({size: 4});
      });
    },
  );

  (canMount ? test : test.skip)(
    'FS09 keeps the old bytes of an opened file, and a stream leaves nothing [needs the right to mount]',
    async () => {
      await onSmallDisk(async (fs, path) => {
        const opened = await fs.open('file', 'r+');
        for (const offset of [0, 2, 4]) {
          const result = await fs.getTool('writeChunk').execute({file: opened, content: large, offset});
          expect(result).toMatchObject(full);
          expect(result.metadata.undo).toBeUndefined();
          expectKept(path);
        }
        expect(await fs.writeChunk(opened, 'KEPT')).toMatchObject({size: 4});
        await fs.writeChunk({file: opened, content: 'kept', offset: 0});
        const stream = await fs.createWriteStream('file');
        stream.end(large);
        await expect(finished(stream)).rejects.toMatchObject({code: 'RESOURCE_UNAVAILABLE'});
        await fs.close(opened);
        await fs.cleanup();
        expectKept(path);
        expect(readdirSync(path)).toEqual(['file']);
      });
    },
  );

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
