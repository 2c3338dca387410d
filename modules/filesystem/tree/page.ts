import {setImmediate as nextTurn} from 'node:timers/promises';

import type {Entry} from './walk.js';

export interface Page<T> {
  readonly items: T[];
  /** Offset of the next page, or undefined at the end. */
  readonly next: number | undefined;
  /** The tree was too large to look at all of it. */
  readonly gaveUp: boolean;
}

/** A search that finds little still looks at no more entries than this. */
const maxVisited = 1_000_000;

/** ms that a search works before others get their turn. */
const slice = 20;

/** Items `offset` to `offset + limit` of what `pick` answers for the entries. */
export async function page<T>(
  entries: AsyncIterable<Entry>,
  {
    offset,
    limit,
    pick,
    signal,
  }: {
    readonly offset: number;
    readonly limit: number;
    readonly pick: (entry: Entry) => T | undefined;
    readonly signal: AbortSignal;
  },
): Promise<Page<T>> {
  const items: T[] = [];
  let found = 0;
  let visited = 0;
  let lastTurn = performance.now();
  for await (const entry of entries) {
    visited += 1;
    // A costly pattern over many names must not keep others, nor its own timeout, from their turn.
    if (performance.now() - lastTurn > slice) {
      await nextTurn();
      signal.throwIfAborted();
      lastTurn = performance.now();
    }
    if (visited > maxVisited) return {items, next: undefined, gaveUp: true};
    const item = pick(entry);
    if (item === undefined) continue;
    if (found >= offset + limit) return {items, next: found, gaveUp: false};
    if (found >= offset) items.push(item);
    found += 1;
  }
  return {items, next: undefined, gaveUp: false};
}

/** What a caller should know about a page that is not all. */
export function pageWarning({next, gaveUp}: Page<unknown>): string | undefined {
  if (gaveUp) return `The search ended after ${maxVisited} entries; search in a folder further down`;
  return next === undefined ? undefined : `There is more: continue with offset ${next}`;
}
