import {describe, expect, test} from '@jest/globals';
import {FakeClock} from 'haft/testing';

describe('the fake clock', () => {
  test('runs timers in their order, and what they begin, as far as time goes', async () => {
    const clock = new FakeClock(0);
    const seen: string[] = [];
    clock.setTimeout(() => seen.push('b'), 20);
    clock.setTimeout(() => {
      seen.push('a');
      clock.setTimeout(() => seen.push('c'), 10);
      clock.setTimeout(() => seen.push('late'), 11);
    }, 10);
    clock.clearTimeout(clock.setTimeout(() => seen.push('never'), 5));
    await clock.advance(20);
    expect(seen).toEqual(['a', 'b', 'c']);
    expect([clock.now(), clock.waiting]).toEqual([20, 1]);
  });
});
