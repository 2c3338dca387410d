import {symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {execPath} from 'node:process';
import {describe, expect, test} from '@jest/globals';
import {cliKind} from '../../../modules/shell/kinds/cli.js';
import {cliErrors} from '../../../modules/shell/kinds/cli/check.js';
import type {Progress} from '../../../src/contract/call-context.js';
import type {ModuleInstance} from '../../../src/core/module-instance.js';
import {ModuleFactory} from '../../../src/factory/index.js';
import type {ConfigProblem} from '../../../src/factory/index.js';
import {cliLanguage} from '../../../src/factory/language/cli.js';
import {failureOf} from '../../factory/factory.js';
import {useTempFolders} from '../../support/temp-folder.js';

const tempFolder = useTempFolders();
const factory = new ModuleFactory({kinds: {cli: cliKind}, allow: [execPath, 'sh', 'cat', 'printf', 'env']});

const program = (command: string, tool: object, more: object = {}, values: object = {}): Promise<ModuleInstance> =>
  factory.createFromConfig('p', {type: 'cli', command, tools: {run: tool}, ...more}, values);

/** What a program is given as arguments. */
async function argv(args: readonly unknown[], input: object, values: object, runtime: object = {}): Promise<unknown> {
  const printf = await program('printf', {args: ['%s\\0', ...args], input, parse: {split: '\0'}}, {}, runtime);
  return printf.getTool('run').call(values as Record<string, unknown>);
}

/** What a parser makes of a text. */
async function parsed(parse: unknown, text: string): Promise<unknown> {
  const cat = await program('cat', {stdin: '{text}', input: {text: 'string'}, parse});
  return cat.getTool('run').call({text});
}

describe('args', () => {
  test('options by name are there when true, repeated for a list, joined behind "=", and left out otherwise', async () => {
    const options = {
      '--all': '{all}',
      '--tag': '{tags}',
      '--author=': '{author}',
      '-n': '{limit}',
      '--color=': '{color}',
    };
    const input = {all: 'boolean?', tags: 'string[]?', author: 'string?', limit: 'integer?', color: 'boolean?'};
    const given = (values: object): Promise<unknown> => argv(['log', options], input, values);

    expect(await given({})).toEqual(['log']);
    expect(await given({all: false, tags: []})).toEqual(['log']);
    expect(await given({all: true, tags: ['a', 'b'], author: '-x', limit: 0, color: false})).toEqual([
      ...['log', '--all', '--tag', 'a', '--tag', 'b', '--author=-x', '-n', '0', '--color=false'],
    ]);
    expect(await given({author: '', tags: ['']})).toEqual(['log', '--tag', '', '--author=']);
  });

  test('options take what the config says itself, and values of the operator', async () => {
    const options = {'--level': '-1', '--depth': 3, '--verbose': true, '--home': {$config: 'home'}};
    expect(await argv([options], {}, {}, {home: '-h'})).toEqual([
      '--level',
      '-1',
      '--depth',
      '3',
      '--verbose',
      '--home',
      '-h',
    ]);
  });

  test('conditions look at whether an input is there, or what it is', async () => {
    const args = [
      {when: '{format}', is: 'json', args: ['--json']},
      {when: '{format}', is: ['csv', 'tsv'], args: ['--table', '{format}']},
      {unless: '{quiet}', args: ['--verbose']},
      {unless: '{format}', is: 'json', args: ['--human']},
    ];
    const given = (values: object): Promise<unknown> => argv(args, {format: 'string?', quiet: 'boolean?'}, values);

    expect(await given({})).toEqual(['--verbose', '--human']);
    expect(await given({format: 'json', quiet: true})).toEqual(['--json']);
    expect(await given({format: 'tsv', quiet: false})).toEqual(['--table', 'tsv', '--verbose', '--human']);
  });

  test('each gives arguments for every item of a list or of an object, and nothing for none', async () => {
    const args = [
      {each: '{tags}', args: ['--tag', '{tags}']},
      {each: '{mounts}', args: ['-v', '{mounts.from}:{mounts.to}', ['--mode', '{mounts.mode}']]},
      {each: '{labels}', args: ['--label={labels.key}={labels.value}']},
    ];
    const input = {tags: 'string[]?', mounts: 'object[]?', labels: 'object?'};
    const mounts = [
      {from: 'a', to: 'b'},
      {from: 'c', to: 'd', mode: 'ro'},
    ];

    expect(await argv(['x', ...args], input, {})).toEqual(['x']);
    expect(await argv(args, input, {tags: ['t', 'u'], mounts: [mounts[1]], labels: {l: 1}})).toEqual([
      ...['--tag', 't', '--tag', 'u', '-v', 'c:d', '--mode', 'ro', '--label=l=1'],
    ]);
    // All or nothing of an item: there is no mode.
    expect(await argv(['x', ...args], input, {mounts})).toEqual(['x', '-v', 'c:d', '--mode', 'ro']);
  });

  test('a list can become one argument', async () => {
    const args = [{join: '{cols}'}, {'--fields=': {join: '{cols}', with: '+'}}, ['--sum', {join: '{none}'}]];
    const input = {cols: 'any?', none: 'string[]?'};

    expect(await argv(['x', ...args], input, {none: []})).toEqual(['x']);
    expect(await argv(args, input, {cols: ['a', 2, '']})).toEqual(['a,2,', '--fields=a+2+']);
    expect(await argv(args, input, {cols: 'one'})).toEqual(['one', '--fields=one']);
  });

  test('a group without all its values is left out, also when a list is empty', async () => {
    const args = [['-f', '{files}'], ['--', '{rest}'], 'end'];
    expect(await argv(args, {files: 'string[]?', rest: 'string[]?'}, {files: [], rest: []})).toEqual(['end']);
    expect(await argv(args, {files: 'string[]?', rest: 'string[]?'}, {rest: ['-x']})).toEqual(['--', '-x', 'end']);
  });
});

describe('what a program reads', () => {
  test('are bytes, lines, JSON or text', async () => {
    const read = async (stdin: unknown, data: unknown, parse = 'base64'): Promise<unknown> =>
      (await program('cat', {stdin, input: {data: 'any?'}, parse})).getTool('run').call({data});
    const bytes = Buffer.from([0, 255, 10, 128]).toString('base64');

    expect(await read({base64: '{data}'}, bytes)).toBe(bytes);
    expect(await read({base64: '{data}'}, '')).toBe('');
    expect(await read({lines: '{data}'}, ['b', 'a', 3], 'text')).toBe('b\na\n3\n');
    expect(await read({query: '{data}'}, {a: [1]}, 'text')).toBe('{"query":{"a":[1]}}');
    expect(await failureOf(read({base64: '{data}'}, 'no base64!'))).toMatchObject({
      code: 'INVALID_PARAMETER',
      outcome: 'not_executed',
    });
  });

  test('is its environment too, for one tool', async () => {
    const env = await program(
      'env',
      {env: {LEVEL: '{level}', OWN: 'tool'}, input: {level: 'string?'}, parse: 'lines'},
      {env: {LEVEL: 'module', OWN: 'module'}},
    );
    expect(await env.getTool('run').call({level: 'high'})).toEqual(expect.arrayContaining(['LEVEL=high', 'OWN=tool']));
    expect(await env.getTool('run').call({})).toEqual(expect.arrayContaining(['LEVEL=module', 'OWN=tool']));
  });

  test('is looked for in a directory below that of the module, by its real path', async () => {
    const outside = await tempFolder();
    const base = await tempFolder({'sub/deep/': '', file: ''});
    await symlink(outside, join(base, 'away'));
    const pwd = {args: ['-c', 'pwd'], cwd: '{directory}', input: {directory: 'string?'}, parse: 'text'};
    const run = (await program('sh', pwd, {}, {basePath: base})).getTool('run');

    expect(await run.call({directory: 'sub/deep'})).toBe(`${base}/sub/deep\n`);
    expect(await run.call({})).toBe(`${base}\n`);
    for (const [directory, code] of [
      ['..', 'PERMISSION_DENIED'],
      ['away', 'PERMISSION_DENIED'],
      [outside, 'PERMISSION_DENIED'],
      ['gone', 'RESOURCE_NOT_FOUND'],
      ['file', 'INVALID_PARAMETER'],
    ] as const) {
      expect(await run.execute({directory})).toMatchObject({error: {code, outcome: 'not_executed'}});
    }
  });
});

describe('parse csv', () => {
  test('takes names from the header, or from the config', async () => {
    const text = 'name,size,ok\r\n"a, ""b""",10,yes\r\n\r\nc,-,\r\n';

    expect(await parsed('csv', text)).toEqual([
      {name: 'a, "b"', size: '10', ok: 'yes'},
      {name: 'c', size: '-', ok: ''},
    ]);
    expect(await parsed({format: 'csv', types: {size: 'integer', ok: 'boolean'}}, `\uFEFF${text}`)).toEqual([
      {name: 'a, "b"', size: 10, ok: true},
      {name: 'c'},
    ]);
    expect(await parsed({format: 'csv', columns: ['a', 'b', 'c']}, 'x,y\n')).toEqual([{a: 'x', b: 'y'}]);
    expect(await parsed({format: 'csv', columns: ['a', 'b', 'c'], header: true}, text)).toHaveLength(2);
    expect(await parsed({format: 'csv', header: false, delimiter: ';'}, 'x;"y\nz"\n1;2\n')).toEqual([
      ['x', 'y\nz'],
      ['1', '2'],
    ]);
    expect(await parsed('csv', 'a,a,a\n1,2,3\n')).toEqual([{a: '1', a_1: '2', a_2: '3'}]);
    expect(await parsed('csv', '')).toEqual([]);
    const tabs = {format: 'csv', delimiter: '\t', quote: false};
    expect(await parsed(tabs, '\uFEFFa\tb\r\n5"\t"x\r\n\r\n"\t""\r\n')).toEqual([
      {a: '5"', b: '"x'},
      {a: '"', b: '""'},
    ]);
    expect(await parsed({...tabs, columns: ['a', 'b'], types: {a: 'integer'}}, '1\t"\n')).toEqual([{a: 1, b: '"'}]);
  });

  test.each([
    ['csv', 'a,b\n1,2,3\n', 'Row 2 has 3 fields, of which 2 have names'],
    ['csv', 'a,b\n"1,2\n', 'is no CSV'],
    ['csv', 'a,b\n"1,2\n', '"quote": false takes quotes as they are'],
    [{format: 'csv', types: {a: 'number'}}, 'a\n1\n1e999x\n', 'Row 3 is not as types say: "a" is no number'],
  ])('of what is none is PROTOCOL_ERROR: %j', async (parse, text, message) => {
    const error = await failureOf(parsed(parse, text));
    expect(error).toMatchObject({code: 'PROTOCOL_ERROR', outcome: 'unknown', context: {stdout: text}});
    expect(error.message).toContain(message);
  });
});

describe('parse table', () => {
  const docker = [
    'CONTAINER ID   IMAGE          COMMAND                  CREATED         STATUS          PORTS                  NAMES',
    '1a2b3c4d5e6f   nginx:latest   "/docker-entrypoint.…"   2 hours ago     Up 2 hours      0.0.0.0:80->80/tcp     web',
    '0f9e8d7c6b5a   redis          "redis-server --save"    3 minutes ago   Up 3 minutes                           cache',
    '',
  ].join('\n');
  const df = [
    'Filesystem     1K-blocks     Used Available Use% Mounted on',
    'overlay        263174212 83213096 166519684  34% /',
    'tmpfs              65536        0     65536   0% /dev/shm',
    '/dev/mapper/very-long-name-of-a-volume 65536 - 65536 0% /mnt/my disk',
    '',
  ].join('\n');
  const ps = [
    '    PID TTY          TIME CMD',
    '      1 ?        00:00:01 init',
    '  12345 pts/0    00:00:00 a b c',
    '',
  ].join('\n');

  test('finds columns under a header, with blanks in names and in values', async () => {
    expect(await parsed('table', docker)).toEqual([
      {
        'CONTAINER ID': '1a2b3c4d5e6f',
        IMAGE: 'nginx:latest',
        COMMAND: '"/docker-entrypoint.…"',
        CREATED: '2 hours ago',
        STATUS: 'Up 2 hours',
        PORTS: '0.0.0.0:80->80/tcp',
        NAMES: 'web',
      },
      {
        'CONTAINER ID': '0f9e8d7c6b5a',
        IMAGE: 'redis',
        COMMAND: '"redis-server --save"',
        CREATED: '3 minutes ago',
        STATUS: 'Up 3 minutes',
        PORTS: '',
        NAMES: 'cache',
      },
    ]);
    expect(await parsed({format: 'table', types: {PID: 'integer'}}, ps)).toEqual([
      {PID: 1, TTY: '?', TIME: '00:00:01', CMD: 'init'},
      {PID: 12_345, TTY: 'pts/0', TIME: '00:00:00', CMD: 'a b c'},
    ]);
    const rows = (await parsed('table', df.split('\n').slice(0, 3).join('\n'))) as object[];
    expect(rows).toMatchObject([
      {Available: '166519684', 'Mounted on': '/'},
      {'Use%': '0%', 'Mounted on': '/dev/shm'},
    ]);
  });

  test('takes words under one name for one, when a row has text across the blank in it', async () => {
    const rows = ['Use% Mounted on', ' 34% /', '  0% /dev/shm', '  1% /mnt/my disk', ''];
    expect(await parsed('table', rows.join('\n'))).toEqual([
      {'Use%': '34%', 'Mounted on': '/'},
      {'Use%': '0%', 'Mounted on': '/dev/shm'},
      {'Use%': '1%', 'Mounted on': '/mnt/my disk'},
    ]);
  });

  test('takes rows with names in front, underlines, tabs and no rows', async () => {
    const free =
      '               total        used\nMem:        16384000     8000000\nSwap:             0           0\n';
    expect(await parsed('table', free)).toEqual([
      {name: 'Mem:', total: '16384000', used: '8000000'},
      {name: 'Swap:', total: '0', used: '0'},
    ]);
    expect(await parsed('table', '\nPackage    Version\n---------- -------\npip        23.0\n')).toEqual([
      {Package: 'pip', Version: '23.0'},
    ]);
    expect(await parsed('table', 'A\tB\n1\t2\n')).toEqual([{A: '1', B: '2'}]);
    expect(await parsed('table', 'A   B\n')).toEqual([]);
    expect(await parsed('table', '')).toEqual([]);
  });

  test('with columns finds them by name, whatever the rows hold, and tells of another header', async () => {
    const columns = ['Filesystem', '1K-blocks', 'Used', 'Available', 'Use%', 'Mounted on'];
    const parse = {format: 'table', columns, types: {Used: 'integer'}};

    const rows = (await parsed(parse, df)) as object[];
    expect(rows).toMatchObject([
      {Filesystem: 'overlay', Used: 83_213_096, 'Mounted on': '/'},
      {Filesystem: 'tmpfs', Used: 0, 'Mounted on': '/dev/shm'},
      {Filesystem: '/dev/mapper/very-long-name-of-a-volume'},
    ]);
    const error = await failureOf(parsed({format: 'table', columns: ['A', 'C']}, 'A  B  C\n1  2  3\n'));
    expect(error.message).toContain('it has "B", which columns do not name');
    expect((await failureOf(parsed({format: 'table', columns: ['A', 'D']}, 'A  B\n'))).message).toContain(
      'it has no "D"',
    );
  });
});

describe('parse regex and split', () => {
  test('answers the named groups of every line, of every match, or once', async () => {
    const line = String.raw`^(?<name>\S+)(?: (?<size>\d+|-))?$`;
    const types = {size: 'integer'};

    expect(await parsed({regex: line, types}, 'a 1\n\nb\r\nc -\n')).toEqual([
      {name: 'a', size: 1},
      {name: 'b'},
      {name: 'c'},
    ]);
    expect(await parsed({regex: String.raw`(?<n>\d+)`, each: 'match'}, 'x1 y22\n3')).toEqual([
      {n: '1'},
      {n: '22'},
      {n: '3'},
    ]);
    expect(await parsed({regex: '^version (?<version>.*)$', each: 'once'}, 'tool\nversion 1.2\n')).toEqual({
      version: '1.2',
    });
    expect((await failureOf(parsed({regex: line}, 'a 1\nno match here\n'))).message).toContain('Line 2 does not match');
    expect((await failureOf(parsed({regex: line, each: 'once'}, '? ? ?'))).code).toBe('PROTOCOL_ERROR');
    expect(await parsed({regex: line, each: 'match'}, '? ? ?')).toEqual([]);
  });

  test('split at what ends a part', async () => {
    expect(await parsed({split: '\0'}, 'a\0b\nc\0')).toEqual(['a', 'b\nc']);
    expect(await parsed({split: '--'}, 'a--')).toEqual(['a']);
    expect(await parsed({split: '\0'}, '')).toEqual([]);
  });
});

describe('the end of a program', () => {
  const script = {args: ['-c', '{script}'], input: {script: 'string'}};

  test('means what stderr says, then what the exit code says', async () => {
    const run = (
      await program('sh', {
        ...script,
        stderr: {'already exists': 'RESOURCE_EXISTS', 'not found|no such': 'RESOURCE_NOT_FOUND'},
        exitCodes: {'3': 'BUSY', '4': 'ok'},
        errors: {RESOURCE_EXISTS: 'There is one', BUSY: 'Somebody uses it'},
      })
    ).getTool('run');
    const codeOf = async (text: string): Promise<string> => (await failureOf(run.call({script: text}))).code;

    expect(await codeOf('echo "fatal: x Already Exists" >&2; exit 3')).toBe('RESOURCE_EXISTS');
    expect(await codeOf('echo "No such thing" >&2; exit 1')).toBe('RESOURCE_NOT_FOUND');
    expect(await codeOf('echo "already exists"; exit 3')).toBe('BUSY');
    expect(await codeOf('exit 9')).toBe('OPERATION_FAILED');
    expect(await codeOf('echo "already exists" >&2; exit 4')).toBe('RESOURCE_EXISTS');
    expect(await run.call({script: 'echo "something else" >&2; exit 4'})).toMatchObject({exitCode: 4});
    expect(await run.call({script: 'echo "already exists" >&2'})).toMatchObject({exitCode: 0});
    expect(await failureOf(run.call({script: 'kill -9 $$'}))).toMatchObject({
      code: 'OPERATION_FAILED',
      outcome: 'unknown',
    });
  });

  test('comes with beginning and end of a long output, where the config says so', async () => {
    const long = {args: ['-c', 'seq 1 100000'], input: {}};
    const options = {maxOutput: 4096, overflow: 'truncate'};
    const lines = (await (
      await program('sh', {...long, parse: 'lines', ...options})
    )
      .getTool('run')
      .call({})) as string[];
    const whole = await (await program('sh', long, options)).getTool('run').call({});

    expect([lines[0], lines.at(-1)]).toEqual(['1', '100000']);
    expect(lines.filter((line) => /^… \d+ bytes left out …$/.test(line))).toHaveLength(1);
    expect(whole).toMatchObject({exitCode: 0, truncated: true});
    const strict = (await program('sh', {...long, maxOutput: 4096}, {overflow: 'error'})).getTool('run');
    expect(await strict.execute({})).toMatchObject({error: {code: 'LIMIT_EXCEEDED', outcome: 'unknown'}});
  });

  test('a program that is not there says how it is had', async () => {
    const own = new ModuleFactory({kinds: {cli: cliKind}, allow: ['haft-no-such-program']});
    const config = {type: 'cli', command: 'haft-no-such-program', install: 'apt-get install it', tools: {run: {}}};
    expect((await failureOf(own.createFromConfig('p', config))).message).toContain('Install it: apt-get install it');
  });
});

describe('progress', () => {
  async function told(progress: unknown, script: string): Promise<readonly Progress[]> {
    const run = (await program('sh', {args: ['-c', script], input: {}, progress})).getTool('run');
    const events: Progress[] = [];
    await run.call({}, {onProgress: (event) => void events.push(event)});
    return events;
  }

  test('tells lines as they come, of both streams', async () => {
    const events = await told('lines', 'echo one; sleep 0.02; echo two >&2; printf three');
    expect(events.map(({message}) => message)).toEqual(['one', 'two', 'three']);
  });

  test('tells a fraction when it has grown, and a message', async () => {
    const percent = await told(
      {regex: String.raw`(?<percent>\d+(?:\.\d+)?)%`},
      "printf '5%%\\r5.2%%\\r50%%\\rother\\r100%%\\n'",
    );
    expect(percent.map(({fraction}) => fraction)).toEqual([0.05, 0.5, 1]);
    const counted = await told(
      {regex: String.raw`^\[(?<done>\d+)/(?<total>\d+)\] (?<message>.*)$`},
      'echo "[1/4] a"; echo "[4/4] b"; echo "[1/0] c"',
    );
    expect(counted).toMatchObject([{fraction: 0.25, message: 'a'}, {fraction: 1, message: 'b'}, {message: 'c'}]);
    expect(counted[2]).not.toHaveProperty('fraction');
  });
});

describe('everything wrong with a config is told at once', () => {
  const check = (tool: object, more: object = {}): Promise<readonly ConfigProblem[]> =>
    factory.check({type: 'cli', command: 'cat', tools: {run: tool}, ...more});

  test('in its arguments', async () => {
    const input = {a: 'string?', list: 'string[]?', level: 'integer?'};
    const args = [
      {all: '{a}'},
      {when: 'a', args: ['x']},
      {args: ['x']},
      {when: '{a}'},
      {each: '{a.b}', args: ['x']},
      '--no-{a}',
      '-{a}',
      {join: '{list}', wiht: ','},
      ['-n', {'-x y': '{a}'}],
    ];
    const found = await check({input, args});

    expect(found.map(({path}) => path)).toEqual([
      'tools.run.args[0].all',
      'tools.run.args[1].when',
      'tools.run.args[2]',
      'tools.run.args[3].args',
      'tools.run.args[4].each',
      'tools.run.args[5]',
      'tools.run.args[6]',
      'tools.run.args[7].wiht',
      'tools.run.args[8][1].-x y',
      'tools.run.input.level',
    ]);
    expect(found[7]?.remedy).toBe('Did you mean "with"?');
    const fine = ['-{level}', '-n{a}', '--x={a}', '--{{a}}', {'--all': '{a}'}, {join: '{list}'}];
    expect(await check({input, args: fine})).toEqual([]);
    expect(await check({input: {mode: {type: 'string', enum: ['x', 'y']}}, args: ['--{mode}']})).toEqual([]);
    expect(
      (await check({input, args: [...fine, {'--b': '{b}'}, {when: '{c}', args: ['{d}']}]})).map(({message}) => message),
    ).toEqual(['There is no input "b"', 'There is no input "c"', 'There is no input "d"']);
  });

  test('in an input that nothing uses', async () => {
    const input = {a: 'string', b: 'string?'};
    const unused = [
      {
        path: 'tools.run.input.b',
        message: 'The input "b" is not used by the command',
        remedy: 'Use it as {b}, or remove it',
      },
    ];
    expect(await check({input, args: ['{a}']})).toMatchObject(unused);
    expect(await check({input, args: ['{a}'], transform: {output: 'b'}})).toMatchObject(unused);
    for (const more of [
      {stdin: '{b}'},
      {stdin: {lines: '{b.names}'}},
      {env: {B: '{b}'}},
      {cwd: '{b}'},
      {transform: {output: '$input.b & stdout'}},
      {transform: {input: '{"a": a & b}'}},
    ]) {
      expect(await check({input, args: ['{a}'], ...more})).toEqual([]);
    }
  });

  test('once, with the nearest name', async () => {
    const found = await check({
      input: {a: 'string?'},
      args: [
        {whne: '{a}', args: ['x']},
        {when: '{a}', arsg: '-x'},
      ],
    });
    expect(found.map(({path, remedy}) => [path, remedy])).toEqual([
      ['tools.run.args[0].whne', 'Did you mean "when"?'],
      ['tools.run.args[1].args', expect.any(String)],
      ['tools.run.args[1].arsg', 'Did you mean "args"?'],
    ]);
  });

  test.each<[unknown, string, string]>([
    ['tables', 'tools.run.parse', 'Did you mean "table"?'],
    [{}, 'tools.run.parse', 'for example'],
    [{regex: '(?<a>x)', split: ','}, 'tools.run.parse', 'for example'],
    [{regex: '(?<a>x'}, 'tools.run.parse.regex', 'Correct it'],
    [{regex: '(x)'}, 'tools.run.parse.regex', '(?<name>…)'],
    [{regex: '^(?<a>(x+)+)$'}, 'tools.run.parse.regex', 'without a repetition in a repetition'],
    [{regex: '(?<size>x)', types: {siez: 'number'}}, 'tools.run.parse.types.siez', 'Did you mean "size"?'],
    [{regex: '(?<size>x)', types: {size: 'date'}}, 'tools.run.parse.types.size', 'number, integer, boolean'],
    [{format: 'table', delimiter: ';'}, 'tools.run.parse.delimiter', 'Known here: format, columns, types'],
    [{format: 'lines', types: {a: 'number'}}, 'tools.run.parse.types', 'Known here: format'],
    [{format: 'csv', delimiter: '"'}, 'tools.run.parse.delimiter', 'Use ,'],
    [{format: 'csv', header: false, types: {a: 'number'}}, 'tools.run.parse.types', '"columns"'],
    [{format: 'csv', columns: ['a', 'a']}, 'tools.run.parse.columns', 'Rename'],
  ])('in parse: %j', async (parse, path, remedy) => {
    const found = await check({parse});
    expect(found).toMatchObject([{path, tool: 'run'}]);
    expect(found[0]?.remedy).toContain(remedy);
  });

  test('in what else it says', async () => {
    const found = await check(
      {
        env: {'A=B': 'x'},
        progress: {regex: '(?<percnt>x)'},
        exitCodes: {'1': 'NO_MACH', x: 'ok'},
        stderr: {'(': 'NO_MATCH', locked: 'ok'},
        errors: {NO_MATCH: 'Nothing'},
        overflow: 'truncate',
        parse: 'json',
      },
      {env: {'': 'x'}},
    );
    expect(found.map(({path}) => path).sort()).toEqual(
      [
        'env.',
        'tools.run.env.A=B',
        'tools.run.progress.regex',
        'tools.run.exitCodes.1',
        'tools.run.exitCodes.x',
        'tools.run.stderr.(',
        'tools.run.stderr.locked',
        'tools.run.overflow',
      ].sort(),
    );
    expect(found.find(({path}) => path.endsWith('exitCodes.1'))?.remedy).toContain('Did you mean "NO_MATCH"?');
    expect(await check({progress: {regex: '(?<done>x)'}})).toMatchObject([
      {message: '"done" and "total" belong together'},
    ]);
    expect(await check({progress: {regexp: 'x'}})).toMatchObject([
      {path: 'tools.run.progress.regexp', remedy: 'Did you mean "regex"?'},
    ]);
  });

  test('with the codes that the language declares for every tool', () => {
    expect(cliLanguage.errors).toEqual(cliErrors);
  });

  test('and nothing is started', async () => {
    const made = program('cat', {parse: {regex: '(?<a>(x+)+$)'}});
    expect((await failureOf(made)).context?.['problems']).toHaveLength(1);
  });
});
