import type {CaseSubject} from './case.js';
import {exampleRuns} from './example-run.js';
import type {ExampleRun} from './example-run.js';
import {refusalRun} from './refusal-run.js';
import type {RefusalPart} from './refusal-run.js';
import type {SharedRun} from './shared-run.js';

/** A tool, and the runs of it that several cases look at. */
export interface ToolRuns {
  readonly subject: CaseSubject;
  readonly examples: readonly ExampleRun[];
  readonly refusals: SharedRun<RefusalPart>;
}

export const toolRuns = (subject: CaseSubject): ToolRuns => ({
  subject,
  examples: exampleRuns(subject),
  refusals: refusalRun(subject),
});
