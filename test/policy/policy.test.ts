import {beforeEach, describe, expect, test} from '@jest/globals';

import type {AuditEntry, Policy, PolicyRequest} from '../../src/contract/services.js';
import {defineTool, Runtime} from '../../src/sdk.js';
import type {ModuleInstance, RuntimeOptions, ToolResult} from '../../src/sdk.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {dataOf, errorOf, moduleOf} from '../support/one-module.js';

let clock: FakeClock;
let runs: unknown[];
let audited: AuditEntry[];

beforeEach(() => {
  clock = new FakeClock();
  runs = [];
  audited = [];
});

const remove = defineTool({
  name: 'remove',
  description: 'Remove a file',
  input: {path: 'string', options: 'object?'},
  securityTier: 3,
  run: (_module, input) => runs.push(input),
});

async function guarded(policy: NonNullable<RuntimeOptions['policy']>): Promise<ModuleInstance> {
  return moduleOf([remove], new Runtime({policy, clock, audit: {write: (entry) => void audited.push(entry)}}));
}

/** One call under a policy; time goes on until it settles. */
async function callUnder(
  policy: NonNullable<RuntimeOptions['policy']>,
  input: object = {path: 'a'},
): Promise<ToolResult> {
  const module = await guarded(policy);
  const running = module.getTool('remove').execute({...input}, {context: {agentId: 'agent', sessionId: 's'}});
  await clock.advance(120_000);
  return running;
}

const never = (): Promise<never> => new Promise(() => undefined);
const throws = (): never => {
  throw new Error('the policy is broken');
};

describe('without a policy', () => {
  test('everything is allowed', async () => {
    const module = await moduleOf([remove]);
    dataOf(await module.getTool('remove').execute({path: 'a'}));
    expect(runs).toHaveLength(1);
  });
});

describe('a policy that does not allow', () => {
  const closed: readonly (readonly [name: string, policy: unknown, reason: string])[] = [
    ['says deny', {authorize: () => 'deny'}, 'policy'],
    ['says why it denies', {authorize: () => ({effect: 'deny', reason: 'read_only', rule: 'r1'})}, 'read_only'],
    ['denies before it sees the input', {admit: () => 'deny'}, 'policy'],
    ['has no rule', {authorize: () => undefined}, 'no_rule'],
    ['has no rule and asks nothing', {admit: () => undefined}, 'no_rule'],
    ['asks nothing at all', {}, 'no_rule'],
    ['answers null', {authorize: () => null}, 'policy_failed'],
    ['answers true', {authorize: () => true}, 'unknown_answer'],
    ['answers with a word nobody knows', {authorize: () => 'allowed'}, 'unknown_answer'],
    ['answers an object nobody knows', {authorize: () => ({allow: true})}, 'unknown_answer'],
    ['throws', {authorize: throws}, 'policy_failed'],
    ['throws before it sees the input', {admit: throws}, 'policy_failed'],
    ['rejects', {authorize: () => Promise.reject(new Error('broken'))}, 'policy_failed'],
    ['never answers', {authorize: never}, 'policy_timeout'],
    ['answers the first question with a promise', {admit: () => Promise.resolve('allow')}, 'unknown_answer'],
    [
      'answers the first question with a promise that fails',
      {admit: () => Promise.reject(new Error('broken'))},
      'unknown_answer',
    ],
    ['asks where nobody approves', {authorize: () => 'ask'}, 'no_approver'],
    ['asks, and is not approved', {authorize: () => 'ask', approve: () => false}, 'not_approved'],
    ['asks, and the approver says "yes"', {authorize: () => 'ask', approve: () => 'yes'}, 'not_approved'],
    ['asks, and the approver fails', {authorize: () => 'ask', approve: throws}, 'policy_failed'],
    ['asks, and the approver never answers', {authorize: () => 'ask', approve: never}, 'policy_timeout'],
    [
      'asks for all tools of a tier, without an approver',
      {admit: ({tier}: PolicyRequest) => (tier >= 3 ? 'ask' : 'allow')},
      'no_approver',
    ],
  ];

  test.each(closed)('because it %s denies the call, which is audited', async (_name, policy, reason) => {
    const result = await callUnder(policy as Policy);
    expect(errorOf(result)).toMatchObject({
      code: 'PERMISSION_DENIED',
      outcome: 'not_executed',
      details: {context: {reason}},
    });
    expect(runs).toEqual([]);
    expect(audited).toMatchObject([
      {phase: 'outcome', tool: 'probe.remove', decision: {effect: 'deny'}, success: false},
    ]);
    expect(clock.waiting).toBe(0);
  });

  test('tells its rule to the caller', async () => {
    const error = errorOf(await callUnder({authorize: () => ({effect: 'deny', reason: 'read_only', rule: 'r1'})}));
    expect(error).toMatchObject({
      message: 'The policy does not allow probe.remove (read_only)',
      details: {context: {rule: 'r1'}},
    });
  });

  test('is given up after its own time, where it has one', async () => {
    const module = await guarded({authorize: never, approvalTimeout: 50});
    const running = module.getTool('remove').execute({path: 'a'});
    await clock.advance(50);
    expect(errorOf(await running).details.context).toEqual({reason: 'policy_timeout'});
  });
});

describe('a policy that allows', () => {
  const open: readonly (readonly [name: string, policy: NonNullable<RuntimeOptions['policy']>])[] = [
    ['with a word', {authorize: () => 'allow'}],
    ['with a decision', {authorize: () => ({effect: 'allow', rule: 'r2'})}],
    ['as a function', () => 'allow'],
    ['later', () => Promise.resolve('allow')],
    ['before it sees the input', {admit: () => 'allow'}],
    ['by approval', {authorize: () => 'ask', approve: () => Promise.resolve(true)}],
    ['a tier by approval', {admit: () => 'ask', approve: () => true}],
  ];

  test.each(open)('%s lets the call run', async (_name, policy) => {
    dataOf(await callUnder(policy));
    expect(runs).toHaveLength(1);
    expect(audited).toMatchObject([
      {phase: 'intent', decision: {effect: 'allow'}},
      {phase: 'outcome', decision: {effect: 'allow'}, success: true},
    ]);
    expect(clock.waiting).toBe(0);
  });

  test('is asked for approval by `admit` also where `authorize` would allow', async () => {
    let asked = 0;
    const approve = (): boolean => ++asked > 1;
    const policy: Policy = {admit: () => 'ask', authorize: () => 'allow', approve};
    expect(errorOf(await callUnder(policy)).code).toBe('PERMISSION_DENIED');
    dataOf(await callUnder(policy));
    expect(asked).toBe(2);
  });

  test('has seen who calls what, and the very input that runs', async () => {
    const seen: PolicyRequest[] = [];
    const policy: Policy = {
      admit: (request) => (seen.push(request), 'allow'),
      authorize: (request) => (seen.push(request), 'ask'),
      approve: (request) => seen.push(request) > 0,
    };
    await callUnder(policy, {path: 'a', options: {deep: [1]}});
    const [admitted, authorized, approved] = seen;
    expect(admitted).toMatchObject({
      tool: 'probe.remove',
      module: 'probe',
      tier: 3,
      context: {agentId: 'agent', sessionId: 's'},
      metadata: {name: 'probe.remove', securityTier: 3},
    });
    expect(admitted?.input).toBeUndefined();
    expect(authorized?.input).toBe(runs[0]);
    expect(approved?.input).toBe(runs[0]);
    expect(Object.isFrozen((authorized?.input as {options: {deep: unknown}}).options.deep)).toBe(true);
  });
});
