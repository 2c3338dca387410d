import type {CommonErrorCode} from './error-codes.js';
import {ToolError} from './errors.js';
import type {Outcome} from './result.js';

/** Native codes whose cause one of the common codes names (C32). */
const nativeCodes: Readonly<Record<string, CommonErrorCode>> = {
  ENOENT: 'RESOURCE_NOT_FOUND',
  ENOTDIR: 'RESOURCE_NOT_FOUND',
  EACCES: 'PERMISSION_DENIED',
  EPERM: 'PERMISSION_DENIED',
  EROFS: 'PERMISSION_DENIED',
  EBUSY: 'RESOURCE_LOCKED',
  ETXTBSY: 'RESOURCE_LOCKED',
  EEXIST: 'RESOURCE_EXISTS',
  ENOTEMPTY: 'INVALID_STATE',
  EISDIR: 'INVALID_PARAMETER',
  ELOOP: 'INVALID_PARAMETER',
  ENAMETOOLONG: 'INVALID_PARAMETER',
  ENOSPC: 'RESOURCE_UNAVAILABLE',
  EDQUOT: 'RESOURCE_UNAVAILABLE',
  EMFILE: 'RESOURCE_UNAVAILABLE',
  ENFILE: 'RESOURCE_UNAVAILABLE',
  EFBIG: 'LIMIT_EXCEEDED',
  E2BIG: 'LIMIT_EXCEEDED',
  ETIMEDOUT: 'OPERATION_TIMEOUT',
  ECONNABORTED: 'OPERATION_TIMEOUT',
  ECONNREFUSED: 'NETWORK_ERROR',
  ECONNRESET: 'CONNECTION_LOST',
  EPIPE: 'CONNECTION_LOST',
  ENOTFOUND: 'NETWORK_ERROR',
  EAI_AGAIN: 'NETWORK_ERROR',
  EHOSTUNREACH: 'NETWORK_ERROR',
  ENETUNREACH: 'NETWORK_ERROR',
  ABORT_ERR: 'OPERATION_CANCELLED',
};

/** Those that say that nothing was begun. The others may have come in the middle. */
const nothingHappened = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Reads a property of anything, also of a thing whose getter throws. */
export function safeRead(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** The native code of a thrown value (`ENOENT`), if it has one. What web APIs throw has a name instead. */
export function nativeCode(thrown: unknown): string | undefined {
  const code = safeRead(thrown, 'code');
  if (typeof code === 'string') return code;
  const name = safeRead(thrown, 'name');
  if (name === 'AbortError') return 'ABORT_ERR';
  return name === 'TimeoutError' ? 'ETIMEDOUT' : undefined;
}

/** The common code a native code maps to, if there is one. */
export function commonCode(code: string | undefined): CommonErrorCode | undefined {
  return code !== undefined && Object.hasOwn(nativeCodes, code) ? nativeCodes[code] : undefined;
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string' && thrown !== '') return thrown;
  const message = safeRead(thrown, 'message');
  if (typeof message === 'string' && message !== '') return message;
  if (thrown === null || thrown === undefined) return `Tool threw ${String(thrown)}`;
  return 'Tool execution failed';
}

/**
 * Any thrown value as a ToolError: a ToolError as it is, a native error by its cause, anything else as `fallback`
 * (EXECUTION_ERROR by default; a tool names its own, such as READ_FAILED).
 */
export function toToolError(thrown: unknown, fallback = 'EXECUTION_ERROR'): ToolError {
  if (ToolError.isToolError(thrown)) return thrown;
  const native = nativeCode(thrown);
  const outcome: Outcome | undefined = native !== undefined && nothingHappened.has(native) ? 'not_executed' : undefined;
  return new ToolError(commonCode(native) ?? fallback, messageOf(thrown), {cause: thrown, outcome});
}
