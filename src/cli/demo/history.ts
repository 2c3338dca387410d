/** A commit as `git.log` with stats tells it. */
export interface Commit {
  readonly hash: string;
  readonly shortHash: string;
  readonly author: string;
  /** ms since the epoch */
  readonly timestamp: number;
  /** First line of the message. */
  readonly message: string;
  /** None for a merge. */
  readonly files?: readonly FileChange[];
}

interface FileChange {
  readonly path: string;
  readonly insertions: number;
  readonly deletions: number;
}

/** What somebody, or everybody, did. */
export interface Work {
  readonly commits: number;
  readonly insertions: number;
  readonly deletions: number;
}

export interface AuthorWork extends Work {
  readonly name: string;
  /** Days of the first and the last commit, `2026-01-31`, in UTC. */
  readonly first: string;
  readonly last: string;
}

export interface WeekWork extends Work {
  /** Monday of the week, in UTC. */
  readonly start: string;
  /** Commits by author. */
  readonly authors: ReadonlyMap<string, number>;
}

export interface PlaceWork extends Work {
  /** A path, or the folder of the top level that files lie in. */
  readonly path: string;
  /** Who changed most lines here, of how many people. */
  readonly mostly: string;
  readonly people: number;
}

/** Who changed what, and when. All lists are in a fixed order: most first, then by name. */
export interface History extends Work {
  readonly first: string;
  readonly last: string;
  readonly authors: readonly AuthorWork[];
  /** From the first to the last week in which there were commits; weeks without any are left out. */
  readonly weeks: readonly WeekWork[];
  readonly folders: readonly PlaceWork[];
  /** Those that changed most; `fileCount` is of all. */
  readonly files: readonly PlaceWork[];
  readonly fileCount: number;
  /** Newest first. */
  readonly latest: readonly Commit[];
}

/** Where files lie that are in no folder. */
export const topLevel = './';

const day = 86_400_000;

/** The last weeks up to that of the last commit, with those in which nothing happened. */
export function lastWeeks({weeks}: History, count: number): WeekWork[] {
  const known = new Map(weeks.map((week) => [week.start, week]));
  const [first, last] = [weeks.at(0), weeks.at(-1)];
  if (!first || !last) return [];
  const end = Date.parse(last.start);
  const begin = Math.max(Date.parse(first.start), end - (count - 1) * 7 * day);
  const shown: WeekWork[] = [];
  for (let monday = begin; monday <= end; monday += 7 * day) {
    const start = new Date(monday).toISOString().slice(0, 10);
    shown.push(known.get(start) ?? {start, commits: 0, insertions: 0, deletions: 0, authors: new Map()});
  }
  return shown;
}
