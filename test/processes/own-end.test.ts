import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';

import {describe, expect, test} from '@jest/globals';

import {escaping, leftAfterTwoSeconds} from '../support/processes.js';
import {useTempFolders} from '../support/temp-folder.js';
import {transpileSources} from '../support/transpile-sources.js';

const tempFolder = useTempFolders();

/**
 * A process that guards a program, and tells the numbers of the program and of what has escaped from it. `first` is done
 * before it guards anything, `before` before it tells, `after` when it has told.
 */
async function guardian({
  first = '',
  before = '',
  after = '',
}: {
  first?: string;
  before?: string;
  after?: string;
}): Promise<{pids: number[]; ended: Promise<unknown[]>; pid: number}> {
  const folder = await tempFolder();
  await transpileSources(folder, ['src/processes']);
  const script = `
    import {spawn} from 'node:child_process';
    import {writeSync} from 'node:fs';
    import {guardTree} from './src/processes/tree-guard.js';
    ${first}
    const guard = guardTree();
    const env = guard.environment({PATH: process.env.PATH});
    const program = ${JSON.stringify(escaping({stay: true}))};
    const child = spawn(process.execPath, ['-e', program], {env, detached: true, stdio: ['ignore', 'pipe', 'inherit']});
    guard.started(child.pid);
    child.stdout.once('data', async (line) => {
      ${before}
      writeSync(1, child.pid + ' ' + line);
      ${after}
    });
  `;
  await writeFile(join(folder, 'guardian.mjs'), script);
  const process_ = spawn(process.execPath, ['guardian.mjs'], {cwd: folder, stdio: ['ignore', 'pipe', 'inherit']});
  const ended = once(process_, 'exit');
  const [line] = (await once(createInterface(process_.stdout), 'line')) as [string];
  return {pids: line.split(' ').map(Number), ended, pid: process_.pid ?? 0};
}

describe('when the process that started it ends, a program ends with all that it started', () => {
  test('at process.exit', async () => {
    const {pids, ended} = await guardian({after: 'process.exit(3)'});
    expect(await ended).toEqual([3, null]);
    expect(await leftAfterTwoSeconds(pids)).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('at %s, which still ends that process', async (signal) => {
    const {pids, ended, pid} = await guardian({});
    process.kill(pid, signal);
    expect(await ended).toEqual([null, signal]);
    expect(await leftAfterTwoSeconds(pids)).toEqual([]);
  });

  test('at a signal that others let pass as well: signal-exit, and another copy of haft', async () => {
    const {pids, ended, pid} = await guardian({
      before: `
        const {onExit} = await import('signal-exit');
        onExit(() => undefined);
        const other = await import('./src/processes/own-end.js?copy');
        other.watchOwnEnd(() => undefined);
      `,
    });
    process.kill(pid, 'SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    expect(await leftAfterTwoSeconds(pids)).toEqual([]);
  });

  // A listener for one time is gone when it is called; it still has its say.
  test.each([
    ['before', {first: "process.once('SIGTERM', () => setTimeout(() => process.exit(9), 50));"}],
    ['after', {before: "process.on('SIGTERM', () => process.exit(9));"}],
  ])('when it listens to the signal itself since %s, at the exit that follows', async (_when, listening) => {
    const {pids, ended, pid} = await guardian(listening);
    process.kill(pid, 'SIGTERM');
    expect(await ended).toEqual([9, null]);
    expect(await leftAfterTwoSeconds(pids)).toEqual([]);
  });

  test('and a process that let go of all its programs listens to no signal any more', async () => {
    const count = "['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].reduce((sum, name) => sum + process.listenerCount(name), 0)";
    const {ended, pids} = await guardian({after: `await guard.end({grace: 0}); process.exit(${count});`});
    expect(await ended).toEqual([0, null]);
    expect(await leftAfterTwoSeconds(pids)).toEqual([]);
  });
});
