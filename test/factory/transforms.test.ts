import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import type jsonata from 'jsonata';
import {compileExpression} from '../../src/factory/expression.js';
import {expressionFunctions} from '../../src/factory/expression-names.js';
import type {ConfigProblem} from '../../src/factory/index.js';
import {factory, failureOf} from './factory.js';

describe('a transform', () => {
  const target = {
    list: () => [
      {name: 'a', size: 1},
      {name: 'b', size: 2},
    ],
    echo: (input: unknown) => input,
    length: (text: string) => text.length,
  };

  test('in data is JSONata with $, $input and $config; a secret is not in $config', async () => {
    const module = await factory.createFromConfig(
      'x',
      {
        type: 'class',
        target,
        config: {unit: 'string', token: {type: 'string', secret: true}},
        tools: {
          list: {
            input: {least: 'number'},
            args: [],
            transform: {
              output: '{"names": [$[size >= $input.least].name], "unit": $config.unit, "token": $config.token}',
            },
          },
        },
      },
      {unit: 'B', token: 'canary-token-1'},
    );

    expect(await module.getTool('list').call({least: 2})).toEqual({names: ['b'], unit: 'B'});
  });

  test('can be an object whose values are expressions', async () => {
    const module = await factory.createFromConfig('x', {
      type: 'class',
      target,
      tools: {
        list: {input: {}, outputTransform: {count: '$count($)', sizes: {total: '$sum(size)'}, missing: 'nothing'}},
      },
    });

    expect(await module.getTool('list').call({})).toEqual({count: 2, sizes: {total: 3}});
  });

  test('in code gets the result and the input, and may be asynchronous', async () => {
    const module = await factory.createFromConfig('x', {
      type: 'class',
      target,
      tools: {
        list: {
          input: {n: 'integer'},
          args: [],
          transform: {output: async (result: unknown[], input: {n: number}) => ({first: result.slice(0, input.n)})},
        },
      },
    });

    expect(await module.getTool('list').call({n: 1})).toEqual({first: [{name: 'a', size: 1}]});
  });

  test('of the input makes the values that are bound', async () => {
    const module = await factory.createFromConfig('x', {
      type: 'class',
      target,
      tools: {
        echo: {input: {name: 'string'}, transform: {input: {greeting: '"Hello " & name'}}},
        length: {
          input: {words: 'string[]'},
          args: ['{text}'],
          transform: {input: (input: {words: string[]}) => ({text: input.words.join(' ')})},
        },
      },
    });

    expect(await module.getTool('echo').call({name: 'Ada'})).toEqual({greeting: 'Hello Ada'});
    expect(await module.getTool('length').call({words: ['a', 'b']})).toBe(3);
  });

  test('that fails says which and why', async () => {
    const module = await factory.createFromConfig('x', {
      type: 'class',
      target,
      tools: {list: {input: {}, outputTransform: '$number("x")'}},
    });

    const error = await failureOf(module.getTool('list').call({}));

    expect(error).toMatchObject({
      code: 'OPERATION_FAILED',
      message: expect.stringContaining('$number("x")') as unknown,
    });
  });
});

