import {describe, expect, test} from '@jest/globals';
import {compileExpression} from '../../src/factory/expression.js';
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
