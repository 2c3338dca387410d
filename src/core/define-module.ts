import {ToolError} from '../contract/errors.js';
import type {HandleType} from '../contract/handle.js';
import {assertKnownKeys} from '../contract/known-keys.js';
import type {ModuleMetadata} from '../contract/metadata.js';
import type {Rate} from '../execution/call-spec.js';
import type {InferInput, InferRun, SchemaSpec} from '../schema/spec.js';
import {DefinedTool} from './defined-tool.js';
import {assertFound, DiscoveredTools} from './discovered-tools.js';
import {ConfigSchema} from './module-config.js';
import {ModuleDefinition} from './module-definition.js';
import {ModuleInstance} from './module-instance.js';
import type {ModuleTools} from './module-types.js';
import {defaultLimits, Runtime} from './runtime.js';
import {Tool} from './tool.js';
import type {ToolDefinition} from './tool-definition.js';
import {toolMetadata} from './tool-metadata.js';
import {installMethod} from './tool-methods.js';
import {schemasOf} from './tool-schemas.js';
import {assertUniqueNames} from './unique-names.js';

type InstanceClass<Instance> = new (definition: unknown, config: never, runtime: Runtime) => Instance;

/** What every module says of itself. */
interface ModuleFactsSpec {
  /** Name of the provider: `git`. */
  readonly name: string;
  /** Name of the kind of module: `GitModule`. */
  readonly module: string;
  readonly description: string;
  readonly version?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly requirements?: readonly string[];
  readonly limitations?: readonly string[];
}

/** What `defineModule` takes: a module as data. */
export interface ModuleSpec<
  Tools extends readonly ToolDefinition[],
  Config extends SchemaSpec,
  Instance extends object,
  Client,
> extends ModuleFactsSpec {
  /** Schema of the config, in any spelling; `secret: true` hides a property. */
  readonly config?: Config;
  /**
   * Throws INVALID_CONFIG for a config that its schema takes and that can not work all the same, such as two servers where one
   * is meant. Starts, opens and reaches nothing: `haft check` asks it. `connect` checks by itself.
   */
  readonly checkConfig?: (config: InferRun<Config>) => unknown;
  /** Calls of all tools together that may start in a time; more wait their turn. */
  readonly rate?: Rate;
  /** From `defineTool`; methods are typed from this tuple. */
  readonly tools: Tools;
  /** Handle types the module makes. */
  readonly handles?: readonly HandleType<string, never>[];
  /** A class of its own, for further methods. */
  readonly Instance?: InstanceClass<Instance>;
  /** Makes what the module wraps; may load a vendor. */
  readonly connect?: (config: InferRun<Config>, runtime: Runtime) => Client | Promise<Client>;
  /**
   * Tools that only the client knows; asked once, after `connect`. They join `tools`, have no typed methods, and `update`
   * replaces them when the client has others: methods, registry and search follow.
   */
  readonly discover?: (
    client: Client,
    config: InferRun<Config>,
    update: (tools: readonly ToolDefinition[]) => void,
  ) => readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  /** Ends what `connect` made; called once, by `cleanup`, after the handles are released. */
  readonly close?: (client: Client) => void | Promise<void>;
  /** Throws when the module can not do its work. */
  readonly check?: (client: Client) => unknown;
}

/** A definition class with typed `create`; instances have a method for every tool. */
export interface DefinedModule<Tools extends readonly ToolDefinition[], Config extends SchemaSpec, Instance> {
  new (): ModuleDefinition;
  /** A live module. Throws INVALID_CONFIG for a config that its schema refuses, and what `connect` throws. */
  create(config?: InferInput<Config>, runtime?: Runtime): Promise<ModuleTools<Tools, keyof Instance> & Instance>;
  /** Throws INVALID_CONFIG for a config that can not work, as far as that is seen without making an instance. */
  checkConfig(config?: object): Promise<void>;
  /** The record of the module and all its tools, without an instance. */
  getMetadata(): ModuleMetadata;
}

const moduleKeys = [
  'name',
  'module',
  'description',
  'version',
  'category',
  'tags',
  'requirements',
  'limitations',
  'config',
  'rate',
  'checkConfig',
  'tools',
  'handles',
  'Instance',
  'connect',
  'discover',
  'close',
  'check',
] as const satisfies readonly (keyof ModuleSpec<never, never, never, never>)[];

/** Writes a ModuleDefinition from data. Throws INVALID_CONFIG for two tools of one name. */
export function defineModule<
  const Tools extends readonly ToolDefinition[],
  const Config extends SchemaSpec = Record<never, never>,
  Client = undefined,
  Instance extends object = ModuleInstance<InferRun<Config> & object, Client>,
