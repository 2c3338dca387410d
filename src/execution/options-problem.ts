import type {CallOptions} from '../contract/call.js';
import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';

/** What is wrong with the options of a call: those that would silently do nothing, or end it in the middle. */
export function optionsProblem(options: CallOptions): ToolError | undefined {
  if (!isRecord(options)) return badOption('Options', 'an object', options);
  const {timeout, signal, idempotencyKey} = options as Record<string, unknown>;
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
export function usableOptions({context}: CallOptions): CallOptions {
  return isRecord(context) ? {context} : {};
}

/** By its shape: other realms have an AbortSignal of their own. */
function isSignal(value: unknown): boolean {
  return isRecord(value) && typeof value['aborted'] === 'boolean' && typeof value['addEventListener'] === 'function';
}

function badOption(name: string, expected: string, received: unknown): ToolError {
  const shown = typeof received === 'object' ? '' : ` ${String(received)}`;
  return new ToolError('INVALID_PARAMETER', `${name} must be ${expected}, received ${typeof received}${shown}`, {
    outcome: 'not_executed',
  });
}
