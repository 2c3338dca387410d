import {describe, expect, test} from '@jest/globals';

import {defineTool, Runtime, ToolError} from '../../src/sdk.js';
import type {ToolFacts} from '../../src/core/tool-definition.js';
import type {ModuleInstance} from '../../src/sdk.js';
import {settle} from '../../src/testing/fake-clock.js';
import {dataOf, deferred, errorOf, moduleOf} from '../support/one-module.js';

interface Gated {
  readonly module: ModuleInstance;
  /** Lets all calls finish. */
  readonly open: () => void;
  readonly running: () => number;
  readonly most: () => number;
}

/** A tool whose calls all wait for one gate, and tell how far they came when they are stopped. */
async function gated(facts: Partial<ToolFacts>, runtime = new Runtime()): Promise<Gated> {
  const gate = deferred();
  let now = 0;
  let most = 0;
  const tool = defineTool({
    name: 'work',
    description: 'Work',
    ...facts,
    run: async (_module, _input, {signal}) => {
      most = Math.max(most, ++now);
      const stopped = new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new ToolError('OPERATION_CANCELLED', 'x', {outcome: 'partial', context: {done: 1}}));
        });
      });
      try {
        await Promise.race([gate.promise, stopped]);
      } finally {
        now--;
      }
      return null;
    },
  });
  const module = await moduleOf([tool], runtime);
  return {module, open: () => gate.resolve(undefined), running: () => now, most: () => most};
}

/** Until the work has begun: the first call loads the limiter. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await settle();
}

describe('concurrency', () => {
  test('of a tool lets so many calls run, and the others after them', async () => {
    const {module, open, running, most} = await gated({concurrency: 2});
    const results = Promise.all([1, 2, 3, 4, 5].map(() => module.getTool('work').execute({})));
    await until(() => running() === 2);
    open();
    expect((await results).every(({success}) => success)).toBe(true);
    expect(most()).toBe(2);
  });

  test('of a runtime counts for all its modules', async () => {
    const runtime = new Runtime({limits: {maxConcurrent: 1}});
    const first = await gated({}, runtime);
    const second = await gated({}, runtime);
    const results = Promise.all([first.module.getTool('work').execute({}), second.module.getTool('work').execute({})]);
    await until(() => first.running() + second.running() === 1);
    await settle();
    expect(first.running() + second.running()).toBe(1);
    first.open();
    second.open();
    expect((await results).every(({success}) => success)).toBe(true);
  });

  test('a call whose time is over before its turn is RATE_LIMITED, and never runs', async () => {
    const {module, open, running, most} = await gated({concurrency: 1});
    const first = module.getTool('work').execute({});
    await until(() => running() === 1);
    const result = await module.getTool('work').execute({}, {timeout: 20});
    expect(errorOf(result)).toMatchObject({code: 'RATE_LIMITED', outcome: 'not_executed', recoverable: true});
    expect(result.metadata.attempts).toBe(0);
    open();
    dataOf(await first);
    await settle();
    expect(most()).toBe(1);
    dataOf(await module.getTool('work').execute({}));
  });

  test('a call that is cancelled before its turn never runs', async () => {
    const {module, open, running} = await gated({concurrency: 1});
    const first = module.getTool('work').execute({});
    await until(() => running() === 1);
    const controller = new AbortController();
    const second = module.getTool('work').execute({}, {signal: controller.signal});
    await settle();
    controller.abort();
    expect(errorOf(await second)).toMatchObject({code: 'OPERATION_CANCELLED', outcome: 'not_executed'});
    open();
    dataOf(await first);
  });

  test('a call that is cancelled while it runs still gets its time to stop and to tell', async () => {
    const {module, running} = await gated({concurrency: 1});
    const controller = new AbortController();
    const result = module.getTool('work').execute({}, {signal: controller.signal});
    await until(() => running() === 1);
    controller.abort();
    expect(errorOf(await result)).toMatchObject({
      code: 'OPERATION_CANCELLED',
      outcome: 'partial',
      details: {context: {done: 1}},
    });
    expect(running()).toBe(0);
  });
});

describe('rate', () => {
  test('lets so many calls through at once; more wait for the next span', async () => {
    const started: number[] = [];
    const tool = defineTool({
      name: 'work',
      description: 'Work',
      rate: {requests: 2, per: 250},
      run: () => started.push(performance.now()),
    });
    const module = await moduleOf([tool]);
    const calls = Promise.all([1, 2, 3].map(() => module.getTool('work').execute({})));
    await until(() => started.length === 2);
    await settle();
    expect(started).toHaveLength(2);
    expect((await calls).every(({success}) => success)).toBe(true);
    expect(started).toHaveLength(3);
  });

  test('a call whose time is over before is RATE_LIMITED, and its place is free for the next', async () => {
    let runs = 0;
    const tool = defineTool({name: 'work', description: 'Work', rate: {requests: 1, per: 1000}, run: () => ++runs});
    const module = await moduleOf([tool]);
    dataOf(await module.getTool('work').execute({}));
    expect(errorOf(await module.getTool('work').execute({}, {timeout: 20}))).toMatchObject({
      code: 'RATE_LIMITED',
      outcome: 'not_executed',
    });
    expect(dataOf(await module.getTool('work').execute({}))).toBe(2);
  });
});
