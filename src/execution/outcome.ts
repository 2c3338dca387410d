import {ToolError} from '../contract/errors.js';
import type {Outcome} from '../contract/result.js';
import type {ActiveCall} from './active-call.js';

const cutOff: ReadonlySet<string> = new Set(['OPERATION_TIMEOUT', 'OPERATION_CANCELLED', 'CONNECTION_LOST']);

/** Where nothing else says so: before `run` nothing happened; a change that was cut off may have. */
export function outcomeOf(call: ActiveCall, error: ToolError): Outcome {
  if (error.outcome) return error.outcome;
  if (call.attempts === 0) return 'not_executed';
  return cutOff.has(error.code) && call.changes ? 'unknown' : 'failed';
}

/** The error of a call for those who did not see the call: it says its outcome itself. */
export function withOutcome(call: ActiveCall, error: ToolError): ToolError {
  if (error.outcome) return error;
  const {code, message, recoverable, suggestions, context, cause} = error;
  const outcome = outcomeOf(call, error);
  return new ToolError(code, message, {outcome, recoverable, suggestions, context, cause});
}
