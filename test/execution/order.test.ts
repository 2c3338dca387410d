import {describe, expect, test} from '@jest/globals';

import {defineHandle, defineTool, Runtime} from '../../src/sdk.js';
import type {CallOptions, Handle, RuntimeOptions} from '../../src/sdk.js';
import {dataOf, errorOf, moduleOf} from '../support/one-module.js';

const cup = defineHandle('cup', {description: 'A cup'});

interface Trace {
  readonly steps: string[];
  readonly run: (
    input: Record<string, unknown>,
    options?: CallOptions,
  ) => ReturnType<Awaited<ReturnType<typeof moduleOf>>['tools'][string]['execute']>;
  readonly cup: Handle;
}

/** One tool in a runtime where every stage leaves a trace. */
async function traced(options: Partial<RuntimeOptions> = {}): Promise<Trace> {
  const steps: string[] = [];
  const fill = defineTool({
    name: 'fill',
    description: 'Fill a cup',
    input: {cup: {handle: cup, required: true}, amount: {type: 'integer', default: 1}},
    output: {amount: 'integer'},
    run: (_module, {amount}) => {
      steps.push('run');
      return {amount: amount === 13 ? ('much' as unknown as number) : amount};
    },
  });
  const runtime = new Runtime({
    policy: {
      admit: ({input}) => {
        steps.push(`admit ${JSON.stringify(input)}`);
        return 'allow';
      },
      authorize: ({input}) => {
        steps.push(`authorize ${String((input as {amount: number}).amount)} ${String(Object.isFrozen(input))}`);
        return 'allow';
      },
    },
    audit: {
      write: ({phase, success}) =>
        void steps.push(`audit ${phase}${success === undefined ? '' : ` ${String(success)}`}`),
    },
    ...options,
  });
  runtime.on('call:start', () => steps.push('start'));
  runtime.on('call:end', () => steps.push('end'));
  const module = await moduleOf([fill], runtime);
  const handle = runtime.handles.create(cup, {}, {owner: {module: 'probe', instance: module}});
  return {steps, cup: handle, run: (input, callOptions) => module.getTool('fill').execute(input, callOptions)};
}

describe('one call (DESIGN 7)', () => {
  test('goes through its stages in this order', async () => {
    const {steps, run, cup: handle} = await traced();
    expect(dataOf(await run({cup: handle}))).toEqual({amount: 1});
    expect(steps).toEqual([
      'start',
      'admit undefined',
      'authorize 1 true',
      'audit intent',
      'run',
      'audit outcome true',
      'end',
    ]);
  });

  test('that is denied before input is looked at says nothing about the input', async () => {
    const {steps, run} = await traced({policy: {admit: () => 'deny'}});
    expect(errorOf(await run({nonsense: 1}))).toMatchObject({code: 'PERMISSION_DENIED', outcome: 'not_executed'});
    expect(steps).toEqual(['start', 'audit outcome false', 'end']);
  });

  test('with invalid input is never put to the policy, nor is a handle looked up', async () => {
    const {steps, run, cup: handle} = await traced();
    expect(errorOf(await run({cup: handle, amount: 'x'}))).toMatchObject({code: 'TYPE_MISMATCH'});
    expect(steps).toEqual(['start', 'admit undefined', 'audit outcome false', 'end']);
  });

  test('that is denied never resolves a handle', async () => {
    const {run} = await traced({policy: {authorize: () => 'deny'}});
    expect(errorOf(await run({cup: 'cup_nonsense'})).code).toBe('PERMISSION_DENIED');
  });

  test('with a stranger for a handle leaves no intent and runs nothing', async () => {
    const {steps, run} = await traced();
    expect(errorOf(await run({cup: 'cup_nonsense'}))).toMatchObject({
      code: 'HANDLE_NOT_FOUND',
      outcome: 'not_executed',
    });
    expect(steps).not.toContain('run');
    expect(steps).not.toContain('audit intent');
  });

  test('that broke its output schema has run, and says so', async () => {
    const {steps, run, cup: handle} = await traced();
    const result = await run({cup: handle, amount: 13});
    expect(errorOf(result)).toMatchObject({code: 'INVALID_OUTPUT', outcome: 'unknown'});
    expect(result.metadata.attempts).toBe(1);
    expect(steps.slice(-4)).toEqual(['audit intent', 'run', 'audit outcome false', 'end']);
  });

  test('as a dry run checks everything and runs nothing', async () => {
    const {steps, run, cup: handle} = await traced();
    const result = await run({cup: handle}, {dryRun: true});
    expect(dataOf(result)).toBeNull();
    expect(result.metadata).toMatchObject({attempts: 0, warnings: [expect.stringContaining('Dry run')]});
    expect(steps).toEqual(['start', 'admit undefined', 'authorize 1 true', 'audit outcome true', 'end']);
    expect(errorOf(await run({cup: 'x'}, {dryRun: true})).code).toBe('HANDLE_NOT_FOUND');
    expect(errorOf(await run({}, {dryRun: true})).code).toBe('MISSING_PARAMETER');
  });
});

describe('what runs is what was checked', () => {
  test('an input that its owner changes during the call stays what it was', async () => {
    const seen: unknown[] = [];
    const slow = defineTool({
      name: 'slow',
      description: 'Wait, then look at the input',
      input: {name: 'string', tags: 'string[]'},
      run: async (_module, input) => {
        await Promise.resolve();
        seen.push(input);
        return null;
      },
    });
    const runtime = new Runtime({
      policy: async (): Promise<'allow'> => {
        given.name = 'changed';
        given.tags.push('changed');
        return 'allow';
      },
    });
    const given = {name: 'first', tags: ['a']};
    const module = await moduleOf([slow], runtime);
    const running = module.getTool('slow').execute(given);
    given.tags.push('later');
    dataOf(await running);
    expect(seen).toEqual([{name: 'first', tags: ['a']}]);
  });

  test('a tool can not change its own input', async () => {
    const vandal = defineTool({
      name: 'vandal',
      description: 'Change the input',
      input: {list: 'string[]'},
      run: (_module, {list}) => list.push('more'),
    });
    const module = await moduleOf([vandal]);
    const given = {list: ['a']};
    expect(errorOf(await module.getTool('vandal').execute(given)).code).toBe('EXECUTION_ERROR');
    expect(given).toEqual({list: ['a']});
  });

  test('a getter that answers differently each time is read once', async () => {
    let reads = 0;
    const echo = defineTool({
      name: 'echo',
      description: 'Answer the input',
      input: {path: 'string'},
      output: {path: 'string'},
      run: (_module, {path}) => ({path}),
    });
    const seen: unknown[] = [];
    const runtime = new Runtime({policy: ({input}) => (seen.push(input?.['path']), 'allow')});
    const module = await moduleOf([echo], runtime);
    const tricky = {
      get path(): string {
        return `read ${String(++reads)}`;
      },
    };
    expect(dataOf(await module.getTool('echo').execute(tricky))).toEqual({path: 'read 1'});
    expect(seen).toEqual(['read 1']);
  });
});
