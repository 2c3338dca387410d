import type {CallOptions} from '../contract/call.js';
import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import {preview} from '../schema/describe-issue.js';

/** What is wrong with the options of a call: those that would silently do nothing, or end it in the middle. */
export function optionsProblem(options: CallOptions): ToolError | undefined {
  try {
    return problemOf(options);
  } catch (cause) {
    return new ToolError('INVALID_PARAMETER', 'The options of the call can not be read', {
      outcome: 'not_executed',
      suggestions: ['Pass a plain object'],
      cause,
    });
  }
}

const names = [
  'signal',
  'timeout',
  'context',
  'idempotencyKey',
  'onProgress',
  'dryRun',
] as const satisfies readonly (keyof CallOptions)[] as readonly string[];

/** Often a parameter: `fs.read('a.txt', {encoding: 'hex'})`, as Node's own functions take it. */
function unknownOption(name: string): ToolError {
  const near = nearest(name, names);
  return new ToolError('INVALID_PARAMETER', `A call has no option "${name}"; options are ${names.join(', ')}`, {
    outcome: 'not_executed',
    suggestions: [
      near === undefined ? `Give "${name}" in the input, if it is a parameter of the tool` : `Did you mean "${near}"?`,
    ],
  });
}

function problemOf(options: CallOptions): ToolError | undefined {
  if (!isRecord(options)) return noOptions(options);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) return unknownOption(unknown);
  const {timeout, signal, idempotencyKey} = options;
  if (timeout !== undefined && !(typeof timeout === 'number' && Number.isFinite(timeout) && timeout > 0)) {
    return badOption('Option "timeout"', 'a number of ms above 0', timeout);
  }
  if (signal !== undefined && !isSignal(signal)) return badOption('Option "signal"', 'an AbortSignal', signal);
  if (idempotencyKey !== undefined && (typeof idempotencyKey !== 'string' || idempotencyKey === '')) {
    return badOption('Option "idempotencyKey"', 'a text that is not empty', idempotencyKey);
  }
  return undefined;
}

/** What can be used of options that are refused: who calls. */
export function usableOptions(options: CallOptions): CallOptions {
  try {
    const {context} = options;
    return isRecord(context) ? {context} : {};
  } catch {
    return {};
  }
}

/** By its shape: other realms have an AbortSignal of their own. */
function isSignal(value: unknown): boolean {
  const methods = ['addEventListener', 'removeEventListener'];
  if (!isRecord(value) || typeof value['aborted'] !== 'boolean') return false;
  return methods.every((name) => typeof value[name] === 'function');
}

/** Mostly one value too many in a positional call: `fs.read('a.txt', 'utf8')`. */
function noOptions(received: unknown): ToolError {
  return new ToolError('INVALID_PARAMETER', `Options must be an object, received ${preview(received)}`, {
    outcome: 'not_executed',
    suggestions: ['Parameters that have no place in the order go into one object, by name: the first argument'],
  });
}

function badOption(name: string, expected: string, received: unknown): ToolError {
  const message = `${name} must be ${expected}, received ${preview(received)}`;
  return new ToolError('INVALID_PARAMETER', message, {outcome: 'not_executed'});
}
