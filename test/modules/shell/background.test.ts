import {describe, expect, test} from '@jest/globals';

import {Runtime} from '../../../src/sdk.js';
import {errorOf} from '../../support/one-module.js';
import {processHolders} from '../../support/process-holders.js';
import {childrenAfterTwoSeconds, escaping, isAlive, leftAfterTwoSeconds} from '../../support/processes.js';
import {script, useShell} from './shell.js';
import type {ShellInstance} from './shell.js';

const createShell = useShell();

const echo = script('process.stdin.pipe(process.stdout)');
const idle = 'setInterval(() => {}, 1000);';
const long = 20_000;

/** Reads until the text has come; what came so far. */
async function readUntil(shell: ShellInstance, process: unknown, text: string): Promise<string> {
  let all = '';
  while (!all.includes(text)) {
    const {stdout, running} = await shell.read({process: process as never, wait: long});
    all += stdout;
    if (!running) break;
  }
  return all;
}

describe('a program in the background', () => {
  test('is written to, read from, and ends when its stdin does', async () => {
    const shell = await createShell({maxInput: 1024});
    const process = await shell.start(echo);
    expect(errorOf(await shell.getTool('write').execute({process, data: 'x'.repeat(1025)}))).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      outcome: 'not_executed',
    });
    expect(await shell.write({process, data: 'läuft\n'})).toEqual({written: 7});
    expect(await readUntil(shell, process, '\n')).toBe('läuft\n');
    expect(await shell.read({process})).toEqual({stdout: '', stderr: '', truncated: false, running: true});
    await shell.write({process, data: Buffer.from('end').toString('base64'), encoding: 'base64', end: true});
    expect(await shell.wait({process, timeout: long})).toMatchObject({stdout: 'end', running: false, exitCode: 0});
  });

  test('has a handle that tells what it is', async () => {
    const shell = await createShell({maxInput: 2_000_000});
    const since = processHolders();
    const handle = await shell.start(script(idle));
    expect(handle).toMatchObject({_type: 'shell_process', command: `node -e ${idle}`});
    // A script that forgets it ends all the same, and takes it along.
    expect(since()).toEqual([]);
    expect(await isAlive(handle.pid)).toBe(true);
    expect((await shell.list({})).processes).toEqual([{process: handle, running: true}]);
    // It reads nothing: what is written waits, and not without end.
    const write = (): Promise<unknown> =>
      shell.getTool('write').execute({process: handle, data: 'x'.repeat(1_500_000)});
    const waiting = write();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await write()).toMatchObject({
      error: {
        code: 'LIMIT_EXCEEDED',
        outcome: 'not_executed',
        details: {context: {waiting: 1_500_000, limit: 2_000_000}},
      },
    });
    await shell.stop({process: handle, signal: 'SIGKILL'});
    expect(await waiting).toMatchObject({error: {code: 'INVALID_STATE', outcome: 'unknown'}});
  });

  test('is stopped with all that it started, and tells what it had written', async () => {
    const shell = await createShell();
    const process = await shell.start(script(escaping({stay: true})));
    const pid = Number(await readUntil(shell, process, '\n'));
    const answer = await shell.stop({process, grace: 100});
    expect(answer).toMatchObject({running: false, signal: 'SIGTERM', stdout: ''});
    expect(await isAlive(pid)).toBe(false);
    expect(errorOf(await shell.getTool('read').execute({process}))).toMatchObject({code: 'HANDLE_RELEASED'});
    expect((await shell.list({})).processes).toEqual([]);
  });

  test('that listens to a signal ends by itself; one that does not is killed', async () => {
    const shell = await createShell();
    const polite = await shell.start(script(`process.on('SIGINT', () => process.exit(5)); console.log(1); ${idle}`));
    await readUntil(shell, polite, '1');
    expect(await shell.stop({process: polite, signal: 'SIGINT', grace: long})).toMatchObject({exitCode: 5});
    const deaf = await shell.start(script(`process.on('SIGTERM', () => {}); console.log(1); ${idle}`));
    await readUntil(shell, deaf, '1');
    expect(await shell.stop({process: deaf, grace: 50})).toMatchObject({signal: 'SIGKILL'});
  });

  test('that has ended keeps what it wrote until it is stopped', async () => {
    const shell = await createShell();
    const process = await shell.start(script("console.log('last'); console.error('words'); process.exitCode = 4"));
    while ((await shell.list({})).processes[0]?.running) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await shell.list({})).processes).toMatchObject([{running: false, exitCode: 4}]);
    expect(await shell.wait({process})).toMatchObject({stdout: 'last\n', stderr: 'words\n', exitCode: 4});
    expect(errorOf(await shell.getTool('write').execute({process, data: 'x'}))).toMatchObject({
      code: 'INVALID_STATE',
      outcome: 'not_executed',
    });
    expect(await shell.stop({process})).toMatchObject({stdout: '', exitCode: 4});
  });

  test('is bounded in what waits for a reader: beginning and end are kept', async () => {
    const shell = await createShell({maxOutput: 1024});
    const process = await shell.start(script("for (let n = 0; n < 5000; n++) console.log('line ' + n)"));
    const {stdout, truncated} = await shell.wait({process, timeout: long});
    expect(truncated).toBe(true);
    expect(stdout).toMatch(/^line 0\n[^]*bytes left out[^]*line 4999\n$/);
    expect(stdout.length).toBeLessThan(1100);
    expect(await shell.read({process})).toMatchObject({stdout: '', truncated: false});
  });

  test('may write a character in two parts', async () => {
    const shell = await createShell();
    const parts =
      "process.stdout.write(Buffer.from([0xe2, 0x98])); process.stdin.on('data', () => process.stdout.write(Buffer.from([0x83])))";
    const process = await shell.start(script(parts));
    expect((await shell.read({process, wait: long})).stdout).toBe('');
    await shell.write({process, data: 'go'});
    expect((await shell.read({process, wait: long})).stdout).toBe('☃');
  });

  test('that is waited for too long still runs, and can be waited for again', async () => {
    const shell = await createShell();
    const process = await shell.start(echo);
    expect(errorOf(await shell.getTool('wait').execute({process, timeout: 10}))).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      recoverable: true,
    });
    const controller = new AbortController();
    const waiting = shell.getTool('wait').execute({process}, {signal: controller.signal});
    setImmediate(() => controller.abort());
    expect(errorOf(await waiting)).toMatchObject({code: 'OPERATION_CANCELLED'});
    await shell.write({process, data: '', end: true});
    expect(await shell.wait({process, timeout: long})).toMatchObject({exitCode: 0});
  });

  test('that closes its stdin can not be written to', async () => {
    const shell = await createShell();
    const process = await shell.start(script(`require('node:fs').closeSync(0); console.log(1); ${idle}`));
    await readUntil(shell, process, '1');
    const results = [];
    for (let count = 0; count < 3; count++) results.push(await shell.getTool('write').execute({process, data: 'x'}));
    expect(errorOf(results[2] as never)).toMatchObject({code: 'INVALID_STATE'});
  });

  test('belongs to its session, and ends with it', async () => {
    const runtime = new Runtime();
    const shell = await createShell({}, runtime);
    const [ann, bob] = [{context: {sessionId: 'ann'}}, {context: {sessionId: 'bob'}}];
    const process = await shell.start({command: echo}, ann);
    expect(errorOf(await shell.getTool('read').execute({process}, bob))).toMatchObject({code: 'HANDLE_NOT_FOUND'});
    expect((await shell.list({}, bob)).processes).toEqual([]);
    expect((await shell.list({}, ann)).processes).toHaveLength(1);
    await runtime.endSession('ann');
    expect(await leftAfterTwoSeconds([process.pid])).toEqual([]);
  });

  test('ends with its module', async () => {
    const shell = await createShell();
    const pids = await Promise.all([1, 2, 3].map(async () => (await shell.start(script(idle))).pid));
    await shell.cleanup();
    expect(await leftAfterTwoSeconds(pids)).toEqual([]);
    expect(await childrenAfterTwoSeconds()).toEqual([]);
  });

  test('is one of a bounded number, also when they are started at once', async () => {
    const shell = await createShell({maxProcesses: 2});
    const results = await Promise.all([1, 2, 3, 4].map(() => shell.getTool('start').execute({command: echo})));
    const refused = results.filter((result) => !result.success).map(errorOf);
    expect(refused.map(({code, outcome}) => [code, outcome])).toEqual(
      Array(2).fill(['LIMIT_EXCEEDED', 'not_executed']),
    );
    const [first] = results.filter((result) => result.success);
    await shell.stop({process: first as never});
    expect(await shell.start(echo)).toMatchObject({_type: 'shell_process'});
  });

  test('that can not be started leaves its place to another', async () => {
    const shell = await createShell({maxProcesses: 1});
    const tooMuch = script('', 'x'.repeat(3_000_000));
    expect(errorOf(await shell.getTool('start').execute({command: tooMuch}))).toMatchObject({code: 'LIMIT_EXCEEDED'});
    expect(await shell.start(echo)).toMatchObject({_type: 'shell_process'});
  });

  test('that gets no handle does not run on', async () => {
    const runtime = new Runtime({limits: {maxHandles: 0}});
    const shell = await createShell({}, runtime);
    expect(errorOf(await shell.getTool('start').execute({command: script(idle)}))).toMatchObject({
      code: 'LIMIT_EXCEEDED',
    });
    expect(await childrenAfterTwoSeconds()).toEqual([]);
  });
});
