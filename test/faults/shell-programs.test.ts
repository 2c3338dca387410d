import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import {afterEach, describe, expect} from '@jest/globals';

import {ShellModuleDefinition} from '../../modules/shell/index.js';
import {Runtime} from '../../src/sdk.js';
import type {ToolResult} from '../../src/sdk.js';
import {expectNoProcesses} from '../support/fault-processes.js';
import {callUnderFaults, expectDeclared, expectRecovery, expectTruth, inTime, tally} from '../support/fault-run.js';
import type {Settled} from '../support/fault-run.js';
import {callCount, faultTest} from '../support/fault-test.js';
import {watchProcess} from '../support/fault-watch.js';
import {inTwoSeconds} from '../support/machine-time.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();
const made: {cleanup(): Promise<void>}[] = [];
afterEach(async () => {
  for (const shell of made.splice(0)) await shell.cleanup();
});
watchProcess();

/** `program.sh NAME FAULT`: writes its name down, which is what it is for, and meets a fault before or after. */
const program = `
effect() { echo "$1" >> effects; echo "done $1"; }
case "$2" in
  none) effect "$1" ;;
  exit) exit 3 ;;
  killed-before) kill -KILL $$ ;;
  killed-after) effect "$1"; kill -KILL $$ ;;
  stopped) effect "$1"; kill -STOP $$ ;;
  deaf) trap '' TERM INT HUP; effect "$1"; while :; do sleep 30; done ;;
  waits) effect "$1"; sleep 30 & wait ;;
  leaves) sleep 30 & effect "$1" ;;
  reads) cat; effect "$1" ;;
esac
`;

type FaultName = 'none' | 'exit' | 'killed-before' | 'killed-after' | 'stopped' | 'deaf' | 'waits' | 'leaves' | 'reads';

/** How a call ends whose program meets the fault. */
const endings: Readonly<Record<FaultName, string>> = {
  none: 'success',
  exit: 'NONZERO_EXIT failed',
  'killed-before': 'KILLED_BY_SIGNAL unknown',
  'killed-after': 'KILLED_BY_SIGNAL unknown',
  stopped: 'OPERATION_TIMEOUT unknown',
  deaf: 'OPERATION_TIMEOUT unknown',
  waits: 'OPERATION_TIMEOUT unknown',
  leaves: 'success',
  reads: 'success',
};
const faultNames = Object.keys(endings) as FaultName[];
const endless: readonly FaultName[] = ['stopped', 'deaf', 'waits'];

async function createSite() {
  const folder = await tempFolder({'program.sh': program, effects: ''});
  const runtime = new Runtime();
  const shell = await ShellModuleDefinition.create(
    {
      commands: {sh: {path: '/bin/sh'}},
      basePath: folder,
      // All that a program starts has it, so that it is found whoever its parent is.
      env: {FAULT_SITE: folder},
      killGrace: 100,
    },
    runtime,
  );
  made.push(shell);
  const command = (id: string, fault: FaultName): string[] => ['sh', 'program.sh', id, fault];
  const lines = (): string[] => readFileSync(join(folder, 'effects'), 'utf8').split('\n').slice(0, -1);
  const timesOf = (id: string): number => lines().filter((line) => line === id).length;
  return {folder, shell, runtime, command, lines, timesOf, execute: shell.getTool('execute')};
}

const endingOf = ({result}: Settled): string =>
  result.success ? 'success' : `${result.error.code} ${result.error.outcome}`;

