import type {CallOptions} from '../contract/call.js';
import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {assertKnownKeys} from '../contract/known-keys.js';
import type {ToolResult} from '../contract/result.js';
import {ModuleInstance} from '../core/module-instance.js';
import {Runtime} from '../core/runtime.js';
import type {Tool} from '../core/tool.js';
import {failureResult} from '../execution/pipeline.js';
import {capabilitiesOf} from './capabilities.js';
import type {Capabilities} from './capabilities.js';
import {ambiguous, spelled, toolNotFound} from './lookup-errors.js';
import {ModuleLives} from './module-lives.js';
import type {ModuleInfo} from './modules.js';
import {ProviderTable} from './providers.js';
import type {ConfigProvider, ProviderLoader, ProviderSpec} from './providers.js';
import type {SearchOptions, ToolMatch} from './search/catalogue.js';
import type {ToolCriteria} from './search/criteria.js';
import {textPattern} from './search/text-pattern.js';
import {cleanUp} from './settle-all.js';
import {isSingleTool, SingleTools} from './single-tool.js';
import type {SingleTool} from './single-tool.js';
import {ToolDirectory} from './tool-directory.js';

/** What `new ToolRegistry` and `createRegistry` take. All of it is optional. */
export interface RegistryOptions {
  /** Shared by all modules and tools of the registry; default one of its own. */
  readonly runtime?: Runtime;
  /** Providers by name, or functions that load one when it is first needed. */
  readonly providers?: Readonly<Record<string, ProviderSpec | ProviderLoader>>;
  /** Turns wrap configs into definitions; without it they are refused. */
  readonly configProvider?: ConfigProvider;
  /** ms that the cleanup of one module may take; default 10,000. */
  readonly cleanupTimeout?: number;
}

/** What `resolveTools` takes: modules, tools, names, providers and wrap configs. */
export type ToolSelection = ModuleInstance<object> | SingleTool | string | ProviderSpec;

/**
 * Finds tools: providers with their metadata, the modules made by them, and tools on their own (DESIGN 10). A tool's full
 * name is `module.tool`, where module is the name of the instance.
 */
export class ToolRegistry {
  /** Shared by all modules and tools of the registry. */
  readonly runtime: Runtime;
  readonly #ownsRuntime: boolean;
  readonly #providers: ProviderTable;
  readonly #directory: ToolDirectory;
  readonly #singles: SingleTools;
  readonly #lives: ModuleLives;

