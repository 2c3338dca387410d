import {execPath} from 'node:process';
import {readdirSync, readFileSync} from 'node:fs';
import {chmod, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {cliKind} from '../../../modules/shell/kinds/cli.js';
import {json} from '../../../modules/shell/kinds/cli/parse/json.js';
import type {CliOutput} from '../../../modules/shell/kinds/cli/parse/output.js';
import {noSecrets} from '../../../modules/shell/secrets.js';
import {ModuleFactory} from '../../../src/factory/index.js';
import type {ModuleInstance} from '../../../src/core/module-instance.js';
import {failureOf} from '../../factory/factory.js';
import {inTwoSeconds} from '../../support/machine-time.js';
import {escaping} from '../../support/processes.js';
import {useTempFolders} from '../../support/temp-folder.js';
import {errorOf} from './code-of.js';

const tempFolder = useTempFolders();
const factory = new ModuleFactory({kinds: {cli: cliKind}, allow: [execPath, 'sh', 'cat', 'echo', 'sort', 'env']});

const program = (command: string, tool: object, more: object = {}, values: object = {}): Promise<ModuleInstance> =>
  factory.createFromConfig('p', {type: 'cli', command, tools: {run: tool}, ...more}, values);

const argvOf = {
  args: ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', '{values}'],
  input: {values: 'string[]'},
  parse: 'json',
};

/** Numbers of the processes that carry a mark in their environment. */
function processesWith(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}

async function untilGone(mark: string): Promise<string[]> {
  await inTwoSeconds(() => processesWith(mark).length === 0);
  return processesWith(mark);
}

describe('SH01: arguments', () => {
  test('arrive byte for byte, whatever a shell would make of them', async () => {
    const run = (await program(execPath, argvOf)).getTool('run');
    const values = [
      '; touch M',
      '$(touch M)',
      '`touch M`',
      '|',
      '&&',
      'a\nb',
      '*',
      '~',
      '${HOME}',
      '"',
      "'",
      '\\',
      '-rf',
      '--',
      'é☃',
    ];

    expect(await run.call({values})).toEqual(values);
  });

  test('arrive for any text but NUL', async () => {
    const run = (await program(execPath, argvOf)).getTool('run');
    const text = fc.string({unit: 'grapheme'}).filter((value) => !value.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(text, {maxLength: 20}), async (values) => {
        expect(await run.call({values})).toEqual(values);
      }),
      {numRuns: 15},
    );
    expect(await run.execute({values: ['a\0b']})).toMatchObject({
      error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'},
    });
  });

  test('are left out with their option when their input is missing, and added by conditions', async () => {
    const tool = {
      args: ['a', ['-n', '{limit}'], {when: '{all}', args: ['--all']}, '{last}', '--level={level}'],
      input: {limit: 'integer?', all: 'boolean?', last: 'string?', level: 'string?'},
    };
    const run = (await program('echo', {...tool, parse: 'text'})).getTool('run');

    expect(await run.call({})).toBe('a\n');
    expect(await run.call({limit: 3, all: true, last: 'z', level: '-5'})).toBe('a -n 3 --all z --level=-5\n');
    expect(await run.call({all: false})).toBe('a\n');
  });
});

describe('SH03: a value', () => {
  test.each(['-o/tmp/m', '--output=/tmp/m', '-rf', '--', '-'])(
    '%s that would be an option is refused before --',
    async (value) => {
      const run = (await program('sort', {args: ['{file}'], input: {file: 'string'}})).getTool('run');
      expect(await run.execute({file: value})).toMatchObject({
        error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'},
      });
    },
  );

  test('is refused in a list and behind an option too', async () => {
    const run = (
      await program('echo', {args: [['-n', '{n}'], '{files}'], input: {n: 'integer?', files: 'string[]?'}})
    ).getTool('run');
    expect(await run.execute({n: -5})).toMatchObject({success: false});
    expect(await run.execute({files: ['a', '-b']})).toMatchObject({success: false});
    expect(await run.execute({n: 5, files: ['a']})).toMatchObject({success: true});
  });
});

