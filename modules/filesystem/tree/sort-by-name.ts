import {setImmediate as nextTurn} from 'node:timers/promises';

/** So many are sorted, or put in order, before others get their turn: a millisecond or two. */
const runLength = 2048;

/**
 * Sorts by the code units of names. Many names are sorted in runs which are merged, with turns for others in between:
 * 100,000 at once would stop everything for a fifth of a second.
 */
export async function sortByName<T extends {readonly name: string}>(items: T[]): Promise<T[]> {
  const byName = (a: T, b: T): number => (a.name < b.name ? -1 : 1);
  if (items.length <= runLength) return items.sort(byName);
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += runLength) {
    runs.push(items.slice(from, from + runLength).sort(byName));
    await nextTurn();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T extends {readonly name: string}>(left: T[], right: T[]): Promise<T[]> {
  const merged: T[] = [];
  let [atLeft, atRight] = [0, 0];
  while (atLeft < left.length || atRight < right.length) {
    const [first, second] = [left[atLeft], right[atRight]];
    if (first !== undefined && (second === undefined || first.name < second.name)) {
      merged.push(first);
      atLeft += 1;
    } else if (second !== undefined) {
      merged.push(second);
      atRight += 1;
    }
    if (merged.length % runLength === 0) await nextTurn();
  }
  return merged;
}
