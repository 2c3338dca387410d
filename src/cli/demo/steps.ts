import {join} from 'node:path';
import type {CalendarWeek} from './calendar-service.js';
import {renderChart} from './chart.js';
import {askFigures, loadCommits} from './figures.js';
import {lastWeeks, topLevel} from './history.js';
import type {Commit} from './history.js';
import {call, callToFail, execute, expectThat} from './job.js';
import type {Handle, Job} from './job.js';
import {renderPage} from './page.js';
import {renderReport, shownWeeks} from './report.js';
import {ToolError} from '../../contract/errors.js';
import {errorOf} from '../../core/tool.js';

/** A part of the job: what it is, and what to say when it is done. */
export interface Step {
  readonly title: string;
  run(job: Job): Promise<string>;
}

/** Files of the report. */
export const reportFiles = {chart: 'chart.svg', markdown: 'report.md', html: 'report.html'} as const;

/** Where the clone is, in the workspace. */
const cloneFolder = 'clone';
/** Commits asked for at a time, and in all. */
const pageSize = 5000;
const maxCommits = 100_000;
/** Authors whose share is computed. */
const maxShares = 20;

const plural = (value: number, one: string, many: string): string =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;

/** The whole job, in order. */
export const steps: readonly Step[] = [
  {
    title: 'Start the modules of the config',
    async run({session}) {
      await session.start();
      return `${session.modules.join(', ')}: ${session.registry.list().length} tools`;
    },
  },
  {
    title: 'Clone the repository',
    async run(job) {
      job.clone = await call<Handle>(job, 'git.clone', {url: job.source, directory: cloneFolder});
      return `a handle of type ${job.clone._type}`;
    },
  },
  {
    title: 'Read the log, with lines changed',
    async run(job) {
      job.commits = await readLog(job);
      return plural(job.commits.length, 'commit', 'commits');
    },
  },
  {
    title: 'Load the commits into Postgres',
    async run(job) {
      const rows = await loadCommits(job, job.commits);
      return `${plural(rows.commits, 'row', 'rows')} of commits, ${rows.changes.toLocaleString('en-US')} of changed files`;
    },
  },
  {
    title: 'Ask SQL who changed what, and when',
    async run(job) {
      job.history = await askFigures(job, job.commits);
      job.shares = await computeShares(job);
      const {authors, weeks, folders, fileCount} = job.history;
      expectThat(job, 'the commits of all authors are all commits', sum(authors) === job.commits.length);
      expectThat(job, 'the commits of all weeks are all commits', sum(weeks) === job.commits.length);
      const places = folders.filter(({path}) => path !== topLevel).length;
      return [
        plural(authors.length, 'person', 'people'),
        plural(weeks.length, 'week', 'weeks'),
        plural(places, 'folder', 'folders'),
        plural(fileCount, 'file', 'files'),
      ].join(', ');
    },
  },
  {
    title: 'Ask a JSON API for the numbers of the weeks',
    async run(job) {
      job.weekNames = await askWeekNames(job);
      return [...job.weekNames.values()].slice(-1).join('');
    },
  },
  {
    title: 'Run a program that counts the commits once more',
    async run(job) {
      const command = ['git', 'rev-list', '--count', 'HEAD'];
      const {stdout} = await call<{stdout: string}>(job, 'shell.execute', {command, cwd: cloneFolder});
      const counted = Number(stdout.trim());
      expectThat(job, 'git, run as a program, counts as many commits', counted === job.history.commits);
      return `${command.join(' ')} says ${stdout.trim()}`;
    },
  },
  {
    title: 'Write the report and its chart',
    async run(job) {
      const {history, shares, weekNames, name} = job;
      job.folder = await freeFolder(job);
      job.svg = renderChart(history);
      job.markdown = renderReport(history, {repository: name, shares, weekNames, chart: reportFiles.chart});
      await write(job, reportFiles.chart, job.svg);
      await write(job, reportFiles.markdown, job.markdown);
      return `${reportFiles.markdown}, ${reportFiles.chart}`;
    },
  },
  {
    title: 'Render it to HTML with a wrapped library',
    async run(job) {
      const {html} = await call<{html: string}>(job, 'markdown.render', {markdown: job.markdown});
      const title = `${job.name}: who changed what, and when`;
      job.html = renderPage({title, html, svg: job.svg, chart: reportFiles.chart});
      await write(job, reportFiles.html, job.html);
      const tags = job.html.match(/<[^>]*>/g) ?? [];
      const runs = tags.filter((tag) => /^<(?:script|iframe|object|embed)|\son\w+=|javascript:/i.test(tag));
      expectThat(job, 'the page runs nothing', runs.length === 0);
      return reportFiles.html;
    },
  },
  {
    title: 'Read the report back through an MCP server',
    async run(job) {
      const path = join(job.workspace, cloneFolder, job.folder, reportFiles.markdown);
      const {text} = await call<{text: string}>(job, 'reader.read_text_file', {path});
      expectThat(job, 'the MCP server reads the report as it was written', text === job.markdown);
      return `${plural(text.length, 'character', 'characters')}, by a server of its own process`;
    },
  },
  {
    title: 'Commit the report in the clone',
    async run(job) {
      const {clone: repository, folder} = job;
      // What the repository ignores is about its own files.
      await call(job, 'git.add', {repository, files: [folder], force: true});
      const message = 'Report: who changed what, and when';
      const result = await execute(job, 'git.commit', {repository, message});
      if (!result.success) throw errorOf(result);
      const {hash, shortHash, files} = result.data as {hash: string; shortHash: string; files: string[]};
      job.committed = {hash, undo: result.metadata.undo};
      expectThat(job, 'the commit holds the three files of the report', files.length === 3);
      return `${shortHash}, ${plural(files.length, 'file', 'files')}`;
    },
  },
  {
    title: 'Try what must fail: write outside of the workspace',
    async run(job) {
      job.failure = await callToFail(job, 'fs.write', {path: '../outside.md', content: 'Not here'});
      const {code, outcome} = job.failure;
      expectThat(job, 'the refused write did nothing', code === 'PERMISSION_DENIED' && outcome === 'not_executed');
      return `${code}, as it should be`;
    },
  },
  {
    title: 'Take the commit back',
    async run(job) {
      const {session, clone: repository, committed} = job;
      const undone = await session.runtime.undo(committed.undo);
      if (!undone.success) throw errorOf(undone);
      const {commits} = await call<{commits: Commit[]}>(job, 'git.log', {repository, limit: 1});
      const status = await call<{staged: string[]}>(job, 'git.status', {repository});
      const [head] = commits;
      expectThat(job, 'git.log begins with the old commit again', head?.hash === job.commits[0]?.hash);
      expectThat(job, 'git.status shows the report staged again', status.staged.length === 3);
      return `HEAD is ${head?.shortHash ?? ''} again, ${plural(status.staged.length, 'file', 'files')} staged`;
    },
  },
  {
    title: 'Clean up',
    async run(job) {
      const {runtime} = job.session;
      job.handlesBefore = countTypes(runtime.handles.list());
      await job.session.registry.cleanup();
      job.handlesLeft = runtime.handles.list().length;
      expectThat(job, 'no handle is left', job.handlesLeft === 0);
      const before = Object.entries(job.handlesBefore).map(([type, count]) => `${count} ${type}`);
      return `${before.join(', ')} released, handles left: ${job.handlesLeft}`;
    },
  },
];

