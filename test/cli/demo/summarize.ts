import {topLevel} from '../../../src/cli/demo/history.js';
import type {Commit, History, PlaceWork, Work} from '../../../src/cli/demo/history.js';

type FileChange = NonNullable<Commit['files']>[number];

const day = 86_400_000;

const dateOf = (timestamp: number): string => new Date(timestamp).toISOString().slice(0, 10);

/** The Monday before, in UTC. */
export function weekOf(timestamp: number): string {
  const weekday = (new Date(timestamp).getUTCDay() + 6) % 7;
  return dateOf(timestamp - weekday * day);
}

interface Tally {
  commits: number;
  insertions: number;
  deletions: number;
  /** Commits, or lines, by author. */
  readonly authors: Map<string, number>;
  from: number;
  to: number;
}

const newTally = (): Tally => ({
  commits: 0,
  insertions: 0,
  deletions: 0,
  authors: new Map(),
  from: Infinity,
  to: -Infinity,
});

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? newTally();
  tallies.set(name, tally);
  return tally;
}

function add(tally: Tally, commit: Commit, files: readonly FileChange[], authorShare: number): void {
  tally.commits += 1;
  for (const {insertions, deletions} of files) {
    tally.insertions += insertions;
    tally.deletions += deletions;
  }
  tally.authors.set(commit.author, (tally.authors.get(commit.author) ?? 0) + authorShare);
  tally.from = Math.min(tally.from, commit.timestamp);
  tally.to = Math.max(tally.to, commit.timestamp);
}

const lines = (files: readonly FileChange[]): number =>
  files.reduce((sum, {insertions, deletions}) => sum + insertions + deletions, 0);

/** Code units, not a locale's order: the same on every machine. */
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The figures that SQL must answer, counted once more without it. Throws RangeError for an empty list. */
export function summarize(commits: readonly Commit[]): History {
  const [newest] = commits;
  if (!newest) throw new RangeError('There are no commits to count');
  const all = newTally();
  const [authors, weeks, folders, files] = [1, 2, 3, 4].map(() => new Map<string, Tally>()) as [
    Map<string, Tally>,
    Map<string, Tally>,
    Map<string, Tally>,
    Map<string, Tally>,
  ];
  for (const commit of commits) {
    const changes = commit.files ?? [];
    add(all, commit, changes, 1);
    add(tallyOf(authors, commit.author), commit, changes, 1);
    add(tallyOf(weeks, weekOf(commit.timestamp)), commit, changes, 1);
    for (const [folder, inside] of groupBy(changes, folderOf)) {
      add(tallyOf(folders, folder), commit, inside, lines(inside));
    }
    for (const change of changes) add(tallyOf(files, change.path), commit, [change], lines([change]));
  }
  return {
    ...workOf(all),
    first: dateOf(all.from),
    last: dateOf(all.to),
    authors: [...authors]
      .map(([name, tally]) => ({name, ...workOf(tally), first: dateOf(tally.from), last: dateOf(tally.to)}))
      .sort((a, b) => b.commits - a.commits || byName(a.name, b.name)),
    weeks: [...weeks]
      .map(([start, tally]) => ({start, ...workOf(tally), authors: tally.authors}))
      .sort((a, b) => byName(a.start, b.start)),
    folders: places(folders).slice(0, 200),
    files: places(files).slice(0, 200),
    fileCount: files.size,
    latest: commits,
  };
}

const workOf = ({commits, insertions, deletions}: Tally): Work => ({commits, insertions, deletions});

const folderOf = ({path}: FileChange): string => {
  const end = path.indexOf('/');
  return end === -1 ? topLevel : path.slice(0, end + 1);
};

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

function places(tallies: ReadonlyMap<string, Tally>): PlaceWork[] {
  return [...tallies]
    .map(([path, tally]) => {
      const ranked = [...tally.authors].sort(([a, linesOfA], [b, linesOfB]) => linesOfB - linesOfA || byName(a, b));
      return {path, ...workOf(tally), mostly: ranked[0]?.[0] ?? '', people: ranked.length};
    })
    .sort((a, b) => b.insertions + b.deletions - a.insertions - a.deletions || byName(a.path, b.path));
}
