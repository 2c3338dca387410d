import type {CommonErrorCode} from '../contract/error-codes.js';
import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {commonCode, nativeCode, safeRead, toToolError} from '../contract/native-errors.js';

/** What an HTTP status means, whichever client answered it (C24). */
const statusCodes: Readonly<Record<number, CommonErrorCode>> = {
  401: 'AUTHENTICATION_REQUIRED',
  403: 'AUTHORIZATION_FAILED',
  404: 'RESOURCE_NOT_FOUND',
  408: 'OPERATION_TIMEOUT',
  409: 'OPERATION_FAILED',
  423: 'RESOURCE_LOCKED',
  429: 'RATE_LIMITED',
  503: 'RESOURCE_UNAVAILABLE',
};

/** The HTTP status of a thrown answer, as axios, got, octokit and their like tell it. */
function statusOf(thrown: unknown): number | undefined {
  const places = [
    safeRead(safeRead(thrown, 'response'), 'status'),
    safeRead(thrown, 'status'),
    safeRead(thrown, 'statusCode'),
  ];
  return places.find((status): status is number => typeof status === 'number' && status >= 400 && status < 600);
}

/** By what a thrown value can be recognised in a config's `when`. */
function marksOf(thrown: unknown): ReadonlySet<unknown> {
  const status = statusOf(thrown);
  const {exitCode, status: answered} = ToolError.isToolError(thrown) ? (thrown.context ?? {}) : {};
  const marks = [
    nativeCode(thrown),
    nativeCode(safeRead(thrown, 'cause')),
    ...classNames(thrown),
    ...[status, answered, exitCode].flatMap((mark) => [mark, String(mark)]),
  ];
  return new Set(marks.filter((mark) => mark !== undefined));
}

/** Its own name, and those of the classes that it extends: `RangeError`; what everything is would mean nothing. */
function classNames(thrown: unknown): unknown[] {
  const inherited: unknown[] = [];
  for (let depth = 0, prototype = prototypeOf(thrown); prototype && depth < 10; depth += 1) {
    inherited.push(safeRead(safeRead(prototype, 'constructor'), 'name'));
    prototype = prototypeOf(prototype);
  }
  return [safeRead(thrown, 'name'), ...inherited.filter((name) => name !== 'Object' && name !== 'Error')];
}

function prototypeOf(value: unknown): object | null {
  try {
    return typeof value === 'object' && value !== null ? (Object.getPrototypeOf(value) as object | null) : null;
  } catch {
    return null;
  }
}

/** Whatever a wrapped thing threw, with the code that the config gives it, else the one that its cause maps to. */
export function wrapError(thrown: unknown, errors: unknown): ToolError {
  const marks = marksOf(thrown);
  for (const [code, rule] of Object.entries(isRecord(errors) ? errors : {})) {
    const when = isRecord(rule) && Array.isArray(rule['when']) ? (rule['when'] as unknown[]) : [];
    if (!when.some((mark) => marks.has(mark))) continue;
    const recoverable = isRecord(rule) && rule['recoverable'] === true;
    const {message, context, outcome} = toToolError(thrown);
    return new ToolError(code, message, {cause: thrown, recoverable, context, outcome});
  }
  const status = statusOf(thrown);
  if (ToolError.isToolError(thrown) || status === undefined || commonCode(nativeCode(thrown)) !== undefined)
    return toToolError(thrown);
  return new ToolError(statusCodes[status] ?? 'OPERATION_FAILED', toToolError(thrown).message, {
    cause: thrown,
    context: {status},
  });
}
