import {setImmediate as nextTurn} from 'node:timers/promises';

/** ms that a program's output may hold everything else at a time. */
const most = 20;

/** What each item becomes, in turns that let others come between: a program may write a million lines. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  let started = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (index % 64 !== 63 || performance.now() - started < most) continue;
    await nextTurn();
    started = performance.now();
  }
  return results;
}
