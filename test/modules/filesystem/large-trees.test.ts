import {mkdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {monitorEventLoopDelay} from 'node:perf_hooks';

import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {FileSystemModule} from '../../../modules/filesystem/index.js';
import {sortByName} from '../../../modules/filesystem/tree/sort-by-name.js';
import {makeTempFolder, useTempFolders} from '../../support/temp-folder.js';

const tempFolder = useTempFolders();

/** ms that the event loop may be held up, whatever happens (SECURITY 1). */
const budget = 200;

/** How long in ms others had to wait for their turn while this ran, but for the hundredth that the machine itself takes. */
async function delayOf(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({resolution: 5});
  delay.enable();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 10));
  delay.disable();
  return delay.percentile(99) / 1e6;
}

describe('a tree of 100,000 entries', () => {
  let folder: string;
  let expected: string[];

  beforeAll(async () => {
    folder = await makeTempFolder();
    const entries: string[] = ['flat'];
    // 40,000 names in one folder, in no order, and 60,000 in 600 folders.
    mkdirSync(join(folder, 'flat'));
    for (let index = 0; index < 39_999; index += 1) entries.push(`flat/f${(index * 7919) % 39_999}`);
    for (let index = 0; index < 600; index += 1) {
      const name = `d${index % 30}/e${index}`;
      if (index < 30) entries.push(`d${index}`);
      entries.push(name);
      mkdirSync(join(folder, name), {recursive: true});
      for (let file = 0; file < 99 - (index < 30 ? 1 : 0); file += 1) entries.push(`${name}/f${file}`);
    }
    for (const name of entries) if (/f\d+$/.test(name)) writeFileSync(join(folder, name), '');
    const keys = new Map(entries.map((name) => [name, name.replaceAll('/', '\0')]));
    expected = entries.sort((a, b) => (keys.get(a)! < keys.get(b)! ? -1 : 1));
  }, 120_000);

  afterAll(() => rmSync(folder, {recursive: true}));

  test('is listed in pages by cursor, each entry once and in order, and never holds up the event loop', async () => {
    const fs = await FileSystemModule.create({basePath: folder});
    const seen: string[] = [];
    const delay = await delayOf(async () => {
      for (let cursor: string | undefined; ;) {
        const page = await fs.list({recursive: true, limit: 10_000, ...(cursor !== undefined && {cursor})});
        for (const {path} of page) seen.push(path);
        cursor = page.at(-1)?.path;
        if (page.length < 10_000) break;
      }
    });
    expect(seen).toHaveLength(100_000);
    expect(seen).toEqual(expected);
    expect(delay).toBeLessThan(budget);
    await fs.cleanup();
  }, 120_000);

  test('is searched in pages by cursor, as the warning says, and never holds up the event loop', async () => {
    const fs = await FileSystemModule.create({basePath: folder});
    const wanted = expected.filter((path) => /(^|\/)f[0-9]*7$/.test(path));
    const seen: string[] = [];
    const delay = await delayOf(async () => {
      let input: {pattern: string; limit: number; cursor?: string} | undefined = {pattern: '**/f*7', limit: 3000};
      while (input) {
        const result = await fs.getTool('glob').execute(input);
        if (!result.success) throw new Error(result.error.message);
        seen.push(...result.data);
        const [, cursor] = /continue with cursor "(.*)"$/.exec(result.metadata.warnings?.[0] ?? '') ?? [];
        input = cursor === undefined ? undefined : {pattern: '**/f*7', limit: 3000, cursor};
      }
    });
    expect(seen).toEqual(wanted);
    expect(delay).toBeLessThan(budget);
    await fs.cleanup();
  }, 120_000);

  test('is watched in all its folders, and moved, without holding up the event loop', async () => {
    const fs = await FileSystemModule.create({basePath: folder});
    const outside = await makeTempFolder();
    renameSync(join(folder, 'flat'), join(outside, 'flat'));
    const delay = await delayOf(async () => {
      const watcher = await fs.watch({path: '.', events: ['rename'], recursive: true});
      renameSync(join(outside, 'flat'), join(folder, 'flat'));
      let told = 0;
      while (told < 40_000) {
        const {events, dropped} = await fs.events({watcher, limit: 1000, wait: 20_000});
        if (events.length + dropped === 0) break;
        told += events.length + dropped;
      }
      expect(told).toBe(40_000);
    });
    expect(delay).toBeLessThan(budget);
    await fs.cleanup();
    rmSync(outside, {recursive: true});
  }, 120_000);
});

describe('a cursor', () => {
  test('goes on after its path, also when that is gone, in all kinds of trees', async () => {
    const folder = await tempFolder();
    const fs = await FileSystemModule.create({basePath: folder, permissions: 'read-write'});
    const name = fc.constantFrom('a', 'b', 'a.b', 'B', 'ä', 'z-', '_', '😀');
    const path = fc.array(name, {minLength: 1, maxLength: 3}).map((names) => names.join('/'));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(path, {maxLength: 12}), path, async (folders, gone) => {
        for (const made of folders) mkdirSync(join(folder, 'w', made), {recursive: true});
        mkdirSync(join(folder, 'w'), {recursive: true});
        const all = (await fs.list({path: 'w', recursive: true})).map((entry) => entry.path);
        for (const [index, cursor] of all.entries()) {
          const rest = await fs.list({path: 'w', recursive: true, cursor});
          expect(rest.map((entry) => entry.path)).toEqual(all.slice(index + 1));
        }
        const after = (await fs.list({path: 'w', recursive: true, cursor: `w/${gone}`})).map((entry) => entry.path);
        const key = (text: string): string => text.replaceAll('/', '\0');
        expect(after).toEqual(all.filter((entry) => key(entry) > key(`w/${gone}`)));
        rmSync(join(folder, 'w'), {recursive: true});
      }),
      {numRuns: 40},
    );
    await fs.cleanup();
  }, 60_000);

  test.each(['other/a', 'w', '.', ''])('is refused where it is no path in the folder: %j', async (cursor) => {
    const fs = await FileSystemModule.create({basePath: await tempFolder({'w/a': '', 'other/a': ''})});
    const refused = {code: cursor === '' ? 'MISSING_PARAMETER' : 'INVALID_PARAMETER', outcome: 'not_executed'};
    await expect(fs.list({path: 'w', cursor})).rejects.toMatchObject(refused);
    await expect(fs.glob({path: 'w', pattern: '*', cursor})).rejects.toMatchObject(refused);
    await expect(fs.list({path: 'w', cursor: '../../x'})).rejects.toMatchObject({code: 'PERMISSION_DENIED'});
    await fs.cleanup();
  });
});

test('many names are sorted as few are', async () => {
  const names = Array.from({length: 50_000}, (_, index) => `n${(index * 7919) % 50_000}`);
  const sorted = await sortByName(names.map((name) => ({name})));
  expect(sorted.map(({name}) => name)).toEqual([...names].sort());
});
