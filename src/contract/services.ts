import type {CallContext, Progress} from './call-context.js';
import type {ToolError} from './errors.js';
import type {Handle, HandleType} from './handle.js';
import type {ToolMetadata} from './metadata.js';
import type {CallMetadata, ErrorObject, ToolResult} from './result.js';
import type {SecurityTier} from './security-tier.js';

/** Time, replaceable in tests. All in ms. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** Calls back after so many ms. */
  setTimeout(callback: () => void, ms: number): TimerHandle;
  /** Forgets a timer. */
  clearTimeout(timer: TimerHandle): void;
}

export interface TimerHandle {
  ref?(): unknown;
  unref?(): unknown;
}

/** What a policy is asked about. `input` is absent in the first question, before input was looked at. */
export interface PolicyRequest {
  /** Full name of the tool. */
  readonly tool: string;
  /** Name of the module instance. */
  readonly module: string;
  readonly callId: string;
  /** Security tier of the tool, 0 to 4. */
  readonly tier: SecurityTier;
  readonly context: CallContext;
  readonly metadata: ToolMetadata;
  /** The frozen input that will run. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** `ask` calls `approve`. */
export type PolicyEffect = 'allow' | 'deny' | 'ask';

/** An answer with its reason. */
export interface PolicyDecision {
  /** What happens to the call. */
  readonly effect: PolicyEffect;
  /** Told to the caller and to the audit log. */
  readonly reason?: string;
  /** The rule that decided. */
  readonly rule?: string;
}

/** What a policy answers. `undefined` is no answer and denies; from `admit` it leaves the answer to `authorize`. */
export type PolicyAnswer = PolicyEffect | PolicyDecision | undefined;

/**
 * Decides about calls. Both questions fail closed: no answer, a throw or silence denies. `admit` sees tool, tier and
 * agent; `authorize` sees the frozen input too; `approve` is asked where the answer was `ask`.
 */
export interface Policy {
  /** May this agent use this tool at all? Asked before the input is looked at; must answer at once. Left out: asked later. */
  admit?(request: PolicyRequest): PolicyAnswer;
  /** May this call run, with this input? */
  authorize?(request: PolicyRequest): PolicyAnswer | Promise<PolicyAnswer>;
  /** Asked where the answer was `ask`, of a person say; anything but `true` denies. */
  approve?(request: PolicyRequest): boolean | Promise<boolean>;
  /** ms that `authorize` and `approve` may take; default 60,000. */
  readonly approvalTimeout?: number;
}

/** One line of the audit log. */
export interface AuditEntry {
  /** ISO 8601. */
  readonly timestamp: string;
  /** `intent` before a call that changes something, `outcome` after every call. */
  readonly phase: 'intent' | 'outcome';
  /** Joins the intent and the outcome of a call. */
  readonly callId: string;
  readonly tool: string;
  readonly context: CallContext;
  readonly decision: PolicyDecision;
  /** Redacted and bounded. */
  readonly input?: unknown;
  readonly success?: boolean;
  readonly error?: Pick<ErrorObject, 'code' | 'message' | 'outcome'>;
  /** ms */
  readonly duration?: number;
  readonly attempts?: number;
}

/** Where audit lines go. A throw from `write` refuses a call that changes something and flags any other. */
export interface AuditSink {
  /** Keeps a line before it returns. */
  write(entry: AuditEntry): void;
  /** Called by `runtime.close()`. */
  close?(): void | Promise<void>;
}

/** A call that waits for its turn. */
export interface WaitingCall {
  readonly tool: string;
  /** Why the call was ended from outside, if it was. */
  readonly ended: ToolError | undefined;
  /** Throws when the call was ended from outside. */
  /** The promise, or the end of the call if that comes first. */
  race<T>(promise: Promise<T>): Promise<T>;
}

/** Lets calls wait for their turn. Answers RATE_LIMITED when a call's time is over before. */
export interface LimiterService {
  schedule<T>(call: WaitingCall, run: () => Promise<T>): Promise<T>;
}

/** Key-value memory by scope (R19.3). */
export interface MemoryService {
  /** null when there is nothing. */
  read(scope: string, key: string): unknown;
  /** Keeps a value, in place of an earlier one. */
  write(scope: string, key: string, value: unknown): void;
  /** False when there was nothing. */
  delete(scope: string, key: string): boolean;
}

export interface HandleOwner {
  /** Name of the module instance. */
  readonly module: string;
  /** The instance itself: two instances of one name are strangers to each other. */
  readonly instance: object;
  readonly session?: string | undefined;
}

/** What `list` tells about a live handle. */
export interface HandleInfo {
  readonly id: string;
  readonly type: string;
  /** Name of the module instance that made it. */
  readonly module: string;
  /** Session that owns it; undefined when the call named none. */
  readonly session: string | undefined;
  /** Id of the handle whose resource this one lives in. */
  readonly parent: string | undefined;
  /** Ids of handles whose resources live in this one. */
  readonly children: readonly string[];
  /** ms since the epoch */
  readonly createdAt: number;
  /** ms since the epoch */
  readonly lastUsedAt: number;
  /** ms without use after which it is released; undefined is never. */
  readonly idleTtl: number | undefined;
}

/** A resource that a call works with. */
export interface HeldResource {
  readonly resource: unknown;
  /** The call is over; its idle time begins. */
  free(): void;
}

export interface HandleService {
  create<T extends string, R, F extends object>(
    type: HandleType<T, R, F>,
    resource: R,
    options: {
      owner: HandleOwner;
      parent?: {readonly _id: string} | undefined;
      dispose?: (() => void | Promise<void>) | undefined;
      idleTtl?: number | undefined;
    },
  ): Handle<T, F>;
  /** The resource behind a handle, an id or a result; answers the HANDLE_* codes. Without an instance any module's. */
  resolve(input: unknown, type: string, asker: {session: string | undefined; instance?: object}): unknown;
  /** The same for as long as a call lasts: until `free` the resource is in use, and does not expire. */
  hold(input: unknown, type: string, asker: {session: string | undefined; instance?: object}): HeldResource;
  handleOf(resource: unknown): Handle | undefined;
  /** Releases a resource after its children; false when it is gone already. */
  release(handle: {readonly _id: string} | string): Promise<boolean>;
  /** Says which tools make handles of a type, for error messages. */
  announce(type: string, tools: readonly string[]): void;
}

/** A recorded way back. */
export interface UndoEntry {
  /** Replaces the record when the act is done (fingerprints of what it left, for instance). */
  complete(record: unknown): void;
  /** Forgets it: nothing was changed after all. */
  discard(): void;
}

export interface UndoService {
  /** Keeps a way back and names it. `revert` runs it as a call of its own. */
  keep(options: {owner: HandleOwner; tool: string; callId: string; revert: () => Promise<ToolResult>}): Handle<'undo'>;
}

/** Replaces secrets in text and in values; by value and by key. */
export interface Redactor {
  /** Makes a secret known; shorter than four characters are ignored. */
  add(secret: string): void;
  readonly size: number;
  text(value: string): string;
  /** A redacted, bounded, JSON-safe copy. */
  value(value: unknown): unknown;
  /** Replaces known secrets by value only, keeps everything else as it is; the same object when there are none. */
  conceal<T>(value: T): T;
  /**
   * A text that was cut at one of its edges before secrets were taken out, without what may be the part of one there. What
   * is whole in it is left for `text`.
   */
  torn(value: string, edge: 'start' | 'end'): string;
}

/** Events of a runtime, by name. */
export interface RuntimeEvents {
  /** A call begins: its input is not looked at yet, the policy not asked. */
  'call:start': {readonly tool: string; readonly callId: string; readonly context: CallContext};
  /** A call has its result. */
  'call:end': CallMetadata & {readonly success: boolean; readonly error?: ErrorObject; readonly context: CallContext};
  /** A tool said how far it is. */
  'call:progress': Progress;
  /** An attempt failed with `code`; the next one comes after `delay` ms. */
  'call:retry': {
    readonly tool: string;
    readonly callId: string;
    readonly attempt: number;
    readonly delay: number;
    readonly code: string;
  };
  /** A tool said something by `call.log`. */
  log: {
    readonly tool: string;
    readonly callId: string;
    readonly message: string;
    readonly fields?: Readonly<Record<string, unknown>>;
  };
  /** A tool made a handle. */
  'handle:created': {readonly id: string; readonly type: string; readonly module: string};
  /** A resource was disposed of. */
  'handle:released': {readonly id: string; readonly type: string; readonly module: string};
  /** A live module has other tools than before. */
  'module:tools': {readonly module: string};
  /** Something went wrong beside a call: a tool that can not be searched, say. */
  warning: {readonly message: string};
}

export interface EventService {
  emit<K extends keyof RuntimeEvents>(name: K, event: RuntimeEvents[K]): void;
  /** Whether anybody listens: an event is made only then. */
  has(name: keyof RuntimeEvents): boolean;
}

/** Bounds that hold for every call of a runtime. */
export interface Limits {
  /** ms of one attempt of a tool that names none; default 30,000, 0 is no limit. */
  readonly timeout: number;
  /** Live handles; default 10,000. */
  readonly maxHandles: number;
  /** Depth of input and output values; default 64. */
  readonly maxDepth: number;
  /** Calls that may run at the same time in the runtime; default no limit. */
  readonly maxConcurrent: number | undefined;
}

/** Something that takes time: a run of a tool, a call as a whole. */
export interface UnderWay {
  /** The module instance that it ends with, if any. */
  readonly instance: object | undefined;
  /** ms; 0 is no limit. */
  readonly timeout: number;
  /** Its time is over. */
  expire(): void;
  /** Ends it; resolves when it has ended. */
  stop(reason: ToolError): Promise<void>;
}

/** Keeps what is under way, and ends it when its time is over, many by one timer. */
export interface RunningService {
  /** From `since` on, ms by the clock. Who is over leaves. */
  enter(call: UnderWay, since: number): {leave(): void};
}

/** What modules share: the services a call may use. `Runtime` is the class that composes them. */
export interface Services {
  readonly clock: Clock;
  readonly running: RunningService;
  readonly handles: HandleService;
  readonly memory: MemoryService;
  readonly undoLog: UndoService;
  readonly events: EventService;
  readonly redactor: Redactor;
  readonly limits: Limits;
  readonly policy: Policy | undefined;
  readonly audit: AuditSink | undefined;
  /** Holds all calls of the runtime to `limits.maxConcurrent`. */
  readonly limiter: LimiterService | undefined;
  /** A new call id: a counter behind a random prefix. */
  nextCallId(): string;
}
