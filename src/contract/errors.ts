import {errorEntry} from './error-codes.js';
import type {CallMetadata, ErrorObject, Outcome} from './result.js';

const brand = Symbol.for('haft.ToolError');

/** What `new ToolError(code, message, options)` takes. All of it is optional. */
export interface ToolErrorOptions {
  /** Left out: the pipeline says what happened. */
  readonly outcome?: Outcome | undefined;
  /** Default: what the code table says, false for a module's own code. */
  readonly recoverable?: boolean | undefined;
  /** What to do next. */
  readonly suggestions?: readonly string[] | undefined;
  /** Facts about the failure that are not input. Must be JSON. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  /** What was thrown underneath; its code and message are told, redacted. */
  readonly cause?: unknown;
  /** Of the call that failed, where the error comes from one. */
  readonly metadata?: CallMetadata | undefined;
}

/** The context of seed 004's `new ToolError(message, context)` (R2.10). */
export interface ToolErrorContext {
  /** Module that the error comes from. */
  readonly module?: string;
  /** Tool that failed. */
  readonly method?: string;
  /** What it worked on. */
  readonly focus?: unknown;
  /** What it was called with. */
  readonly params?: unknown;
}

const looksLikeCode = (text: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(text);

/**
 * What a tool throws to fail with a code, and what `tool.call()` and the methods of an instance throw.
 *
 * `new ToolError(code, message?, options?)`; seed 004's `new ToolError(message, {module, method, focus, params})`
 * works as well and has the code EXECUTION_ERROR.
 */
export class ToolError extends Error {
  static {
    Object.defineProperty(this.prototype, brand, {value: true});
  }

  /** One of the table, or one that a tool declares. */
  readonly code: string;
  /** Whether the same call may succeed later. */
  readonly recoverable: boolean;
  /** Undefined until the pipeline knows; set it where the tool knows better. */
  declare readonly outcome?: Outcome;
  /** What to do next. */
  declare readonly suggestions?: readonly string[];
  /** Facts about the failure that are not input: a path, a limit, an exit code. */
  declare readonly context?: Readonly<Record<string, unknown>>;
  /** Of the call that failed; its `undo` takes back what happened of it. */
  declare readonly metadata?: CallMetadata;
  /** ms since the epoch. */
  readonly timestamp: number;
  /** From the context of seed 004's spelling, like the next three. */
  declare readonly module?: string;
  declare readonly method?: string;
  declare readonly focus?: unknown;
  declare readonly params?: unknown;

  constructor(code: string, message?: string, options?: ToolErrorOptions);
  constructor(message: string, context: ToolErrorContext);
  constructor(first: string, second?: string | ToolErrorContext, options: ToolErrorOptions = {}) {
    const seedStyle = typeof second === 'object' || (second === undefined && !looksLikeCode(first));
    const code = seedStyle ? 'EXECUTION_ERROR' : first;
    const entry = errorEntry(code);
    const text = seedStyle ? first : (second ?? entry?.message ?? code);
    super(text, options.cause === undefined ? undefined : {cause: options.cause});
    this.code = code;
    this.recoverable = options.recoverable ?? entry?.recoverable ?? false;
    this.timestamp = Date.now();
    const {outcome, suggestions, context, metadata} = options;
    const {module, method, focus, params} = seedStyle && typeof second === 'object' ? second : {};
    // What is not known is not there, so that a printed error shows what there is to see.
    const known = Object.entries({outcome, suggestions, context, metadata, module, method, focus, params});
    Object.assign(this, Object.fromEntries(known.filter(([, value]) => value !== undefined)));
  }

  override get name(): string {
    return 'ToolError';
  }

  /**
   * The error as data (R2.13), for those who catch it outside of a call. Not redacted: results of calls are.
   * `tool` defaults to the one the error came from.
   */
  toErrorObject(tool = this.metadata?.tool ?? this.module ?? ''): ErrorObject {
    const {code, message, recoverable, outcome = 'failed', suggestions, context, timestamp} = this;
    const details = {tool, timestamp, ...(context && {context})};
    return {code, message, recoverable, outcome, ...(suggestions && {suggestions}), details};
  }

  /** `validation` before execution, `system` a fault of the library, else `execution` (R2.13). */
  get kind(): 'validation' | 'execution' | 'system' {
    if (errorEntry(this.code)?.class === 'input') return 'validation';
    return this.code === 'INTERNAL_ERROR' ? 'system' : 'execution';
  }

  /** Recognises errors of another copy of the library too, where `instanceof` can not. */
  static isToolError(value: unknown): value is ToolError {
    try {
      return value instanceof Error && brand in value;
    } catch {
      // A revoked proxy, say: not even its prototype can be asked for.
      return false;
    }
  }
}
