import {resolve} from 'node:path';
import {ToolError} from '../../contract/errors.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import {toToolError} from '../../contract/native-errors.js';
import {nearest} from '../../contract/nearest.js';
import {JsonlAuditSink} from '../../audit/jsonl-audit-sink.js';
import {Runtime} from '../../core/runtime.js';
import type {LeftOut} from '../../core/wrap-kind.js';
import type {RuntimeOptions} from '../../core/runtime.js';
import type {Tool} from '../../core/tool.js';
import {inOrderOfNeed, moduleReferences} from '../../registry/module-references.js';
import {ToolRegistry} from '../../registry/tool-registry.js';
import type {Invocation} from '../command.js';
import {moduleOf} from '../module-of.js';
import {onOneLine} from '../printable.js';
import {configWithoutFile, readConfigFile} from './config-file.js';
import {findConfig} from './find-config.js';
import type {ConfigFile} from './config-file.js';
import type {ProjectConfig} from './config-schema.js';
import {readSettings, unusedSettings} from './config-values.js';
import {planModules} from './plan-modules.js';
import type {ModulePlan} from './plan-modules.js';
import {refusedConfig, refusedModule} from './refused-config.js';

/** Without a config: files to look at, and repositories. */
export const defaultConfig: ProjectConfig = {modules: {fs: {provider: 'fs'}, git: {provider: 'git'}}};

export interface SessionOptions {
  /** The config file; left out, the one that is found in `cwd`, or else the default modules. */
  readonly config?: string | undefined;
  readonly values?: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Name of the tool that is wanted: of the default modules only the tool's own is made ready. */
  readonly tool?: string | undefined;
  /** Told what is odd about the command line and no reason to stop. */
  readonly warn?: (text: string) => void;
}

/** The modules of a config in one runtime. They are started when one of their tools is called. */
export class Session {
  readonly runtime: Runtime;
  readonly registry: ToolRegistry;
  /** undefined when there is none, and the default modules stand in. */
  readonly config: ConfigFile | undefined;
  readonly #plans: ReadonlyMap<string, ModulePlan>;
  /** Why modules can not be made. */
  readonly #refused: ReadonlyMap<string, ToolError>;
  readonly #warn: (text: string) => void;
  readonly #started = new Map<string, Promise<string>>();

  /** Throws INVALID_CONFIG with every problem in `context.problems`. */
  static async open({config, values = {}, cwd, env, tool = '', warn}: SessionOptions): Promise<Session> {
    const path = config ?? findConfig(cwd);
    const file =
      path === undefined ? configWithoutFile(defaultConfigFor(tool), {cwd}) : await readConfigFile(path, cwd);
    const secrets: string[] = [];
    const plan = await planModules(file, {values, env, secret: (value) => secrets.push(value)}, {cwd});
    // A module that can not be made stops only its own tools; where it is the only one, there is nothing left.
    const ofModules = new Set(plan.refused.flatMap(({problems}) => problems));
    if (plan.problems.some((problem) => !ofModules.has(problem)) || (plan.modules.length === 0 && ofModules.size > 0)) {
      throw refusedConfig(file.name, plan.problems);
    }
    for (const unused of unusedSettings(values, file, plan.modules)) warn?.(unused);
    const {audit, limits} = plan.config;
    const options: RuntimeOptions = {
      ...(limits && {limits}),
      ...(audit !== undefined && {audit: new JsonlAuditSink(resolve(file.folder, audit))}),
    };
    const runtime = new Runtime(options);
    for (const secret of secrets) runtime.redactor.add(secret);
    const refusals = plan.refused.map(({name, problems}) => [name, refusedModule(name, file.name, problems)] as const);
    return new Session(runtime, plan.modules, new Map(refusals), path === undefined ? undefined : file, warn);
  }

  /** With the config and the values that the command line names. */
  static forCommand({io, options, output}: Invocation, tool?: string): Promise<Session> {
    const values = readSettings(options.list('set'));
    const warn = (text: string): void => {
      output.note(`${output.stderr.style('yellow', 'haft: warning:')} ${onOneLine(text)}`);
    };
    return Session.open({config: options.text('config'), values, cwd: io.cwd, env: io.env, tool, warn});
  }

  private constructor(
    runtime: Runtime,
    plans: readonly ModulePlan[],
    refused: ReadonlyMap<string, ToolError>,
    config: ConfigFile | undefined,
    warn: (text: string) => void = () => undefined,
  ) {
    this.config = config;
    this.#refused = refused;
    this.#warn = warn;
    this.runtime = runtime;
    this.registry = new ToolRegistry({runtime});
    this.#plans = new Map(plans.map((plan) => [plan.name, plan]));
    for (const {name, definition} of plans) this.registry.registerProvider(definition, {name});
  }

