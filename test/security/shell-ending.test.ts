import {describe, expect, test} from '@jest/globals';

import {node, script} from '../modules/shell/shell.js';
import {timeOf} from '../support/machine-time.js';
import {errorOf} from '../support/one-module.js';
import {childrenAfterTwoSeconds, escaping, leftAfterTwoSeconds} from '../support/processes.js';
import {useShellSite} from './shell-site.js';

// After each test no process of ours is left.
const createSite = useShellSite();
const sh = {sh: {flags: ['-c <script>']}} as const;
const both = {commands: {...sh, ...node}};
const line = (text: string): string[] => ['sh', '-c', text];

describe('SH04: a program whose child holds its output', () => {
  test.each(['sleep 30 & wait', 'sleep 30 & sleep 30 & sleep 30', 'setsid sleep 30 & wait', '(sleep 30 &) ; sleep 30'])(
    '%s ends at its time, and settles soon',
    async (text) => {
      const {fails} = await createSite(both);
      const {answer, took} = await timeOf(() => fails({command: line(text), timeout: 300}, 'OPERATION_TIMEOUT'));
      expect(answer.outcome).toBe('unknown');
      // The table says 1 s; a loaded machine takes longer to start and end four programs, and not thirty times longer.
      expect(took).toBeLessThan(5000);
      expect(await childrenAfterTwoSeconds()).toEqual([]);
    },
  );

  test('is answered when it exits, and the child goes', async () => {
    const {shell} = await createSite(both);
    const {answer, took} = await timeOf(() => shell.execute({command: line('sleep 30 & echo done')}));
    expect(answer.stdout).toBe('done\n');
    expect(took).toBeLessThan(5000);
  });

  test('goes although it left session, group and parent [needs Linux]', async () => {
    if (process.platform !== 'linux') return;
    const {shell} = await createSite(both);
    const {stdout} = await shell.execute({command: script(escaping())});
    expect(await leftAfterTwoSeconds([Number(stdout)])).toEqual([]);
  });

  test('benign twin: one that waits for its child is answered with what the child wrote', async () => {
    const {shell} = await createSite(both);
    expect((await shell.execute({command: line('(sleep 0.05; echo late) & wait')})).stdout).toBe('late\n');
  });
});

describe('SH05: a program that does not end', () => {
  test('and ignores what asks it to is killed after the grace time', async () => {
    const {fails} = await createSite({...both, killGrace: 100});
    await fails({command: line('trap "" TERM; sleep 30 & wait; sleep 30'), timeout: 200}, 'OPERATION_TIMEOUT');
    await fails(
      {command: script("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"), timeout: 500},
      'OPERATION_TIMEOUT',
    );
  });

  test('settles once, however often it is cancelled', async () => {
    const {shell} = await createSite(both);
    const controller = new AbortController();
    let settled = 0;
    const call = shell
      .getTool('execute')
      .execute(
        {command: script("console.log('on'); setInterval(() => {}, 1000)")},
        {
          signal: controller.signal,
          onProgress: () => {
            controller.abort();
            controller.abort();
          },
        },
      )
      .finally(() => settled++);
    expect(errorOf(await call)).toMatchObject({code: 'OPERATION_CANCELLED', outcome: 'unknown'});
    controller.abort();
    expect(settled).toBe(1);
  });

  test('is not even started when it was cancelled before', async () => {
    const {shell, base} = await createSite(both);
    const result = await shell
      .getTool('execute')
      .execute({command: line(`touch '${base}/M'`)}, {signal: AbortSignal.abort()});
    expect(errorOf(result)).toMatchObject({code: 'OPERATION_CANCELLED', outcome: 'not_executed'});
  });

  test('and was cancelled after its end has ended', async () => {
    const {shell} = await createSite(both);
    const controller = new AbortController();
    const {stdout} = await shell.execute({command: line('echo hi')}, {signal: controller.signal});
    controller.abort();
    expect(stdout).toBe('hi\n');
  });

  test('because it waits for stdin ends at once: stdin is closed', async () => {
    const {shell} = await createSite({commands: ['cat']});
    expect((await shell.execute({command: 'cat'})).stdout).toBe('');
  });

  test('ends with the module, in the middle of a call', async () => {
    const {shell} = await createSite(both);
    let begun: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (begun = resolve));
    const call = shell
      .getTool('execute')
      .execute({command: script("console.log('on'); setInterval(() => {}, 1000)")}, {onProgress: () => begun()});
    await running;
    await shell.cleanup();
    expect(errorOf(await call)).toMatchObject({code: 'OPERATION_CANCELLED'});
  });

  test('many at a time all end at their time', async () => {
    const {shell} = await createSite(both);
    const calls = Array.from({length: 20}, () =>
      shell.getTool('execute').execute({command: line('sleep 30 & sleep 30'), timeout: 300}),
    );
    const codes = (await Promise.all(calls)).map((result) => errorOf(result).code);
    expect(new Set(codes)).toEqual(new Set(['OPERATION_TIMEOUT']));
  });
});
