import {Turns} from './turns.js';
import type {Entry} from './walk.js';

export interface Page<T> {
  readonly items: T[];
  /** Where the next page begins; undefined at the end. */
  readonly next: readonly string[] | undefined;
  /** So many entries were looked at that the search ended before it found enough. */
  readonly gaveUp: boolean;
}

/** A search that finds little still looks at no more entries than this. */
const maxVisited = 1_000_000;

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
  let last: readonly string[] = [];
  const turns = new Turns();
  for await (const entry of entries) {
    visited += 1;
    // A costly pattern over many names must not keep others, nor its own timeout, from their turn.
    if (turns.due) {
      await turns.next();
      signal.throwIfAborted();
    }
    if (visited > maxVisited) return {items, next: last, gaveUp: true};
    const item = pick(entry);
    if (item !== undefined && found >= offset + limit) return {items, next: last, gaveUp: false};
    if (item !== undefined) {
      if (found >= offset) items.push(item);
      found += 1;
    }
    last = entry.segments;
  }
  return {items, next: undefined, gaveUp: false};
}

/** What a caller should know about a page that is not all. */
export function pageWarning(
  {next, gaveUp}: Page<unknown>,
  shown: (segments: readonly string[]) => string,
): string | undefined {
  if (next === undefined) return undefined;
  const what = gaveUp ? `The search looked at ${maxVisited} entries and did not end` : 'There is more';
  return `${what}: continue with cursor ${JSON.stringify(shown(next))}`;
}
