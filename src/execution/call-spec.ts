import type {Call, CallOptions} from '../contract/call.js';
import type {ToolMetadata} from '../contract/metadata.js';
import type {ToolResult} from '../contract/result.js';
import type {RetryPolicy} from '../contract/retry-policy.js';
import type {LimiterService} from '../contract/services.js';
import type {SecurityTier} from '../contract/security-tier.js';
import type {HandlePath} from '../schema/handle-paths.js';
import type {InputSchema} from '../schema/input-schema.js';
import type {OutputSchema} from '../schema/output-schema.js';

/** At most `requests` calls in `per` ms; more wait their turn. */
export interface Rate {
  readonly requests: number;
  /** ms */
  readonly per: number;
}

/** Everything the pipeline needs to know of one tool. What is absent costs nothing. */
export interface CallSpec {
  /** Full name. */
  readonly name: string;
  readonly module: string;
  /** The module instance that owns the handles of the call, and ends it when it ends itself. */
  readonly instance: object;
  readonly tier: SecurityTier;
  readonly metadata: () => ToolMetadata;
  readonly input: InputSchema | undefined;
  readonly output: OutputSchema | undefined;
  /** Where handles stand in the input. */
  readonly handles: readonly HandlePath[];
  readonly idempotent: boolean;
  /** Whether the call with this input changes something. */
  readonly changes: (input: Readonly<Record<string, unknown>>) => boolean;
  /** ms of one attempt; 0 is no limit, undefined is the runtime's. */
  readonly timeout: number | undefined;
  readonly retry: RetryPolicy | undefined;
  readonly rate: Rate | undefined;
  /** Shared with the other tools of the module. */
  readonly limiter?: LimiterService | undefined;
  /** Calls of the tool that may run at the same time. */
  readonly concurrency: number | undefined;
  /** Throws INVALID_STATE when the module can not be used (any more). */
  readonly ready: (() => void) | undefined;
  readonly run: (input: Readonly<Record<string, unknown>>, call: Call) => unknown;
  readonly undo: ((record: unknown, call: Call) => unknown) | undefined;
  /** Whether an answer may be a result already: tools of user code only. */
  readonly mayAnswerResult: boolean;
}

/** One call: always answers a result, never rejects. */
export type CallFunction = (input: unknown, options?: CallOptions) => Promise<ToolResult>;

export const noInput: Readonly<Record<string, unknown>> = Object.freeze({});