describe('SH04, SH05: the end of a program', () => {
  const spawning = (script: string): object => ({args: ['-c', script], input: {}});

  test('a timeout ends it and what it started, though a grandchild holds stdout', async () => {
    const run = (
      await program('sh', {...spawning('sleep 30 & sleep 30 & wait'), timeout: 300}, {env: {MARK: 'haft-sh04-a'}})
    ).getTool('run');
    const started = Date.now();

    expect(await run.execute({})).toMatchObject({error: {code: 'OPERATION_TIMEOUT', outcome: 'unknown'}});
    expect(Date.now() - started).toBeLessThan(20_000);
    expect(await untilGone('haft-sh04-a')).toEqual([]);
  });

  test('one that exits while a child holds stdout answers, and leaves nothing behind', async () => {
    const run = (
      await program('sh', {...spawning('sleep 30 & echo done'), parse: 'text'}, {env: {MARK: 'haft-sh04-b'}})
    ).getTool('run');

    expect(await run.call({})).toBe('done\n');
    expect(await untilGone('haft-sh04-b')).toEqual([]);
  });

  test('what began a session of its own goes as well, after its end and at its time', async () => {
    const start = (tool: object): Promise<ModuleInstance> =>
      program(execPath, {input: {}, parse: 'text', ...tool}, {env: {MARK: 'haft-sh04-c'}});
    const ending = (await start({args: ['-e', escaping()]})).getTool('run');
    const staying = (await start({args: ['-e', escaping({stay: true})], timeout: 800})).getTool('run');

    expect(await ending.call({})).toMatch(/^\d+\n$/);
    expect(await untilGone('haft-sh04-c')).toEqual([]);
    expect(await staying.execute({})).toMatchObject({error: {code: 'OPERATION_TIMEOUT'}});
    expect(await untilGone('haft-sh04-c')).toEqual([]);
  });

  test('one that ignores the polite signal is killed after the grace time; a cancel is one settle', async () => {
    const run = (
      await program('sh', spawning('trap "" TERM; sleep 30 & wait; sleep 30'), {
        env: {MARK: 'haft-sh05'},
        killGrace: 100,
      })
    ).getTool('run');
    const controller = new AbortController();
    const call = run.execute({}, {signal: controller.signal});
    while (processesWith('haft-sh05').length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    controller.abort();

    expect(await call).toMatchObject({error: {code: 'OPERATION_CANCELLED'}});
    expect(await untilGone('haft-sh05')).toEqual([]);
  });

  test('a cancel before the start starts nothing', async () => {
    const run = (await program('sh', spawning('exit 0'))).getTool('run');
    expect(await run.execute({}, {signal: AbortSignal.abort()})).toMatchObject({
      error: {code: 'OPERATION_CANCELLED', outcome: 'not_executed'},
    });
  });

  test('stdin is closed, or has what the config says', async () => {
    const closed = (await program('cat', {input: {}, parse: 'text'})).getTool('run');
    const given = (await program('cat', {input: {text: 'any'}, stdin: '{text}', parse: 'text'})).getTool('run');

    expect(await closed.call({})).toBe('');
    expect(await given.call({text: 'läuft'})).toBe('läuft');
    expect(await given.call({text: {a: 1}})).toBe('{"a":1}');
  });
});

describe('SH06: output', () => {
  test.each(['yes', 'yes >&2', 'head -c 100000000 /dev/zero'])(
    'of %s is bounded, and the program ended',
    async (script) => {
      const run = (
        await program('sh', {args: ['-c', script], input: {}}, {maxOutput: 100_000, env: {MARK: 'haft-sh06'}})
      ).getTool('run');

      const error = await failureOf(run.call({}));

      expect(error).toMatchObject({code: 'LIMIT_EXCEEDED', outcome: 'unknown', context: {limit: 100_000}});
      expect(await untilGone('haft-sh06')).toEqual([]);
    },
  );
});

describe('SH07: the environment', () => {
  test('is the minimum, what the config names, and nothing else', async () => {
    process.env['HAFT_CANARY'] = 'canary-env';
    process.env['HAFT_PASSED'] = 'canary-passed';
    process.env['HAFT_KEPT'] = 'kept';
    const run = (
      await program(
        'env',
        {input: {}, parse: 'lines'},
        {
          env: {OWN: 'own', KEY: {$env: 'HAFT_PASSED'}, FROM: {$config: 'from'}, NONE: {$config: 'none'}},
          inheritEnv: ['HAFT_KEPT'],
        },
        {from: 'runtime'},
      )
    ).getTool('run');

    const lines = (await run.call({})) as string[];
    for (const name of ['HAFT_CANARY', 'HAFT_PASSED', 'HAFT_KEPT']) Reflect.deleteProperty(process.env, name);

    expect(lines).toEqual(expect.arrayContaining(['OWN=own', 'FROM=runtime', 'HAFT_KEPT=kept']));
    expect(lines.join('\n')).not.toMatch(/canary/);
    // HAFT_PROCESS is the mark by which what the program starts is found again.
    const named = ['OWN', 'KEY', 'FROM', 'HAFT_KEPT', 'HAFT_PROCESS'];
    const minimum = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', ...named];
    expect(lines.map((line) => line.split('=')[0]).filter((name) => !minimum.includes(name ?? ''))).toEqual([]);
  });
});

describe('an answer', () => {
  test.each([
    [undefined, {stdout: '{"a":1}\n{"a":2}\n', stderr: '', exitCode: 0}],
    ['text', '{"a":1}\n{"a":2}\n'],
    ['lines', ['{"a":1}', '{"a":2}']],
    ['jsonl', [{a: 1}, {a: 2}]],
  ])('is read as %s', async (parse, expected) => {
    const tool = {args: ['-c', 'printf \'{"a":1}\\n{"a":2}\\n\''], input: {}, ...(parse && {parse})};
    expect(await (await program('sh', tool)).getTool('run').call({})).toEqual(expected);
  });

  test('that is no JSON is PROTOCOL_ERROR with what was written', async () => {
    const run = (await program('echo', {args: ['no json'], input: {}, parse: 'json'})).getTool('run');
    expect(await failureOf(run.call({}))).toMatchObject({code: 'PROTOCOL_ERROR', context: {stdout: 'no json\n'}});
  });

  test('of a program that fails tells exit code and stderr; exitCodes give them a meaning', async () => {
    const exiting = {args: ['-c', '{script}'], input: {script: 'string'}};
    const plain = (await program('sh', exiting)).getTool('run');
    const mapped = (
      await program('sh', {
        ...exiting,
        exitCodes: {'1': 'ok', '2': 'NO_MATCH'},
        errors: {NO_MATCH: 'Nothing matched', ODD: {when: [7]}},
      })
    ).getTool('run');
    const listed = (await program('sh', {...exiting, exitCodes: [0, 3]})).getTool('run');

    expect(await failureOf(plain.call({script: 'echo why >&2; exit 2'}))).toMatchObject({
      code: 'OPERATION_FAILED',
      message: 'sh ended with exit code 2: why',
      context: {exitCode: 2, stderr: 'why\n'},
    });
    expect(await mapped.call({script: 'exit 1'})).toMatchObject({exitCode: 1});
    expect((await failureOf(mapped.call({script: 'exit 2'}))).code).toBe('NO_MATCH');
    expect((await failureOf(mapped.call({script: 'exit 7'}))).code).toBe('ODD');
    expect(await listed.call({script: 'exit 3'})).toMatchObject({exitCode: 3});
    expect((await failureOf(plain.call({script: 'kill -9 $$'}))).message).toContain('was ended by SIGKILL');
  });
});

describe('a program', () => {
  test('that data names runs only when the caller allows it', async () => {
    const strict = new ModuleFactory({kinds: {cli: cliKind}});
    const made = strict.createFromConfig('p', {type: 'cli', command: 'echo', tools: {run: {}}});
    expect((await failureOf(made)).message).toContain('not allowed to run "echo"');
    await strict.createFromConfig('p', {
      type: 'cli',
      command: 'echo',
      tools: {run: {outputTransform: (out: unknown) => out}},
    });
  });

  test('that is not there, or not executable, is a problem at load', async () => {
    const folder = await tempFolder({'tool.sh': '#!/bin/sh\necho hi'});
    const file = join(folder, 'tool.sh');
    const own = new ModuleFactory({kinds: {cli: cliKind}, allow: [file, 'haft-no-such-program', './tool.sh']});
    const make = (command: string): Promise<ModuleInstance> =>
      own.createFromConfig('p', {type: 'cli', command, tools: {run: {input: {}, parse: 'text'}}}, {basePath: folder});

    expect((await failureOf(make('haft-no-such-program'))).message).toContain('was not found');
    expect((await failureOf(make(file))).message).toContain('was not found');
    expect((await failureOf(make('./tool.sh'))).message).toContain('was not found');
    await chmod(file, 0o755);
    expect(await (await make(file)).getTool('run').call({})).toBe('hi\n');
  });

  test('runs in basePath, or where the config says', async () => {
    const folder = await tempFolder({'sub/': ''});
    const pwd = {args: ['-c', 'pwd'], input: {}, parse: 'text'};
    await writeFile(join(folder, 'x'), '');

    expect(await (await program('sh', pwd, {}, {basePath: folder})).getTool('run').call({})).toBe(`${folder}\n`);
    expect(
      await (await program('sh', pwd, {cwd: {$config: 'dir'}}, {dir: join(folder, 'sub')})).getTool('run').call({}),
    ).toBe(`${folder}/sub\n`);
    expect((await failureOf(program('sh', pwd, {}, {basePath: join(folder, 'gone')}))).message).toContain(
      'gone can not be used',
    );
    const file = join(folder, 'x');
    expect((await failureOf(program('sh', pwd, {cwd: file}))).code).toBe('INVALID_CONFIG');
  });

  test('whose directory went away meanwhile fails cleanly', async () => {
    const folder = await tempFolder({'sub/': ''});
    const run = (await program('sh', {args: ['-c', 'pwd'], input: {}}, {}, {basePath: join(folder, 'sub')})).getTool(
      'run',
    );
    await rm(join(folder, 'sub'), {recursive: true});

    expect(await run.execute({})).toMatchObject({success: false, error: {code: 'RESOURCE_NOT_FOUND'}});
  });
});

test('CO06: what is no JSON is not quoted in part, where a secret would not be known', () => {
  const nothing = {head: Buffer.alloc(0), tail: Buffer.alloc(0), dropped: 0};
  const stdout = '{"key": Zq7Kd93hfLx02mVbT5rWnYpA}';
  const output: CliOutput = {stdout, stderr: '', kept: {stdout: nothing, stderr: nothing}, exitCode: 0, signal: null};
  const error = errorOf(() => json(output, noSecrets));
  expect(error.message).toBe('The program did not write JSON');
  expect(error.context).toEqual({stdout: output.stdout});
  expect(error.cause).toBeUndefined();
});
