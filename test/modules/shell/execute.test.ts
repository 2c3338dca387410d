import {chmod, mkdir, rm, symlink} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {ShellModuleDefinition} from '../../../modules/shell/index.js';
import {Runtime} from '../../../src/sdk.js';
import {errorOf} from '../../support/one-module.js';
import {childrenAfterTwoSeconds, escaping, isAlive, leftAfterTwoSeconds} from '../../support/processes.js';
import {useTempFolders} from '../../support/temp-folder.js';
import {node, script, useShell} from './shell.js';

const createShell = useShell();
const tempFolder = useTempFolders();
const showArguments = 'console.log(JSON.stringify(process.argv.slice(1)))';

describe('a program that ends well', () => {
  test('answers what it wrote, and how long it took', async () => {
    const shell = await createShell();
    const answer = await shell.execute({command: script("console.log('out'); console.error('err')")});
    expect(answer).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 0,
      truncated: false,
      duration: expect.any(Number),
    });
  });

  test('is named by a line, by a list, by a name with args, and in order', async () => {
    const shell = await createShell();
    const said = async (answer: Promise<{stdout: string}>): Promise<unknown> => JSON.parse((await answer).stdout);
    expect(await said(shell.execute({command: `node -e '${showArguments}' one "two words"`}))).toEqual([
      'one',
      'two words',
    ]);
    expect(await said(shell.execute({command: script(showArguments, 'a b', '')}))).toEqual(['a b', '']);
    expect(await said(shell.execute({command: 'node', args: ['-e', showArguments, '|']}))).toEqual(['|']);
    expect(await said(shell.execute({command: `node -e '${showArguments}'`, args: ['$HOME']}))).toEqual(['$HOME']);
    expect(await said(shell.execute(`node -e '${showArguments}' x`))).toEqual(['x']);
    expect(await said(shell.execute(script(showArguments, 'y'), {timeout: 20_000}))).toEqual(['y']);
  });

  test('reads what it is given, and else nothing', async () => {
    const shell = await createShell();
    const echo = script('process.stdin.pipe(process.stdout)');
    expect((await shell.execute({command: echo, stdin: 'läuft'})).stdout).toBe('läuft');
    expect((await shell.execute({command: echo})).stdout).toBe('');
    const big = 'x'.repeat(500_000);
    expect((await shell.execute({command: echo, stdin: big})).stdout).toBe(big);
    // It does not read at all, and the rest of what it was given is nobody's trouble.
    expect((await shell.execute({command: script('process.exit(0)'), stdin: big})).exitCode).toBe(0);
  });

  test('runs in the directory that is asked for', async () => {
    const folder = await tempFolder({'sub/file': ''});
    const shell = await createShell({basePath: folder});
    const where = async (cwd?: string): Promise<string> =>
      (
        await shell.execute({command: script('console.log(process.cwd())'), ...(cwd !== undefined && {cwd})})
      ).stdout.trim();
    expect(await where()).toBe(folder);
    expect(await where('sub')).toBe(join(folder, 'sub'));
    expect(await where(join(folder, 'sub'))).toBe(join(folder, 'sub'));
    const errors = await Promise.all(
      ['none', 'sub/file', '..', '/', 'sub\0'].map(async (cwd) =>
        errorOf(await shell.getTool('execute').execute({command: script(''), cwd})),
      ),
    );
    const invalid = [
      'RESOURCE_NOT_FOUND',
      'INVALID_PARAMETER',
      'PERMISSION_DENIED',
      'PERMISSION_DENIED',
      'INVALID_PARAMETER',
    ];
    expect(errors.map(({code}) => code)).toEqual(invalid);
    for (const error of errors) expect(error).toMatchObject({outcome: 'not_executed'});
    expect(JSON.stringify(errors)).not.toContain(folder);
  });

  test('sees the variables that the config and, where it may, the call sets', async () => {
    const shell = await createShell({env: {MODE: 'test', LEVEL: '1'}, allowedEnv: ['LEVEL']});
    const command = script('console.log(process.env.MODE, process.env.LEVEL)');
    expect((await shell.execute({command})).stdout).toBe('test 1\n');
    expect((await shell.execute({command, env: {LEVEL: '2'}})).stdout).toBe('test 2\n');
    expect(errorOf(await shell.getTool('execute').execute({command, env: {MODE: 'x'}}))).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: {context: {reason: 'variable_not_allowed', allowed: ['LEVEL']}},
    });
  });

  test('answers bytes as base64', async () => {
    const shell = await createShell();
    const command = script('process.stdout.write(Buffer.from([0, 255, 10, 128]))');
    expect((await shell.execute({command, encoding: 'base64'})).stdout).toBe(
      Buffer.from([0, 255, 10, 128]).toString('base64'),
    );
  });

  test('tells its lines as they come', async () => {
    const shell = await createShell();
    const lines: unknown[] = [];
    const command = script("process.stdout.write('one\\ntw'); setTimeout(() => console.log('o'), 5)");
    await shell.execute({command}, {onProgress: ({message}) => lines.push(message)});
    expect(lines).toEqual(['one', 'two']);
  });

  test('sees the name that it was found under, as programs of many names do', async () => {
    const folder = await tempFolder({'tool.sh': '#!/bin/sh\necho "$0"\n'});
    await chmod(join(folder, 'tool.sh'), 0o755);
    await symlink(process.execPath, join(folder, 'my-node'));
    const shell = await createShell({commands: {mine: {path: join(folder, 'my-node'), flags: ['-e <script>']}}});
    const {stdout} = await shell.execute({command: ['mine', '-e', 'console.log(process.argv0)']});
    expect(stdout.trim()).toBe(join(folder, 'my-node'));
  });
});

