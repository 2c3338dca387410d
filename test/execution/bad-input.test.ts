import {describe, expect, test} from '@jest/globals';

import {defineHandle, defineTool, Runtime} from '../../src/sdk.js';
import type {CallOptions} from '../../src/sdk.js';
import {errorOf, moduleOf} from '../support/one-module.js';

const cup = defineHandle('cup', {description: 'A cup'});
let runs = 0;
const fill = defineTool({
  name: 'fill',
  description: 'Fill a cup',
  input: {amount: {type: 'integer', minimum: 1, required: true}, cup: {handle: cup}, notes: {type: 'object'}},
  run: () => ++runs,
});
const flat = defineTool({name: 'flat', description: 'Take a text', input: {text: 'string'}, run: () => ++runs});

const {proxy: revoked, revoke} = Proxy.revocable({}, {});
revoke();
const closed = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new Error('no keys for you');
    },
  },
);
const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

const bad: readonly (readonly [name: string, input: unknown, code: string])[] = [
  ['null', null, 'TYPE_MISMATCH'],
  ['a text', 'amount=1', 'TYPE_MISMATCH'],
  ['a number', 7, 'TYPE_MISMATCH'],
  ['a list', [1], 'TYPE_MISMATCH'],
  ['a function', () => 1, 'TYPE_MISMATCH'],
  ['a symbol', Symbol('x'), 'TYPE_MISMATCH'],
  ['a BigInt', 1n, 'TYPE_MISMATCH'],
  ['nothing', undefined, 'MISSING_PARAMETER'],
  ['an empty object', {}, 'MISSING_PARAMETER'],
  ['a wrong type', {amount: '1'}, 'TYPE_MISMATCH'],
  ['a value out of bounds', {amount: 0}, 'INVALID_PARAMETER'],
  ['an unknown parameter', {amount: 1, amuont: 1}, 'INVALID_PARAMETER'],
  [
    'a forged handle',
    {amount: 1, cup: {_handle: true, _type: 'cup', _id: `cup_${'0'.repeat(32)}`}},
    'HANDLE_NOT_FOUND',
  ],
  ['a number for a handle', {amount: 1, cup: 5}, 'HANDLE_NOT_FOUND'],
  ['null for a handle', {amount: 1, cup: null}, 'HANDLE_NOT_FOUND'],
  ['a BigInt inside', {amount: 1, notes: {n: 1n}}, 'INVALID_PARAMETER'],
  ['a function inside', {amount: 1, notes: {f: () => 1}}, 'INVALID_PARAMETER'],
  ['a cycle', {amount: 1, notes: cycle}, 'LIMIT_EXCEEDED'],
  ['a __proto__ key', JSON.parse('{"amount": 1, "__proto__": {"x": 1}}'), 'INVALID_PARAMETER'],
  ['a revoked proxy', revoked, 'INVALID_PARAMETER'],
  ['a proxy without keys', closed, 'INVALID_PARAMETER'],
];

describe('bad input', () => {
  test.each(bad)('%s is answered with a code and what to do, and nothing runs', async (_name, input, code) => {
    runs = 0;
    const module = await moduleOf([fill]);
    const result = await module.getTool('fill').execute(input as Record<string, unknown>);
    expect(errorOf(result)).toMatchObject({code, outcome: 'not_executed', details: {tool: 'probe.fill'}});
    expect(errorOf(result).message).not.toBe('');
    expect(result.metadata).toMatchObject({tool: 'probe.fill', attempts: 0});
    expect(() => JSON.stringify(result)).not.toThrow();
    expect(runs).toBe(0);
  });

  test.each(bad)('%s is thrown by the method as the same error', async (_name, input, code) => {
    const module = await moduleOf([fill]);
    await expect(module.getTool('fill').call(input as Record<string, unknown>)).rejects.toMatchObject({
      code,
      outcome: 'not_executed',
    });
  });

  test.each([
    ['revoked', revoked],
    ['closed', closed],
  ])('a %s proxy is refused where all parameters are texts, too', async (_name, input) => {
    const module = await moduleOf([flat]);
    expect(errorOf(await module.getTool('flat').execute(input)).code).toBe('INVALID_PARAMETER');
  });

  test('a getter that throws is named', async () => {
    const module = await moduleOf([flat]);
    const input = {
      get text(): string {
        throw new Error('not today');
      },
    };
    expect(errorOf(await module.getTool('flat').execute(input))).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: 'Parameter "text" could not be read: not today',
    });
  });

  test('an input that is deep, wide or long is cut short in the error', async () => {
    const module = await moduleOf([flat]);
    const input = {text: 5, ['k'.repeat(1_000_000)]: Array.from({length: 10_000}, () => 'x'.repeat(1000))};
    expect(JSON.stringify(await module.getTool('flat').execute(input)).length).toBeLessThan(100_000);
  });
});

describe('bad options', () => {
  const refused: readonly (readonly [name: string, options: unknown, message: RegExp])[] = [
    ['a negative timeout', {timeout: -1}, /"timeout" must be a number of ms above 0/],
    ['an endless timeout', {timeout: Infinity}, /"timeout"/],
    ['a timeout in words', {timeout: 'soon'}, /"timeout".*string "soon"/],
    ['a zero timeout', {timeout: 0}, /"timeout"/],
    ['a signal that is none', {signal: {aborted: false}}, /"signal" must be an AbortSignal/],
    ['an empty idempotency key', {idempotencyKey: ''}, /"idempotencyKey"/],
    ['a number as idempotency key', {idempotencyKey: 5}, /"idempotencyKey"/],
    ['a text as options', 'fast', /options/i],
  ];

  test.each(refused)('%s is refused by its name, and nothing runs', async (_name, options, message) => {
    runs = 0;
    const module = await moduleOf([fill], new Runtime());
    const result = await module.getTool('fill').execute({amount: 1}, options as CallOptions);
    expect(errorOf(result)).toMatchObject({
      code: 'INVALID_PARAMETER',
      outcome: 'not_executed',
      message: expect.stringMatching(message),
    });
    expect(runs).toBe(0);
  });

  test('null as options is no options', async () => {
    const module = await moduleOf([fill]);
    await expect(module.getTool('fill').execute({amount: 1}, null as unknown as CallOptions)).resolves.toMatchObject({
      success: true,
    });
  });
});