const sum = (items: readonly {readonly commits: number}[]): number =>
  items.reduce((total, {commits}) => total + commits, 0);

async function readLog(job: Job): Promise<Commit[]> {
  const commits: Commit[] = [];
  for (let hasMore = true; hasMore && commits.length < maxCommits;) {
    const page = await call<{commits: Commit[]; hasMore: boolean}>(job, 'git.log', {
      repository: job.clone,
      stats: true,
      limit: pageSize,
      skip: commits.length,
    });
    commits.push(...page.commits);
    hasMore = page.hasMore;
  }
  if (commits.length > 0) return commits;
  throw new ToolError('PRECONDITION_FAILED', 'The clone has no commits', {outcome: 'not_executed'});
}

/** Shares of the commits in percent, rounded as people round: exact decimals behind handles, by a wrapped class. */
async function computeShares(job: Job): Promise<Map<string, string>> {
  const authors = job.history.authors.slice(0, maxShares);
  const each = <T>(act: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(authors.map((_, index) => act(index)));
  const numbers = await each((index) => call<Handle>(job, 'decimal.create', {value: authors[index]?.commits ?? 0}));
  const hundredfold = await each((index) => call<Handle>(job, 'decimal.times', {decimal: numbers[index], value: 100}));
  const total = job.commits.length;
  const exact = await each((index) =>
    call<Handle>(job, 'decimal.dividedBy', {decimal: hundredfold[index], value: total}),
  );
  const rounded = await each((index) => call<Handle>(job, 'decimal.round', {decimal: exact[index], digits: 1}));
  const values = await each((index) => call<{value: string}>(job, 'decimal.value', {decimal: rounded[index]}));
  return new Map(authors.map(({name}, index) => [name, withOneDigit(values[index]?.value ?? '')]));
}

const withOneDigit = (value: string): string => (value.includes('.') ? value : `${value}.0`);

/** Of the weeks that the report shows. */
async function askWeekNames(job: Job): Promise<Map<string, string>> {
  const weeks = lastWeeks(job.history, shownWeeks);
  const query = {start: weeks[0]?.start ?? '', count: weeks.length};
  const {data} = await call<{data: {weeks: CalendarWeek[]}}>(job, 'calendar.get', {path: '/weeks', query});
  return new Map(data.weeks.map(({start, name}) => [start, name]));
}

/** A folder that the repository does not have, so that nothing of it is replaced. */
async function freeFolder(job: Job): Promise<string> {
  const entries = await call<{name: string}[]>(job, 'fs.list', {path: cloneFolder, filter: 'haft-report*'});
  const taken = new Set(entries.map(({name}) => name));
  let number = 1;
  while (taken.has(reportFolder(number))) number += 1;
  return reportFolder(number);
}

const reportFolder = (number: number): string => (number === 1 ? 'haft-report' : `haft-report-${number}`);

async function write(job: Job, file: string, content: string): Promise<void> {
  await call(job, 'fs.write', {path: `${cloneFolder}/${job.folder}/${file}`, content, createParents: true});
}

function countTypes(handles: readonly {readonly type: string}[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const {type} of handles) counts[type] = (counts[type] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