describe('a program that fails', () => {
  test('is NONZERO_EXIT with its exit code and what it wrote', async () => {
    const shell = await createShell();
    const command = script("console.log('half'); console.error('why'); process.exit(3)");
    const error = errorOf(await shell.getTool('execute').execute({command}));
    expect(error).toMatchObject({
      code: 'NONZERO_EXIT',
      outcome: 'failed',
      recoverable: false,
      details: {context: {exitCode: 3, stdout: 'half\n', stderr: 'why\n'}},
    });
    expect(error.message).toMatch(/ended with exit code 3: why$/);
  });

  test('is none where the call says so', async () => {
    const shell = await createShell();
    const call = {command: script('process.exit(1)'), exitCodes: [0, 1]};
    expect(await shell.execute(call)).toMatchObject({exitCode: 1});
    expect(
      errorOf(await shell.getTool('execute').execute({...call, exitCodes: [1, 2], command: script('')})),
    ).toMatchObject({
      code: 'NONZERO_EXIT',
      details: {context: {exitCode: 0}},
    });
  });

  test('by a signal is KILLED_BY_SIGNAL', async () => {
    const shell = await createShell();
    const command = script("process.kill(process.pid, 'SIGKILL')");
    expect(errorOf(await shell.getTool('execute').execute({command}))).toMatchObject({
      code: 'KILLED_BY_SIGNAL',
      outcome: 'unknown',
      details: {context: {signal: 'SIGKILL'}},
    });
  });

  test('shows beginning and end of much output', async () => {
    const shell = await createShell();
    const command = script("for (let n = 0; n < 5000; n++) console.error('line ' + n); process.exitCode = 1");
    const {details} = errorOf(await shell.getTool('execute').execute({command}));
    expect(details.context?.['stderr']).toMatch(/^line 0\n[^]*left out[^]*line 4999\n$/);
  });

  test('is PROGRAM_NOT_FOUND when it is allowed and not installed', async () => {
    const shell = await createShell({commands: ['haft-no-such-program']});
    expect(errorOf(await shell.getTool('execute').execute({command: 'haft-no-such-program'}))).toMatchObject({
      code: 'PROGRAM_NOT_FOUND',
      outcome: 'not_executed',
    });
    expect(await shell.healthCheck()).toMatchObject({
      healthy: false,
      error: expect.stringContaining('haft-no-such'),
    });
  });

  test('to start says what to do: gone, no interpreter, too many arguments', async () => {
    const folder = await tempFolder({gone: '#!/bin/sh\n', foreign: '#!/no/such/interpreter\n'});
    for (const name of ['gone', 'foreign']) await chmod(join(folder, name), 0o755);
    const named = {gone: {path: join(folder, 'gone')}, foreign: {path: join(folder, 'foreign')}};
    const shell = await createShell({commands: {...node, ...named}});
    await rm(join(folder, 'gone'));
    const failing = async (command: string[]): Promise<unknown> => {
      const {code, outcome, suggestions} = errorOf(await shell.getTool('execute').execute({command}));
      return [code, outcome, suggestions?.length];
    };
    expect(await failing(['gone'])).toEqual(['RESOURCE_NOT_FOUND', 'not_executed', 1]);
    expect(await failing(['foreign'])).toEqual(['RESOURCE_NOT_FOUND', 'not_executed', 1]);
    expect(await failing(script('', 'x'.repeat(3_000_000)))).toEqual(['LIMIT_EXCEEDED', 'not_executed', 1]);
  });
});

describe('what a call may ask for', () => {
  test('is bounded by the config', async () => {
    const shell = await createShell({maxTimeout: 5000, maxOutput: 2000});
    for (const more of [{timeout: 5001}, {maxOutput: 2001}]) {
      expect(errorOf(await shell.getTool('execute').execute({command: script(''), ...more}))).toMatchObject({
        code: 'LIMIT_EXCEEDED',
        outcome: 'not_executed',
      });
    }
    expect(await shell.execute({command: script(''), timeout: 5000, maxOutput: 2000})).toMatchObject({exitCode: 0});
  });

  test('may be less output: beginning and end are kept, and the program goes on', async () => {
    const shell = await createShell();
    const command = script("for (let n = 0; n < 5000; n++) console.log('line ' + n)");
    const {stdout, truncated} = await shell.execute({command, maxOutput: 1000, overflow: 'truncate'});
    expect(truncated).toBe(true);
    expect(stdout).toMatch(/^line 0\n[^]*\n… \d+ bytes left out …\n[^]*line 4999\n$/);
    expect(stdout.length).toBeLessThan(1100);
    expect(errorOf(await shell.getTool('execute').execute({command, maxOutput: 1000}))).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: {context: {limit: 1000, stdout: expect.stringMatching(/^line 0\n/)}},
    });
  });

  test('of time has priority over the one of the config, and what was written so far is told', async () => {
    const shell = await createShell();
    const command = script("console.log('begun'); setInterval(() => {}, 1000)");
    expect(errorOf(await shell.getTool('execute').execute({command, timeout: 500}))).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      outcome: 'unknown',
      recoverable: true,
      details: {context: {stdout: 'begun\n'}},
    });
  });
});

