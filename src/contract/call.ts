import type {CallContext, Progress} from './call-context.js';
import type {Handle, HandleType} from './handle.js';
import type {MemoryService, UndoEntry} from './services.js';

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** ms for the whole call: waiting for a limit, all attempts, everything. Beside it each attempt has the tool's own. */
  readonly timeout?: number;
  readonly context?: CallContext;
  /** Two calls with one key are one call: the second gets the answer of the first. */
  readonly idempotencyKey?: string;
  readonly onProgress?: (progress: Progress) => void;
  /** Checks everything that can be checked and runs nothing. */
  readonly dryRun?: boolean;
}

interface CreateHandleOptions {
  /** The handle whose resource this one lives in; it is released after this one. */
  readonly parent?: {readonly _id: string} | undefined;
  /** Instead of the type's own. */
  readonly dispose?: (() => void | Promise<void>) | undefined;
}

/** Making and ending handles during a call; owner and session are those of the call. */
export interface CallHandles {
  create<T extends string, R, F extends object>(
    type: HandleType<T, R, F>,
    resource: R,
    options?: CreateHandleOptions,
  ): Handle<T, F>;
  /** The handle that a resource of this call's input came from. */
  of(resource: unknown): Handle | undefined;
  release(handle: {readonly _id: string}): Promise<void>;
}

/** What a tool gets as the third argument of `run`. */
export interface Call {
  /** Full name of the tool. */
  readonly tool: string;
  readonly callId: string;
  /** Aborted on timeout and on cancel. Asking for it costs about 4 us; a tool that does not ask pays nothing. */
  readonly signal: AbortSignal;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly context: CallContext;
  readonly memory: MemoryService;
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
