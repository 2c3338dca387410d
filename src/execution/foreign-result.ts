import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import type {Outcome} from '../contract/result.js';

const outcomes: readonly unknown[] = ['not_executed', 'failed', 'partial', 'unknown'];

/**
 * The data of an answer that is a result already: `{success, data|result|error}` or `{ok, value|error}` (C1, C45).
 * Throws its error. Any other value is data. Only for tools of user code.
 */
export function foreignResult(answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  const verdict = answer['success'] ?? answer['ok'];
  if (verdict === false) throw foreignError(answer['error']);
  if (verdict !== true) return answer;
  for (const key of ['data', 'result', 'value']) if (key in answer) return answer[key];
  const {success: _success, ok: _ok, metadata: _metadata, ...rest} = answer;
  return Object.keys(rest).length > 0 ? rest : null;
}

/** The error of a failure in whatever shape, completed to a ToolError (C31). */
export function foreignError(error: unknown): ToolError {
  if (typeof error === 'string') return new ToolError('EXECUTION_ERROR', error);
  if (!isRecord(error)) return new ToolError('EXECUTION_ERROR');
  const code = typeof error['code'] === 'string' && error['code'] !== '' ? error['code'] : 'EXECUTION_ERROR';
  const message = typeof error['message'] === 'string' ? error['message'] : undefined;
  const details = isRecord(error['details']) ? error['details'] : {};
  const {recoverable, suggestions, outcome} = error;
  return new ToolError(code, message, {
    recoverable: typeof recoverable === 'boolean' ? recoverable : undefined,
    suggestions: Array.isArray(suggestions) ? suggestions.map(String) : undefined,
    outcome: outcomes.includes(outcome) ? (outcome as Outcome) : undefined,
    context: isRecord(details['context']) ? details['context'] : undefined,
    cause: details['cause'],
  });
}
