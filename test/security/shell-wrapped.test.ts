import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {mcpKind} from '../../modules/mcp/kinds/mcp.js';
import {cliKind} from '../../modules/shell/kinds/cli.js';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import type {ToolResult} from '../../src/contract/result.js';
import {ModuleFactory} from '../../src/factory/index.js';
import {failureOf} from '../factory/factory.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {longestTurn} from '../support/machine-time.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();
const factory = new ModuleFactory({kinds: {cli: cliKind}, allow: ['sort', 'cat', 'printf', 'sh', 'env']});

const program = (command: string, tool: object, more: object = {}, values: object = {}): Promise<ModuleInstance> =>
  factory.createFromConfig('p', {type: 'cli', command, tools: {run: tool}, ...more}, values);

/** Every place of `args` where an input can stand as an argument of its own, and what it is given there. */
const places: readonly (readonly [string, unknown, (value: string) => object])[] = [
  ['an argument', '{file}', (value) => ({file: value})],
  ['a list', '{files}', (value) => ({files: ['a', value]})],
  ['a text that begins with an input', '{file}', (value) => ({file: value})],
  ['two inputs in one text', '{file}{end}', (value) => ({file: value.slice(0, 1), end: value.slice(1)})],
  ['a group', ['-k', '{file}'], (value) => ({file: value})],
  ['the value of an option by name', {'-k': '{file}'}, (value) => ({file: value})],
  ['one of many values of an option', {'--key': '{files}'}, (value) => ({files: ['1', value]})],
  ['a condition', {when: '{file}', args: ['{file}']}, (value) => ({file: value})],
  ['a negated condition', {unless: '{end}', args: ['{file}']}, (value) => ({file: value})],
  ['an item of each', {each: '{files}', args: ['{files}']}, (value) => ({files: ['a', value]})],
  ['a name of each', {each: '{map}', args: ['{map.key}']}, (value) => ({map: {[value]: 'x'}})],
  ['a joined list', {join: '{files}', with: ','}, (value) => ({files: [value, 'a']})],
  ['a joined value of an option', {'-k': {join: '{files}'}}, (value) => ({files: [value]})],
];

