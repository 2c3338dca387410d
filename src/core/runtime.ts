import {SecretRedactor} from '../audit/redactor.js';
import type {CallOptions} from '../contract/call.js';
import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {assertKnownKeys} from '../contract/known-keys.js';
import type {ToolResult} from '../contract/result.js';
import type {
  AuditSink,
  Clock,
  Limits,
  LimiterService,
  MemoryService,
  Policy,
  PolicyAnswer,
  PolicyRequest,
  RuntimeEvents,
  Services,
} from '../contract/services.js';
import {Limiter} from '../execution/limiter.js';
import {failureResult} from '../execution/pipeline.js';
import {RunningCalls} from '../execution/running-calls.js';
import {HandleStore} from '../handles/handle-store.js';
import {MemoryManager} from '../memory/memory-manager.js';
import {UndoLog} from '../undo/undo-log.js';
import {CallIds} from './call-ids.js';
import {Events} from './runtime-events.js';
import {systemClock} from './system-clock.js';

/** What `new Runtime` takes. All of it is optional. */
export interface RuntimeOptions {
  /** Decides about every call; a function is asked with the frozen input. Without one everything is allowed. */
  readonly policy?: Policy | ((request: PolicyRequest) => PolicyAnswer | Promise<PolicyAnswer>);
  /** Where audit lines go, a JsonlAuditSink for instance. */
  readonly audit?: AuditSink;
  /** Where `call.memory` reads and writes. Default: in the process. */
  readonly memory?: MemoryService;
  /** Instead of single defaults. */
  readonly limits?: Partial<Limits>;
  /** Time, for tests. Default: the system's. */
  readonly clock?: Clock;
}

/** Bounds of a runtime that is given none. */
export const defaultLimits: Limits = Object.freeze({
  timeout: 30_000,
  maxHandles: 10_000,
  maxDepth: 64,
  maxConcurrent: undefined,
});

function checkOptions(options: RuntimeOptions): void {
  assertKnownKeys('Options of a Runtime', options, ['policy', 'audit', 'memory', 'limits', 'clock']);
  assertKnownKeys('Limits of a Runtime', options.limits ?? {}, Object.keys(defaultLimits));
  const given: readonly (readonly [string, unknown])[] = Object.entries(options.limits ?? {});
  const limit = given.find(([, value]) => value !== undefined && !(typeof value === 'number' && value >= 0));
  if (limit) {
    throw new ToolError(
      'INVALID_CONFIG',
      `Limit "${limit[0]}" must be a number of at least 0, received ${String(limit[1])}`,
    );
  }
  const {policy, audit} = options;
  // An object of any kind is asked, and denies where it does not answer.
  if (policy !== undefined && typeof policy !== 'function' && !isRecord(policy)) {
    throw new ToolError('INVALID_CONFIG', `A policy must be a function or an object, received ${typeof policy}`);
  }
  if (audit !== undefined && typeof audit.write !== 'function') {
    throw new ToolError('INVALID_CONFIG', 'An audit sink must have write(entry)', {
      suggestions: ["Give new JsonlAuditSink('folder')"],
    });
  }
}

/** What modules share: handle store, policy, memory, events, audit log, limits. */
export class Runtime implements Services {
  /** Time of all calls. */
  readonly clock: Clock;
  /** What runs, until when; for the pipeline. */
  readonly running: RunningCalls;
  /** What `on` listens to; tools and services emit there. */
  readonly events = new Events();
  /** Knows the secrets: `redactor.add(text)` makes one more known, so that no result, error or log tells it. */
  readonly redactor = new SecretRedactor();
  /** Live handles: `list()`, `leaks(ms)` and `release(handle)` are for people, see docs/handles.md. */
  readonly handles: HandleStore;
  /** Key-value memory that tools see as `call.memory`. */
  readonly memory: MemoryService;
  /** The ways back that calls have recorded; `undo` uses them. */
  readonly undoLog: UndoLog;
  /** As given, with the defaults. */
  readonly limits: Limits;
  /** Who decides about calls; undefined: everything is allowed. */
  readonly policy: Policy | undefined;
  /** Where audit lines go; undefined: there is no log. */
  readonly audit: AuditSink | undefined;
  readonly limiter: LimiterService | undefined;
  readonly #callIds = new CallIds();

  /** Throws INVALID_CONFIG for options that it does not know: a misspelt policy must not mean that there is none. */
  constructor(options: RuntimeOptions = {}) {
    checkOptions(options);
    this.clock = options.clock ?? systemClock;
    this.running = new RunningCalls(this.clock);
    const limits = Object.entries(options.limits ?? {}).filter(([, limit]) => limit !== undefined);
    this.limits = Object.freeze({...defaultLimits, ...Object.fromEntries(limits)});
    this.handles = new HandleStore({clock: this.clock, events: this.events, maxHandles: this.limits.maxHandles});
    this.memory = options.memory ?? new MemoryManager();
    this.undoLog = new UndoLog(this.handles);
    this.policy = typeof options.policy === 'function' ? {authorize: options.policy} : options.policy;
    this.audit = options.audit;
    const {maxConcurrent} = this.limits;
    this.limiter = maxConcurrent === undefined ? undefined : new Limiter({concurrency: maxConcurrent});
  }

  nextCallId(): string {
    return this.#callIds.next();
  }

  /** Listens to an event; returns how to stop. */
  on<K extends keyof RuntimeEvents>(name: K, listener: (event: RuntimeEvents[K]) => void): () => void {
    return this.events.on(name, listener);
  }

  /**
   * Takes a call back by the handle of its `metadata.undo`. Answers UNDO_REFUSED when what the call left has changed
   * since, and the HANDLE_* codes for a handle that names no call of this session.
   */
  async undo(handle: unknown, options: Pick<CallOptions, 'context'> = {}): Promise<ToolResult> {
    const {context} = options;
    try {
      return await this.undoLog.undo(handle, context?.sessionId);
    } catch (error) {
      return failureResult('runtime.undo', error, this, {context});
    }
  }

  /** Releases every handle of a session. Throws CLEANUP_INCOMPLETE after going on past failing ones. */
  async endSession(sessionId: string): Promise<number> {
    return this.handles.releaseAll({session: sessionId});
  }

  /** Releases all handles and closes the audit log. Modules are cleaned up by themselves or by their registry. */
  async close(): Promise<void> {
    try {
      await this.handles.releaseAll();
    } finally {
      this.handles.close();
      await this.audit?.close?.();
    }
  }
}
