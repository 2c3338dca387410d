import type {CallContext} from '../contract/call-context.js';
import type {Call, CallHandles} from '../contract/call.js';
import type {ToolError} from '../contract/errors.js';
import type {HandleOwner, MemoryService, UndoEntry} from '../contract/services.js';
import type {ActiveCall} from './active-call.js';
import type {UndoRecord} from './undo-record.js';

/** One run of a tool: what the tool sees of its call. */
export class Attempt implements Call {
  readonly attempt: number;
  readonly #call: ActiveCall;
  #controller: AbortController | undefined;
  #listeners: ((reason: ToolError) => void)[] | undefined;
  #stopped: ToolError | undefined;
  #abandoned = false;

  constructor(call: ActiveCall, attempt: number) {
    this.#call = call;
    this.attempt = attempt;
  }

  get tool(): string {
    return this.#call.spec.name;
  }

  get callId(): string {
    return this.#call.callId;
  }

  get context(): CallContext {
    return this.#call.context;
  }

  get memory(): MemoryService {
    return this.#call.services.memory;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#stopped) this.#controller.abort(this.#stopped);
    }
    return this.#controller.signal;
  }

  get stopped(): ToolError | undefined {
    return this.#stopped;
  }

  onStop(listener: (reason: ToolError) => void): () => void {
    const listeners = (this.#listeners ??= []);
    if (this.#stopped) listener(this.#stopped);
    else listeners.push(listener);
    return () => {
      const place = listeners.indexOf(listener);
      if (place >= 0) listeners.splice(place, 1);
    };
  }

  /** Whether the tool asked to be told, and so can be expected to stop by itself. */
  get listens(): boolean {
    return this.#controller !== undefined || this.#listeners !== undefined;
  }

  /** The caller has his answer: what the tool still makes is nobody's. */
  abandon(): void {
    this.#abandoned = true;
  }

  /** Tells the tool to stop. */
  stop(reason: ToolError): void {
    this.#stopped = reason;
    this.#controller?.abort(reason);
    const listeners = this.#listeners ?? [];
    for (const listener of [...listeners]) {
      // One may have stopped listening because of another.
      if (!listeners.includes(listener)) continue;
      try {
        listener(reason);
      } catch {
        // A listener that fails is its tool's trouble; the others are told all the same.
      }
    }
  }

  get handles(): CallHandles {
    const {services, spec, session} = this.#call;
    const owner: HandleOwner = {module: spec.module, instance: spec.instance, session};
    return {
      create: (type, resource, options) => {
        const handle = services.handles.create(type, resource, {...options, owner});
        if (this.#abandoned) void services.handles.release(handle).catch(() => undefined);
        return handle;
      },
      of: (resource) => services.handles.handleOf(resource),
      release: async (handle) => {
        await services.handles.release(handle);
      },
    };
  }

  log(message: string, fields?: Readonly<Record<string, unknown>>): void {
    const {services} = this.#call;
    if (!services.events.has('log')) return;
    const safe = fields && (services.redactor.value(fields) as Readonly<Record<string, unknown>>);
    services.events.emit('log', {
      tool: this.tool,
      callId: this.callId,
      message: services.redactor.text(message),
      ...(safe && {fields: safe}),
    });
  }

  progress(value: number | string, message?: string): void {
    const {services, options} = this.#call;
    if (!options.onProgress && !services.events.has('call:progress')) return;
    const text = typeof value === 'string' ? value : message;
    const event = {
      callId: this.callId,
      tool: this.tool,
      ...(typeof value === 'number' && {fraction: Math.min(1, Math.max(0, value))}),
      ...(text !== undefined && {message: services.redactor.text(text)}),
    };
    services.events.emit('call:progress', event);
    try {
      options.onProgress?.(event);
    } catch {
      // A listener that fails is its owner's trouble, not the call's.
    }
  }

  warn(message: string): void {
    this.#call.warn(this.#call.services.redactor.text(message));
  }

  undo(record: unknown): UndoEntry {
    const entry: UndoRecord = {record};
    const call = this.#call;
    (call.undo ??= []).push(entry);
    return {
      complete: (completed) => {
        entry.record = completed;
      },
      discard: () => {
        call.undo = call.undo?.filter((other) => other !== entry);
      },
    };
  }
}
