import type {CallContext, Progress} from './call-context.js';
import type {ToolError} from './errors.js';
import type {Handle, HandleType} from './handle.js';
import type {MemoryService, UndoEntry} from './services.js';

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call, with OPERATION_CANCELLED. */
  readonly signal?: AbortSignal;
  /** ms for the whole call: waiting for a limit, all attempts, everything. Beside it each attempt has the tool's own. */
  readonly timeout?: number;
  /** Who calls. Never read from input. */
  readonly context?: CallContext;
  /** Two calls with one key are one call: the second gets the answer of the first. */
  readonly idempotencyKey?: string;
  /** Told how far the call is, where its tool says so. */
  readonly onProgress?: (progress: Progress) => void;
  /** Checks everything that can be checked and runs nothing. */
  readonly dryRun?: boolean;
}

interface CreateHandleOptions {
  /** The handle whose resource this one lives in; it is released after this one. */
  readonly parent?: {readonly _id: string} | undefined;
  /** Instead of the type's own. */
  readonly dispose?: (() => void | Promise<void>) | undefined;
  /** ms without use, instead of the type's own; a config may name it. */
  readonly idleTtl?: number | undefined;
}

/** Making and ending handles during a call; owner and session are those of the call. */
export interface CallHandles {
  /** Keeps a resource and names it. Throws LIMIT_EXCEEDED at `limits.maxHandles`. */
  create<T extends string, R, F extends object>(
    type: HandleType<T, R, F>,
    resource: R,
    options?: CreateHandleOptions,
  ): Handle<T, F>;
  /** The handle that a resource of this call's input came from. */
  of(resource: unknown): Handle | undefined;
  /** Ends a handle and disposes of its resource, its children first. */
  release(handle: {readonly _id: string}): Promise<void>;
}

/** What a tool gets as the third argument of `run`. */
export interface Call {
  /** Full name of the tool. */
  readonly tool: string;
  /** The same for all attempts of a call. */
  readonly callId: string;
  /** Aborted on timeout and on cancel. Asking for it costs about 4 us; a tool that does not ask pays nothing. */
  readonly signal: AbortSignal;
  /** Why the call is to stop: timeout, cancel, or the end of its module. Undefined while it is to go on. */
  readonly stopped: ToolError | undefined;
  /**
   * Calls back once when the call is to stop, at once when it already is; returns how to stop listening. What `signal` tells,
   * without what an AbortSignal costs.
   */
  onStop(listener: (reason: ToolError) => void): () => void;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Who calls: session, agent, loop. */
  readonly context: CallContext;
  /** Key-value memory of the runtime. */
  readonly memory: MemoryService;
  /** Makes and ends handles. */
  readonly handles: CallHandles;
  /** Emits a `log` event. */
  log(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** A fraction from 0 to 1, or a line of text. */
  progress(value: number | string, message?: string): void;
  /** Adds a line to the result's `metadata.warnings`. */
  warn(message: string): void;
  /** Records what it takes to go back, before the tool acts; `complete` adds what is only known afterwards. */
  undo(record: unknown): UndoEntry;
}