describe('an expression can not take the process with it', () => {
  const run = (source: string, value: unknown = {}): Promise<unknown> => compileExpression(source).evaluate(value, {});

  test('an endless loop ends, and others run meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const error = await failureOf(run('($f := function($n) { $f($n + 1) }; $f(0))'));
    clearInterval(timer);

    expect(error.code).toBe('LIMIT_EXCEEDED');
    expect(turns).toBeGreaterThan(5);
  });

  test.each([
    '($f := function($n) { 1 + $f($n + 1) }; $f(0))',
    '$count([1..100000000])',
    '($a := [1..900000]; $append($a, $a))',
  ])('%s is bounded', async (source) => {
    expect((await failureOf(run(source))).code).toBe('LIMIT_EXCEEDED');
  });

  test('a pattern that can take exponential time is refused', async () => {
    await expect(run('$match(a, /^(a+)+$/)', {a: `${'a'.repeat(40)}!`})).rejects.toThrow(/exponential/);
  });

  test.each([
    [
      'texts that double',
      '($f := function($x, $n) { $n = 0 ? $x : $f($x & $x, $n - 1) }; $length($f("aaaaaaaa", 30)))',
    ],
    ['lists that double', '($f := function($x, $n) { $n = 0 ? $x : $f([[$x], [$x]], $n - 1) }; $count($f([], 40).**))'],
    ['a join of long texts', '($s := $pad("", 100000); $join($map([1..1000], function() { $s })))'],
    ['a text of a list', '$string([1..999999])'],
    ['a list as a text', '[1..999999] & ""'],
    ['a long picture', '$formatNumber(1, $pad("", 900000, "0"))'],
    ['a wide picture', '$fromMillis(0, "[Y,100000000]")'],
    ['many matches', '$length($replace($pad("", 1000000, "a"), /a/, "$0$0$0$0$0$0$0$0$0$0$0$0"))'],
    ['a slow pattern', '$contains($pad("", 1000000, "a"), /a+b/)'],
    ['many zipped lists', `($a := [1..100000]; $zip(${Array(100).fill('$a').join(', ')}))`],
    ['many lists at once', `[${Array(1500).fill('[1..600000]').join(', ')}]`],
    ['a slow picture', `$toMillis("${'a'.repeat(40)}!", "${'[MNn]'.repeat(8)}")`],
    ['lists by index', '[1..200000]@$i{"k": $i}'],
  ])('CO09: %s are bounded, and nothing is held', async (_name, source) => {
    const before = process.cpuUsage();
    let longest = 0;
    let last = before;
    const timer = setInterval(() => {
      const {user, system} = process.cpuUsage(last);
      longest = Math.max(longest, (user + system) / 1000);
      last = process.cpuUsage();
    }, 0);
    const error = await failureOf(run(source));
    clearInterval(timer);
    const {user, system} = process.cpuUsage(last);

    expect(error.code).toBe('LIMIT_EXCEEDED');
    expect(Math.max(longest, (user + system) / 1000)).toBeLessThan(900);
  });

  test('CO09: what grows with long data passes', async () => {
    const names = Array.from({length: 20_000}, (_, index) => `name ${String(index)}`);
    expect(await run('$count($distinct($))', names)).toBe(20_000);
    expect(
      await run(
        '$count($)',
        Array.from({length: 100_000}, (_, id) => ({id, text: 'x'.repeat(100)})),
      ),
    ).toBe(100_000);
    expect(await run('$length(text & "!")', {text: 'x'.repeat(6_000_000)})).toBe(6_000_001);
  });

  test('CO09: the functions that are bounded answer what those of JSONata do', async () => {
    const original = createRequire(import.meta.url)('jsonata') as typeof jsonata;
    const value = fc.jsonValue({maxDepth: 3});
    const sources = [
      '$string(a)',
      '$string(a, true)',
      'a & b',
      '$distinct(a)',
      '$distinct([a, b, a])',
      '$spread(a)',
      '$clone({"x": a})',
      '$sort(list, function($l, $r) { $l > $r })',
      '$sort(list)',
      '$join($map(list, $string), text)',
      '$replace(text, "a", other, 2)',
      '$replace(text, /(a)b*/, "<$1$0$$>")',
      '$split(text, "a")',
      '$split(text, /a/, 2)',
      '$match(text, /a(b?)/)',
      '$length(text)',
      '$substring(text, list[0], list[1])',
      '$pad(text, list[0], other)',
      '$zip(list, list)',
      '$map(list, function($v, $i) { $v + $i })',
      '$reduce(list, function($l, $r) { $l + $r })',
      '$fromMillis(list[0] * 100000, "[Y0001]-[MNn,3-3] [D1o]")',
      '$formatNumber(list[0], "#,##0.00")',
      '[list[0]..list[1]]',
      '[1..text]',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          a: value,
          b: value,
          list: fc.array(fc.integer({min: -9, max: 9})),
          text: fc.string({unit: fc.constantFrom('a', 'b', ' ', '😀')}),
          other: fc.string({unit: fc.constantFrom('a', 'x', '😀')}),
        }),
        fc.constantFrom(...sources),
        async (data, source) => {
          const outcome = async (evaluated: Promise<unknown>): Promise<unknown> =>
            evaluated.then((answer) => JSON.stringify(answer) ?? 'nothing').catch(() => 'failed');
          expect(await outcome(run(source, data))).toBe(await outcome(original(source).evaluate(data)));
        },
      ),
      {numRuns: 400},
    );
  });

  test('it can not read another expression from a text, nor pad to any length', async () => {
    await expect(run('$eval("1+1")')).rejects.toThrow();
    await expect(run('$pad("x", 1000000000)')).rejects.toThrow(/bounded/);
    expect(await run('$pad("x", 3) & "|" & $pad("x", -3, "-")')).toBe('x  |--x');
  });

  test('it sees no global and no prototype', async () => {
    expect(await run('$exists(constructor) or $exists(__proto__) or $exists($process)', {})).toBe(false);
  });

  test('a parse error names the place', () => {
    expect(() => compileExpression('{"a": $sum(}')).toThrow(/It is no JSONata expression: .*\(at character \d+\)/);
    expect(() => compileExpression('1'.repeat(30_000))).toThrow(/longer than/);
  });
});