describe('SH03: in a config that wraps a program, a value is no option', () => {
  const inputs = {file: 'string?', end: 'string?', files: 'string[]?', map: 'object?'};
  /** Those that arguments name. */
  const inputOf = (args: unknown): object =>
    Object.fromEntries(
      Object.entries(inputs).filter(([name]) => new RegExp(`\\{${name}[}.]`).test(JSON.stringify(args))),
    );

  test.each(places)('%s', async (_place, argument, values) => {
    const [base, outside] = [await tempFolder({a: 'b\na\n'}), await tempFolder()];
    const marker = join(outside, 'M');
    const sort = (
      await program('sort', {args: [argument], input: inputOf(argument), parse: 'text'}, {}, {basePath: base})
    ).getTool('run');

    for (const value of [`-o${marker}`, `--output=${marker}`, '--', '-', '-5', '-rf']) {
      const result = await doingNoHarm(outside, () => sort.execute(values(value) as Record<string, unknown>));
      expect(result).toMatchObject({success: false, error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'}});
      expect(existsSync(marker)).toBe(false);
    }
  });

  test.each(places)(
    '%s takes the same behind "--", and a harmless value anywhere',
    async (_place, argument, values) => {
      const show = (args: unknown[]): Promise<ModuleInstance> =>
        program('printf', {args: ['%s\\0', ...args], input: inputOf(args), parse: {split: '\0'}});
      const behind = (await show(['--', argument])).getTool('run');
      const anywhere = (await show([argument])).getTool('run');

      const args = (await behind.call(values('-rf') as Record<string, unknown>)) as string[];
      expect(args.find((one) => one.includes('-rf'))).toBeDefined();
      expect(await anywhere.execute(values('x1') as Record<string, unknown>)).toMatchObject({success: true});
    },
  );

  test('an empty list takes its option along, so that the option does not take "--" for its value', async () => {
    const args = ['%s\\0', ['-t', '{files}'], {'-k': '{files}'}, '--', '{file}'];
    const show = (await program('printf', {args, input: inputOf(args), parse: {split: '\0'}})).getTool('run');
    expect(await show.call({files: [], file: '-o/x'})).toEqual(['--', '-o/x']);
  });

  test('true is no value of an option, unless its input is declared a boolean: it would take "--" for its value', async () => {
    const outside = await tempFolder();
    const marker = join(outside, 'M');
    const args = [{'-T': '{tmp}'}, '--', '{file}'];
    const sort = (await program('sort', {args, parse: 'text'})).getTool('run');
    for (const tmp of [true, false, [true]]) {
      const result = await doingNoHarm(outside, () => sort.execute({tmp, file: `--output=${marker}`}));
      expect(result).toMatchObject({success: false, error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'}});
    }
    expect(existsSync(marker)).toBe(false);
    const flag = {args: ['%s\\0', {'--all': '{all}', '-v': '{more.v}'}, '--', '{file}'], parse: {split: '\0'}};
    const more = {type: 'object', properties: {v: {type: 'boolean'}}};
    const input = {all: 'boolean?', more, file: 'string'};
    const show = (await program('printf', {...flag, input})).getTool('run');
    expect(await show.call({all: true, more: {v: true}, file: '-x'})).toEqual(['--all', '-v', '--', '-x']);
    expect(await show.call({all: false, file: '-x'})).toEqual(['--', '-x']);
  });

  test.each<[string, unknown[], object]>([
    ['the value of an option by name', [{'--sep': '--'}, '{file}'], {}],
    ['the value of an option in a list', [['--sep', '--'], '{file}'], {}],
    ['taken by an option whose value is missing', ['--sep', '{end}', '--', '{file}'], {}],
    ['taken by one whose list is missing', ['--sep', ['{end}'], '--', '{file}'], {}],
    ['in a list that is left out', [['--', '{end}'], '{file}'], {}],
  ])('"--" that is %s ends no options', async (_what, args, values) => {
    const show = (
      await program('printf', {args: ['%s\\0', ...args], input: inputOf(args), parse: {split: '\0'}})
    ).getTool('run');
    expect(await show.execute({...values, file: '-o/x'})).toMatchObject({
      error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'},
    });
    expect(await show.execute({...values, file: 'x'})).toMatchObject({success: true});
  });

  test('"--" behind options that miss nothing ends them, in a list and a condition too', async () => {
    for (const args of [
      ['--reverse', '--', '{file}'],
      ['--sep', '{end}', '--', '{file}'],
      [['--', '{file}']],
      ['-v', {when: '{file}', args: ['--', '{file}']}],
    ]) {
      const show = (
        await program('printf', {args: ['%s\\0', ...args], input: inputOf(args), parse: {split: '\0'}})
      ).getTool('run');
      const values = JSON.stringify(args).includes('end') ? {end: 'x', file: '-o/x'} : {file: '-o/x'};
      expect(((await show.call(values)) as string[]).slice(-2)).toEqual(['--', '-o/x']);
    }
  });

  test('a joined value stays in its argument, and a separator does not make two of one', async () => {
    const args = ['%s\\0', {'--key=': '{file}', '--fields=': {join: '{files}'}}];
    const show = (await program('printf', {args, input: inputOf(args), parse: {split: '\0'}})).getTool('run');

    expect(await show.call({file: '1 --output=/x', files: ['-a', 'b']})).toEqual([
      '--key=1 --output=/x',
      '--fields=-a,b',
    ]);
    expect(await show.execute({files: ['a', 'b,c']})).toMatchObject({
      error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'},
    });
  });

  test('NUL is refused in arguments, joined ones and variables', async () => {
    for (const tool of [
      {args: ['--', '{file}']},
      {args: [{'--key=': '{file}'}]},
      {args: [{each: '{file}', args: ['x{file}']}]},
      {env: {NAME: '{file}'}},
    ]) {
      const env = (await program('env', {...tool, input: {file: 'string?'}})).getTool('run');
      expect(await env.execute({file: 'a\0b'})).toMatchObject({
        error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'},
      });
    }
  });

  test('a config that would let an input choose the option is refused before anything is run', async () => {
    const check = (arg: string): Promise<readonly {path: string}[]> =>
      factory.check({type: 'cli', command: 'sort', tools: {run: {args: [arg], input: inputOf(arg)}}});
    for (const arg of ['-{file}', '--{file}', '--{file}=x', '--no-{file}', '--{{x}}{file}'])
      expect(await check(arg)).toMatchObject([{path: 'tools.run.args[0]'}]);
    for (const arg of ['-k{file}', '--key={file}', '--key={file}{end}']) expect(await check(arg)).toEqual([]);
  });
});

describe('CO01: what a program writes', () => {
  test.each<[string, unknown, string]>([
    ['csv', 'csv', '__proto__,constructor,admin\ntrue,1,2\n'],
    ['a table', 'table', '__proto__  constructor\ntrue       1\n'],
    ['json', 'json', '{"__proto__": {"admin": true}}'],
  ])('as %s reaches no prototype', async (_name, parse, text) => {
    const cat = (await program('cat', {stdin: '{text}', input: {text: 'string'}, parse})).getTool('run');
    const outside = await tempFolder();
    const result: ToolResult = await doingNoHarm(outside, () => cat.execute({text}));
    const data: unknown = result.success ? result.data : undefined;
    for (const row of [data].flat()) expect(Object.getPrototypeOf(row ?? {})).toBe(Object.prototype);
    expect(({} as {admin?: unknown}).admin).toBeUndefined();
  });
});

describe('CO09: a header that somebody else wrote', () => {
  test.each<[string, unknown, string]>([
    ['csv', 'csv', `${'a,'.repeat(60_000)}\n1\n`],
    ['a table', 'table', `${'a '.repeat(20_000)}\n${'b '.repeat(20_000)}\n`],
    ['a table with wide blanks', 'table', `${'a  '.repeat(20_000)}\n${'b  '.repeat(20_000)}\n`],
    ['a table of many empty cells', 'table', `${'a  '.repeat(900)}\n${'b\n'.repeat(100_000)}`],
  ])('of %s is refused when it is too wide, and holds nothing up', async (_name, parse, text) => {
    const cat = (await program('cat', {stdin: '{text}', input: {text: 'string'}, parse})).getTool('run');
    const {answer, longest} = await longestTurn(() => cat.execute({text}));
    expect(answer).toMatchObject({error: {code: 'PROTOCOL_ERROR', message: expect.stringContaining('at most')}});
    expect(longest).toBeLessThan(500);
  });

  test('of 1,000 names that are all the same is taken, each with a number', async () => {
    const cat = (await program('cat', {stdin: '{text}', input: {text: 'string'}, parse: 'csv'})).getTool('run');
    const [row] = (await cat.call({text: `${'a,'.repeat(999)}a\n${'1,'.repeat(999)}1\n`})) as object[];
    expect(Object.keys(row ?? {})).toHaveLength(1000);
    expect(row).toMatchObject({a: '1', a_1: '1', a_999: '1'});
  });
});

describe('CO09: variables by which a config would choose the code of a program', () => {
  const found = (config: object, allow: string[] = []): Promise<readonly object[]> =>
    new ModuleFactory({kinds: {cli: cliKind, mcp: mcpKind}}).check(config, {allow: ['env', ...allow]});
  const cli = (more: object, tool: object = {}): object => ({
    type: 'cli',
    command: 'env',
    tools: {run: tool},
    ...more,
  });

  test.each([
    ...['NODE_OPTIONS', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'ENV', 'PERL5OPT', 'PYTHONPATH', 'RUBYOPT'],
    ...['GIT_SSH_COMMAND', 'GIT_CONFIG_COUNT', 'GIT_EXTERNAL_DIFF', 'PATH', 'Path', 'IFS', 'PAGER', 'EDITOR', 'SHELL'],
    ...[
      'JAVA_TOOL_OPTIONS',
      '_JAVA_OPTIONS',
      'npm_config_script_shell',
      'NPM-CONFIG-NODE-OPTIONS',
      'HOME',
      'KUBECONFIG',
    ],
    ...['DOTNET_STARTUP_HOOKS', 'XDG_CONFIG_HOME', 'GOFLAGS', 'LESSOPEN', 'MAKEFLAGS', 'R_PROFILE'],
  ])('%s is refused everywhere, unless the caller allows it', async (name) => {
    const places: readonly (readonly [string, object])[] = [
      [`env.${name}`, cli({env: {[name]: 'x'}})],
      [`env.${name}`, cli({env: {$config: 'all', default: {[name]: 'x'}}})],
      [`tools.run.env.${name}`, cli({}, {env: {[name]: '{x}'}})],
      [`server.env.${name}`, {type: 'mcp', server: {command: 'env', env: {[name]: 'x'}}}],
    ];
    for (const [path, config] of places) {
      const [problem, ...others] = await found(config);
      expect([problem, others]).toMatchObject([{path, remedy: expect.stringContaining(`'env:${name}'`)}, []]);
      expect(await found(config, [`env:${name}`])).toEqual([]);
    }
    const inherited = await found(cli({inheritEnv: [name]}));
    expect(inherited).toMatchObject(['PATH', 'HOME'].includes(name) ? [] : [{path: 'inheritEnv[0]'}]);
  });

  test('others are not, and a config in code may name all', async () => {
    const env = Object.fromEntries(
      ['LC_ALL', 'TOKEN', 'MEMORY_FILE_PATH', 'NODE_ENV', 'npm_config_fund', 'GIT_TERMINAL_PROMPT', 'NO_COLOR', 'TZ']
        .concat(['GITHUB_TOKEN', 'DATABASE_URL', 'PORT', 'DEBUG', 'PYTHONUNBUFFERED', 'OPENAI_API_KEY', 'API_HOST'])
        .map((name) => [name, 'x']),
    );
    expect(await found(cli({env}))).toEqual([]);
    expect(await found({type: 'mcp', server: {command: 'env', env}})).toEqual([]);
    const code = cli({env: {NODE_OPTIONS: '--no-warnings'}}, {transform: {output: () => 'x'}});
    expect(await new ModuleFactory({kinds: {cli: cliKind}}).check(code)).toEqual([]);
  });

  test('nothing is started, and a program that is allowed runs no code of the config', async () => {
    const outside = await tempFolder();
    const marker = join(outside, 'M');
    const config = cli({command: 'sh', env: {LD_PRELOAD: marker, ENV: marker}}, {args: ['-c', `touch ${marker}`]});
    const error = await failureOf(factory.createFromConfig('p', config));
    expect(error).toMatchObject({code: 'INVALID_CONFIG', outcome: 'not_executed'});
    expect(existsSync(marker)).toBe(false);
  });
});

describe('CO09: patterns of a config', () => {
  test('that take exponential time are refused, wherever they stand', async () => {
    const slow = '^(?<percent>(a+)+)$';
    for (const tool of [{parse: {regex: slow}}, {progress: {regex: slow}}, {stderr: {[slow]: 'OPERATION_FAILED'}}]) {
      const found = await factory.check({type: 'cli', command: 'sort', tools: {run: tool}});
      expect(found).toMatchObject([{message: 'It can take exponential time'}]);
    }
  });

  test('that take long for what somebody else wrote are given up', async () => {
    const [outside, regex] = [await tempFolder(), '(?<a>.*),(?<b>.*),(?<c>.*)x$'];
    const flood = {args: ['-c', `head -c 40000 /dev/zero | tr '\\0' ','`], input: {}};
    const make = (more: object): Promise<ModuleInstance> => program('sh', {...flood, ...more});
    const parsing = (await make({parse: {regex}})).getTool('run');
    const failing = (
      await program('sh', {
        args: ['-c', `head -c 40000 /dev/zero | tr '\\0' ',' >&2; exit 3`],
        input: {},
        stderr: {[regex]: 'OPERATION_FAILED'},
        exitCodes: {'3': 'LIMIT_EXCEEDED'},
      })
    ).getTool('run');

    const result = await doingNoHarm(outside, () => parsing.execute({}), {within: 10_000});
    expect(result).toMatchObject({
      error: {code: 'LIMIT_EXCEEDED', outcome: 'unknown', details: {context: {limit: 150}}},
    });
    expect(await doingNoHarm(outside, () => failing.execute({}), {within: 10_000})).toMatchObject({
      error: {code: 'LIMIT_EXCEEDED', outcome: 'failed'},
    });
  });
});

describe('CO09: a pattern that takes long for every line', () => {
  // Each line takes some ms; all of them would take minutes.
  const [regex, line] = ['^(?<a>x*)(?<b>x*)(?<c>x*)y$', 'x'.repeat(150)];
  const cat = async (more: object): Promise<(text: string) => Promise<ToolResult>> => {
    const tool = (await program('cat', {stdin: '{text}', input: {text: 'string'}, ...more})).getTool('run');
    return (text) => tool.execute({text});
  };

  test('is given up after a second of its own, and lets others have their turn meanwhile', async () => {
    const run = await cat({parse: {regex: `${regex}|^(?<d>x+)$`}});
    const {answer, longest} = await longestTurn(() => run(`${line}\n`.repeat(3000)));
    expect(answer).toMatchObject({error: {code: 'LIMIT_EXCEEDED', details: {context: {limit: 1000}}}});
    expect(longest).toBeLessThan(400);
  });

  test('for the progress holds nobody up, and fails nothing', async () => {
    const run = await cat({parse: {split: 'y'}, progress: {regex: regex.replace('<a>', '<message>')}});
    const {answer, longest} = await longestTurn(() => run(`${line}\n`.repeat(3000)));
    expect(answer).toMatchObject({success: true});
    expect(longest).toBeLessThan(400);
  });
});

describe('CO06: a secret that a program was given', () => {
  test('is in no progress, no error and no answer, whole or in part', async () => {
    const secret = 'canary-Zq7Kd93hfLx02mVbT5rWnYpA';
    process.env['HAFT_WRAPPED_SECRET'] = secret;
    const told: unknown[] = [];
    const run = async (script: string, more: object): Promise<string> => {
      const sh = await program(
        'sh',
        {args: ['-c', script], input: {}, ...more},
        {env: {KEY: {$env: 'HAFT_WRAPPED_SECRET'}}},
      );
      const result = await sh.getTool('run').execute({}, {onProgress: (event) => void told.push(event)});
      return JSON.stringify(result);
    };
    const truncate = {maxOutput: 1200, overflow: 'truncate', parse: 'text'};
    const answers = await Promise.all([
      run('echo "$KEY 50%"', {progress: 'lines', parse: 'text'}),
      run('echo "$KEY 50%"', {progress: {regex: String.raw`^(?<message>.*) (?<percent>\d+)%`}, parse: 'lines'}),
      run('echo "$KEY"; echo "$KEY" >&2; exit 3', {stderr: {canary: 'OPERATION_FAILED'}}),
      // The end of a long stderr is told, which would begin within the secret.
      run('printf %s "$KEY" >&2; printf "%480s" x >&2; exit 3', {}),
      run('echo "a,$KEY"', {parse: {regex: '^(?<number>[0-9]+)$'}}),
      run('echo "a,$KEY"', {parse: {format: 'csv', header: false}}),
      run('printf %s "$KEY"', {parse: 'base64'}),
      run('i=0; while [ $i -lt 200 ]; do printf "%s" "$KEY"; i=$((i+1)); done', truncate),
    ]);
    Reflect.deleteProperty(process.env, 'HAFT_WRAPPED_SECRET');

    expect(told.length).toBeGreaterThan(0);
    const everything = JSON.stringify([answers, told]);
    for (const part of [
      secret,
      secret.slice(0, 14),
      secret.slice(-14),
      Buffer.from(secret).toString('base64').slice(0, 24),
    ])
      expect(everything).not.toContain(part);
    // The twin: what is no secret is there.
    expect(answers[0]).toContain('50%');
  });
});
