import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';

import {afterEach, describe, expect, test} from '@jest/globals';

import {guardTree} from '../../src/processes/tree-guard.js';
import type {TreeGuard} from '../../src/processes/tree-guard.js';
import {escaping, isAlive, leftAfterTwoSeconds} from '../support/processes.js';

const onLinux = process.platform === 'linux';
const marked = onLinux ? test : test.skip;
const guards: TreeGuard[] = [];

afterEach(() => {
  for (const guard of guards.splice(0)) guard.kill();
});

interface Started {
  readonly guard: TreeGuard;
  /** Code and signal of its end. */
  readonly exited: Promise<unknown[]>;
  /** What it wrote as its first line: numbers of processes. */
  readonly pids: readonly number[];
}

async function start(script: string, {detached = true, env = {}} = {}): Promise<Started> {
  const guard = guardTree();
  guards.push(guard);
  const environment = guard.environment({PATH: process.env['PATH'] ?? '', ...env});
  const child = spawn(process.execPath, ['-e', script], {
    env: environment,
    detached,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  guard.started(child.pid ?? 0);
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {guard, exited, pids: line.split(' ').map(Number)};
}

const family = [
  "const {spawn} = require('node:child_process');",
  "const idle = 'setInterval(() => {}, 1000)';",
  "const children = [1, 2].map(() => spawn(process.execPath, ['-e', idle]));",
  'console.log(children.map(({pid}) => pid).join(" "));',
].join('\n');

describe('ending a program', () => {
  test.each([true, false])('ends what it started, whether it leads a group or not (%s)', async (detached) => {
    const {guard, exited, pids} = await start(family, {detached});
    expect(await guard.end()).toBe(true);
    expect(await exited).toEqual([null, 'SIGTERM']);
    for (const pid of pids) expect(await isAlive(pid)).toBe(false);
  });

  marked('ends what has a session of its own, lost its parent and ignores SIGTERM [needs Linux]', async () => {
    const {guard, exited, pids} = await start(`${escaping()}\nsetTimeout(() => process.exit(), 20);`);
    await exited;
    expect(await Promise.all(pids.map(isAlive))).toEqual([true]);
    expect(await guard.end({grace: 50})).toBe(true);
    expect(await isAlive(pids[0] ?? 0)).toBe(false);
  });

  test('ends what has cleared its environment, while its parent lives', async () => {
    const {guard, pids} = await start(escaping({stay: true, clean: true}));
    expect(await guard.end({grace: 50})).toBe(true);
    expect(await isAlive(pids[0] ?? 0)).toBe(false);
  });

  test('asks first, with the signal of its choice, and kills nothing that heeds it', async () => {
    const {guard, exited} = await start(
      "process.on('SIGINT', () => process.exit(7)); setInterval(() => {}, 1000); console.log(1)",
    );
    await guard.end({signal: 'SIGINT', grace: 5000});
    expect(await exited).toEqual([7, null]);
  });

  test('is one ending, however often it is asked for', async () => {
    const {guard} = await start('setInterval(() => {}, 1000); console.log(1)');
    const first = guard.end({grace: 5000});
    expect(guard.end({grace: 0})).toBe(first);
    expect(await first).toBe(true);
    expect(await guard.end()).toBe(true);
  });

  test('leaves other programs alone, of the same kind and at the same time', async () => {
    const one = await start('setInterval(() => {}, 1000); console.log(process.pid)');
    const other = await start('setInterval(() => {}, 1000); console.log(process.pid)');
    await one.guard.end();
    expect(await isAlive(other.pids[0] ?? 0)).toBe(true);
  });
});

describe('a program that ended by itself', () => {
  marked('leaves nothing behind two seconds later, whatever left its group [needs Linux]', async () => {
    const some = await Promise.all([1, 2, 3].map(() => start(escaping())));
    for (const {guard, exited} of some) {
      await exited;
      guard.forget();
    }
    expect(await leftAfterTwoSeconds(some.flatMap(({pids}) => pids))).toEqual([]);
  });

  marked('is found inside of another that haft started, by the mark of the outer one [needs Linux]', async () => {
    const inner = [`process.env.HAFT_PROCESS += ':inner.1';`, escaping(), 'setTimeout(() => process.exit(), 20);'].join(
      '\n',
    );
    const {guard, exited, pids} = await start(inner);
    await exited;
    guard.forget();
    expect(await leftAfterTwoSeconds(pids)).toEqual([]);
  });
});

test('a mark can not be set from outside', () => {
  const guard = guardTree();
  const {HAFT_PROCESS, A} = guard.environment({HAFT_PROCESS: 'mine', A: 'a'});
  expect(A).toBe('a');
  expect(HAFT_PROCESS).not.toContain('mine');
  expect(guardTree().environment({})['HAFT_PROCESS']).not.toBe(HAFT_PROCESS);
});
