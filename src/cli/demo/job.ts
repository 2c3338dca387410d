import type {ErrorObject, ToolResult} from '../../contract/result.js';
import {ToolError} from '../../contract/errors.js';
import {errorOf} from '../../core/tool.js';
import type {Session} from '../project/session.js';
import type {Commit, History} from './history.js';
import type {Trace} from './trace.js';

/** Something that must hold, and whether it did. */
export interface Expectation {
  readonly name: string;
  readonly met: boolean;
}

/** What the steps of the demo know of each other. */
export interface Job {
  readonly session: Session;
  readonly trace: Trace;
  readonly signal: AbortSignal | undefined;
  /** Real path of the repository that is looked at. */
  readonly source: string;
  /** Folder that all modules are confined to. */
  readonly workspace: string;
  /** What it is called. */
  readonly name: string;
  readonly expectations: Expectation[];
  clone: Handle;
  commits: readonly Commit[];
  history: History;
  shares: ReadonlyMap<string, string>;
  /** Numbers of the weeks of the report, by their Mondays. */
  weekNames: ReadonlyMap<string, string>;
  /** Folder of the report in the clone. */
  folder: string;
  svg: string;
  markdown: string;
  html: string;
  /** The commit of the report. */
  committed: {readonly hash: string; readonly undo: unknown};
  failure: ErrorObject;
  handlesBefore: Readonly<Record<string, number>>;
  handlesLeft: number;
}

export interface Handle {
  readonly _handle: true;
  readonly _type: string;
  readonly _id: string;
}

/** Holds a claim of the demo; one that is missed makes the exit code 1. */
export function expectThat(job: Job, name: string, met: boolean): void {
  job.expectations.push({name, met});
}

/** Calls a tool and answers its whole result. */
export function execute(job: Job, tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult> {
  return job.session.registry.execute(tool, input, job.signal && {signal: job.signal});
}

/** Calls a tool and answers its data; throws the ToolError of a failure. */
export async function call<T>(job: Job, tool: string, input: Readonly<Record<string, unknown>>): Promise<T> {
  const result = await execute(job, tool, input);
  if (result.success) return result.data as T;
  throw errorOf(result);
}

/** A failure that is expected; a call that works where it should not is an error of the demo. */
export async function callToFail(
  job: Job,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Promise<ErrorObject> {
  const result = await execute(job, tool, input);
  if (!result.success) return result.error;
  throw new ToolError('OPERATION_FAILED', `${tool} worked, where the demo expects it to be refused`);
}
