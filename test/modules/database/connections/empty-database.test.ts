import {chmod, mkdir, readdir, stat, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../../../modules/database/index.js';
import {keepEmptyDatabase, readEmptyDatabase} from '../../../../modules/database/embedded/empty-database.js';
import {useTempFolders} from '../../../support/temp-folder.js';

const tempFolder = useTempFolders();
const packed = new TextEncoder().encode('a packed database');

describe('an empty database of the embedded kind', () => {
  const before = process.env['XDG_CACHE_HOME'];
  let cache: string;
  let folder: string;

  beforeEach(async () => {
    cache = await tempFolder();
    folder = join(cache, 'haft');
    process.env['XDG_CACHE_HOME'] = cache;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
  });

  /** Where it is kept, once one was kept. */
  const file = async (): Promise<string> => join(folder, (await readdir(folder))[0] ?? '');

  /** What another process would read: the folder is at another place for this one. */
  async function elsewhere(): Promise<string> {
    const [moved, name] = [await tempFolder(), (await readdir(folder))[0] ?? ''];
    await mkdir(join(moved, 'haft'));
    process.env['XDG_CACHE_HOME'] = moved;
    return join(moved, 'haft', name);
  }

  test('is kept in the cache folder of the user, readable by nobody else, and found there', async () => {
    expect(await readEmptyDatabase()).toBeUndefined();
    await keepEmptyDatabase(packed);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^embedded-\d+\.\d+\.\d+.*\.tar\.gz$/)]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(await file())).mode & 0o777).toBe(0o600);
    await writeFile(await elsewhere(), packed, {mode: 0o600});
    expect(new Uint8Array((await readEmptyDatabase())!)).toEqual(packed);
  });

  test.each([
    ['that others may write', async (path: string) => writeFile(path, packed).then(() => chmod(path, 0o666))],
    [
      'that is a link',
      async (path: string) => writeFile(`${path}.real`, packed).then(() => symlink(`${path}.real`, path)),
    ],
    ['that is empty', async (path: string) => writeFile(path, '', {mode: 0o600})],
    ['that is a folder', async (path: string) => mkdir(path)],
  ])('is not taken from a file %s', async (_what, make) => {
    await keepEmptyDatabase(packed);
    await make(await elsewhere());
    expect(await readEmptyDatabase()).toBeUndefined();
  });

  test('is made anew where the kept one is damaged, and kept again', async () => {
    await keepEmptyDatabase(packed);
    const path = await elsewhere();
    await writeFile(path, packed, {mode: 0o600});
    const db = await DatabaseModuleDefinition.create({embedded: 'memory', acquireTimeout: 60_000});
    expect((await db.query('select 1 as one')).rows).toEqual([{one: 1}]);
    await db.cleanup();
    expect((await stat(path)).size).toBeGreaterThan(1_000_000);
  }, 60_000);

  test('is made anew each time where nothing can be kept, which is no failure', async () => {
    await writeFile(join(cache, 'haft'), 'a file');
    await keepEmptyDatabase(packed);
    // This process has it all the same.
    expect(await readEmptyDatabase()).toEqual(packed);
  });
});
