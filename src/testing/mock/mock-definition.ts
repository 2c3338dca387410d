import type {ModuleMetadata, ToolMetadata} from '../../contract/metadata.js';
import {isSensitiveKey} from '../../contract/sensitive.js';
import {ConfigSchema} from '../../core/module-config.js';
import {ModuleDefinition} from '../../core/module-definition.js';
import type {DefinitionClass} from '../../core/module-definition.js';
import {ModuleInstance} from '../../core/module-instance.js';
import {Runtime} from '../../core/runtime.js';
import {methodOf, reservedNames} from '../../core/tool-methods.js';
import {Tool} from '../../core/tool.js';
import {jsonSchema} from '../../schema/spec.js';
import type {MockBehaviour} from './mock-behaviour.js';
import {MockTool} from './mock-tool.js';

/** A definition of modules whose tools are mocked: a provider for registries, and typed as what it stands for. */
export interface MockDefinition<Instance> {
  new (): ModuleDefinition;
  /** A config is held to the real schema; none is needed. */
  create(config?: object, runtime?: Runtime): Promise<Instance>;
  /** The record of the module that is mocked. */
  getMetadata(): ModuleMetadata;
}

/** What a mock is made of: a definition, or only its record. */
export type MockSource<Instance> = ModuleMetadata | DefinitionClass<never, Instance>;

export const metadataOf = (source: MockSource<never>): ModuleMetadata =>
  'getMetadata' in source ? source.getMetadata() : source;

/** A definition with the record of a module and tools that behave as they are told, anew in every instance. */
export function mockDefinition<Instance>(
  metadata: ModuleMetadata,
  behaviours: () => (tool: ToolMetadata) => MockBehaviour,
): MockDefinition<Instance> {
  const tools = Object.entries(metadata.tools);
  const config = new ConfigSchema(jsonSchema(metadata.configSchema));

  class MockInstance extends ModuleInstance {
    override createTools(): void {
      const behaviourOf = behaviours();
      for (const [name, tool] of tools) this.tools[name] = new Tool(new MockTool(tool, behaviourOf(tool)));
    }

    override async initialize(): Promise<void> {
      for (const [name, {planning, aliases}] of tools) {
        for (const type of planning.produces) this.runtime.handles.announce(type, [`${this.name}.${name}`]);
        for (const alias of aliases) this.#addAlias(alias, name);
      }
    }

    #addAlias(alias: string, name: string): void {
      if (!reservedNames.has(alias) && !(alias in this)) {
        Object.defineProperty(this, alias, {value: methodOf(this.getTool(name)), enumerable: false});
      }
    }
  }

  class Mock extends ModuleDefinition {
    static override async create(given?: object, runtime: Runtime = new Runtime()): Promise<ModuleInstance> {
      const accepted = given === undefined ? {} : config.accept(metadata.name, given, runtime.redactor);
      const instance = new MockInstance(this, withoutSecrets(accepted, runtime), runtime);
      await instance.initialize();
      return instance;
    }

    static override getMetadata(): ModuleMetadata {
      return metadata;
    }
  }
  Object.defineProperty(Mock, 'name', {value: `${metadata.module}Mock`});
  return Mock as unknown as MockDefinition<Instance>;
}

/** A record does not say which properties are secret, so their names have to. */
function withoutSecrets(config: Readonly<Record<string, unknown>>, {redactor}: Runtime): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(config)) {
    const isSecret = isSensitiveKey(key) && typeof value === 'string';
    if (isSecret) redactor.add(value);
    Object.defineProperty(copy, key, {value, enumerable: !isSecret});
  }
  return Object.freeze(copy);
}
