import type {Handle} from './handle.js';
import {isRecord} from './json.js';

/**
 * What a caller must know before a retry: `not_executed` nothing happened; `failed` it ran and failed cleanly;
 * `partial` some of it happened, `details.context` says what; `unknown` it may have happened.
 */
export type Outcome = 'not_executed' | 'failed' | 'partial' | 'unknown';

/** What is known of a call, whether it succeeded or not. */
export interface CallMetadata {
  /** Full name of the tool, `module.tool`. */
  readonly tool: string;
  /** Unique among the calls of the runtime. */
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
  /** What a person would want to know, although it succeeded. */
  readonly warnings?: readonly string[];
}

/** What was thrown underneath, redacted. */
export interface ErrorCause {
  readonly name?: string;
  readonly message: string;
  /** The native code, such as ENOENT. */
  readonly code?: string;
  /** What was thrown underneath that. */
  readonly cause?: ErrorCause;
}

/** Where and why a call failed, without secrets. */
export interface ErrorDetails {
  /** Full name of the tool. */
  readonly tool: string;
  /** ms since the epoch. */
  readonly timestamp: number;
  /** What was thrown underneath. */
  readonly cause?: ErrorCause;
  /** Facts about the failure that are not input (a path, a limit, an exit code). */
  readonly context?: Readonly<Record<string, unknown>>;
  /** The input as received, redacted and shortened. */
  readonly input?: unknown;
  /** Only with HAFT_DEBUG=1. */
  readonly stack?: string;
}

/** A failure as data: the `error` of a result. */
export interface ErrorObject {
  /** One of the table, or one that the tool declares. */
  readonly code: string;
  /** What went wrong: the thing, the value received. */
  readonly message: string;
  /** Whether the same call may succeed later. */
  readonly recoverable: boolean;
  /** What a caller must know before a retry. */
  readonly outcome: Outcome;
  /** What to do next. */
  readonly suggestions?: readonly string[];
  readonly details: ErrorDetails;
}

/** The result of a call that succeeded. */
export interface ToolSuccess<T> {
  readonly success: true;
  readonly data: T;
  readonly error?: undefined;
  readonly metadata: CallMetadata;
}

/** The result of a call that failed, or was refused. */
export interface ToolFailure {
  readonly success: false;
  readonly data?: undefined;
  readonly error: ErrorObject;
  readonly metadata: CallMetadata;
}

/** What `execute` always answers; `success` tells which of the two it is. */
export type ToolResult<T = unknown> = ToolSuccess<T> | ToolFailure;

/** Whether a value is a whole result of this library. */
export function isToolResult(value: unknown): value is ToolResult {
  if (!isRecord(value) || !isRecord(value['metadata'])) return false;
  return value['success'] === true ? 'data' in value : value['success'] === false && isRecord(value['error']);
}
