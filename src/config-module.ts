import {builtinKinds} from './builtin-kinds.js';
import type {ModuleMetadata} from './contract/metadata.js';
import type {ModuleInstance} from './core/module-instance.js';
import {ModuleDefinition} from './core/module-definition.js';
import {Runtime} from './core/runtime.js';
import {ModuleFactory} from './factory/index.js';
import type {WrapConfig, WrapDefinition} from './factory/index.js';
import {readShipped} from './shipped/shipped-config.js';

type Values = Readonly<Record<string, unknown>>;

interface ConfigModuleOptions {
  /** Name of the provider: `github`. */
  readonly name: string;
  /** Name of the definition: `GitHubModuleDefinition`. */
  readonly definition: string;
  /** The config in configs/, without `.json`. */
  readonly config: string;
  /** Packages and programs that it names. */
  readonly allow?: readonly string[];
}

/** A definition that is a wrap config of configs/ and nothing more. */
export interface ConfigModule {
  new (): ModuleDefinition;
  /** A live module. Throws INVALID_CONFIG for values that the config does not take. */
  create(values?: Values, runtime?: Runtime): Promise<ModuleInstance>;
  /** Throws INVALID_CONFIG for values that can not work; nothing is loaded or sent. */
  checkConfig(values?: object): Promise<void>;
  /** The record of the module and all its tools, without an instance. */
  getMetadata(): ModuleMetadata;
}

/** Makes the definition of a module from a config that comes with haft. It is read when it is first needed. */
export function configModule({name, definition, config, allow = []}: ConfigModuleOptions): ConfigModule {
  let made: WrapDefinition | undefined;
  const definitionOf = (): WrapDefinition => {
    const factory = new ModuleFactory({kinds: builtinKinds});
    return (made ??= factory.defineFromConfig(name, readShipped(config) as WrapConfig, {allow}));
  };
  class Defined extends ModuleDefinition {
    static override create(values: Values = {}, runtime: Runtime = new Runtime()): Promise<ModuleInstance> {
      return definitionOf().create(values, runtime);
    }

    static async checkConfig(values: object = {}): Promise<void> {
      await definitionOf().checkConfig?.(values);
    }

    static override getMetadata(): ModuleMetadata {
      return definitionOf().getMetadata();
    }
  }
  Object.defineProperty(Defined, 'name', {value: definition});
  return Defined;
}