  /** Names of the modules that can be made, as in the config. */
  get modules(): readonly string[] {
    return [...this.#plans.keys()];
  }

  /** Throws INVALID_CONFIG with every problem of a module that can not be made. */
  assertUsable(module: string): void {
    const refused = this.#refused.get(module);
    if (refused) throw refused;
  }

  /** The records of all tools; no module is started for them. */
  records(): readonly ToolMetadata[] {
    return this.registry.searchTools();
  }

  /** The record of a tool by its full name, an alias, or its name alone. Throws TOOL_NOT_FOUND with the nearest name. */
  find(name: string): ToolMetadata {
    const records = this.records();
    const wanted = name.replace(/^mcp__/, '').replace(/__|[/:]/g, '.');
    const full = records.filter((record) => namesOf(record).includes(wanted));
    const found = full.length > 0 ? full : records.filter(({tool, aliases}) => [tool, ...aliases].includes(wanted));
    const [record] = found;
    if (record && found.length === 1) return record;
    if (record) {
      const candidates = found.map((candidate) => candidate.name);
      throw notFound(`Tool name '${name}' is ambiguous: it may be ${candidates.join(' or ')}`, 'Give the full name');
    }
    this.assertUsable(moduleIn(name));
    if (this.modules.includes(wanted)) {
      throw notFound(`'${name}' is a module, not a tool`, `haft tools ${wanted} lists its tools`);
    }
    const near = nearestTool(wanted, records);
    const refused = [...this.#refused.keys()];
    throw notFound(
      `Tool '${name}' not found`,
      near === undefined ? `haft search ${name.replace(/[._]/g, ' ')}` : `Did you mean '${near}'?`,
      refused.length > 0
        ? `It may be one of ${refused.join(', ')}, which can not be used: haft check tells why`
        : 'haft tools lists what there is',
    );
  }

  /**
   * The same; modules whose tools are known only when they live are started for it where that is needed. Throws what kept the
   * tool's own module from starting.
   */
  async findTool(name: string): Promise<ToolMetadata> {
    try {
      return this.find(name);
    } catch {
      const module = moduleIn(name);
      this.assertUsable(module);
      if (this.#plans.has(module) && this.#discovers(module)) await this.start(module).catch(notStarted(module));
      else await this.discover();
      return this.find(name);
    }
  }

  /** A tool that can be called; its module is started if it was not. */
  async tool(name: string): Promise<Tool> {
    const record = await this.findTool(name);
    await this.start(moduleOf(record));
    return this.registry.getTool(record.name);
  }

  /**
   * Starts the modules whose tools are known only when they live, one or all of them. One that can not be started is told of,
   * and its own tools are still there; those that can not be made are told of as well.
   */
  async discover(module?: string): Promise<void> {
    if (module === undefined) for (const {message} of this.#refused.values()) this.#warn(message);
    for (const name of module === undefined ? this.modules : [module]) {
      if (!this.#discovers(name)) continue;
      try {
        await this.start(name);
      } catch (error) {
        this.#warn(`The tools of ${name} are not known: ${toToolError(error).message}`);
      }
    }
  }

  /** What started modules found in what they wrap and could not make tools of, by the name of the module. */
  leftOut(): ReadonlyMap<string, readonly LeftOut[]> {
    const found = this.registry.listModules().flatMap(({id, name}): [string, readonly LeftOut[]][] => {
      const {leftOut = []} = this.registry.getModule(id) as {readonly leftOut?: readonly LeftOut[]};
      return leftOut.length > 0 ? [[name, leftOut]] : [];
    });
    return new Map(found);
  }

  /** Starts a module, or all of them. */
  async start(...names: readonly string[]): Promise<void> {
    for (const name of names.length > 0 ? names : this.modules) {
      const needs = (needing: string): string[] =>
        moduleReferences(this.#plan(needing).config).map((need) => need.name);
      for (const needed of inOrderOfNeed(name, needs)) await this.#start(needed);
    }
  }

  #discovers(name: string): boolean {
    return this.#plan(name).definition.getMetadata().discovers === true;
  }

  #start(name: string): Promise<string> {
    const started = this.#started.get(name) ?? this.registry.createModule(name, this.#plan(name).config, {name});
    this.#started.set(name, started);
    return started;
  }

  #plan(name: string): ModulePlan {
    const plan = this.#plans.get(name);
    this.assertUsable(name);
    if (!plan) throw new ToolError('MODULE_NOT_FOUND', `Module '${name}' not found`);
    return plan;
  }

  /** Ends all modules, releases what they hold, closes the audit log. */
  async close(): Promise<void> {
    try {
      await this.registry.cleanup();
    } finally {
      await this.runtime.close();
    }
  }
}

/** Of the default modules the one that the tool is in, where its name says which; else all of them. */
function defaultConfigFor(tool: string): ProjectConfig {
  const [module = '', name] = tool.replace(/__|[/:]/g, '.').split('.');
  const entry = Object.hasOwn(defaultConfig.modules, module) ? defaultConfig.modules[module] : undefined;
  return entry && name !== undefined ? {modules: {[module]: entry}} : defaultConfig;
}

/** What stands before the first separator of the name of a tool, which may be a module. */
const moduleIn = (tool: string): string => tool.replace(/^mcp__/, '').split(/__|[./:]/)[0] ?? '';

const namesOf = (record: ToolMetadata): string[] =>
  [record.tool, ...record.aliases].map((tool) => `${moduleOf(record)}.${tool}`);

/** Why a module can not be started, said of the module; INVALID_CONFIG names it. */
const notStarted =
  (module: string) =>
  (thrown: unknown): never => {
    const error = toToolError(thrown);
    if (error.code === 'INVALID_CONFIG') throw error;
    const {code, message, suggestions, context} = error;
    throw new ToolError(code, `The module ${module} can not be started: ${message}`, {
      outcome: 'not_executed',
      cause: error,
      ...(suggestions && {suggestions}),
      ...(context && {context}),
    });
  };

const notFound = (message: string, ...suggestions: readonly string[]): ToolError =>
  new ToolError('TOOL_NOT_FOUND', message, {outcome: 'not_executed', suggestions});

/** The full name that was most likely meant; a tool without its module counts as well. */
function nearestTool(name: string, records: readonly ToolMetadata[]): string | undefined {
  const spellings = new Map(
    records.flatMap((record) => [...namesOf(record), record.tool].map((spelling) => [spelling, record.name] as const)),
  );
  const near = nearest(name, spellings.keys());
  return near === undefined ? undefined : spellings.get(near);
}
