import {ToolError} from '../contract/errors.js';
import {safeRead, toToolError} from '../contract/native-errors.js';
import {foreignError} from './foreign-result.js';

/** Whatever a tool threw as a ToolError; a thrown failure result is that failure (R2.4). */
export function thrownError(thrown: unknown): ToolError {
  if (ToolError.isToolError(thrown)) return thrown;
  if (safeRead(thrown, 'success') === false) return foreignError(safeRead(thrown, 'error'));
  return toToolError(thrown);
}
