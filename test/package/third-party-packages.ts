import {execFile} from 'node:child_process';
import {mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {install, pack} from './installed-package.js';
import type {InstalledPackage, Packed} from './installed-package.js';

const run = promisify(execFile);
const repository = resolve('.');
const page = join(repository, 'docs/writing-a-module.md');

interface Outcome {
  readonly code: number;
  readonly stdout: string;
}

/** A program that may fail: how it ended, and what it said. */
async function outcomeOf(command: string, args: readonly string[], cwd: string): Promise<Outcome> {
  try {
    return {code: 0, stdout: (await run(command, args, {cwd})).stdout};
  } catch (error) {
    const {code, stdout, stderr} = error as {code: number; stdout: string; stderr: string};
    return {code, stdout: `${stdout}${stderr}`};
  }
}

const node = (args: readonly string[], cwd: string): Promise<Outcome> => outcomeOf(process.execPath, args, cwd);

/** The files of the page: blocks whose fence names one, ```TypeScript src/index.ts. */
async function filesOfPage(): Promise<Map<string, string>> {
  const text = await readFile(page, 'utf8');
  const blocks = text.matchAll(/^```[A-Z]\w* (\S+)\n([\s\S]*?)^```$/gm);
  return new Map(Array.from(blocks, ([, path = '', content = '']) => [path, content]));
}

export function describeThirdParty(installed: InstalledPackage): void {
  describe('the packages of docs/writing-a-module.md', () => {
    let tasks: string;
    let dice: string;
    let user: string;
    let compiled: Outcome;
    let packed: Packed;

    beforeAll(async () => {
      // Under the project that has haft: what it has installed is found from here.
      const {folder} = installed;
      [tasks, dice, user] = ['haft-module-tasks', 'haft-module-dice', 'user'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      for (const [path, content] of await filesOfPage()) {
        const home = path.startsWith('use.') ? user : path.startsWith('dice/') ? dice : tasks;
        await write(join(home, path.replace(/^dice\//, '')), content);
      }
      // Of the development dependencies the compiler is that of haft, and so are Node's types.
      await mkdir(join(folder, 'node_modules/@types'), {recursive: true});
      await symlink(join(repository, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'dir');
      compiled = await node([join(repository, 'node_modules/typescript/bin/tsc'), '-p', '.'], tasks);
      packed = await pack(tasks, folder);
      await install(packed, folder);
    }, 300_000);

    test('are all there: the page names every file it shows', async () => {
      expect([...(await filesOfPage()).keys()].sort()).toEqual(
        [
          'README.md',
          'dice/dice.test.js',
          'dice/index.js',
          'dice/package.json',
          'package.json',
          'src/client.ts',
          'src/handles.ts',
          'src/index.ts',
          'src/tools.ts',
          'test/tasks.test.ts',
          'tsconfig.json',
          'use.cjs',
          'use.mjs',
        ].sort(),
      );
    });

    test('compile strictly, pass their tests under node:test, and hold code and types only', async () => {
      expect(compiled).toEqual({code: 0, stdout: ''});

      const tested = await node(['--test', '--test-reporter=tap', 'dist/test/tasks.test.js'], tasks);
      expect(tested).toEqual({code: 0, stdout: expect.stringMatching(/^# fail 0$/m)});
      expect(Number(/^# pass (\d+)$/m.exec(tested.stdout)?.[1])).toBeGreaterThan(50);

      const names = ['client', 'handles', 'index', 'tools'].flatMap((name) => [
        `dist/src/${name}.d.ts`,
        `dist/src/${name}.js`,
      ]);
      expect(packed.files.map(({path}) => path).sort()).toEqual([...names, 'README.md', 'package.json'].sort());
    }, 120_000);

    test('are used by require, by import and through a registry', async () => {
      expect(await node(['use.cjs'], user)).toEqual({code: 0, stdout: 'Water the plants\n'});
      expect(await node(['use.mjs'], user)).toEqual({code: 0, stdout: 'tasks.complete true\n'});
    }, 60_000);

    test('may be plain JavaScript', async () => {
      const tested = await node(['--test', '--test-reporter=tap', 'dice.test.js'], dice);

      expect(tested).toEqual({code: 0, stdout: expect.stringMatching(/^# fail 0$/m)});
      expect(Number(/^# pass (\d+)$/m.exec(tested.stdout)?.[1])).toBeGreaterThan(15);
    }, 60_000);

    test('fail their tests, in CommonJS too, when they break their word', async () => {
      const code = await readFile(join(dice, 'index.js'), 'utf8');
      await write(join(dice, 'broken.mjs'), code.replace(", description: 'How many dice'", '').replace("'dice', ", ''));
      await write(
        join(dice, 'broken.test.cjs'),
        `const {describe, test} = require('node:test');
       const {describeModule} = require('haft/testing');
       describeModule({describe, test}, {definition: require('./broken.mjs').DiceModuleDefinition});`,
      );
      const tested = await node(['--test', '--test-reporter=tap', 'broken.test.cjs'], dice);

      expect(tested.code).toBe(1);
      expect(tested.stdout).toMatch(/^# fail 1$/m);
      expect(tested.stdout).toContain('The record of dice.roll lacks a description of the parameter count');
      expect(tested.stdout).toContain('To do: describe it: count: {type: …, description: …}');
    }, 60_000);
  });
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), {recursive: true});
  await writeFile(path, content);
}
