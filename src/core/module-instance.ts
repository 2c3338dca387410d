import {ToolError} from '../contract/errors.js';
import type {ModuleMetadata} from '../contract/metadata.js';
import {isRecord} from '../contract/json.js';
import {toToolError} from '../contract/native-errors.js';
import {nearest} from '../contract/nearest.js';
import {Limiter} from '../execution/limiter.js';
import {withoutSecrets} from '../execution/error-object.js';
import {Runtime} from './runtime.js';
import type {Tool} from './tool.js';
import {bindTool} from './tool.js';
import {installMethod, methodOf} from './tool-methods.js';
import type {BoundMethod} from './tool-methods.js';
import {assertBound} from './bound-values.js';
import type {ToolHost} from './tool-source.js';
import {describeInstance} from './instance-metadata.js';
import {identityOf} from './module-identity.js';
import type {ModuleIdentity} from './module-identity.js';

/** What `healthCheck` answers. */
export interface Health {
  readonly healthy: boolean;
  /** ms */
  readonly latency: number;
  /** What is wrong, when it is not healthy. */
  readonly error?: string;
}

/** Gives an instance the name and the runtime that a registry keeps for it. */
export let adoptInstance: (instance: ModuleInstance<object>, options: {name?: string; runtime?: Runtime}) => void;

/** Gives the tools that an instance has now their home, and tells who listens. */
export let refreshTools: (instance: ModuleInstance<object>) => void;

/**
 * A module that is alive: tools that share config, a client and state. Subclasses override `createTools`, and
 * `initialize` and `cleanup` where there is something to start or stop; they declare no field initialisers for what
 * `createTools` sets, for it is called from this constructor (C5).
 */
export class ModuleInstance<Config extends object = Record<string, unknown>, Client = unknown> {
  /** The definition class it was made by. */
  readonly moduleDefinition: unknown;
  /** As validated; frozen, secrets are not enumerable. */
  readonly config: Readonly<Config>;
  /** By name, without a prototype's names. */
  readonly tools: Record<string, Tool>;
  /** What the module wraps: a client, a library, an object. Not enumerable. */
  declare wrappedInstance: Client;
  readonly #identity: ModuleIdentity;
  #host: ToolHost | undefined;
  #name: string;
  #runtime: Runtime | undefined;
  #ready: Promise<void> | undefined;
  #ended: Promise<void> | undefined;

