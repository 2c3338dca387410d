import {describe, expect, test} from '@jest/globals';

import {Deadlines} from '../../src/execution/deadlines.js';
import {FakeClock} from '../support/fake-clock.js';

describe('Deadlines', () => {
  test('expire when they are due, in order, unless they were taken back', async () => {
    const clock = new FakeClock();
    const deadlines = new Deadlines(clock);
    const expired: string[] = [];
    deadlines.add(100, () => expired.push('a'));
    const stop = deadlines.add(100, () => expired.push('b'));
    deadlines.add(50, () => expired.push('c'));
    await clock.advance(20);
    deadlines.add(100, () => expired.push('d'));
    stop();
    stop();
    await clock.advance(80);
    expect(expired).toEqual(['c', 'a']);
    await clock.advance(20);
    expect(expired).toEqual(['c', 'a', 'd']);
    expect(clock.waiting).toBe(0);
  });

  test('that were all taken back do not keep the process alive; a new one does', () => {
    const clock = new FakeClock();
    const deadlines = new Deadlines(clock);
    deadlines.add(100, () => undefined)();
    expect(clock.waiting).toBe(0);
    const stop = deadlines.add(100, () => undefined);
    expect(clock.waiting).toBe(1);
    stop();
    expect(clock.waiting).toBe(0);
  });

  test('of more than a hundred lengths work as well', async () => {
    const clock = new FakeClock();
    const deadlines = new Deadlines(clock);
    const expired: number[] = [];
    const stops = Array.from({length: 150}, (_, index) => deadlines.add(index + 1, () => expired.push(index + 1)));
    stops[149]?.();
    await clock.advance(150);
    expect(expired).toEqual(Array.from({length: 149}, (_, index) => index + 1));
    expect(clock.waiting).toBe(0);
  });

  test('taking one back that has expired leaves the others alone', async () => {
    const clock = new FakeClock();
    const deadlines = new Deadlines(clock);
    const expired: string[] = [];
    const stop = deadlines.add(100, () => {
      expired.push('a');
      stop();
    });
    await clock.advance(10);
    deadlines.add(100, () => expired.push('b'));
    await clock.advance(10);
    deadlines.add(100, () => expired.push('c'));
    await clock.advance(100);
    expect(expired).toEqual(['a', 'b', 'c']);
    expect(clock.waiting).toBe(0);
  });

  test('a callback may add another', async () => {
    const clock = new FakeClock();
    const deadlines = new Deadlines(clock);
    let times = 0;
    const again = (): void => {
      if (++times < 3) deadlines.add(10, again);
    };
    deadlines.add(10, again);
    await clock.advance(30);
    expect(times).toBe(3);
  });
});
