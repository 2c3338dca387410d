import {spawn} from 'node:child_process';
import {once} from 'node:events';

import {expect, test} from '@jest/globals';

import {expectNoProcesses} from './fault-processes.js';

const hasProc = process.platform === 'linux';
const title = 'a process that is left is found by what it was given, and one that ended is not';

(hasProc ? test : test.skip)(hasProc ? title : `${title} [needs /proc]`, async () => {
  const mark = `mark-of-${String(process.pid)}`;
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {env: {MARK: mark}, stdio: 'ignore'});
  await once(left, 'spawn');
  try {
    await expect(expectNoProcesses(mark)).rejects.toThrow(String(left.pid));
    await expectNoProcesses(mark, 'setInterval');
  } finally {
    left.kill('SIGKILL');
    await once(left, 'exit');
  }
  await expectNoProcesses(mark);
});
