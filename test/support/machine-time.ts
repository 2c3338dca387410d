import {openSync, readSync} from 'node:fs';
import {performance} from 'node:perf_hooks';

/** ms between the looks of a clock, and what a look counts at most where this process did not come to its turn. */
const every = 5;
const most = 8;

/**
 * ms of processor time of this thread (the main one), which nobody else on the machine adds to; ms of the clock where the
 * system does not tell. For work of the thread itself.
 */
export const threadTime: () => number = (() => {
  let file: number;
  try {
    file = openSync(`/proc/self/task/${String(process.pid)}/schedstat`, 'r');
  } catch {
    return () => performance.now();
  }
  const buffer = Buffer.alloc(64);
  return () => Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6;
})();

/** What some work answers, and the ms that its longest turn took of the thread: so long, others waited for theirs. */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{readonly answer: T; readonly longest: number}> {
  let longest = 0;
  let before = threadTime();
  const take = (): void => {
    const after = threadTime();
    longest = Math.max(longest, after - before);
    before = after;
  };
  const ticker = setInterval(take, 1);
  try {
    const answer = await work();
    await new Promise((resolve) => setTimeout(resolve, 2));
    take();
    return {answer, longest};
  } finally {
    clearInterval(ticker);
  }
}

/**
 * A clock of what the machine gave: as long as it does not even let a timer of 5 ms run, this clock stands still, but for
 * what the thread itself works. On a machine that is left alone it is the clock on the wall; on one that others take away
 * two times of three, what waits for programs and servers has three times as long. `stop` it.
 */
export function startClock(): {readonly elapsed: () => number; readonly stop: () => void} {
  let counted = 0;
  let [since, worked] = [performance.now(), threadTime()];
  const take = (): void => {
    const [now, work] = [performance.now(), threadTime()];
    counted += Math.max(work - worked, Math.min(now - since, most));
    [since, worked] = [now, work];
  };
  const ticker = setInterval(take, every).unref();
  const elapsed = (): number => {
    take();
    return counted;
  };
  return {elapsed, stop: () => clearInterval(ticker)};
}

/** What some work answers, and how many ms of `startClock` it took. */
export async function timeOf<T>(work: () => Promise<T>): Promise<{readonly answer: T; readonly took: number}> {
  const clock = startClock();
  try {
    const answer = await work();
    return {answer, took: clock.elapsed()};
  } finally {
    clock.stop();
  }
}

/** Waits until something holds, for two seconds at most (SECURITY 1, assertion 6); answers whether it does. */
export async function inTwoSeconds(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const clock = startClock();
  try {
    while (clock.elapsed() < 2000) {
      if (await holds()) return true;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return await holds();
  } finally {
    clock.stop();
  }
}
