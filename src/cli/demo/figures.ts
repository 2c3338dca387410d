import {call} from './job.js';
import type {Job} from './job.js';
import type {AuthorWork, Commit, History, PlaceWork, WeekWork, Work} from './history.js';

/** Rows that one insert brings: five values each, of the 65,535 that a statement may have. */
const batchSize = 2000;
/** Files and folders that are asked for; reports show a dozen. */
const maxPlaces = 200;

/** Makes the two tables and fills them, all by tools of the database. */
export async function loadCommits(job: Job, commits: readonly Commit[]): Promise<{commits: number; changes: number}> {
  await call(job, 'db.createTable', {
    table: 'commits',
    columns: {
      // Newest first: git's own order, which times can not tell.
      number: {type: 'integer', primaryKey: true},
      hash: {type: 'text', nullable: false},
      author: {type: 'text', nullable: false},
      at: {type: 'timestamptz', nullable: false},
      message: {type: 'text', nullable: false},
    },
  });
  await call(job, 'db.createTable', {
    table: 'changes',
    columns: {
      commit: {type: 'integer', nullable: false, references: {table: 'commits', column: 'number'}},
      path: {type: 'text', nullable: false},
      insertions: {type: 'integer', nullable: false},
      deletions: {type: 'integer', nullable: false},
    },
  });
  const rows = commits.map(({hash, author, timestamp, message}, number) => {
    return {number, hash, author: storable(author), at: new Date(timestamp).toISOString(), message: storable(message)};
  });
  const changes = commits.flatMap(({files = []}, commit) =>
    files.map(({path, insertions, deletions}) => ({commit, path: storable(path), insertions, deletions})),
  );
  await insertAll(job, 'commits', rows);
  await insertAll(job, 'changes', changes);
  return {commits: rows.length, changes: changes.length};
}

/** Postgres keeps every character but one. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd');

async function insertAll(job: Job, table: string, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    await call(job, 'db.insert', {table, data: rows.slice(start, start + batchSize), returning: []});
  }
}

/** Who changed what, and when, as SQL counts it. Lists are in a fixed order: most first, then by name. */
export async function askFigures(job: Job, commits: readonly Commit[]): Promise<History> {
  const ask = async <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await call<{rows: Row[]}>(job, 'db.query', {sql, values})).rows;

  const [all] = await ask<Work & {first: string; last: string; files: number}>(totals);
  if (!all) throw new RangeError('There are no commits to count');
  const shares = await ask<{start: string; author: string; commits: number}>(weeklyShares);
  const weeks = (await ask<Omit<WeekWork, 'authors'>>(weekly)).map((week): WeekWork => {
    const own = shares.filter(({start}) => start === week.start);
    return {...week, authors: new Map(own.map((share) => [share.author, share.commits]))};
  });
  const {files: fileCount, ...work} = all;
  return {
    ...work,
    fileCount,
    authors: await ask<AuthorWork>(authors),
    weeks,
    folders: await ask<PlaceWork>(places(topFolder), [maxPlaces]),
    files: await ask<PlaceWork>(places('path'), [maxPlaces]),
    latest: commits,
  };
}

/** Days are in UTC, wherever the session is. */
const day = (time: string): string => `to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD')`;
const week = `to_char(date_trunc('week', at at time zone 'UTC'), 'YYYY-MM-DD')`;
/** Lines are counted a commit at a time, so that a commit with many files is still one. */
const perCommit = `
  select number, author, at,
    coalesce(sum(insertions), 0)::bigint as insertions, coalesce(sum(deletions), 0)::bigint as deletions
  from commits left join changes on commit = number
  group by number`;
const work = `count(*) as commits, sum(insertions)::bigint as insertions, sum(deletions)::bigint as deletions`;

const totals = `
  select ${work}, ${day('min(at)')} as first, ${day('max(at)')} as last, (select count(distinct path) from changes) as files
  from (${perCommit}) as work
  having count(*) > 0`;

const authors = `
  select author as name, ${work}, ${day('min(at)')} as first, ${day('max(at)')} as last
  from (${perCommit}) as work
  group by author
  order by commits desc, author collate "C"`;

const weekly = `
  select ${week} as start, ${work}
  from (${perCommit}) as work
  group by start
  order by start`;

const weeklyShares = `
  select ${week} as start, author, count(*) as commits
  from commits
  group by start, author
  order by start, author collate "C"`;

/** The folder of the top level that a file lies in; of a file in none, that level itself. */
const topFolder = `case strpos(path, '/') when 0 then './' else split_part(path, '/', 1) || '/' end`;

const places = (place: string): string => `
  with work as (
    select ${place} as path, author, count(distinct commit) as commits,
      sum(insertions)::bigint as insertions, sum(deletions)::bigint as deletions
    from changes join commits on number = commit
    group by 1, 2
  )
  select path, sum(commits)::bigint as commits,
    sum(insertions)::bigint as insertions, sum(deletions)::bigint as deletions,
    (array_agg(author order by insertions + deletions desc, author collate "C"))[1] as mostly,
    count(*) as people
  from work
  group by path
  order by sum(insertions + deletions) desc, path collate "C"
  limit $1`;
