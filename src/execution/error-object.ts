import {ToolError} from '../contract/errors.js';
import {nativeCode, safeRead, toToolError} from '../contract/native-errors.js';
import type {ErrorCause, ErrorObject, Outcome} from '../contract/result.js';
import type {Redactor, Services} from '../contract/services.js';

/** What a caller sees of a failure: redacted, JSON-safe, without stack unless HAFT_DEBUG=1. */
export function errorObject(
  error: ToolError,
  facts: {tool: string; timestamp: number; outcome: Outcome; input: unknown; redactor: Redactor},
): ErrorObject {
  const {redactor} = facts;
  const cause = causeOf(error.cause, redactor, 3);
  const input = redactor.value(facts.input);
  return {
    code: redactor.text(error.code),
    message: bounded(redactor.text(error.message)),
    recoverable: error.recoverable,
    outcome: facts.outcome,
    ...(error.suggestions && {suggestions: error.suggestions.map((suggestion) => bounded(redactor.text(suggestion)))}),
    details: {
      tool: facts.tool,
      timestamp: facts.timestamp,
      ...(cause && {cause}),
      ...(error.context && {context: redactor.value(error.context) as Record<string, unknown>}),
      ...(input !== undefined && {input}),
      ...(process.env['HAFT_DEBUG'] === '1' && error.stack !== undefined && {stack: redactor.text(error.stack)}),
    },
  };
}

/** What a module throws outside of a call (it can not connect, say), without the secrets of its config. */
export function withoutSecrets(thrown: unknown, module: string, {redactor, clock}: Services): unknown {
  if (redactor.size === 0) return thrown;
  const error = toToolError(thrown);
  const facts = {tool: module, timestamp: clock.now(), outcome: error.outcome ?? 'failed', input: undefined, redactor};
  const {code, message, recoverable, suggestions, details} = errorObject(error, facts);
  const {context, cause} = details;
  return new ToolError(code, message, {outcome: error.outcome, recoverable, suggestions, context, cause});
}

const maxMessage = 4000;

/** A message is for people: one of a megabyte is cut. */
function bounded(message: string): string {
  return message.length > maxMessage
    ? `${message.slice(0, maxMessage)}… (${String(message.length)} characters)`
    : message;
}

function causeOf(cause: unknown, redactor: Redactor, depth: number): ErrorCause | undefined {
  if (cause === undefined || cause === null || depth === 0) return undefined;
  if (typeof cause !== 'object')
    return {message: bounded(redactor.text(typeof cause === 'string' ? cause : typeof cause))};
  const name = safeRead(cause, 'name');
  const message = safeRead(cause, 'message');
  const code = nativeCode(cause);
  const inner = causeOf(safeRead(cause, 'cause'), redactor, depth - 1);
  return {
    ...(typeof name === 'string' && {name: bounded(redactor.text(name))}),
    message: typeof message === 'string' ? bounded(redactor.text(message)) : '',
    ...(code !== undefined && {code: bounded(redactor.text(code))}),
    ...(inner && {cause: inner}),
  };
}
