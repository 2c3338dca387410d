import {describe, expect, test} from '@jest/globals';
import {ToolError} from '../../src/contract/errors.js';
import type {UnderWay} from '../../src/contract/services.js';
import {RunningCalls} from '../../src/execution/running-calls.js';
import {FakeClock} from '../../src/testing/fake-clock.js';

function site() {
  const clock = new FakeClock();
  const running = new RunningCalls(clock);
  const expired: string[] = [];
  const call = (name: string, timeout: number, expire: () => void = () => void expired.push(name)): UnderWay => ({
    instance: undefined,
    timeout,
    expire,
    stop: () => Promise.resolve(),
  });
  const enter = (name: string, timeout: number): {leave(): void} => running.enter(call(name, timeout), clock.now());
  return {clock, running, expired, call, enter};
}

describe('what runs', () => {
  test('expires when its time is over, in order, unless it has left', async () => {
    const {clock, expired, enter} = site();
    enter('a', 100);
    const b = enter('b', 100);
    enter('c', 50);
    await clock.advance(20);
    enter('d', 100);
    b.leave();
    b.leave();
    await clock.advance(80);
    expect(expired).toEqual(['c', 'a']);
    await clock.advance(20);
    expect(expired).toEqual(['c', 'a', 'd']);
    expect(clock.waiting).toBe(0);
  });

  test('expires on time, however short that is', async () => {
    const {clock, expired, enter} = site();
    enter('long', 1000);
    await clock.advance(5);
    enter('short', 3);
    await clock.advance(3);
    expect(expired).toEqual(['short']);
    await clock.advance(991);
    expect(expired).toEqual(['short']);
    await clock.advance(1);
    expect(expired).toEqual(['short', 'long']);
  });

  test('without a limit never expires, and keeps the process alive until it has left', async () => {
    const {clock, expired, enter} = site();
    const waiting = enter('waiting', 0);
    await clock.advance(2 ** 32);
    expect({expired, holding: clock.waiting}).toEqual({expired: [], holding: 1});
    waiting.leave();
    expect(clock.waiting).toBe(0);
  });

  test('that has left does not keep the process alive; what comes then does', async () => {
    const {clock, enter} = site();
    const a = enter('a', 100);
    await clock.advance(1);
    expect(clock.waiting).toBe(1);
    a.leave();
    expect(clock.waiting).toBe(0);
    const b = enter('b', 100);
    await clock.advance(1);
    expect(clock.waiting).toBe(1);
    b.leave();
    expect(clock.waiting).toBe(0);
  });

  test('and is over within a turn of the event loop leaves no timer behind', async () => {
    const {clock, expired, enter} = site();
    for (let i = 0; i < 1000; i++) enter('a', 100).leave();
    await clock.advance(1);
    expect(clock.waiting).toBe(0);
    await clock.advance(1000);
    expect(expired).toEqual([]);
  });

  test('may have more than a hundred different times', async () => {
    const {clock, expired, enter} = site();
    const entries = Array.from({length: 150}, (_, index) => enter(String(index + 1), index + 1));
    entries[149]?.leave();
    await clock.advance(150);
    expect(expired).toEqual(Array.from({length: 149}, (_, index) => String(index + 1)));
    expect(clock.waiting).toBe(0);
    enter('again', 7);
    await clock.advance(7);
    expect(expired.at(-1)).toBe('again');
  });

  test('leaves the others alone when it leaves after it has expired', async () => {
    const {clock, running, expired, call, enter} = site();
    const a = running.enter(
      call('a', 100, () => {
        expired.push('a');
        a.leave();
      }),
      clock.now(),
    );
    await clock.advance(10);
    enter('b', 100);
    await clock.advance(10);
    enter('c', 100);
    await clock.advance(100);
    expect(expired).toEqual(['a', 'b', 'c']);
    expect(clock.waiting).toBe(0);
  });

  test('may let another begin when it expires', async () => {
    const {clock, running, call} = site();
    let times = 0;
    const again = (): void => {
      if (++times < 3) running.enter(call('again', 10, again), clock.now());
    };
    running.enter(call('again', 10, again), clock.now());
    await clock.advance(30);
    expect(times).toBe(3);
  });

  test('ends with its module, whether it has just begun or waits, and others go on', async () => {
    const {clock, running, call} = site();
    const [mine, theirs] = [{}, {}];
    const stopped: string[] = [];
    const enter = (name: string, instance: object, timeout: number): void => {
      const stop = (): Promise<void> => Promise.resolve(void stopped.push(name));
      running.enter({...call(name, timeout), instance, stop}, clock.now());
    };
    enter('without limit', mine, 0);
    enter('waits', mine, 1000);
    enter('other', theirs, 1000);
    await clock.advance(5);
    enter('fresh', mine, 1000);
    await running.stopAll(mine, new ToolError('OPERATION_CANCELLED'));
    expect(stopped.sort()).toEqual(['fresh', 'waits', 'without limit']);
  });
});
