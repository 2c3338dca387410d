import {ToolError} from '../contract/errors.js';
import type {ErrorObject} from '../contract/result.js';
import {ModuleInstance} from './module-instance.js';
import type {Runtime} from './runtime.js';
import {Tool} from './tool.js';

/** What `getToolMethods` says of a method: any part of a tool's metadata. */
export interface ToolMethodFacts {
  readonly description?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Same as input. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  /** Whether it can not do without. */
  readonly focusRequired?: boolean;
  /** Type of the focus that it works on. */
  readonly focusType?: string;
  readonly examples?: readonly unknown[];
  readonly [fact: string]: unknown;
}

/** What a tool of a ToolModule works on, set by `setFocus` (C3). */
export interface Focus {
  /** Kind of thing: `repository`. */
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * The module class of seed 004 (R1.11): the methods that `getToolMethods` names become tools. `setupResources` and
 * `teardownResources` open and close what they share.
 */
export class ToolModule<Config extends object = Record<string, unknown>> extends ModuleInstance<Config> {
  /** Place for what `setupResources` opens. */
  declare resources: Record<string, unknown>;
  /** What `setFocus` was given last. */
  declare focusTarget: Focus | undefined;

  constructor(config?: Config, runtime?: Runtime) {
    super(undefined, config ?? ({} as Config), runtime);
  }

  /** What the module can do, without an instance. */
  static getCapabilities(): object {
    return {tools: []};
  }

  /** Which methods are tools, and what they say of themselves. */
  getToolMethods(): Readonly<Record<string, ToolMethodFacts>> {
    return {};
  }

  override createTools(): void {
    this.resources = {};
    for (const [name, facts] of Object.entries(this.getToolMethods())) {
      this.tools[name] = new Tool({
        name,
        execute: (input: unknown) => this.#method(name)(input),
        getMetadata: () => facts,
      });
    }
  }

  #method(name: string): (input: unknown) => unknown {
    // Of the class: the instance has the tool itself under this name, where the class has nothing.
    const method: unknown = Reflect.get(Object.getPrototypeOf(this) as object, name, this);
    if (typeof method === 'function') return (input) => (method as (input: unknown) => unknown).call(this, input);
    throw new ToolError('INVALID_CONFIG', `${this.constructor.name} names the tool ${name}, but has no such method`, {
      outcome: 'not_executed',
    });
  }

  override async initialize(): Promise<void> {
    await this.setupResources();
  }

  override async cleanup(): Promise<void> {
    try {
      await this.teardownResources();
    } finally {
      await super.cleanup();
    }
  }

  /** Opens what the tools share; called once, by `initialize`. */
  async setupResources(): Promise<void> {
    // Nothing to open by default.
  }

  /** Closes it; called once, by `cleanup`. */
  async teardownResources(): Promise<void> {
    // Nothing to close by default.
  }

  /** Sets what the tools of this instance work on; its fields are read as `this.focus.path`, as in seed 004. */
  setFocus(focus: Focus | undefined): void {
    this.focusTarget = focus;
    const bind = super.focus.bind(this);
    const fields = Object.entries(focus ?? {}).map(([key, value]) => [key, {value, enumerable: true}] as const);
    const view = Object.defineProperties(
      (bound: Readonly<Record<string, unknown>>) => bind(bound),
      Object.fromEntries(fields),
    );
    Object.defineProperty(this, 'focus', {value: view, enumerable: false, configurable: true});
  }

  /** Throws INVALID_STATE unless the focus is of one of the types. */
  requireFocus(types: string | readonly string[]): Focus {
    const wanted: readonly string[] = typeof types === 'string' ? [types] : types;
    if (this.focusTarget && wanted.includes(this.focusTarget.type)) return this.focusTarget;
    throw new ToolError('INVALID_STATE', `Operation requires ${wanted.join(' or ')} focus`, {
      outcome: 'not_executed',
      suggestions: [`Call setFocus({type: '${wanted[0] ?? ''}', …}) first`],
    });
  }

  /** A failure in the shape of seed 004; the pipeline completes it (R2.11). */
  createError(
    code: string,
    message: string,
    input?: unknown,
  ): {success: false; error: Partial<ErrorObject> & {code: string; message: string}} {
    const details = {tool: this.constructor.name, timestamp: Date.now(), input};
    return {success: false, error: {code, message, details, recoverable: code !== 'MISSING_PARAMETER'}};
  }
}
