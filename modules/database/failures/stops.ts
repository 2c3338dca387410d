import {ToolError} from '../../../src/sdk.js';
import type {Outcome} from '../../../src/sdk.js';

/** The caller does not want the answer any more; the pipeline tells it in its own words. */
export const cancelled = (outcome?: Outcome): ToolError =>
  new ToolError('OPERATION_CANCELLED', 'The statement was cancelled', {outcome});

export const timedOut = (ms: number): ToolError =>
  new ToolError('OPERATION_TIMEOUT', `The statement took longer than ${String(ms)} ms`, {
    suggestions: ['Ask for less at once, or add an index: see db.explain', 'Raise statementTimeout in the config'],
    context: {timeout: ms},
  });

export const tooManyBytes = (limit: number): ToolError =>
  new ToolError('LIMIT_EXCEEDED', `The answer has more than ${String(limit)} bytes`, {
    suggestions: [
      'Ask for fewer columns or rows, or take them page by page with db.openCursor',
      'Raise maxResultBytes in the config',
    ],
    context: {limit},
  });

export const tooManyRows = (limit: number): ToolError =>
  new ToolError('LIMIT_EXCEEDED', `The answer has more than ${String(limit)} rows`, {
    suggestions: ['Add a LIMIT, or take the rows page by page with db.openCursor', 'Raise maxRows in the config'],
    context: {limit},
  });
