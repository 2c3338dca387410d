import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {toToolError} from '../contract/native-errors.js';
import {ModuleDefinition} from '../core/module-definition.js';
import {ModuleInstance} from '../core/module-instance.js';
import {identityOf} from '../core/module-identity.js';
import type {Runtime} from '../core/runtime.js';
import {ToolModule} from '../core/tool-module.js';

/** A provider as an object of user code: a name, a factory, and metadata in any of the seeds' places. */
export interface ProviderObject {
  readonly name: string;
  readonly create?: (config?: never, runtime?: Runtime) => unknown;
  readonly getMetadata?: () => object;
  readonly metadata?: object;
  readonly getCapabilities?: () => object;
  /** A ToolModule, made with `new` where there is no `create` (seed 004). */
  readonly moduleClass?: unknown;
}

/** A definition class: `create` and `getMetadata` are its statics. */
export interface ProviderClass {
  /** A live module. */
  create(config?: never, runtime?: Runtime): unknown;
  /** The record of the module, without an instance. */
  getMetadata(): object;
}

/** A class of modules without a definition. */
type ToolModuleClass = new (config?: never, runtime?: Runtime) => ToolModule<never>;

/** What a provider can be made of: a definition, a class of modules, or an object with a factory. */
export type ProviderSource = ProviderClass | ProviderObject | ToolModuleClass;

const isModuleClass = (value: unknown): value is ToolModuleClass =>
  typeof value === 'function' && value.prototype instanceof ToolModule;

const methodOf = (value: unknown, name: string): ((...args: unknown[]) => unknown) | undefined => {
  const member: unknown = typeof value === 'function' || isRecord(value) ? Reflect.get(value, name) : undefined;
  return typeof member === 'function' ? (...args) => Reflect.apply(member, value, args) as unknown : undefined;
};

/** Whether something can be a provider: a definition, a class of modules, or an object with a factory. */
export function isProviderSource(value: unknown): value is ProviderSource {
  if (isModuleClass(value)) return true;
  return methodOf(value, 'create') !== undefined || (isRecord(value) && isModuleClass(value['moduleClass']));
}

/**
 * A named source of modules: metadata and a factory (R1.12). Wraps a definition, a class of modules or an object, or is
 * extended with methods of its own.
 */
export class ToolProvider {
  /** What the registry knows it by. */
  readonly name: string;
  readonly #source: unknown;

  /** `name` default: that of the source. */
  constructor(source: ProviderSource | {readonly name: string}, name?: string) {
    const own = typeof source !== 'function' && isRecord(source) ? source.name : undefined;
    const className = typeof source === 'function' ? source : this.constructor;
    this.#source = source;
    this.name = name ?? (typeof own === 'string' && own !== '' ? own : identityOf(source, className).name);
  }

  /** A new module. Every failure is a ToolError. */
  async create(config?: object, runtime?: Runtime): Promise<ModuleInstance> {
    try {
      return assertModule(await this.#make(config, runtime), this.name);
    } catch (error) {
      throw toToolError(error, 'OPERATION_FAILED');
    }
  }

  #make(config: object | undefined, runtime: Runtime | undefined): unknown {
    const create = methodOf(this.#source, 'create');
    if (create) return create(config, runtime);
    const moduleClass = isRecord(this.#source) ? this.#source['moduleClass'] : this.#source;
    if (isModuleClass(moduleClass)) return new moduleClass(config as never, runtime);
    throw new ToolError('INVALID_CONFIG', `Provider '${this.name}' can not make modules`, {
      suggestions: ['Give it create(config, runtime), which answers a module'],
    });
  }

  /** The record of the module as its author wrote it, without an instance; undefined when there is none. */
  getMetadata(): object | undefined {
    const source = this.#source;
    if (typeof source === 'function' && Reflect.get(source, 'getMetadata') === ModuleDefinition.getMetadata)
      return undefined;
    const read = methodOf(source, 'getMetadata');
    if (read) return read() as object;
    return isRecord(source) && isRecord(source['metadata']) ? source['metadata'] : undefined;
  }

  /** What the author says the module can do; undefined when only the metadata says so (C11). */
  getCapabilities(): object | undefined {
    const moduleClass = isRecord(this.#source) ? this.#source['moduleClass'] : undefined;
    const answer = (methodOf(this.#source, 'getCapabilities') ?? methodOf(moduleClass, 'getCapabilities'))?.();
    return isRecord(answer) ? answer : undefined;
  }
}

function assertModule(made: unknown, provider: string): ModuleInstance {
  if (made instanceof ModuleInstance) return made as ModuleInstance;
  throw new ToolError(
    'INVALID_CONFIG',
    `Provider '${provider}' made ${made === null ? 'null' : typeof made}, not a module`,
    {
      suggestions: ['Let create answer an instance of a class that extends ModuleInstance or ToolModule'],
    },
  );
}
