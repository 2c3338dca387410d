import {describe, expect, test} from '@jest/globals';

import {defineTool, ToolError} from '../../src/sdk.js';
import type {Tool, ToolResult} from '../../src/sdk.js';
import {moduleOf} from './one-module.js';
import {Random} from './fault-random.js';
import {callUnderFaults, expectDeclared, expectRecovery, expectTruth, inTime, tally} from './fault-run.js';

/** A tool that appends an id to `applied` as often as it is told to, and then says what it is told to say. */
async function peer(applied: string[]): Promise<Tool> {
  const act = defineTool({
    name: 'act',
    description: 'Act, and tell about it',
    input: {id: 'string', times: 'integer', says: 'string'},
    errors: {OPERATION_FAILED: 'It failed'},
    planning: {idempotent: false, sideEffects: true},
    run: (_module, {id, times, says}) => {
      for (let time = 0; time < times; time += 1) applied.push(id);
      if (says !== 'success') throw new ToolError('OPERATION_FAILED', 'No', {outcome: says as 'failed'});
      return {id};
    },
  });
  return (await moduleOf([act])).getTool('act');
}

const run = {calls: 20, atOnce: 4, timeout: 1000};
const count = (applied: readonly string[]) => (id: string) => applied.filter((name) => name === id).length;

describe('the truth', () => {
  const endings: readonly (readonly [says: string, times: number, holds: boolean])[] = [
    ['success', 1, true],
    ['success', 0, false],
    ['success', 2, false],
    ['failed', 0, true],
    ['failed', 1, false],
    ['not_executed', 0, true],
    ['not_executed', 1, false],
    ['unknown', 0, true],
    ['unknown', 1, true],
    ['unknown', 2, false],
    ['partial', 1, true],
    ['partial', 2, false],
  ];

  test.each(endings)('of "%s" with the effect done %i times: held %s', async (says, times, holds) => {
    const applied: string[] = [];
    const tool = await peer(applied);
    const call = (id: string): Promise<ToolResult> => tool.execute({id, times, says});
    const settled = await callUnderFaults({...run, random: new Random(1), call});
    expect(tally(settled)).toEqual({[says]: 20});
    expect(new Set(settled.map(({id}) => id)).size).toBe(20);
    if (holds) expectTruth(settled, count(applied));
    else expect(() => expectTruth(settled, count(applied))).toThrow(settled[0]!.id);
  });
});

test('a call that does not settle in its time is named', async () => {
  const never = inTime(new Promise(() => undefined), -4990, 'call e1');
  await expect(never).rejects.toThrow('call e1 had -4990 ms and has not settled');
});

test('so many calls are under way at a time, and each that settles is told', async () => {
  let [now, most] = [0, 0];
  const counts: number[] = [];
  const tool = await peer([]);
  const call = async (id: string): Promise<ToolResult> => {
    most = Math.max(most, ++now);
    await new Promise((settle) => setImmediate(settle));
    now -= 1;
    return tool.execute({id, times: 1, says: 'success'});
  };
  await callUnderFaults({...run, random: new Random(1), call, onSettled: (count) => void counts.push(count)});
  expect(most).toBe(4);
  expect(counts).toEqual(Array.from({length: 20}, (_, place) => place + 1));
});

test('a code that the tool does not declare is found', async () => {
  const tool = await peer([]);
  const result = await tool.execute({id: 'a', times: 0, says: 'failed'});
  expectDeclared(tool, [{id: 'a', result}]);
  const strange = {...result, error: {...result.error!, code: 'STRANGE'}} as ToolResult;
  expect(() => expectDeclared(tool, [{id: 'a', result: strange}])).toThrow('STRANGE');
});

test('a module that does not come back is found, one that takes a second call is not', async () => {
  const tool = await peer([]);
  const answers = ['failed', 'success'];
  await expectRecovery(() => tool.execute({id: 'a', times: 0, says: answers.shift() ?? 'failed'}));
  const never = expectRecovery(() => tool.execute({id: 'a', times: 0, says: 'failed'}));
  await expect(never).rejects.toThrow('OPERATION_FAILED');
});

test('a seed repeats its numbers, and another has others', () => {
  const numbers = (seed: number): number[] => {
    const random = new Random(seed);
    return Array.from({length: 100}, () => random.between(1, 1000));
  };
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
  expect(Math.min(...numbers(7))).toBeGreaterThanOrEqual(1);
  expect(Math.max(...numbers(7))).toBeLessThanOrEqual(1000);
});
