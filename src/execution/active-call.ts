import type {CallContext} from '../contract/call-context.js';
import type {CallOptions} from '../contract/call.js';
import type {ToolError} from '../contract/errors.js';
import type {CallMetadata} from '../contract/result.js';
import type {Handle} from '../contract/handle.js';
import type {HeldResource, PolicyDecision, Services, WaitingCall} from '../contract/services.js';
import {allowed} from '../policy/decide.js';
import type {CallSpec} from './call-spec.js';
import {noInput} from './call-spec.js';
import {cancelled, Interrupt} from './interrupt.js';
import {onAbort} from './on-abort.js';
import type {UndoRecord} from './undo-record.js';

const noContext: CallContext = Object.freeze({});

/** The state of one call on its way through the pipeline. */
export class ActiveCall implements WaitingCall {
  readonly spec: CallSpec;
  readonly services: Services;
  /** As the caller gave it. */
  readonly raw: unknown;
  readonly options: CallOptions;
  readonly context: CallContext;
  readonly callId: string;
  readonly startedAt: number;
  /** Only when the caller gave a signal or a timeout. */
  readonly interrupt: Interrupt | undefined;
  /** The frozen input, once it is known to be valid. */
  input: Readonly<Record<string, unknown>> = noInput;
  accepted = false;
  /** What `run` gets: the input with resources in place of handles. */
  runInput: Readonly<Record<string, unknown>> = noInput;
  decision: PolicyDecision = allowed;
  changes = false;
  attempts = 0;
  cached = false;
  warnings: string[] | undefined;
  undo: UndoRecord[] | undefined;
  undoOfEarlierAttempts = 0;
  /** The resources behind the handles of its input. */
  held: HeldResource[] | undefined;
  #waited = false;
  #release: (() => void) | undefined;

  constructor(spec: CallSpec, services: Services, raw: unknown, options: CallOptions) {
    this.spec = spec;
    this.services = services;
    this.raw = raw;
    this.options = options;
    this.context = options.context ?? noContext;
    this.callId = services.nextCallId();
    this.startedAt = services.clock.now();
    this.interrupt = options.signal || options.timeout ? this.#watch(options) : undefined;
  }

  #watch({signal, timeout}: CallOptions): Interrupt {
    const interrupt = new Interrupt();
    const entry = timeout
      ? this.services.running.enter(interrupt.after(timeout, this.spec.name), this.startedAt)
      : undefined;
    if (signal?.aborted) interrupt.trigger(cancelled(signal));
    const stopWaiting = signal && onAbort(signal, () => interrupt.trigger(cancelled(signal)));
    this.#release = () => {
      entry?.leave();
      stopWaiting?.();
    };
    return interrupt;
  }

  get session(): string | undefined {
    return this.context.sessionId;
  }

  get tool(): string {
    return this.spec.name;
  }

  get ended(): ToolError | undefined {
    return this.interrupt?.reason;
  }

  /** ms; as long as the call has waited for nothing, the time of its start, for asking costs. */
  now(): number {
    return this.#waited || this.attempts > 1 ? this.services.clock.now() : this.startedAt;
  }

  race<T>(promise: Promise<T>): Promise<T> {
    this.#waited = true;
    return this.interrupt ? this.interrupt.race(promise) : promise;
  }

  /** Waits, unless the call is ended from outside. */
  async wait(ms: number): Promise<void> {
    const {clock} = this.services;
    this.#waited = true;
    await new Promise<void>((resolve, reject) => {
      const timer = clock.setTimeout(() => {
        off?.();
        resolve();
      }, ms);
      const off = this.interrupt?.on((reason) => {
        clock.clearTimeout(timer);
        reject(reason);
      });
    });
  }

  warn(message: string): void {
    (this.warnings ??= []).push(message);
  }

  /** Lets go of signal, deadline and resources. */
  close(): void {
    if (this.held) for (const held of this.held) held.free();
    this.held = undefined;
    this.#release?.();
  }

  metadata(undo: Handle<'undo'> | undefined): CallMetadata {
    const metadata: {-readonly [K in keyof CallMetadata]: CallMetadata[K]} = {
      tool: this.spec.name,
      callId: this.callId,
      timestamp: this.startedAt,
      duration: this.services.clock.now() - this.startedAt,
      attempts: this.attempts,
    };
    if (undo) metadata.undo = undo;
    if (this.cached) metadata.cached = true;
    if (this.warnings) metadata.warnings = this.warnings;
    return metadata;
  }
}
