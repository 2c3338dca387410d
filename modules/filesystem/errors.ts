import {isRecord, nativeCode, ToolError, toToolError} from '../../src/sdk.js';

/** What the tools say of codes that several of them answer. */
export const commonErrors = {
  RESOURCE_NOT_FOUND: 'There is no such file or folder',
  PERMISSION_DENIED: 'The path leads outside of basePath, the module may not do this, or the system refuses it',
  RESOURCE_UNAVAILABLE: 'The disk is full, or too many files are open',
  RESOURCE_LOCKED: 'The file is in use',
} as const;

const unchanged = {outcome: 'not_executed', recoverable: false} as const;

/** A path as messages show it: relative to basePath, on one line, bounded. */
export function shown(segments: readonly string[]): string {
  const path = segments.length === 0 ? '.' : segments.join('/');
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 199)}…` : path);
}

/** PERMISSION_DENIED for a way out of basePath. Names neither basePath nor where the path leads (FS01, FS02). */
export function outsideBase(): ToolError {
  return new ToolError('PERMISSION_DENIED', 'The path leads outside of the folder this module is confined to', {
    ...unchanged,
    suggestions: ['Give a path inside basePath'],
    context: {reason: 'outside_base'},
  });
}

/** PERMISSION_DENIED for a path that became a link between the look and the use (FS04). */
export function replaced(): ToolError {
  return new ToolError('PERMISSION_DENIED', 'The path was replaced by a link while it was opened', {
    outcome: 'not_executed',
    recoverable: true,
    suggestions: ['Retry the operation'],
    context: {reason: 'replaced'},
  });
}

/** The native cause, where the look-up was our own and Node threw nothing. */
function missing(): Error {
  return Object.assign(new Error('ENOENT: no such file or directory'), {code: 'ENOENT'});
}

/** RESOURCE_NOT_FOUND with the suggestions of the seeds (R7.8). */
export function notFound(segments: readonly string[], cause: unknown = missing()): ToolError {
  return new ToolError('RESOURCE_NOT_FOUND', `There is no file or folder ${shown(segments)}`, {
    ...unchanged,
    suggestions: ['Check if file exists', 'Verify the path is correct'],
    context: {path: segments.join('/')},
    cause,
  });
}

/** RESOURCE_NOT_FOUND for the folder that something should be put into. */
export function noParent(segments: readonly string[]): ToolError {
  return new ToolError('RESOURCE_NOT_FOUND', `There is no folder ${shown(segments)} to put it into`, {
    ...unchanged,
    suggestions: ['Verify the path is correct', 'Set createParents: true'],
    context: {path: segments.join('/')},
  });
}

/** INVALID_PARAMETER for a path whose entry is of the wrong type, or for a value that makes no sense. */
export function invalid(reason: string, message: string, suggestions: readonly string[] = []): ToolError {
  return new ToolError('INVALID_PARAMETER', message, {...unchanged, suggestions, context: {reason}});
}

/** PERMISSION_DENIED: basePath itself is not for tools to remove or move. */
export function baseItself(): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    'The folder this module is confined to can not be removed, moved or replaced',
    {
      ...unchanged,
      suggestions: ['Name an entry in it'],
      context: {reason: 'base_folder'},
    },
  );
}

/** RESOURCE_EXISTS, with the suggestions of seed 000 (R7.11). */
export function exists(segments: readonly string[]): ToolError {
  return new ToolError('RESOURCE_EXISTS', `${shown(segments)} exists already`, {
    outcome: 'not_executed',
    recoverable: true,
    suggestions: ['Set overwrite: true', 'Choose different path'],
    context: {path: segments.join('/')},
  });
}

/** LIMIT_EXCEEDED; `limit` and `size` in `unit`. */
export function tooLarge(what: string, limit: number, unit: string, suggestion: string, size?: number): ToolError {
  const received = size === undefined ? 'more' : String(size);
  return new ToolError('LIMIT_EXCEEDED', `${what} may have ${limit} ${unit}, received ${received}`, {
    ...unchanged,
    suggestions: [suggestion],
    context: {limit, unit, ...(size !== undefined && {size})},
  });
}

/** UNDO_REFUSED: what the call left is no longer there as it was. */
export function undoRefused(why: string): ToolError {
  return new ToolError('UNDO_REFUSED', `The call can not be taken back: ${why}`, {
    ...unchanged,
    suggestions: ['Look at the file and change it by a new call'],
  });
}

/**
 * Any failure of the file system as a ToolError: a common code where the cause has one, else `fallback`; Node's
 * message goes without its paths, which would tell where basePath is.
 */
export function fileFailure(thrown: unknown, fallback: string, segments: readonly string[]): ToolError {
  if (ToolError.isToolError(thrown)) return thrown;
  const cause = withoutPaths(thrown);
  const {code} = toToolError(cause, fallback);
  if (code === 'RESOURCE_NOT_FOUND') return notFound(segments, cause);
  if (code === 'OPERATION_CANCELLED') return new ToolError(code, undefined, {cause});
  return new ToolError(code, `${shown(segments)}: ${cause.message}`, {
    recoverable: code !== 'INVALID_PARAMETER',
    suggestions: ['Check file permissions', 'Retry the operation'],
    context: {path: segments.join('/')},
    cause,
  });
}

/** `ENOENT: no such file or directory, open '/home/…'` up to the comma. Read by shape: realms have Errors of their own. */
function withoutPaths(thrown: unknown): Error {
  const {name, message, syscall} = (isRecord(thrown) ? thrown : {}) as Partial<NodeJS.ErrnoException>;
  const code = nativeCode(thrown);
  const text = syscall === undefined ? message : message?.split(', ')[0];
  return Object.assign(new Error(text ?? 'The operation failed'), {
    name: name ?? 'Error',
    ...(code !== undefined && {code}),
  });
}
