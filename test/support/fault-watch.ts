import {afterEach, beforeEach, expect} from '@jest/globals';

/** What a call may hold while it runs, and nothing may hold afterwards. */
const kinds = ['TCPSocketWrap', 'TCPServerWrap', 'TLSWrap', 'ProcessWrap', 'PipeWrap', 'MessagePort', 'Worker'];

/** ms: a loop that stands still for longer is blocked, not busy. */
const longestPause = 3000;
const beat = 20;

/**
 * Watches the process during each test: nobody is left with an unhandled rejection, the event loop goes on, and after
 * the test no socket, child process or worker is left. Call it after everything else that has an `afterEach`.
 */
export function watchProcess(): void {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  let before: Readonly<Record<string, number>>;
  let pulse: NodeJS.Timeout;
  let [last, pause] = [0, 0];

  beforeEach(() => {
    process.on('unhandledRejection', note);
    before = resources();
    [last, pause] = [performance.now(), 0];
    pulse = setInterval(() => {
      const now = performance.now();
      pause = Math.max(pause, now - last);
      last = now;
    }, beat).unref();
  });

  afterEach(async () => {
    clearInterval(pulse);
    await inTwoSeconds(() => more(before, resources()).length === 0);
    process.off('unhandledRejection', note);
    expect(unhandled.splice(0)).toEqual([]);
    expect(more(before, resources())).toEqual([]);
    expect(pause).toBeLessThan(longestPause);
  });
}

/** Waits until a condition holds, two seconds at most (SECURITY 1, assertion 6); whether it does is for the caller. */
export async function inTwoSeconds(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 2000;
  while (!condition() && performance.now() < deadline) await new Promise((settle) => setTimeout(settle, 10));
}

function resources(): Readonly<Record<string, number>> {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind in counts) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Kinds of which there is more than before. */
function more(before: Readonly<Record<string, number>>, now: Readonly<Record<string, number>>): string[] {
  return kinds.filter((kind) => (now[kind] ?? 0) > (before[kind] ?? 0)).map((kind) => `${kind}: ${String(now[kind])}`);
}
