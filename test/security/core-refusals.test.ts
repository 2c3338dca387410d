import {describe, expect, test} from '@jest/globals';

import type {AuditEntry, Policy} from '../../src/contract/services.js';
import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {defineHandle, defineTool, Runtime, ToolError} from '../../src/sdk.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {FakeClock, settle} from '../../src/testing/fake-clock.js';
import {deferred, errorOf, moduleOf} from '../support/one-module.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();
const act = defineTool({name: 'act', description: 'Act', run: () => 'done'});

describe('CO03: a tool that calls other tools', () => {
  test('never says that nothing happened because the last of them did nothing, and is not repeated', async () => {
    let effects = 0;
    const refuse = defineTool({
      name: 'refuse',
      description: 'Refuse',
      run: () => {
        throw new ToolError('RESOURCE_UNAVAILABLE', 'not now', {outcome: 'not_executed', recoverable: true});
      },
    });
    const inner = await moduleOf([refuse]);
    const outer = defineTool({
      name: 'outer',
      description: 'Changes something, then calls another',
      retry: {maxRetries: 3, backoff: {type: 'none'}},
      run: async () => {
        effects += 1;
        return inner.getTool('refuse').call({});
      },
    });
    const result = await (await moduleOf([outer])).getTool('outer').execute({});
    expect(errorOf(result)).toMatchObject({code: 'RESOURCE_UNAVAILABLE', outcome: 'failed'});
    expect(effects).toBe(1);
  });
});

describe('CO04: a policy that answers late', () => {
  const silent = {then: () => undefined} as unknown as Promise<never>;

  test.each<[string, Policy]>([
    ['authorize', {approvalTimeout: 100, authorize: () => silent}],
    ['approve', {approvalTimeout: 100, authorize: () => 'ask', approve: () => silent}],
  ])('by a promise of another library in %s is waited for no longer than any', async (_name, policy) => {
    const clock = new FakeClock();
    const module = await moduleOf([act], new Runtime({clock, policy}));
    const running = module.getTool('act').execute({});
    await clock.advance(200);
    expect(errorOf(await running)).toMatchObject({code: 'PERMISSION_DENIED', outcome: 'not_executed'});
  });

  test('in the question that can not wait denies, and a failure of it ends nothing', async () => {
    const admit = (() => Promise.reject(new Error('late'))) as unknown as NonNullable<Policy['admit']>;
    const module = await moduleOf([act], new Runtime({policy: {admit, authorize: () => 'allow'}}));
    const result = await doingNoHarm(await tempFolder(), () => module.getTool('act').execute({}));
    expect(errorOf(result).code).toBe('PERMISSION_DENIED');
  });
});

describe('CO04: what is no call at all', () => {
  test.each(['no.such', '__proto__', 'a\n{"phase":"intent"}', 'x'.repeat(100_000)])(
    'leaves a line in the audit log',
    async (name) => {
      const lines: AuditEntry[] = [];
      const runtime = new Runtime({audit: {write: (entry) => void lines.push(entry)}});
      const registry = new ToolRegistry({runtime});
      const result = await registry.execute(name, {token: 'canary'}, {context: {sessionId: 's'}});
      await runtime.undo('undo_0', {context: {sessionId: 's'}});
      expect(lines).toMatchObject([
        {
          phase: 'outcome',
          callId: result.metadata.callId,
          context: {sessionId: 's'},
          decision: {effect: 'deny', reason: 'tool_not_found'},
          error: {code: 'TOOL_NOT_FOUND', outcome: 'not_executed'},
        },
        {phase: 'outcome', tool: 'runtime.undo', decision: {effect: 'deny', reason: 'handle_not_found'}},
      ]);
      expect(JSON.stringify(lines)).not.toContain('canary');
      expect(JSON.stringify(lines).length).toBeLessThan(20_000);
    },
  );

  test('is answered although its line can not be written', async () => {
    const write = (): never => {
      throw new Error('full');
    };
    const result = await new ToolRegistry({runtime: new Runtime({audit: {write}})}).execute('no.such');
    expect(errorOf(result).code).toBe('TOOL_NOT_FOUND');
    expect(result.metadata.warnings).toHaveLength(1);
  });
});

describe('CO01: options that can not be read', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  test.each<[string, object]>([
    [
      'a getter that throws',
      {
        get timeout() {
          throw new Error('no');
        },
      },
    ],
    ['a revoked proxy', revoked.proxy],
    ['a signal that can not be let go', {signal: {aborted: false, addEventListener: () => undefined}}],
  ])('%s answers a result', async (_name, options) => {
    const result = await (await moduleOf([act])).getTool('act').execute({}, options);
    expect(errorOf(result)).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
  });
});

describe('CO08: a handle that is made after the call was given up', () => {
  test('is released at once, for nobody has it', async () => {
    const gate = deferred();
    let disposed = 0;
    const thing = defineHandle('thing', {description: 'A thing', dispose: () => void (disposed += 1)});
    const open = defineTool({
      name: 'open',
      description: 'Open',
      timeout: 100,
      output: {handle: thing},
      run: async (_module, _input, call) => {
        await gate.promise;
        return call.handles.create(thing, {});
      },
    });
    const clock = new FakeClock();
    const runtime = new Runtime({clock});
    const running = (await moduleOf([open], runtime)).getTool('open').execute({});
    await clock.advance(200);
    expect(errorOf(await running).code).toBe('OPERATION_TIMEOUT');
    gate.resolve();
    await settle();
    expect(runtime.handles.list()).toEqual([]);
    expect(disposed).toBe(1);
  });

  test('10,000 handles and their session leave nothing behind; one more is refused', async () => {
    const thing = defineHandle('thing', {description: 'A thing'});
    const open = defineTool({
      name: 'open',
      description: 'Open',
      output: {handle: thing},
      run: (_module, _input, call) => call.handles.create(thing, {}),
    });
    const runtime = new Runtime();
    const tool = (await moduleOf([open], runtime)).getTool('open');
    const context = {sessionId: 's'};
    for (let made = 0; made < 10_000; made += 1) expect((await tool.execute({}, {context})).success).toBe(true);
    expect(errorOf(await tool.execute({}, {context})).code).toBe('LIMIT_EXCEEDED');
    expect(await runtime.endSession('s')).toBe(10_000);
    expect(runtime.handles.list()).toEqual([]);
    expect((await tool.execute({}, {context})).success).toBe(true);
  });
});
