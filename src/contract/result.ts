import type {Handle} from './handle.js';
import {isRecord} from './json.js';

/**
 * What a caller must know before a retry: `not_executed` nothing happened; `failed` it ran and failed cleanly;
 * `partial` some of it happened, `details.context` says what; `unknown` it may have happened.
 */
export type Outcome = 'not_executed' | 'failed' | 'partial' | 'unknown';

export interface CallMetadata {
  /** Full name of the tool, `module.tool`. */
  readonly tool: string;
  readonly callId: string;
  /** Start of the call, ms since the epoch. */
  readonly timestamp: number;
  /** Length of the call, ms. */
  readonly duration: number;
  /** How often the tool was run: 0 when it was refused before, more than 1 after retries. */
  readonly attempts: number;
  /** Takes the call back: `runtime.undo(handle)`. */
  readonly undo?: Handle<'undo'>;
  /** The answer is that of an earlier call. */
  readonly cached?: boolean;
  /** A precondition that is not critical was not met. */
  readonly degraded?: boolean;
  readonly warnings?: readonly string[];
}

export interface ErrorCause {
  readonly name?: string;
  readonly message: string;
  /** The native code, such as ENOENT. */
  readonly code?: string;
  readonly cause?: ErrorCause;
}

export interface ErrorDetails {
  readonly tool: string;
  readonly timestamp: number;
  readonly cause?: ErrorCause;
  /** Facts about the failure that are not input (a path, a limit, an exit code). */
  readonly context?: Readonly<Record<string, unknown>>;
  /** The input as received, redacted and shortened. */
  readonly input?: unknown;
  /** Only with HAFT_DEBUG=1. */
  readonly stack?: string;
}

export interface ErrorObject {
  readonly code: string;
  readonly message: string;
  /** Whether the same call may succeed later. */
  readonly recoverable: boolean;
  readonly outcome: Outcome;
  readonly suggestions?: readonly string[];
  readonly details: ErrorDetails;
}

export interface ToolSuccess<T> {
  readonly success: true;
  readonly data: T;
  readonly error?: undefined;
  readonly metadata: CallMetadata;
}

export interface ToolFailure {
  readonly success: false;
  readonly data?: undefined;
  readonly error: ErrorObject;
  readonly metadata: CallMetadata;
}

export type ToolResult<T = unknown> = ToolSuccess<T> | ToolFailure;

/** Whether a value is a whole result of this library. */
export function isToolResult(value: unknown): value is ToolResult {
  if (!isRecord(value) || !isRecord(value['metadata'])) return false;
  return value['success'] === true ? 'data' in value : value['success'] === false && isRecord(value['error']);
}
