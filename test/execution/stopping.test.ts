import {getEventListeners} from 'node:events';
import {beforeEach, describe, expect, test} from '@jest/globals';

import {defineTool, Runtime, Tool, ToolError} from '../../src/sdk.js';
import type {ToolFacts} from '../../src/core/tool-definition.js';
import type {Call, ToolDefinition} from '../../src/sdk.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {dataOf, deferred, errorOf, moduleOf} from '../support/one-module.js';

let clock: FakeClock;
let runtime: Runtime;
const started: string[] = [];

beforeEach(() => {
  clock = new FakeClock();
  runtime = new Runtime({clock});
  started.length = 0;
});

type Run = (module: unknown, input: unknown, call: Call) => unknown;
const reading = (run: Run, facts: Partial<ToolFacts> = {}): ToolDefinition =>
  defineTool({name: 'work', description: 'Read', planning: {sideEffects: false}, ...facts, run});
const changing = (run: Run, facts: Partial<ToolFacts> = {}): ToolDefinition =>
  defineTool({name: 'work', description: 'Change', planning: {sideEffects: true}, ...facts, run});

const never = (): Promise<never> => new Promise(() => undefined);
/** Stops when it is told to, as a well-behaved tool does. */
const obedient: Run = (_module, _input, {signal}) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      started.push('stopped');
      reject(signal.reason as Error);
    });
  });

describe('a tool that never settles', () => {
  test('is over after the 30 s of the runtime', async () => {
    const module = await moduleOf([reading(never)], runtime);
    const running = module.getTool('work').execute({});
    await clock.advance(29_999);
    await clock.advance(1);
    const result = await running;
    expect(errorOf(result)).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      message: 'probe.work took longer than 30000 ms',
      outcome: 'failed',
      recoverable: true,
      details: {context: {timeout: 30_000}},
    });
    expect(result.metadata).toMatchObject({duration: 30_000, attempts: 1});
    expect(clock.waiting).toBe(0);
  });

  test('is over after its own time, or that of its runtime', async () => {
    const own = await moduleOf([reading(never, {timeout: 50})], runtime);
    const running = own.getTool('work').execute({});
    await clock.advance(50);
    expect(errorOf(await running).details.context).toEqual({timeout: 50});
    const other = await moduleOf([reading(never)], new Runtime({clock, limits: {timeout: 70}}));
    const second = other.getTool('work').execute({});
    await clock.advance(70);
    expect(errorOf(await second).details.context).toEqual({timeout: 70});
  });

  test('is an unknown outcome when it changes something', async () => {
    const module = await moduleOf([changing(never)], runtime);
    const running = module.getTool('work').execute({});
    await clock.advance(30_000);
    expect(errorOf(await running)).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown'});
  });

  test('may take as long as it likes when its time is 0', async () => {
    const gate = deferred<number>();
    const module = await moduleOf([reading(() => gate.promise, {timeout: 0})], runtime);
    const running = module.getTool('work').execute({});
    await clock.advance(86_400_000);
    gate.resolve(1);
    expect(dataOf(await running)).toBe(1);
  });

  test('is over after the time of the call, which counts for everything', async () => {
    const module = await moduleOf([reading(never)], runtime);
    const running = module.getTool('work').execute({}, {timeout: 100});
    await clock.advance(100);
    expect(errorOf(await running)).toMatchObject({code: 'OPERATION_TIMEOUT', details: {context: {timeout: 100}}});
  });

  test('does not hold up the others: many deadlines of one length, each in its turn', async () => {
    const module = await moduleOf([reading(never, {timeout: 100})], runtime);
    const ended: number[] = [];
    for (const index of [0, 1, 2]) {
      void module
        .getTool('work')
        .execute({})
        .then(() => ended.push(index));
      await clock.advance(10);
    }
    await clock.advance(70);
    expect(ended).toEqual([0]);
    await clock.advance(20);
    expect(ended).toEqual([0, 1, 2]);
    expect(clock.waiting).toBe(0);
  });
});