  constructor(options: RegistryOptions = {}) {
    assertKnownKeys('Options of a ToolRegistry', options, ['runtime', 'providers', 'configProvider', 'cleanupTimeout']);
    const {runtime, providers = {}, configProvider, cleanupTimeout = 10_000} = options;
    this.runtime = runtime ?? new Runtime();
    this.#ownsRuntime = runtime === undefined;
    this.#singles = new SingleTools(this.runtime);
    this.#directory = new ToolDirectory(this.runtime);
    this.#providers = new ProviderTable(configProvider, (entry) => this.#directory.addProvider(entry));
    this.#lives = new ModuleLives({
      runtime: this.runtime,
      providers: this.#providers,
      directory: this.#directory,
      cleanupTimeout,
    });
    this.#providers.addAll(providers);
  }

  /**
   * Makes a provider known: a definition class, a wrap config, a ToolProvider, or `{name, create, getMetadata}`. Its tools can
   * be searched from now on. Answers its name. Throws INVALID_CONFIG for metadata that can not be used, RESOURCE_EXISTS.
   */
  registerProvider(provider: ProviderSpec, {name}: {readonly name?: string} = {}): string {
    return this.#providers.register(provider, name).provider.name;
  }

  /** Names of providers, also of those that are not loaded yet. */
  listProviders(): string[] {
    return this.#providers.names();
  }

  /** Loads providers, all by default, so that their tools can be searched. Throws PROVIDER_NOT_FOUND. */
  async loadProviders(names: readonly string[] = this.#providers.names()): Promise<void> {
    // One after the other: they share most of what they load.
    for (const name of names) await this.#providers.load(name);
  }

  /**
   * Makes a module and answers its id. It is named after the provider (`git`, then `git2`) or as told, and lives in the
   * registry's runtime. A value `{$module: name}` of the config stands for a live module of the registry, which one module
   * lends another: `{files: {$module: 'fs'}}`. Throws PROVIDER_NOT_FOUND, MODULE_NOT_FOUND, RESOURCE_EXISTS, and what the
   * provider throws.
   */
  async createModule(provider: string, config?: object, options: {readonly name?: string} = {}): Promise<string> {
    assertKnownKeys('Options of createModule', options, ['name']);
    return this.#lives.create(provider, config, options.name);
  }

  /** By id or name. Throws MODULE_NOT_FOUND. */
  getModule(id: string): ModuleInstance {
    return this.#lives.table.get(id).module;
  }

  /** Live modules, oldest first. */
  listModules(): ModuleInfo[] {
    return this.#lives.table.values().map(({id, name, provider}) => ({id, name, provider}));
  }

  /** The tools of a module, by its id or name. Rejects with MODULE_NOT_FOUND. */
  async getTools(id: string): Promise<Tool[]> {
    return this.getModule(id).getTools();
  }

  /**
   * Looks again at the tools of a module that changed them by itself; for those that `discover` found it is done. Throws
   * MODULE_NOT_FOUND.
   */
  refreshModule(id: string): void {
    this.#lives.refresh(id);
  }

  /**
   * A tool by its full name, in any spelling (`git.commit`, `git/commit`, `git:commit`, `git__commit`, `mcp__git__commit`), by
   * an alias, or by its name alone where only one tool has it. Throws TOOL_NOT_FOUND, with the candidates if there are several.
   */
  getTool(name: string): Tool {
    const found = this.#directory.find(spelled(name)) ?? this.#byId(spelled(name));
    if (found && 'tool' in found) return found.tool;
    if (found) throw ambiguous(name, found.candidates);
    throw this.#missing(spelled(name));
  }

  /** `<id>.<tool>`, with what `createModule` answered. */
  #byId(name: string): {readonly tool: Tool} | undefined {
    const [id = '', tool = ''] = name.split('.');
    const module = this.#lives.table.find(id)?.module;
    return module?.listTools().includes(tool) === true ? {tool: module.getTool(tool)} : undefined;
  }

  #missing(name: string): ToolError {
    const provider = this.#providers.get(name.split(/[./:]|__/)[0] ?? '')?.provider.name;
    const isWaiting = provider !== undefined && this.#lives.table.ofProvider(provider).length === 0;
    return toolNotFound(name, {waiting: isWaiting ? provider : undefined, near: this.#directory.nearest(name)});
  }

  /** Calls a tool by name. Never rejects: an unknown name answers a failure with TOOL_NOT_FOUND. */
  async execute(name: string, input?: unknown, options?: CallOptions): Promise<ToolResult> {
    try {
      return await this.getTool(name).execute(input as Record<string, unknown>, options);
    } catch (error) {
      return failureResult(spelled(name), error, this.runtime, {input, context: options?.context});
    }
  }

  /**
   * Tools of whatever names or holds them, in order and each once. A provider or a config that has no module yet gets one.
   * Names that nobody knows are left out, as in seed 004; throws TOOL_NOT_FOUND for a name that several tools have.
   */
  async resolveTools(selection: ToolSelection | readonly ToolSelection[]): Promise<Tool[]> {
    const resolved = new Set<Tool>();
    for (const item of Array.isArray(selection) ? (selection as readonly unknown[]) : [selection]) {
      for (const tool of await this.#resolve(item)) resolved.add(tool);
    }
    return [...resolved];
  }

  async #resolve(item: unknown): Promise<readonly Tool[]> {
    if (typeof item === 'string') return this.#resolveName(item);
    if (item instanceof ModuleInstance) return item.getTools();
    if (isSingleTool(item)) return [this.#singles.read(item)];
    if (typeof item !== 'function' && !isRecord(item)) {
      throw new ToolError(
        'INVALID_PARAMETER',
        `Tools can not be resolved from ${item === null ? 'null' : typeof item}`,
        {
          outcome: 'not_executed',
          suggestions: ['Give modules, tools, names, definitions or wrap configs'],
        },
      );
    }
    const {name} = this.#providers.register(item).provider;
    const [entry] = this.#lives.table.ofProvider(name);
    return entry ? entry.module.getTools() : this.getTools(await this.createModule(name));
  }

  /** Of a tool, or of a module, which stands for its tools. */
  #resolveName(name: string): readonly Tool[] {
    const found = this.#directory.find(name);
    if (found && 'candidates' in found) throw ambiguous(name, found.candidates);
    return found ? [found.tool] : (this.#lives.table.find(name)?.module.getTools() ?? []);
  }

  /**
   * Records of tools, best first, by text, by facts, or by both. Tools of providers are found before any module is made. With
   * `explain` each says why it was found. Throws INVALID_PARAMETER for criteria that are none.
   */
  searchTools(query?: string | ToolCriteria, options?: SearchOptions): ToolMatch[] {
    return this.#directory.catalogue.search(query, options);
  }

  /**
   * Reads the records of tools that were added since the last search, in slices between which others have their turn. A search
   * does that by itself, in one go: call this where there are thousands of tools and the event loop must not wait for them.
   */
  prepareSearch(): Promise<void> {
    return this.#directory.catalogue.prepare();
  }

  /** What each provider can do, by its name (R15.5). */
  getCapabilities(): Record<string, Capabilities> {
    const capabilities = [...this.#providers.values()].map((entry) => {
      const {name} = entry.provider;
      return [name, capabilitiesOf(entry, this.#lives.table.ofProvider(name)[0]?.module.getMetadata())] as const;
    });
    return Object.fromEntries(capabilities);
  }

  /** Cleans a module up and forgets it. An unknown id is no matter. Throws CLEANUP_INCOMPLETE when something stayed open. */
  destroyModule(id: string): Promise<void> {
    return this.#lives.destroy(id);
  }

  /**
   * Cleans all modules up, newest first, past those that fail. Can be called again, and the registry can be used on. Throws
   * CLEANUP_INCOMPLETE with the names of modules that failed or took too long.
   */
  async cleanup(): Promise<void> {
    await this.#lives.cleanup();
    if (this.#ownsRuntime) await cleanUp([{name: 'runtime', run: () => this.runtime.close()}], this.#lives.settling);
  }

  /** Adds a tool that is in no module, by its own name (R15.8). Throws INVALID_CONFIG, RESOURCE_EXISTS. */
  register(given: SingleTool): void {
    const tool = this.#singles.read(given);
    const {name} = tool;
    if (this.#directory.has(name)) {
      throw new ToolError('RESOURCE_EXISTS', `Tool '${name}' is already registered`, {
        outcome: 'not_executed',
        suggestions: [`Rename it, or call unregister('${name}') first`],
      });
    }
    this.#directory.addSingle(tool);
  }

  /** The same for several, in order; throws at the first that can not be added. */
  registerAll(tools: readonly SingleTool[]): void {
    for (const tool of tools) this.register(tool);
  }

  /** Forgets a tool that was registered by itself. */
  unregister(name: string): void {
    this.#directory.removeSingle(name);
  }

  /** Same as `getTool`, but null for a name that leads to no tool, or to several. */
  get(name: string): Tool | null {
    const found = this.#directory.find(name);
    return found && 'tool' in found ? found.tool : null;
  }

  /** Whether a name leads to one tool. */
  has(name: string): boolean {
    return this.get(name) !== null;
  }

  /** All tools that can be called, in the order in which they came. */
  list(): Tool[] {
    return this.#directory.values().map(({tool}) => tool);
  }

  /**
   * Tools whose full name or description fits a pattern, regardless of case. The pattern is a regular expression of the simple
   * kind, which can not hang; anything else is taken as plain text.
   */
  search(pattern: string): Tool[] {
    const fits = textPattern(pattern);
    const found = this.#directory.values().filter(({fullName, tool}) => fits(fullName) || fits(tool.description));
    return found.map(({tool}) => tool);
  }
}