  static {
    adoptInstance = (instance, {name, runtime}) => {
      if (name !== undefined) instance.#name = name;
      if (runtime) instance.#runtime = runtime;
      instance.#host = undefined;
      instance.#installTools();
    };
    refreshTools = (instance) => {
      if (instance.#ended) return;
      instance.#installTools();
      instance.runtime.events.emit('module:tools', {module: instance.#name});
    };
  }

  constructor(moduleDefinition?: unknown, config?: Config, runtime?: unknown) {
    this.moduleDefinition = moduleDefinition;
    this.config = config ?? ({} as Config);
    this.tools = Object.create(null) as Record<string, Tool>;
    this.#identity = identityOf(moduleDefinition, this.constructor);
    this.#name = this.#identity.name;
    // A subclass may pass something of its own as the third argument (seed 004 does).
    this.#runtime = runtime instanceof Runtime ? runtime : undefined;
    Object.defineProperty(this, 'wrappedInstance', {
      value: null,
      writable: true,
      enumerable: false,
      configurable: true,
    });
    this.#guardLifecycle();
    if (this.createTools !== ModuleInstance.prototype.createTools) this.createTools();
    this.#installTools();
  }

  /** Whatever a subclass overrides, `initialize` runs once, a failure cleans up, and `cleanup` is idempotent (C6). */
  #guardLifecycle(): void {
    const initialize = this.initialize.bind(this);
    const cleanup = this.cleanup.bind(this);
    const define = (name: string, value: unknown): void => {
      Object.defineProperty(this, name, {value, enumerable: false, configurable: true, writable: true});
    };
    define('initialize', () => (this.#ready ??= this.#start(initialize, cleanup)));
    define('cleanup', () => (this.#ended ??= this.#end(cleanup)));
  }

  async #start(initialize: () => Promise<void>, cleanup: () => Promise<void>): Promise<void> {
    try {
      await initialize();
      this.#installTools();
    } catch (error) {
      this.#ready = undefined;
      await this.#end(cleanup).catch(() => undefined);
      throw withoutSecrets(error, this.#name, this.runtime);
    }
  }

  async #end(cleanup: () => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    const reason = new ToolError('OPERATION_CANCELLED', `Module ${this.#name} is being cleaned up`);
    await this.runtime.running.stopAll(this, reason);
    await this.runtime.handles.releaseAll({instance: this}).catch((error: unknown) => failures.push(error));
    try {
      await cleanup();
    } catch (error) {
      failures.push(error);
    }
    if (failures.length === 0) return;
    const text = failures.map((failure) => toToolError(failure).message).join('; ');
    const error = new ToolError(
      'CLEANUP_INCOMPLETE',
      `Module ${this.#name} was cleaned up, but not everything could be released: ${text}`,
      {cause: failures[0]},
    );
    throw withoutSecrets(error, this.#name, this.runtime);
  }

  /** Tools are methods too, unless a member has the name already. */
  #installTools(): void {
    const host = (this.#host ??= this.#makeHost());
    for (const name in this.tools) {
      const tool = this.tools[name];
      if (!tool) continue;
      bindTool(tool, host);
      installMethod(this, name, tool);
    }
  }

  #makeHost(): ToolHost {
    const {provider, module, category, version, rate} = this.#identity;
    return {
      name: this.#name,
      provider,
      module,
      category,
      version,
      services: this.runtime,
      limiter: rate && new Limiter({rate}),
      instance: this,
      assertReady: () => {
        if (!this.#ended) return;
        throw new ToolError('INVALID_STATE', `Module ${this.#name} was cleaned up`, {
          outcome: 'not_executed',
          suggestions: ['Create the module again'],
        });
      },
    };
  }

  /** Name of the instance, the provider's by default. */
  get name(): string {
    return this.#name;
  }

  /** The runtime it was given, or one of its own. */
  get runtime(): Runtime {
    return (this.#runtime ??= new Runtime());
  }

  /** Fills `tools`; to be implemented by subclasses. */
  createTools(): void {
    throw new Error('Must be implemented by subclass');
  }

  /** Starts what has to be started. */
  async initialize(): Promise<void> {
    // Nothing to start by default.
  }

  /** Releases the handles, newest first, then what is wrapped; goes on past a failing one and reports it at the end. */
  async cleanup(): Promise<void> {
    const wrapped: unknown = this.wrappedInstance;
    if (isRecord(wrapped) && typeof wrapped['close'] === 'function')
      await (wrapped['close'] as () => unknown).call(wrapped);
  }

  /** By its name or one of its aliases. Throws when there is none. */
  getTool(name: string): Tool {
    const tool = Object.hasOwn(this.tools, name) ? this.tools[name] : this.#byAlias(name);
    if (tool) return tool;
    const near = nearest(name, this.listTools());
    throw new ToolError('TOOL_NOT_FOUND', `Tool '${name}' not found in module`, {
      outcome: 'not_executed',
      suggestions: [
        near === undefined ? `Tools of ${this.#name} are ${this.listTools().join(', ')}` : `Did you mean '${near}'?`,
      ],
    });
  }

  #byAlias(alias: string): Tool | undefined {
    return Object.values(this.tools).find((tool) => tool.getMetadata().aliases.includes(alias));
  }

  /** Names of the tools, first spellings only. */
  listTools(): string[] {
    return Object.keys(this.tools);
  }

  /** All tools, in the order of the definition. */
  getTools(): Tool[] {
    return Object.values(this.tools);
  }

  /** The record of the module and its tools under the name of this instance. */
  getMetadata(): ModuleMetadata {
    return describeInstance(this.#identity, this.#name, this.tools);
  }

  /** Whether the module can do its work, and how long the answer took. */
  async healthCheck(): Promise<Health> {
    const started = this.runtime.clock.now();
    const latency = (): number => this.runtime.clock.now() - started;
    if (this.#ended) return {healthy: false, latency: 0, error: 'The module was cleaned up'};
    try {
      await this.check();
      return {healthy: true, latency: latency()};
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return {healthy: false, latency: latency(), error: this.runtime.redactor.text(message)};
    }
  }

  /** Throws when the module can not do its work; overridden where that can be known. */
  protected async check(): Promise<void> {
    // Nothing to check by default.
  }

  /** The tools with some parameters filled in: `git.focus({repository}).commit({message})`. */
  focus(bound: Readonly<Record<string, unknown>>): Readonly<Record<string, BoundMethod>> {
    assertBound(bound, this.getTools(), this.#name);
    const view: Record<string, BoundMethod> = {};
    for (const [name, tool] of Object.entries(this.tools)) {
      const known = tool.inputSchema.properties ?? {};
      const fitting = Object.fromEntries(Object.entries(bound).filter(([key]) => Object.hasOwn(known, key)));
      for (const method of [name, ...tool.getMetadata().aliases]) {
        if (method !== 'then' && method !== 'toJSON') view[method] = methodOf(tool, fitting);
      }
    }
    return Object.freeze(view);
  }
}
