import {ToolError} from '../contract/errors.js';
import {safeRead, toToolError} from '../contract/native-errors.js';
import {foreignError} from './foreign-result.js';

/** Whatever a tool threw as a ToolError; a thrown failure result is that failure (R2.4). */
export function thrownError(thrown: unknown): ToolError {
  if (ToolError.isToolError(thrown)) return ofThisCall(thrown);
  if (safeRead(thrown, 'success') === false) return foreignError(safeRead(thrown, 'error'));
  return toToolError(thrown);
}

/**
 * A tool that calls others throws the error of theirs. That nothing happened in that call says nothing of what this one
 * had done before it, and a retry must not rest on it (CO03).
 */
function ofThisCall(error: ToolError): ToolError {
  if (error.metadata === undefined || error.outcome !== 'not_executed') return error;
  const {code, message, recoverable, suggestions, context, cause} = error;
  return new ToolError(code, message, {recoverable, suggestions, context, cause});
}
