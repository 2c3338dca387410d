import {expect} from '@jest/globals';

import {timeOf} from './machine-time.js';
import {treeHash} from './tree-hash.js';

const objectMembers = Object.getOwnPropertyNames(Object.prototype).sort();

/**
 * Runs attempts that must do no harm and asserts what every case of SECURITY 1 asserts where it makes sense: the outside
 * folder is as it was, the answer comes in 2 s, Object.prototype is as it was, and no promise was left unhandled.
 */
export async function doingNoHarm<T>(outside: string, attempt: () => Promise<T>, {within = 2000} = {}): Promise<T> {
  const before = await treeHash(outside);
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', listen);
  try {
    const {answer, took} = await timeOf(attempt);
    expect(took).toBeLessThan(within);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await treeHash(outside)).toBe(before);
    expect(unhandled).toEqual([]);
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(objectMembers);
    return answer;
  } finally {
    process.off('unhandledRejection', listen);
  }
}
