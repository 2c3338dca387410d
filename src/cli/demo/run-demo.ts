import {copyFile, mkdir, mkdtemp, realpath, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {ToolError} from '../../contract/errors.js';
import {nativeCode} from '../../contract/native-errors.js';
import type {ErrorObject} from '../../contract/result.js';
import {resolvePackage} from '../../factory/library/resolve-package.js';
import {packageRoot} from '../../shipped/package-root.js';
import {Session} from '../project/session.js';
import {usageError} from '../usage-error.js';
import {startCalendar} from './calendar-service.js';
import {chooseSource} from './choose-source.js';
import type {Source} from './choose-source.js';
import type {FoundRepository} from './find-repository.js';
import type {Expectation, Job} from './job.js';
import {reportFiles, steps} from './steps.js';
import {Trace} from './trace.js';
import type {TracedCall} from './trace.js';

export interface DemoOptions {
  /** The repository; left out, that of the current folder. */
  readonly path: string | undefined;
  /** Where the report is kept. */
  readonly out: string;
  /** Instead of the config that comes with haft. */
  readonly config: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
  readonly progress: Progress;
}

/** Is told what happens while it does. */
export interface Progress {
  source(source: Source): void;
  begin(number: number, title: string): void;
  end(number: number, title: string, outcome: string, duration: number): void;
}

/** What came out, for people and for programs. Paths are as `out` was given. */
export interface DemoOutcome {
  readonly ok: boolean;
  readonly repository: {readonly name: string; readonly kind: Source['kind']; readonly reason?: string};
  readonly commits: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly authors: readonly {readonly name: string; readonly commits: number; readonly share: string | undefined}[];
  readonly weeks: readonly {readonly start: string; readonly commits: number}[];
  readonly folders: readonly {readonly path: string; readonly insertions: number; readonly deletions: number}[];
  readonly report: {readonly markdown: string; readonly html: string; readonly chart: string};
  readonly failure: ErrorObject;
  readonly trace: readonly TracedCall[];
  readonly handles: {readonly before: Readonly<Record<string, number>>; readonly left: number};
  readonly expectations: readonly Expectation[];
  /** ms */
  readonly duration: number;
}

/** Does the whole job in a workspace of its own, which is gone afterwards. */
export async function runDemo(options: DemoOptions): Promise<DemoOutcome> {
  const began = performance.now();
  const {cwd, env, signal, progress} = options;
  const config = options.config ?? join(packageRoot(), 'configs/demo/haft.config.json');
  const out = await prepareOut(options.out, cwd);
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'haft-demo-')));
  const calendar = await startCalendar();
  const open = ({path, gitDirectory}: FoundRepository): Promise<Session> => {
    const places = {workspace, source: path, gitDirectory};
    const peers = {calendar: calendar.url, node: process.execPath, reader: readerProgram()};
    return Session.open({config, values: {...places, ...peers}, cwd, env});
  };
  try {
    const source = await chooseSource(options.path, cwd, workspace, open);
    progress.source(source);
    const session = await open(source);
    try {
      const trace = new Trace(session.runtime);
      // Each step fills in what those after it need.
      const job = {
        session,
        trace,
        signal,
        workspace,
        source: source.path,
        name: source.name,
        expectations: [],
      } as unknown as Job;
      for (const [index, step] of steps.entries()) {
        signal?.throwIfAborted();
        const started = performance.now();
        progress.begin(index + 1, step.title);
        const outcome = await step.run(job);
        progress.end(index + 1, step.title, outcome, performance.now() - started);
      }
      const kept = await keepReport(join(workspace, 'clone', job.folder), out, options.out);
      return outcomeOf(job, source, kept, performance.now() - began);
    } finally {
      await session.close();
    }
  } finally {
    await calendar.close();
    await rm(workspace, {recursive: true, force: true});
  }
}

/** The MCP server that reads the report back: a program of an npm package, run by this Node. */
function readerProgram(): string {
  const name = '@modelcontextprotocol/server-filesystem';
  const file = resolvePackage(`${name}/dist/index.js`, name);
  if (file !== undefined) return file;
  throw new ToolError('RESOURCE_UNAVAILABLE', `The demo needs the package ${name}`, {
    outcome: 'not_executed',
    suggestions: [`npm install ${name}`],
  });
}

/** Made before anything else: a folder that can not be written would make all the work useless. */
async function prepareOut(given: string, cwd: string): Promise<string> {
  const out = resolve(cwd, given);
  try {
    await mkdir(out, {recursive: true});
    return out;
  } catch (error) {
    const why =
      nativeCode(error) === 'EEXIST' || nativeCode(error) === 'ENOTDIR'
        ? 'there is a file of this name'
        : 'it can not be made';
    throw usageError(`The report can not be kept in '${given}': ${why}`, 'Name another folder: --out DIR');
  }
}

async function keepReport(from: string, out: string, shown: string): Promise<DemoOutcome['report']> {
  const keep = async (file: string): Promise<string> => {
    await copyFile(join(from, file), join(out, file));
    return join(shown, file);
  };
  return {
    markdown: await keep(reportFiles.markdown),
    html: await keep(reportFiles.html),
    chart: await keep(reportFiles.chart),
  };
}

function outcomeOf(job: Job, source: Source, report: DemoOutcome['report'], duration: number): DemoOutcome {
  const {history, shares, expectations} = job;
  const {kind, name, reason} = source;
  return {
    ok: expectations.every(({met}) => met),
    repository: {name, kind, ...(reason !== undefined && {reason})},
    commits: history.commits,
    insertions: history.insertions,
    deletions: history.deletions,
    authors: history.authors.map(({name: author, commits}) => ({name: author, commits, share: shares.get(author)})),
    weeks: history.weeks.map(({start, commits}) => ({start, commits})),
    folders: history.folders.map(({path, insertions, deletions}) => ({path, insertions, deletions})),
    report,
    failure: job.failure,
    trace: job.trace.calls,
    handles: {before: job.handlesBefore, left: job.handlesLeft},
    expectations,
    duration: Math.round(duration),
  };
}