describe('a program that leaves something behind', () => {
  test('is answered when it ends, and what it started goes, though it has a session of its own [needs Linux]', async () => {
    const shell = await createShell();
    const {stdout} = await shell.execute({command: script(escaping())});
    if (process.platform === 'linux') expect(await leftAfterTwoSeconds([Number(stdout)])).toEqual([]);
  });

  test('and is ended by its time leaves nothing, either', async () => {
    const shell = await createShell();
    const error = errorOf(
      await shell.getTool('execute').execute({command: script(escaping({stay: true})), timeout: 600}),
    );
    expect(error.code).toBe('OPERATION_TIMEOUT');
    const pid = Number(error.details.context?.['stdout']);
    expect(pid).toBeGreaterThan(0);
    // Not some time later: it has gone when the call is answered.
    expect(await isAlive(pid)).toBe(false);
    expect(await childrenAfterTwoSeconds()).toEqual([]);
  });
});

describe('a config', () => {
  test('without commands is refused, with the three ways to name them', async () => {
    for (const config of [{}, {commands: []}, {commands: {}}]) {
      const error = (await ShellModuleDefinition.create(config).catch((thrown: unknown) => thrown)) as {
        code: string;
        suggestions: string[];
      };
      expect(error.code).toBe('INVALID_CONFIG');
      expect(error.suggestions).toHaveLength(3);
    }
  });

  test.each<[object, string]>([
    [{commands: {x: {path: './x'}}}, 'not absolute'],
    [{commands: {x: {flags: ['all']}}}, 'is no option'],
    [{commands: {x: {values: '('}}}, 'can not be read'],
    [{commands: {x: {flag: ['-a']}}}, 'flag'],
    [{commands: ['x'], basePath: '/no/such/directory'}, 'is no directory'],
    [{commands: ['x'], shell: true}, 'a shell can run any program'],
    [{commands: ['x'], env: {'A=B': 'c'}}, 'no name of a variable'],
    [{commands: 'git'}, 'commands'],
    [{commands: ['node', 'node -e']}, '"node -e" is no name of a program'],
    [{commands: {'git ': {}}}, '"git " is no name of a program'],
    [{commands: ['no\0de']}, 'is no name of a program'],
    [{commands: ['/no\0de']}, 'is no name of a program'],
  ])('%j is refused: %s', async (config, why) => {
    await expect(ShellModuleDefinition.create(config as never)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(why),
    });
  });

  test("with commands: '*' runs any program of the PATH with any arguments, and lines still without a shell", async () => {
    const shell = await createShell({commands: '*'});
    expect((await shell.execute(['sh', '-c', 'echo "$1"', 'sh', '-x'])).stdout).toBe('-x\n');
    expect((await shell.execute([process.execPath, '-p', '1'])).stdout).toBe('1\n');
    for (const [command, code] of [
      ['haft-no-such-program', 'PROGRAM_NOT_FOUND'],
      ['./sh', 'PROGRAM_NOT_FOUND'],
      ['a | b', 'INVALID_PARAMETER'],
    ] as const) {
      expect(errorOf(await shell.getTool('execute').execute({command}))).toMatchObject({code});
    }
  });

  test('with shell: true gives lines to sh, and lists to their program', async () => {
    const folder = await tempFolder({'a.txt': '', 'b.txt': ''});
    const shell = await createShell({commands: '*', shell: true, basePath: folder});
    const line = 'echo *.txt | tr a-z A-Z && echo "$0: $1"';
    expect((await shell.execute({command: line, args: ['x y']})).stdout).toBe('A.TXT B.TXT\nsh: x y\n');
    expect((await shell.execute(['echo', '*'])).stdout).toBe('*\n');
  });
});

test('list tells the commands with what they are for, and whether they are there', async () => {
  const shell = await createShell({commands: {...node, 'no-such': {description: 'Nothing'}}});
  expect(await shell.list()).toEqual({
    commands: [
      {name: 'node', installed: true},
      {name: 'no-such', installed: false},
    ],
    anyCommand: false,
    processes: [],
  });
});

test('S2 of seed 004: a build that fails is a result that can be passed on', async () => {
  const folder = await tempFolder({'package.json': '{"scripts": {}}'});
  await mkdir(join(folder, 'project'));
  const shell = await createShell({basePath: folder}, new Runtime());
  const buildResult = await shell.getTool('execute').execute({command: script('process.exit(1)'), cwd: 'project'});
  expect(buildResult.success).toBe(false);
});
