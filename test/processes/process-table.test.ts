import {execFileSync} from 'node:child_process';

import {describe, expect, test} from '@jest/globals';

import {listProcesses, listProcessesSync, parsePs} from '../../src/processes/process-table.js';
import {marksIn} from '../../src/processes/process-mark.js';

describe('the table of processes', () => {
  test('holds this process under its parent, read at once or in turns', async () => {
    for (const entries of [await listProcesses(), listProcessesSync()]) {
      expect(entries).toContainEqual(expect.objectContaining({pid: process.pid, parent: process.ppid}));
    }
  });

  test('is read from ps where there is no /proc, without those that have ended', () => {
    const output = [
      '    1     0     1 Ss   Mon Nov  3 08:00:01 2025',
      '  312     1   300 S+   Mon Nov  3 08:00:02 2025',
      '  313   312   300 Z    Mon Nov  3 08:00:02 2025',
      '',
    ].join('\n');
    expect(parsePs(output)).toEqual([
      {pid: 1, parent: 0, group: 1, started: 'Mon Nov  3 08:00:01 2025', marks: []},
      {pid: 312, parent: 1, group: 300, started: 'Mon Nov  3 08:00:02 2025', marks: []},
    ]);
  });

  test('is what the ps of this machine prints [needs ps]', () => {
    const output = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], {encoding: 'utf8'});
    expect(parsePs(output)).toContainEqual(expect.objectContaining({pid: process.pid, parent: process.ppid}));
  });
});

test.each([
  ['HAFT_PROCESS=a.1\0PATH=/bin\0', ['a.1']],
  ['PATH=/bin\0HAFT_PROCESS=a.1:b.2\0', ['a.1', 'b.2']],
  ['PATH=/bin\0HAFT_PROCESS=a.1', ['a.1']],
  ['PATH=/bin\0NOT_HAFT_PROCESS=a.1\0', []],
  ['', []],
])('marks in %j are %j', (environ, marks) => {
  expect(marksIn(environ)).toEqual(marks);
});
