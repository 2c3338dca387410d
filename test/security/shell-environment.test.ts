import {afterEach, describe, expect, test} from '@jest/globals';

import {node, script} from '../modules/shell/shell.js';
import {errorOf} from '../support/one-module.js';
import {canary, expectNoCanary, useShellSite} from './shell-site.js';

const createSite = useShellSite();
const given = ['HAFT_PARENT_SECRET', 'AWS_SECRET_ACCESS_KEY', 'HAFT_PASSED', 'NODE_OPTIONS_FAKE'];

afterEach(() => {
  for (const name of given) Reflect.deleteProperty(process.env, name);
});

describe('SH07: the environment of a program', () => {
  test('holds the minimum, what the config names, and nothing else', async () => {
    for (const name of given) process.env[name] = name === 'HAFT_PASSED' ? 'passed' : canary;
    const {shell} = await createSite({commands: ['env'], env: {OWN: 'own'}, inheritEnv: ['HAFT_PASSED'], secrets: {}});
    const {stdout} = await shell.execute({command: 'env'});
    expect(stdout).not.toContain(canary);
    const lines = stdout.trim().split('\n');
    expect(lines).toEqual(
      expect.arrayContaining(['OWN=own', 'HAFT_PASSED=passed', `PATH=${String(process.env['PATH'])}`]),
    );
    // HAFT_PROCESS is the mark by which what the program starts is found again.
    const known = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'OWN', 'HAFT_PASSED', 'HAFT_PROCESS'];
    expect(lines.map((line) => line.split('=')[0] ?? '').filter((name) => !known.includes(name))).toEqual([]);
  });

  test.each(['LD_PRELOAD', 'PATH', 'NODE_OPTIONS', 'HAFT_PROCESS', 'BASH_ENV', '__proto__', 'A=B', 'a\0'])(
    'is not set by a call: %j',
    async (name) => {
      const {refuses} = await createSite({commands: ['env'], allowedEnv: ['MODE']});
      const env = JSON.parse(`{${JSON.stringify(name)}: "/tmp/evil.so"}`) as object;
      await refuses({command: 'env', env}, 'PERMISSION_DENIED', 'INVALID_PARAMETER');
    },
  );

  test('is not hidden from by a call that may set the mark', async () => {
    const {shell} = await createSite({commands: ['env'], allowedEnv: ['HAFT_PROCESS']});
    const {stdout} = await shell.execute({command: 'env', env: {HAFT_PROCESS: 'mine'}});
    expect(stdout).not.toContain('HAFT_PROCESS=mine');
  });

  test('benign twin: a call sets what the config lets it set', async () => {
    const {shell} = await createSite({commands: ['env'], allowedEnv: ['MODE']});
    expect((await shell.execute({command: 'env', env: {MODE: 'x'}})).stdout).toContain('MODE=x\n');
  });
});

describe('CO06: a secret of the config', () => {
  const say = 'process.env.HAFT_CANARY';
  const failing = (text: string): object => ({command: script(text)});

  test.each<[string, object, string]>([
    ['in what a program writes before it fails', failing(`console.error(${say}); process.exit(1)`), 'NONZERO_EXIT'],
    [
      'where what is shown is cut',
      failing(`console.error('x'.repeat(470) + ${say} + 'y'.repeat(5000)); process.exitCode = 1`),
      'NONZERO_EXIT',
    ],
    [
      'at the end of what is shown',
      failing(`console.error('x'.repeat(5000) + ${say} + 'y'.repeat(1410)); process.exitCode = 1`),
      'NONZERO_EXIT',
    ],
    [
      'in a flood',
      failing(`const more = () => process.stdout.write((${say} + '\\n').repeat(1000), more); more()`),
      'LIMIT_EXCEEDED',
    ],
    [
      'when time is over',
      {...failing(`console.log(${say}); setInterval(() => {}, 1000)`), timeout: 800},
      'OPERATION_TIMEOUT',
    ],
    ['where the command is cut', {command: script('process.exitCode = 1', 'x'.repeat(150) + canary)}, 'NONZERO_EXIT'],
    ['in an argument that is refused', {command: ['node', `--x=${canary}`]}, 'INVALID_PARAMETER'],
    ['in a command that is denied', {command: [canary]}, 'PERMISSION_DENIED'],
    ['in a directory', {command: 'node', cwd: `../${canary}`}, 'PERMISSION_DENIED'],
    ['in a line', {command: `node ${canary} | x`}, 'INVALID_PARAMETER'],
  ])('%s is not told', async (_where, input, code) => {
    const {shell} = await createSite({maxOutput: 100_000});
    const lines: unknown[] = [];
    const result = await shell.getTool('execute').execute(input as never, {onProgress: (event) => lines.push(event)});
    expect(errorOf(result).code).toBe(code);
    expectNoCanary([result, lines]);
    // Nor a part of it.
    expect(JSON.stringify([result, lines])).not.toMatch(/canary-5d1e|of-the-env/);
  });

  test('is concealed in answers, lines and handles of programs that tell it', async () => {
    const {shell} = await createSite({commands: {...node}});
    const lines: unknown[] = [];
    const answer = await shell.execute(
      {command: script(`console.log('key ' + ${say})`)},
      {onProgress: (event) => lines.push(event)},
    );
    expect(answer.stdout).toBe('key [redacted]\n');
    const process_ = await shell.start({command: script(`console.log(${say})`, canary)});
    const reading = await shell.wait({process: process_, timeout: 20_000});
    expectNoCanary([answer, lines, process_, reading, await shell.list({})]);
  });
});
