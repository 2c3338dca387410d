import {beforeEach, describe, expect, test} from '@jest/globals';

import type {AuditEntry} from '../../src/contract/services.js';
import {defineTool, Runtime, ToolError} from '../../src/sdk.js';
import type {ModuleInstance, RuntimeOptions, ToolResult} from '../../src/sdk.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {dataOf, deferred, errorOf, moduleOf} from '../support/one-module.js';

/** What the tools change. */
let shelf: Record<string, string>;
let refuse: boolean;
let module: ModuleInstance;
let runtime: Runtime;
let clock: FakeClock;
let gate: ReturnType<typeof deferred<unknown>> | undefined;

interface Before {
  readonly name: string;
  readonly was: string | undefined;
  readonly left?: string;
}

const put = defineTool({
  name: 'put',
  description: 'Put something on the shelf',
  input: {items: 'object', fail: 'string?', discard: 'boolean?'},
  run: (_module, {items, fail, discard}, call) => {
    for (const [name, value] of Object.entries(items)) {
      const entry = call.undo({name, was: shelf[name]} satisfies Before);
      if (discard) {
        entry.discard();
        continue;
      }
      shelf[name] = String(value);
      entry.complete({name, was: undefined, left: shelf[name]} satisfies Before);
      if (fail !== undefined) throw new ToolError('CONFLICT', 'half way', {outcome: fail as 'partial'});
    }
    return null;
  },
  undo: async (_module, {name, was, left}: Before) => {
    await gate?.promise;
    if (refuse || shelf[name] !== left) throw new ToolError('UNDO_REFUSED', `${name} has changed since`);
    if (was === undefined) Reflect.deleteProperty(shelf, name);
    else shelf[name] = was;
  },
});
const look = defineTool({name: 'look', description: 'Look', planning: {sideEffects: false}, run: () => ({...shelf})});

async function start(options: RuntimeOptions = {}): Promise<void> {
  runtime = new Runtime({clock, ...options});
  module = await moduleOf([put, look], runtime);
}

beforeEach(async () => {
  shelf = {};
  refuse = false;
  gate = undefined;
  clock = new FakeClock();
  await start();
});

const execute = (input: object, sessionId?: string): Promise<ToolResult> =>
  module.getTool('put').execute({...input}, sessionId === undefined ? {} : {context: {sessionId}});

describe('a call that can be taken back', () => {
  test('says so by a handle, and is taken back by it, last step first', async () => {
    const result = await execute({items: {a: 'x', b: 'y'}});
    expect(result.metadata.undo).toMatchObject({
      _handle: true,
      _type: 'undo',
      tool: 'probe.put',
      callId: result.metadata.callId,
    });
    const undone = await runtime.undo(result.metadata.undo);
    expect(dataOf(undone)).toEqual({tool: 'probe.put', callId: result.metadata.callId});
    expect(undone.metadata.tool).toBe('probe.put:undo');
    expect(shelf).toEqual({});
  });

  test('is taken back by the JSON of its handle, its id, too', async () => {
    for (const spell of [
      (handle: unknown) => JSON.parse(JSON.stringify(handle)) as unknown,
      (handle: unknown) => (handle as {_id: string})._id,
    ]) {
      const {undo} = (await execute({items: {a: 'x'}})).metadata;
      dataOf(await runtime.undo(spell(undo)));
      expect(shelf).toEqual({});
    }
  });

  test('is taken back once', async () => {
    const {undo} = (await execute({items: {a: 'x'}})).metadata;
    dataOf(await runtime.undo(undo));
    shelf['a'] = 'x';
    expect(errorOf(await runtime.undo(undo))).toMatchObject({code: 'HANDLE_RELEASED', outcome: 'not_executed'});
    expect(shelf).toEqual({a: 'x'});
  });

  test('is not taken back twice at the same time', async () => {
    gate = deferred<unknown>();
    const {undo} = (await execute({items: {a: 'x'}})).metadata;
    const first = runtime.undo(undo);
    expect(errorOf(await runtime.undo(undo)).code).toBe('INVALID_STATE');
    gate.resolve(null);
    dataOf(await first);
  });

  test('a refused undo changes nothing, and can be tried again', async () => {
    const {undo} = (await execute({items: {a: 'x'}})).metadata;
    shelf['a'] = 'changed by somebody';
    expect(errorOf(await runtime.undo(undo))).toMatchObject({code: 'UNDO_REFUSED', message: 'a has changed since'});
    expect(shelf).toEqual({a: 'changed by somebody'});
    shelf['a'] = 'x';
    dataOf(await runtime.undo(undo));
    expect(shelf).toEqual({});
  });

  test('what was already taken back of it is not taken back again', async () => {
    const {undo} = (await execute({items: {a: 'x', b: 'y'}})).metadata;
    shelf['a'] = 'changed';
    expect(errorOf(await runtime.undo(undo)).code).toBe('UNDO_REFUSED');
    expect(shelf).toEqual({a: 'changed'});
    shelf = {a: 'x', b: 'new'};
    dataOf(await runtime.undo(undo));
    expect(shelf).toEqual({b: 'new'});
  });
});

