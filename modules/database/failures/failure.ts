import {commonCode, nativeCode, ToolError} from '../../../src/sdk.js';
import type {Outcome} from '../../../src/sdk.js';
import type {WireError} from '../connections/wire.js';
import {isSqlState, meaningOf} from './sql-states.js';
import type {StateMeaning} from './sql-states.js';

/** What is known beside the error. */
interface FailureFacts {
  readonly outcome: Outcome;
  /** The statement, to show where it is wrong. */
  readonly text?: string;
  /** The connection is gone. */
  readonly lost?: boolean;
}

/** An error of the server, or of the way to it, as one of haft. Its SQLSTATE or native code is in `details.cause.code`. */
export function failureOf(error: WireError, {outcome, text, lost = false}: FailureFacts): ToolError {
  const {code: state} = error;
  if (!isSqlState(state)) return lost ? lostConnection(error, outcome) : unreachable(error, outcome);
  // The server has no other state for a wrong number of values.
  const wrongCount = state === '08P01' && !lost && text !== undefined;
  const {code, suggestion, recoverable} = wrongCount ? valuesMissing : meaningOf(state);
  const place = placeOf(error, text);
  return new ToolError(lost ? 'CONNECTION_LOST' : code, sentence(error.message, place), {
    outcome,
    recoverable,
    suggestions: [error.hint, suggestion].filter((line) => line !== undefined),
    context: contextOf(error),
    cause: error,
  });
}

const valuesMissing: StateMeaning = {
  code: 'INVALID_PARAMETER',
  suggestion: 'Give as many values as the statement has parameters: $1 is the first',
};

/** The connection broke; what that means is in the outcome. */
export const lostConnection = (cause: Error, outcome: Outcome): ToolError =>
  new ToolError('CONNECTION_LOST', `The connection to the database was lost: ${cause.message}`, {
    outcome,
    suggestions: ['Call again: a new connection is opened when the server is there'],
    cause,
  });

/** A failure on the way to the server. */
function unreachable(error: WireError, outcome: Outcome): ToolError {
  const native = nativeCode(error);
  const code = commonCode(native) ?? 'OPERATION_FAILED';
  return new ToolError(code, error.message, {outcome, cause: error});
}

const sentence = (message: string, place: string | undefined): string =>
  place === undefined ? message : `${message}, at ${place}`;

/** Line and column of a position, and what stands there. */
function placeOf({position}: WireError, text: string | undefined): string | undefined {
  if (position === undefined || text === undefined) return undefined;
  // The server counts characters, not halves of them.
  const before = Array.from(text)
    .slice(0, Number(position) - 1)
    .join('');
  const rest = text.slice(before.length).split('\n', 1)[0] ?? '';
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return `line ${String(line)}, column ${String(column)}: ${rest.slice(0, 40)}${rest.length > 40 ? '…' : ''}`;
}

/** Names that the server gives, and the detail, which people need to see what collided. */
function contextOf(error: WireError & {readonly where?: unknown}): Record<string, unknown> {
  const {code, detail, schema, table, column, constraint, position, where} = error;
  // `unnamed portal parameter $3 = '…'`: the value itself is in the message.
  const number = typeof where === 'string' ? /^unnamed portal parameter \$(\d+)/.exec(where)?.[1] : undefined;
  const parameter = number === undefined ? undefined : Number(number);
  const facts = {sqlState: code, detail, schema, table, column, constraint, position, parameter};
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
