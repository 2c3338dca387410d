import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {cliKind} from '../../modules/shell/kinds/cli.js';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import type {ToolResult} from '../../src/contract/result.js';
import {ModuleFactory} from '../../src/factory/index.js';
import {doingNoHarm} from '../support/assert-safe.js';
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
  const input = {file: 'string?', end: 'string?', files: 'string[]?', map: 'object?'};

  test.each(places)('%s', async (_place, argument, values) => {
    const [base, outside] = [await tempFolder({a: 'b\na\n'}), await tempFolder()];
    const marker = join(outside, 'M');
    const sort = (await program('sort', {args: [argument], input, parse: 'text'}, {}, {basePath: base})).getTool('run');

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
        program('printf', {args: ['%s\\0', ...args], input, parse: {split: '\0'}});
      const behind = (await show(['--', argument])).getTool('run');
      const anywhere = (await show([argument])).getTool('run');

      const args = (await behind.call(values('-rf') as Record<string, unknown>)) as string[];
      expect(args.find((one) => one.includes('-rf'))).toBeDefined();
      expect(await anywhere.execute(values('x1') as Record<string, unknown>)).toMatchObject({success: true});
    },
  );

  test('an empty list takes its option along, so that the option does not take "--" for its value', async () => {
    const args = ['%s\\0', ['-t', '{files}'], {'-k': '{files}'}, '--', '{file}'];
    const show = (await program('printf', {args, input, parse: {split: '\0'}})).getTool('run');
    expect(await show.call({files: [], file: '-o/x'})).toEqual(['--', '-o/x']);
  });

  test('a joined value stays in its argument, and a separator does not make two of one', async () => {
    const args = ['%s\\0', {'--key=': '{file}', '--fields=': {join: '{files}'}}];
    const show = (await program('printf', {args, input, parse: {split: '\0'}})).getTool('run');

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
      const env = (await program('env', {...tool, input})).getTool('run');
      expect(await env.execute({file: 'a\0b'})).toMatchObject({
        error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'},
      });
    }
  });

  test('a config that would let an input choose the option is refused before anything is run', async () => {
    const check = (arg: string): Promise<readonly {path: string}[]> =>
      factory.check({type: 'cli', command: 'sort', tools: {run: {args: [arg], input}}});
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

    // One second for the pattern, and the rest.
    const result = await doingNoHarm(outside, () => parsing.execute({}), {within: 10_000});
    expect(result).toMatchObject({
      error: {code: 'LIMIT_EXCEEDED', outcome: 'unknown', details: {context: {limit: 1000}}},
    });
    expect(await doingNoHarm(outside, () => failing.execute({}), {within: 10_000})).toMatchObject({
      error: {code: 'LIMIT_EXCEEDED', outcome: 'failed'},
    });
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