describe('shell.execute', () => {
  faultTest(
    'SH04 SH05 CO03 of programs that fail, hang, die and leave others behind tells what happened',
    async (random) => {
      const {shell, execute, command, folder, timesOf} = await createSite();
      const faultOf = new Map<string, FaultName>();
      const call = (id: string, options: object): Promise<ToolResult> => {
        const fault = faultNames[faultOf.size % faultNames.length]!;
        faultOf.set(id, fault);
        const time = endless.includes(fault) ? {timeout: 500} : {};
        return execute.execute({command: command(id, fault), ...time}, options);
      };
      const calls = callCount(4, 40) * faultNames.length;
      const settled = await callUnderFaults({random, calls, atOnce: 6, timeout: 20_000, call});
      expect(settled.map((one) => [faultOf.get(one.id), endingOf(one)])).toEqual(
        settled.map(({id}) => [faultOf.get(id), endings[faultOf.get(id)!]]),
      );
      expectDeclared(execute, settled);
      expectTruth(settled, timesOf);
      await expectNoProcesses(folder);
      await expectRecovery(() => shell.getTool('execute').execute({command: command('after', 'none')}));
    },
  );

  faultTest('SH05 cancelled at any moment ends with the program and all that it started', async (random) => {
    const {execute, command, folder, timesOf} = await createSite();
    const call = async (id: string, options: object): Promise<ToolResult> => {
      const controller = new AbortController();
      const fault = random.pick(['none', 'deaf', 'waits', 'stopped', 'leaves'] as const);
      const calling = execute.execute({command: command(id, fault)}, {...options, signal: controller.signal});
      const timer = setTimeout(() => controller.abort(), random.between(0, 60));
      return calling.finally(() => clearTimeout(timer));
    };
    const settled = await callUnderFaults({random, calls: callCount(30, 600), atOnce: 6, timeout: 20_000, call});
    expectDeclared(execute, settled);
    expectTruth(settled, timesOf);
    const codes = new Set(settled.flatMap(({result}) => (result.success ? [] : [result.error.code])));
    expect([...codes]).toEqual(['OPERATION_CANCELLED']);
    await expectNoProcesses(folder);
  });

  faultTest('under way when its module ends settles, and nothing of it is left', async (random) => {
    const {shell, execute, command, folder, lines, timesOf} = await createSite();
    const call = (id: string, options: object): Promise<ToolResult> =>
      execute.execute({command: command(id, random.pick(['deaf', 'waits', 'stopped']))}, options);
    const settling = callUnderFaults({random, calls: 8, atOnce: 8, timeout: 20_000, call});
    await inTwoSeconds(() => lines().length >= 8);
    expect(lines()).toHaveLength(8);
    const ended = shell.cleanup();
    const settled = await settling;
    await ended;
    expect(tally(settled)).not.toHaveProperty('success');
    expectTruth(settled, timesOf);
    await expectNoProcesses(folder);
  });
});

describe('programs in the background', () => {
  faultTest(
    'that are killed, stopped and left alone by others are told, stopped, and leave nothing',
    async (random) => {
      const {shell, runtime, command, folder} = await createSite();
      for (let round = 0; round < callCount(1, 15); round += 1) {
        const started = await Promise.all(
          Array.from({length: 8}, (_, place) =>
            shell.start({command: command(`p${String(place)}`, random.pick(['deaf', 'waits', 'reads']))}),
          ),
        );
        const signals = started.map(({pid}) => {
          const signal = random.pick(['SIGKILL', 'SIGSTOP', 'none'] as const);
          // A program of this test, by the number that it was started with.
          if (signal !== 'none') process.kill(pid, signal);
          return signal;
        });
        for (const [place, handle] of started.entries()) {
          const killed = signals[place] === 'SIGKILL';
          const wait = shell
            .getTool('wait')
            .execute({process: handle, timeout: killed ? 20_000 : 50}, {timeout: 20_000});
          const waited = await inTime(wait, 20_000, 'wait');
          if (killed) expect(waited.data).toMatchObject({running: false, signal: 'SIGKILL'});
          else expect(waited.error).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'not_executed'});
          if (place % 2 === 0) continue;
          const stopped = await inTime(shell.getTool('stop').execute({process: handle}), 20_000, 'stop');
          expect(stopped.data).toMatchObject({running: false});
        }
        // Of the others, their handles are let go of.
        const handles = runtime.handles.list().filter(({type}) => type === 'shell_process');
        expect(handles).toHaveLength(4);
        for (const {id} of handles) await runtime.handles.release({_id: id});
        await expectNoProcesses(folder);
      }
      await expectRecovery(() => shell.getTool('execute').execute({command: command('after', 'none')}));
    },
  );
});
