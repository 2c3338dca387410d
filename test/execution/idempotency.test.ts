import {beforeEach, describe, expect, test} from '@jest/globals';

import {defineTool, Runtime, ToolError} from '../../src/sdk.js';
import type {ModuleInstance} from '../../src/sdk.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {dataOf, deferred, errorOf, moduleOf} from '../support/one-module.js';

let clock: FakeClock;
let effects: string[];
let behave: (name: string) => unknown;
let module: ModuleInstance;

beforeEach(async () => {
  clock = new FakeClock();
  effects = [];
  behave = (name) => `${name} ${String(effects.length)}`;
  const send = defineTool({
    name: 'send',
    description: 'Send a letter',
    input: {to: 'string', copies: {type: 'integer', default: 1}},
    timeout: 100,
    run: (_module, {to}) => {
      effects.push(to);
      return behave(to);
    },
  });
  module = await moduleOf([send], new Runtime({clock}));
});

const send = (
  to: string,
  idempotencyKey?: string,
  sessionId?: string,
): ReturnType<ModuleInstance['tools'][string]['execute']> =>
  module
    .getTool('send')
    .execute({to}, {...(idempotencyKey && {idempotencyKey}), ...(sessionId && {context: {sessionId}})});

describe('two calls with one key', () => {
  test('are one call', async () => {
    const first = await send('ada', 'k');
    const second = await send('ada', 'k');
    expect(dataOf(second)).toEqual(dataOf(first));
    expect([first.metadata.cached, second.metadata.cached]).toEqual([undefined, true]);
    expect(effects).toEqual(['ada']);
  });

  test('are one call while the first still runs', async () => {
    const gate = deferred<string>();
    behave = () => gate.promise;
    const both = Promise.all([send('ada', 'k'), send('ada', 'k')]);
    await clock.advance(1);
    gate.resolve('sent');
    expect((await both).map(dataOf)).toEqual(['sent', 'sent']);
    expect(effects).toEqual(['ada']);
  });

  test('are told apart by their session, and by having no key', async () => {
    await send('ada', 'k', 's1');
    await send('ada', 'k', 's2');
    await send('ada', 'k');
    await send('ada');
    await send('ada');
    expect(effects).toHaveLength(5);
  });

  test('with other input are refused', async () => {
    await send('ada', 'k');
    expect(errorOf(await send('bob', 'k'))).toMatchObject({code: 'IDEMPOTENCY_CONFLICT', outcome: 'not_executed'});
    expect(effects).toEqual(['ada']);
  });

  test('are compared after defaults', async () => {
    await send('ada', 'k');
    const second = await module.getTool('send').execute({copies: 1, to: 'ada'}, {idempotencyKey: 'k'});
    expect(second.success).toBe(true);
    expect(effects).toEqual(['ada']);
  });
});

describe('when the first call failed', () => {
  test('before or without doing anything, the second is made', async () => {
    behave = () => {
      throw new ToolError('NETWORK_ERROR', 'refused', {outcome: effects.length === 1 ? 'not_executed' : 'failed'});
    };
    expect(errorOf(await send('ada', 'k')).outcome).toBe('not_executed');
    expect(errorOf(await send('ada', 'k')).outcome).toBe('failed');
    behave = () => 'sent';
    expect(dataOf(await send('ada', 'k'))).toBe('sent');
    expect(effects).toHaveLength(3);
  });

  test.each(['partial', 'unknown'] as const)(
    'with the outcome %s, the second gets the same failure',
    async (outcome) => {
      behave = () => {
        throw new ToolError('CONNECTION_LOST', 'lost', {outcome});
      };
      const first = errorOf(await send('ada', 'k'));
      const second = await send('ada', 'k');
      expect(errorOf(second)).toMatchObject({code: first.code, message: first.message, outcome});
      expect(second.metadata.cached).toBe(true);
      expect(effects).toEqual(['ada']);
    },
  );

  test('by running out of time, the second is not made again: the first may have happened', async () => {
    behave = () => new Promise(() => undefined);
    const first = send('ada', 'k');
    await clock.advance(100);
    expect(errorOf(await first)).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown'});
    expect(errorOf(await send('ada', 'k'))).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown'});
    expect(effects).toEqual(['ada']);
  });
});

describe('memory', () => {
  test('is bounded: the oldest answer is forgotten', async () => {
    await send('ada', 'first');
    for (let count = 0; count < 1000; count++) await send('ada', `k${String(count)}`);
    await send('ada', 'k999');
    expect(effects).toHaveLength(1001);
    await send('ada', 'first');
    expect(effects).toHaveLength(1002);
  });

  test('what a caller does with his answer does not reach the next', async () => {
    behave = () => ({list: [1]});
    const first = dataOf(await send('ada', 'k')) as {list: number[]};
    first.list.push(2);
    expect(dataOf(await send('ada', 'k'))).toEqual({list: [1]});
  });
});
