import type {ModuleMetadata} from '../contract/metadata.js';
import type {ModuleInstance} from './module-instance.js';
import type {Runtime} from './runtime.js';

/**
 * A type of module: makes configured instances, and tells about its tools without making one. `defineModule` writes such
 * classes from data; user code may extend this one and override both statics.
 */
export class ModuleDefinition {
  /** Validates the config, fills defaults and awaits `initialize()` of the instance. */
  static create(_config?: object, _runtime?: Runtime): Promise<ModuleInstance> {
    return Promise.reject(new Error('Must be implemented by subclass'));
  }

  /** The record of the module and all its tools, without an instance. */
  static getMetadata(): object {
    throw new Error('Must be implemented by subclass');
  }
}

/** What a registry and a factory need of a definition. */
export interface DefinitionClass<Config = never, Instance = ModuleInstance> {
  /** A live module; see `ModuleDefinition.create`. */
  create(config?: Config, runtime?: Runtime): Promise<Instance>;
  /** Throws INVALID_CONFIG for a config that can not work; nothing is started for it. */
  checkConfig?(config?: object): Promise<void>;
  /** The record of the module, without an instance. */
  getMetadata(): ModuleMetadata;
}