describe('a tool that listens to its signal', () => {
  test('is stopped, and the result says why', async () => {
    const module = await moduleOf([changing(obedient, {timeout: 100})], runtime);
    const running = module.getTool('work').execute({});
    await clock.advance(100);
    expect(errorOf(await running)).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown'});
    expect(started).toEqual(['stopped']);
    expect(clock.waiting).toBe(0);
  });

  test('can say how far it came', async () => {
    const partial: Run = (_module, _input, {signal}) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new ToolError('OPERATION_CANCELLED', 'x', {outcome: 'partial', context: {done: ['a']}}));
        });
      });
    const module = await moduleOf([changing(partial, {timeout: 100})], runtime);
    const running = module.getTool('work').execute({});
    await clock.advance(100);
    expect(errorOf(await running)).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      outcome: 'partial',
      details: {context: {timeout: 100, done: ['a']}},
    });
  });

  test('has half a second for that, then its caller is let go', async () => {
    const stubborn: Run = (_module, _input, {signal}) => {
      signal.addEventListener('abort', () => started.push('heard'));
      return never();
    };
    const module = await moduleOf([changing(stubborn, {timeout: 100})], runtime);
    let settled = false;
    const running = module
      .getTool('work')
      .execute({})
      .finally(() => (settled = true));
    await clock.advance(599);
    expect([settled, started]).toEqual([false, ['heard']]);
    await clock.advance(1);
    expect(errorOf(await running)).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown'});
    expect(clock.waiting).toBe(0);
  });

  test('that finishes all the same has succeeded, with a warning', async () => {
    const late: Run = (_module, _input, {signal}) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve('done');
        });
      });
    const module = await moduleOf([changing(late, {timeout: 100})], runtime);
    const running = module.getTool('work').execute({});
    await clock.advance(100);
    const result = await running;
    expect(dataOf(result)).toBe('done');
    expect(result.metadata.warnings).toEqual(['It finished although it was told to stop (OPERATION_TIMEOUT)']);
  });

  test('that only wants to be told is told once, as long as it listens, and late as well', async () => {
    const gate = deferred();
    const heard: string[] = [];
    const listening: Run = async (_module, _input, call) => {
      heard.push(String(call.stopped));
      const leave = call.onStop(() => heard.push('not any more'));
      call.onStop(() => {
        throw new Error('of the listener');
      });
      call.onStop(({code}) => {
        heard.push(code);
        gate.resolve();
      });
      leave();
      await gate.promise;
      call.onStop(({code}) => heard.push(`late ${code}`));
      throw new ToolError('OPERATION_FAILED', 'x', {outcome: 'failed', context: {same: call.stopped?.code}});
    };
    const module = await moduleOf([changing(listening, {timeout: 100})], runtime);
    const running = module.getTool('work').execute({});
    await clock.advance(100);
    expect(errorOf(await running)).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      outcome: 'failed',
      details: {context: {same: 'OPERATION_TIMEOUT'}},
    });
    expect(heard).toEqual(['undefined', 'OPERATION_TIMEOUT', 'late OPERATION_TIMEOUT']);
    expect(clock.waiting).toBe(0);
  });

  test('that asks for it late finds it aborted', async () => {
    const gate = deferred();
    let aborted: boolean | undefined;
    const late: Run = async (_module, _input, call) => {
      await gate.promise;
      aborted = call.signal.aborted;
      return 1;
    };
    const module = await moduleOf([reading(late, {timeout: 100})], runtime);
    const running = module.getTool('work').execute({});
    await clock.advance(100);
    gate.resolve();
    await running;
    await clock.advance(0);
    expect(aborted).toBe(true);
  });
});

describe('a caller that cancels', () => {
  test('before the call executes nothing', async () => {
    const module = await moduleOf([changing(() => started.push('run'))], runtime);
    const result = await module.getTool('work').execute({}, {signal: AbortSignal.abort()});
    expect(errorOf(result)).toMatchObject({code: 'OPERATION_CANCELLED', outcome: 'not_executed', recoverable: false});
    expect(result.metadata.attempts).toBe(0);
    expect(started).toEqual([]);
  });

  test('in the middle stops the tool', async () => {
    for (const [make, outcome] of [
      [changing, 'unknown'],
      [reading, 'failed'],
    ] as const) {
      const module = await moduleOf([make(obedient)], runtime);
      const controller = new AbortController();
      const running = module.getTool('work').execute({}, {signal: controller.signal});
      await clock.advance(10);
      controller.abort(new Error('changed my mind'));
      expect(errorOf(await running)).toMatchObject({code: 'OPERATION_CANCELLED', outcome});
    }
    expect(started).toEqual(['stopped', 'stopped']);
    expect(clock.waiting).toBe(0);
  });

  test('does not wait for a tool that does not listen', async () => {
    const module = await moduleOf([changing(never)], runtime);
    const controller = new AbortController();
    const running = module.getTool('work').execute({}, {signal: controller.signal});
    await clock.advance(10);
    controller.abort();
    expect(errorOf(await running)).toMatchObject({code: 'OPERATION_CANCELLED', outcome: 'unknown'});
    expect(clock.waiting).toBe(0);
  });

  test('twice, or after the end, changes nothing', async () => {
    const controller = new AbortController();
    const module = await moduleOf([reading(() => 1)], runtime);
    const result = await module.getTool('work').execute({}, {signal: controller.signal});
    controller.abort();
    controller.abort();
    expect(dataOf(result)).toBe(1);
  });

  test('leaves no listener on his signal', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const {signal} = controller;
    const add = signal.addEventListener.bind(signal) as (...args: unknown[]) => void;
    const remove = signal.removeEventListener.bind(signal) as (...args: unknown[]) => void;
    signal.addEventListener = (...args: unknown[]) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: unknown[]) => {
      listeners--;
      remove(...args);
    };
    const module = await moduleOf([reading(() => 1)], runtime);
    for (let count = 0; count < 20; count++) await module.getTool('work').execute({}, {signal});
    expect(listeners).toBe(0);
  });

  test('is heard while the policy still thinks, and the tool never runs', async () => {
    const thinking = new Runtime({clock, policy: () => never()});
    const module = await moduleOf([changing(() => started.push('run'))], thinking);
    const controller = new AbortController();
    const running = module.getTool('work').execute({}, {signal: controller.signal});
    await clock.advance(10);
    controller.abort();
    expect(errorOf(await running)).toMatchObject({code: 'OPERATION_CANCELLED', outcome: 'not_executed'});
    expect(started).toEqual([]);
    const timed = module.getTool('work').execute({}, {timeout: 50});
    await clock.advance(50);
    expect(errorOf(await timed)).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'not_executed'});
  });
});

const deferredUntil = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')));
  });

test('a signal that many calls share has one listener, and lets go of calls that have ended', async () => {
  const controller = new AbortController();
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  const tool = new Tool({name: 'wait', execute: async (_input, {call}) => deferredUntil(call.signal)});
  const calls = Array.from({length: 50}, () => tool.execute({}, {signal: controller.signal}));
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort();
  const results = await Promise.all(calls);
  expect(results.map((result) => !result.success && result.error.code)).toEqual(Array(50).fill('OPERATION_CANCELLED'));
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});