describe('the names of an expression', () => {
  const pathsFixed = {input: {p: 'string'}, args: ['{p}']};
  const problemsWith = (expression: unknown): readonly ConfigProblem[] =>
    factory.validate({
      type: 'class',
      target: {read: () => 1},
      tools: {read: {...pathsFixed, transform: {output: expression}}},
    });

  test.each([
    ['$inpt.p', 'Unknown variable "$inpt"', 'Did you mean "$input"?'],
    ['$foo($)', 'Unknown function "$foo"', 'Known are $, $$, $input, $config and the functions of JSONata'],
    ['$uper($)', 'Unknown function "$uper"', undefined],
    ['$uppercas(a)', 'Unknown function "$uppercas"', 'Did you mean "$uppercase"?'],
    ['$map(items, $duble)', 'Unknown variable "$duble"', undefined],
    ['$eval("1+1")', 'Unknown function "$eval"', undefined],
    ['$input.owner', 'There is no input "owner"', 'Inputs are p'],
    ['a[b = $input.pp]', 'There is no input "pp"', 'Did you mean "p"?'],
  ])('%s is a problem', (expression, message, remedy) => {
    expect(problemsWith({deep: {value: expression}})).toMatchObject([
      {path: 'tools.read.transform.output.deep.value', message, ...(remedy !== undefined && {remedy})},
    ]);
  });

  test.each([
    '$input.p & $config.base & $ & $$.a',
    '($z := 1; $f := function($n) { $n + $z }; $f(2))',
    'items@$i#$at[$i.id = $at].{"at": $at}',
    '$map(items, function($v, $k) { $k })',
    '$sort(items, function($l, $r) { $l > $r }) ~> $count',
    '$pad("x", 3) & $now() & $millis()',
    '($input := {"q": 1}; $input.q)',
    '$input.*',
    'items[$not($exists(done))]^(>name){name: $sum(size)}',
    '$replace(a, /x(y)/, function($m) { $uppercase($m.match) })',
  ])('%s is none', (expression) => {
    expect(problemsWith(expression)).toEqual([]);
  });

  test('are those of any input where the tool takes any', () => {
    const tools = {read: {transform: {output: '$input.anything'}}};
    expect(factory.validate({type: 'class', target: {read: () => 1}, tools})).toEqual([]);
  });

  test('are all functions of JSONata, $eval excepted', async () => {
    const source = await readFile('node_modules/jsonata/jsonata.js', 'utf8');
    const bound = [...source.matchAll(/(?:staticFrame|environment)\.bind\('(\w+)', defineFunction/g)].map(
      ([, name]) => name,
    );

    expect([...expressionFunctions, 'eval'].sort()).toEqual([...new Set(bound)].sort());
  });
});
