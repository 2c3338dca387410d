import {afterEach, beforeEach, expect} from '@jest/globals';

import {inTwoSeconds} from './machine-time.js';

/** What a call may hold while it runs, and nothing may hold afterwards. */
const kinds = ['TCPSocketWrap', 'TCPServerWrap', 'TLSWrap', 'ProcessWrap', 'PipeWrap', 'MessagePort', 'Worker'];

/**
 * Watches the process during each test: nobody is left with an unhandled rejection, and after the test no socket, child
 * process or worker is left. That the event loop goes on is shown by the deadlines that hold. Call it after everything
 * else that has an `afterEach`.
 */
export function watchProcess(): void {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  let before: Readonly<Record<string, number>>;

  beforeEach(() => {
    process.on('unhandledRejection', note);
    ownStreams();
    before = resources();
  });

  afterEach(async () => {
    await inTwoSeconds(() => more(before, resources()).length === 0);
    process.off('unhandledRejection', note);
    expect(unhandled.splice(0)).toEqual([]);
    expect(more(before, resources())).toEqual([]);
  });
}

/** Each of them is made when it is first asked for, by execa for instance, and stays. */
const ownStreams = (): readonly unknown[] => [process.stdin, process.stdout, process.stderr];

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
