import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {JsonlAuditSink} from '../../src/index.js';
import type {AuditEntry, Policy, PolicyRequest} from '../../src/index.js';
import {defineTool, Runtime} from '../../src/sdk.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {dataOf, errorOf, moduleOf} from '../support/one-module.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

const never = (): Promise<never> => new Promise(() => undefined);
const throws = (): never => {
  throw new Error('broken');
};
const rules: Readonly<Record<string, 'allow'>> = {'probe.read': 'allow'};

const cases: readonly (readonly [name: string, policy: Policy])[] = [
  ['knows no such tool', {authorize: ({tool}) => rules[tool]}],
  ['knows no such tier', {authorize: ({tier}) => (({0: 'allow'}) as Record<number, 'allow'>)[tier]}],
  ['has no rule', {authorize: () => undefined}],
  ['throws', {authorize: throws}],
  ['throws something that is no error', {authorize: () => Promise.reject(null)}],
  ['hangs', {authorize: never}],
  ['throws where it approves', {authorize: () => 'ask', approve: throws}],
  ['never approves', {authorize: () => 'ask', approve: never}],
  ['has nobody to approve', {admit: () => 'ask'}],
  ['answers nonsense', {authorize: (() => ({effect: 'ALLOW'})) as unknown as NonNullable<Policy['authorize']>}],
];

describe('CO04: a policy that does not say yes', () => {
  test.each(cases)('because it %s denies, executes nothing, and leaves a line', async (_name, policy) => {
    const folder = await tempFolder();
    const outside = await tempFolder({'a.txt': 'a'});
    const clock = new FakeClock();
    const audit = new JsonlAuditSink(folder);
    const runtime = new Runtime({clock, policy, audit});
    let runs = 0;
    const remove = defineTool({name: 'remove', description: 'Remove', securityTier: 4, run: () => ++runs});
    const module = await moduleOf([remove], runtime);
    const result = await doingNoHarm(outside, async () => {
      const running = module.getTool('remove').execute({});
      await clock.advance(200_000);
      return running;
    });
    expect(errorOf(result)).toMatchObject({code: 'PERMISSION_DENIED', outcome: 'not_executed'});
    expect(errorOf(result).details.context?.['reason']).toEqual(expect.any(String));
    expect(runs).toBe(0);
    await runtime.close();
    const [file] = readdirSync(folder);
    const lines = readFileSync(join(folder, file!), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as AuditEntry)).toMatchObject([
      {phase: 'outcome', tool: 'probe.remove', decision: {effect: 'deny'}, success: false, attempts: 0},
    ]);
  });

  test('one that says yes lets the nearest call run', async () => {
    const seen: PolicyRequest[] = [];
    const runtime = new Runtime({policy: (request) => (seen.push(request), rules[request.tool])});
    const read = defineTool({name: 'read', description: 'Read', run: () => 1});
    expect(dataOf(await (await moduleOf([read], runtime)).getTool('read').execute({}))).toBe(1);
    expect(seen).toHaveLength(1);
  });
});
