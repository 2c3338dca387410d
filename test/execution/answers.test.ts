import {describe, expect, test} from '@jest/globals';

import {defineTool, Runtime, ToolError} from '../../src/sdk.js';
import type {ToolDefinition} from '../../src/sdk.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {dataOf, deferred, errorOf, moduleOf} from '../support/one-module.js';

const answering = (answer: () => unknown) => defineTool({name: 'answer', description: 'Answer', run: answer});

async function answerOf(
  answer: () => unknown,
): ReturnType<Awaited<ReturnType<typeof moduleOf>>['tools'][string]['execute']> {
  const module = await moduleOf([answering(answer)]);
  return module.getTool('answer').execute({});
}

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

describe('the data of a tool', () => {
  test.each([
    ['nothing', undefined, null],
    ['null', null, null],
    ['a text', 'hi', 'hi'],
    ['false', false, false],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a list with holes', [1, undefined, 2], [1, null, 2]],
    ['what looks like a result', {success: false, error: {code: 'X'}}, {success: false, error: {code: 'X'}}],
    ['what looks like a result of another house', {ok: true, value: 1}, {ok: true, value: 1}],
  ])('%s arrives as JSON', async (_name, answer, data) => {
    const result = await answerOf(() => answer);
    expect(dataOf(result)).toStrictEqual(data);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  test('is a copy: what the tool does with its own later changes nothing', async () => {
    const state = {list: [1]};
    const data = dataOf(await answerOf(() => state));
    state.list.push(2);
    expect(data).toEqual({list: [1]});
  });

  test.each([
    ['a BigInt', {n: 10n}],
    ['a cycle', cycle],
    ['a function', () => 1],
    ['NaN', {n: NaN}],
    [
      'a getter that throws',
      Object.defineProperty({}, 'x', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
    ],
  ])('%s is INVALID_OUTPUT: the tool has run', async (_name, answer) => {
    expect(errorOf(await answerOf(() => answer))).toMatchObject({code: 'INVALID_OUTPUT', outcome: 'unknown'});
  });
});

describe('a long list', () => {
  type Item = {readonly n: number};
  const items = {type: 'array', items: {type: 'object', properties: {n: {type: 'integer'}}, required: ['n']}} as const;
  const closed = {...items, items: {...items.items, additionalProperties: false}} as const;
  const numbers = (length: number): Item[] => Array.from({length}, (_, n) => ({n}));
  const listing = (run: () => unknown, output: object | null = items, runtime?: Runtime) =>
    moduleOf([{...answering(run), ...(output && {output})} as ToolDefinition], runtime);

  /** An item that does something when it is read. */
  const watched = (n: number, read: () => void): Item =>
    Object.defineProperty({} as Item, 'n', {
      enumerable: true,
      get() {
        read();
        return n;
      },
    });
  const work = (): void => {
    const end = performance.now() + 10;
    while (performance.now() < end);
  };

  test.each([
    ['items that can have more', items],
    ['items that have no more', closed],
    ['no schema', null],
  ])('with %s arrives whole and in order, also by idempotency key', async (_name, output) => {
    const module = await listing(() => numbers(1201), output);
    const tool = module.getTool('answer');
    expect(dataOf(await tool.execute({}))).toEqual(numbers(1201));
    const once = {idempotencyKey: 'a'};
    expect(dataOf(await tool.execute({}, once))).toEqual(numbers(1201));
    expect(dataOf(await tool.execute({}, once))).toEqual(numbers(1201));
  });

  test('keeps nobody from his turn while it is checked', async () => {
    const list = numbers(2000).map((item) => (item.n % 250 === 0 ? watched(item.n, work) : item));
    const module = await listing(() => list, closed);
    let turns = 0;
    let ticker = setImmediate(function tick() {
      turns += 1;
      ticker = setImmediate(tick);
    });
    const data = dataOf(await module.getTool('answer').execute({}));
    clearImmediate(ticker);
    expect(data).toHaveLength(2000);
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  test.each([
    ['items that can have more', items],
    ['items that have no more', closed],
  ])('with %s that breaks its schema tells where', async (_name, output) => {
    const module = await listing(() => [...numbers(1500), {n: 'x'}, ...numbers(10)], output);
    expect(errorOf(await module.getTool('answer').execute({}))).toMatchObject({
      code: 'INVALID_OUTPUT',
      outcome: 'unknown',
      message: expect.stringContaining('property "[1500].n" must be integer'),
    });
  });

  test('that is not JSON is INVALID_OUTPUT, with and without a schema', async () => {
    for (const output of [items, null]) {
      const module = await listing(() => [...numbers(1500), {n: 1n}], output);
      expect(errorOf(await module.getTool('answer').execute({}))).toMatchObject({
        code: 'INVALID_OUTPUT',
        message: expect.stringContaining('[1500].n'),
      });
    }
  });

  test('is a copy of one moment: what the tool does with its own while it is checked changes nothing', async () => {
    const state = numbers(1500).map(({n}) => ({n}));
    const module = await listing(async () => {
      setImmediate(() => {
        for (const item of state) item.n = -1;
      });
      return state;
    });
    expect(dataOf(await module.getTool('answer').execute({}))).toEqual(numbers(1500));
    expect(state[1499]).toEqual({n: -1});
  });

  test('tells no secret', async () => {
    const runtime = new Runtime();
    runtime.redactor.add('hunter2hunter2');
    const list = [...Array.from({length: 1500}, () => 'a'), 'it is hunter2hunter2'];
    const module = await listing(() => list, null, runtime);
    const data = dataOf(await module.getTool('answer').execute({})) as string[];
    expect(data).toHaveLength(1501);
    expect(data[1500]).not.toContain('hunter2hunter2');
  });

  test('is checked before its module is cleaned up', async () => {
    const order: string[] = [];
    let cleaned: Promise<void> | undefined;
    const cleanUp = (): void => {
      cleaned ??= module.cleanup().then(() => void order.push('cleaned up'));
    };
    const list = [watched(0, cleanUp), ...numbers(999), watched(0, work), ...numbers(2000), watched(0, work)];
    const module = await listing(async () => list, closed);
    const result = await module.getTool('answer').execute({});
    order.push('answered');
    await cleaned;
    expect(dataOf(result)).toHaveLength(3002);
    expect(order).toEqual(['answered', 'cleaned up']);
  });
});

describe('thenables', () => {
  test('are waited for like promises', async () => {
    const thenable = {
      then: (resolve: (value: unknown) => void) => {
        resolve({n: 1});
      },
    };
    expect(dataOf(await answerOf(() => thenable))).toEqual({n: 1});
  });

  test('that fail, fail', async () => {
    const rejecting = {
      then: (_: unknown, reject: (error: unknown) => void) => {
        reject(new ToolError('CONFLICT'));
      },
    };
    const throwing = {
      then: () => {
        throw new ToolError('CONFLICT');
      },
    };
    expect(errorOf(await answerOf(() => rejecting)).code).toBe('CONFLICT');
    expect(errorOf(await answerOf(() => throwing)).code).toBe('CONFLICT');
  });

  test('that never call back are over when their time is', async () => {
    const clock = new FakeClock();
    const module = await moduleOf([answering(() => ({then: () => undefined}))], new Runtime({clock}));
    const running = module.getTool('answer').execute({});
    await clock.advance(30_000);
    expect(errorOf(await running)).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown'});
    expect(clock.waiting).toBe(0);
  });

  test('that answer a thenable that never calls back are over as well', async () => {
    const clock = new FakeClock();
    const nested = {
      then: (resolve: (value: unknown) => void) => {
        resolve({then: () => undefined});
      },
    };
    const module = await moduleOf([answering(() => nested)], new Runtime({clock}));
    const running = module.getTool('answer').execute({});
    await clock.advance(30_000);
    expect(errorOf(await running).code).toBe('OPERATION_TIMEOUT');
  });

  test('that throw leave no timer behind', async () => {
    const clock = new FakeClock();
    const throwing = {
      then: () => {
        throw new Error('no');
      },
    };
    const module = await moduleOf([answering(() => throwing)], new Runtime({clock}));
    expect(errorOf(await module.getTool('answer').execute({})).code).toBe('EXECUTION_ERROR');
    await clock.advance(1);
    expect(clock.waiting).toBe(0);
  });

  test('that call back twice count once', async () => {
    const twice = {
      then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => {
        resolve(1);
        resolve(2);
        reject(new Error('x'));
      },
    };
    expect(dataOf(await answerOf(() => twice))).toBe(1);
  });
});

describe('what a tool throws', () => {
  const {proxy: revoked, revoke} = Proxy.revocable({}, {});
  revoke();
  class Strange extends Error {
    override get message(): string {
      throw new Error('no message');
    }
  }

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['a text', 'disk on fire'],
    ['a number', 42],
    ['an object', {}],
    ['an error', new Error('odd')],
    ['an error whose getters throw', new Strange()],
    ['a revoked proxy', revoked],
    [
      'a ToolError with nonsense in it',
      Object.assign(new ToolError('EXECUTION_ERROR'), {suggestions: 5, context: revoked, outcome: {}}),
    ],
  ])('%s becomes a clean EXECUTION_ERROR', async (_name, thrown) => {
    const sync = await answerOf(() => {
      throw thrown;
    });
    const late = await answerOf(() => Promise.reject(thrown));
    for (const result of [sync, late]) {
      const error = errorOf(result);
      expect(error.code).toMatch(/^(EXECUTION_ERROR|INTERNAL_ERROR)$/);
      expect(typeof error.message).toBe('string');
      expect(error.details.tool).toBe('probe.answer');
      expect(() => JSON.stringify(result)).not.toThrow();
    }
  });

  test('a failure result is that failure', async () => {
    const failure = {
      success: false,
      error: {code: 'NO_CHANGES', message: 'Nothing to commit', suggestions: ['Change something'], recoverable: true},
    };
    expect(
      errorOf(
        await answerOf(() => {
          throw failure;
        }),
      ),
    ).toMatchObject({
      code: 'NO_CHANGES',
      message: 'Nothing to commit',
      recoverable: true,
      suggestions: ['Change something'],
      outcome: 'failed',
    });
  });

  test('a native error keeps its native code in the cause', async () => {
    const native = Object.assign(new Error('ENOENT: no such file'), {code: 'ENOENT'});
    expect(
      errorOf(
        await answerOf(() => {
          throw native;
        }),
      ),
    ).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: {cause: {name: 'Error', message: 'ENOENT: no such file', code: 'ENOENT'}},
    });
  });

  test('a chain of causes is told, bounded', async () => {
    let error = new Error('root');
    for (let level = 0; level < 50; level++) error = new Error(`level ${String(level)}`, {cause: error});
    const {details} = errorOf(
      await answerOf(() => {
        throw error;
      }),
    );
    expect(details.cause?.cause?.cause?.message).toBe('level 47');
    expect(details.cause?.cause?.cause?.cause).toBeUndefined();
  });

  test('a message of absurd length is cut', async () => {
    const result = await answerOf(() => {
      throw new Error('x'.repeat(10_000_000));
    });
    expect(JSON.stringify(result).length).toBeLessThan(50_000);
  });

  test('what the tool knows of the outcome is believed', async () => {
    const outcomes = ['not_executed', 'failed', 'partial', 'unknown'] as const;
    for (const outcome of outcomes) {
      expect(
        errorOf(
          await answerOf(() => {
            throw new ToolError('CONFLICT', 'x', {outcome, context: {done: 1}});
          }),
        ),
      ).toMatchObject({outcome, details: {context: {done: 1}}});
    }
    expect(
      errorOf(
        await answerOf(() => {
          throw new ToolError('CONFLICT');
        }),
      ).outcome,
    ).toBe('failed');
  });

  test('a lost connection in a changing call is an unknown outcome, in a reading one a failure', async () => {
    const lost = (): never => {
      throw Object.assign(new Error('gone'), {code: 'ECONNRESET'});
    };
    const read = defineTool({name: 'read', description: 'Read', planning: {sideEffects: false}, run: lost});
    const write = defineTool({name: 'write', description: 'Write', planning: {sideEffects: true}, run: lost});
    const module = await moduleOf([read, write]);
    expect(errorOf(await module.getTool('read').execute({}))).toMatchObject({
      code: 'CONNECTION_LOST',
      outcome: 'failed',
    });
    expect(errorOf(await module.getTool('write').execute({}))).toMatchObject({
      code: 'CONNECTION_LOST',
      outcome: 'unknown',
    });
  });
});

describe('HAFT_DEBUG', () => {
  test('adds the stack, and only then', async () => {
    const fail = (): never => {
      throw new Error('odd');
    };
    const before = process.env['HAFT_DEBUG'];
    try {
      delete process.env['HAFT_DEBUG'];
      expect(errorOf(await answerOf(fail)).details.stack).toBeUndefined();
      process.env['HAFT_DEBUG'] = '1';
      expect(errorOf(await answerOf(fail)).details.stack).toContain('odd');
    } finally {
      if (before === undefined) delete process.env['HAFT_DEBUG'];
      else process.env['HAFT_DEBUG'] = before;
    }
  });
});

describe('after the answer', () => {
  test('a tool that goes on after its time can no longer change the result', async () => {
    const clock = new FakeClock();
    const gate = deferred();
    const late = defineTool({
      name: 'late',
      description: 'Answer too late',
      run: async (_module, _input, call) => {
        await gate.promise;
        call.warn('too late');
        call.undo({});
        return 1;
      },
      undo: () => undefined,
    });
    const module = await moduleOf([late], new Runtime({clock}));
    const running = module.getTool('late').execute({});
    await clock.advance(30_000);
    const result = await running;
    const before = JSON.stringify(result);
    gate.resolve();
    await clock.advance(1000);
    expect(JSON.stringify(result)).toBe(before);
  });
});