describe('a call that failed', () => {
  test.each(['partial', 'unknown'])('with the outcome %s can be taken back', async (fail) => {
    const result = await execute({items: {a: 'x', b: 'y'}, fail});
    expect(errorOf(result).outcome).toBe(fail);
    expect(shelf).toEqual({a: 'x'});
    dataOf(await runtime.undo(result.metadata.undo));
    expect(shelf).toEqual({});
  });

  test.each(['failed', 'not_executed'])('with the outcome %s left nothing to take back', async (fail) => {
    expect((await execute({items: {a: 'x'}, fail})).metadata.undo).toBeUndefined();
  });

  test('gives the way back to those who call the method, with its error', async () => {
    const {put: method} = module as unknown as {put: (input: object) => Promise<unknown>};
    const error: unknown = await method({items: {a: 'x'}, fail: 'partial'}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    dataOf(await runtime.undo((error as ToolError).metadata?.undo));
    expect(shelf).toEqual({});
  });
});

describe('there is nothing to take back', () => {
  test('of a call that reads, or that discarded its record', async () => {
    expect((await module.getTool('look').execute({})).metadata.undo).toBeUndefined();
    expect((await execute({items: {a: 'x'}, discard: true})).metadata.undo).toBeUndefined();
  });

  test('for a stranger: another session, a forged handle, anything else', async () => {
    const {undo} = (await execute({items: {a: 'x'}}, 's1')).metadata;
    const forged = {...undo, _id: `undo_${'0'.repeat(32)}`};
    const attempts = [
      await runtime.undo(undo),
      await runtime.undo(undo, {context: {sessionId: 's2'}}),
      await runtime.undo(forged, {context: {sessionId: 's1'}}),
      await runtime.undo(null),
      await runtime.undo('undo_x'),
    ];
    for (const attempt of attempts) {
      expect(errorOf(attempt)).toMatchObject({
        code: 'HANDLE_NOT_FOUND',
        message: 'Handle not found',
        outcome: 'not_executed',
      });
    }
    expect(shelf).toEqual({a: 'x'});
    dataOf(await runtime.undo(undo, {context: {sessionId: 's1'}}));
  });

  test('once the module is cleaned up', async () => {
    const {undo} = (await execute({items: {a: 'x'}})).metadata;
    await module.cleanup();
    expect(errorOf(await runtime.undo(undo)).code).toBe('HANDLE_RELEASED');
    expect(shelf).toEqual({a: 'x'});
  });
});

describe('taking back is a call of its own', () => {
  test('that is put to the policy', async () => {
    await start({policy: ({tool}) => (tool.endsWith(':undo') ? 'deny' : 'allow')});
    const {undo} = (await execute({items: {a: 'x'}})).metadata;
    expect(errorOf(await runtime.undo(undo))).toMatchObject({code: 'PERMISSION_DENIED'});
    expect(shelf).toEqual({a: 'x'});
  });

  test('that is audited', async () => {
    const lines: AuditEntry[] = [];
    await start({audit: {write: (entry) => void lines.push(entry)}});
    dataOf(await runtime.undo((await execute({items: {a: 'x'}})).metadata.undo));
    expect(lines.map(({phase, tool}) => `${phase} ${tool}`)).toEqual([
      'intent probe.put',
      'outcome probe.put',
      'intent probe.put:undo',
      'outcome probe.put:undo',
    ]);
  });

  test('that has a time', async () => {
    gate = deferred<unknown>();
    const {undo} = (await execute({items: {a: 'x'}})).metadata;
    const undoing = runtime.undo(undo);
    await clock.advance(30_000);
    expect(errorOf(await undoing)).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown'});
  });
});

describe('many calls', () => {
  test('do not use up the handles that modules need: the oldest ways back go', async () => {
    await start({limits: {maxHandles: 1500}});
    const first = (await execute({items: {first: 'x'}})).metadata.undo;
    for (let count = 0; count < 1600; count++) await execute({items: {[`k${String(count)}`]: 'x'}});
    const last = await execute({items: {last: 'x'}});
    expect(last.metadata.warnings).toBeUndefined();
    expect(runtime.handles.size).toBeLessThanOrEqual(1000);
    expect(errorOf(await runtime.undo(first)).code).toBe('HANDLE_RELEASED');
    dataOf(await runtime.undo(last.metadata.undo));
  });

  test('a call whose way back can not be kept says so and has still happened', async () => {
    await start({limits: {maxHandles: 0}});
    const result = await execute({items: {a: 'x'}});
    expect(dataOf(result)).toBeNull();
    expect(result.metadata.undo).toBeUndefined();
    expect(result.metadata.warnings).toEqual([expect.stringContaining('can not be taken back')]);
  });
});

describe('retries', () => {
  test('leave one way back to where it all began', async () => {
    let attempts = 0;
    let value = 'before';
    const set = defineTool({
      name: 'set',
      description: 'Set the value',
      planning: {idempotent: true},
      retry: {maxRetries: 1, backoff: {type: 'none'}},
      run: (_module, _input, call) => {
        call.undo(value);
        value = 'after';
        if (++attempts === 1) throw new ToolError('RESOURCE_UNAVAILABLE', 'later', {outcome: 'unknown'});
        return null;
      },
      undo: (_module, was: string) => {
        value = was;
      },
    });
    const setter = await moduleOf([set], runtime);
    const result = await setter.getTool('set').execute({});
    expect([result.metadata.attempts, value]).toEqual([2, 'after']);
    dataOf(await runtime.undo(result.metadata.undo));
    expect(value).toBe('before');
  });
});