>(spec: ModuleSpec<Tools, Config, Instance, Client>): DefinedModule<Tools, Config, Instance> {
  assertKnownKeys(`Module ${spec.name}`, spec, moduleKeys);
  if (!Array.isArray(spec.tools)) {
    throw new ToolError('INVALID_CONFIG', `Module ${spec.name} has no list of tools`, {
      suggestions: ['Give tools: [defineTool({…})]'],
    });
  }
  assertUniqueNames(spec.name, spec.tools);
  const config = new ConfigSchema(spec.config ?? {});
  const Base = (spec.Instance ?? ModuleInstance) as unknown as new (...args: readonly unknown[]) => ModuleInstance;
  const facts = {
    name: spec.name,
    provider: spec.name,
    module: spec.module,
    category: spec.category ?? 'general',
    version: spec.version ?? '0.0.0',
    timeout: defaultLimits.timeout,
  };
  let metadata: ModuleMetadata | undefined;
  let toolRecords: ModuleMetadata['tools'] | undefined;

  /** The instance of a defined module: tools from the definitions, the client from `connect`. */
  class DefinedInstance extends Base {
    override createTools(): void {
      for (const definition of spec.tools) this.tools[definition.name] = new Tool(new DefinedTool(definition));
    }

    override async initialize(): Promise<void> {
      if (spec.connect) this.wrappedInstance = await spec.connect(this.config as InferRun<Config>, this.runtime);
      if (spec.discover) await this.#discover(spec.discover);
      await super.initialize();
      if (spec.handles && spec.handles.length > 0) this.#announceHandles();
    }

    async #discover(discover: NonNullable<typeof spec.discover>): Promise<void> {
      const discovered = new DiscoveredTools(this, spec.tools);
      const update = (tools: readonly ToolDefinition[]): void => {
        assertFound(spec.name, tools);
        discovered.replace(tools);
      };
      update(await discover(this.wrappedInstance as Client, this.config as InferRun<Config>, update));
    }

    #announceHandles(): void {
      for (const definition of spec.tools) {
        for (const type of schemasOf(definition).produced)
          this.runtime.handles.announce(type, [`${this.name}.${definition.name}`]);
      }
    }

    override async cleanup(): Promise<void> {
      const client = this.wrappedInstance as Client | null;
      const hasOwn = super.cleanup !== ModuleInstance.prototype.cleanup;
      try {
        if (spec.close && client !== null) await spec.close(client);
      } finally {
        if (hasOwn || !spec.close) await super.cleanup();
      }
    }

    protected override async check(): Promise<void> {
      if (spec.check) await spec.check(this.wrappedInstance as Client);
    }
  }

  class Defined extends ModuleDefinition {
    static override async create(given?: object, runtime: Runtime = new Runtime()): Promise<ModuleInstance> {
      if (!(runtime instanceof Runtime)) throw noRuntime(spec.name);
      const accepted = config.accept(spec.name, given, runtime.redactor);
      const instance = new DefinedInstance(this, accepted, runtime);
      for (const {name, aliases} of spec.tools) {
        const tool = instance.tools[name];
        if (tool) for (const alias of aliases) installMethod(instance, alias, tool);
      }
      await instance.initialize();
      return instance;
    }

    static async checkConfig(given?: object): Promise<void> {
      const accepted = config.accept(spec.name, given, new Runtime().redactor);
      await spec.checkConfig?.(accepted as InferRun<Config>);
    }

    static override getMetadata(): ModuleMetadata {
      return (metadata ??= Object.freeze({
        name: spec.name,
        module: spec.module,
        description: spec.description,
        version: facts.version,
        category: facts.category,
        tags: spec.tags ?? [],
        requirements: spec.requirements ?? [],
        limitations: spec.limitations ?? [],
        configSchema: config.schema,
        ...(spec.discover && {discovers: true}),
        ...(spec.rate && {rate: spec.rate}),
        handles: Object.fromEntries((spec.handles ?? []).map(({type, description}) => [type, description])),
        get tools() {
          return (toolRecords ??= Object.freeze(
            Object.fromEntries(spec.tools.map((definition) => [definition.name, toolMetadata(definition, facts)])),
          ));
        },
      }));
    }
  }
  Object.defineProperty(Defined, 'name', {value: `${spec.module}Definition`});
  return Defined as unknown as DefinedModule<Tools, Config, Instance>;
}

/** Options of a runtime are no runtime: taken for one, they would be a policy that nobody asks. */
function noRuntime(module: string): ToolError {
  return new ToolError('INVALID_CONFIG', `The second argument of create of ${module} must be a Runtime`, {
    outcome: 'not_executed',
    suggestions: ['Pass new Runtime({policy, audit, limits, …})'],
  });
}
