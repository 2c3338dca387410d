import {setImmediate as nextTurn} from 'node:timers/promises';

/** Items of a list that is worked on in pieces: less takes a millisecond or two, even in code that runs for the first time. */
const long = 1000;
const pieceLength = 250;

/** ms of work before others get their turn. */
const slice = 5;

/** Whether a value is a list of which to copy or to check every item may keep others from their turn. */
export function isLongList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > long;
}

/**
 * What `work` makes of a list, piece by piece, with turns for others in between and before: who made the list has had its
 * own. It is the list as it is now, whatever happens to it meanwhile.
 */
export async function inPieces(
  list: readonly unknown[],
  work: (piece: readonly unknown[]) => readonly unknown[],
): Promise<unknown[]> {
  const items = [...list];
  const made: unknown[] = [];
  let end = -Infinity;
  for (let from = 0; from < items.length; from += pieceLength) {
    if (performance.now() > end) {
      await nextTurn();
      end = performance.now() + slice;
    }
    for (const item of work(items.slice(from, from + pieceLength))) made.push(item);
  }
  return made;
}
