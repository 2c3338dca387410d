export {ModuleFactory} from './module-factory.js';
export type {CreateOptions, ModuleFactoryOptions, WrappedModule, WrapKinds} from './module-factory.js';
export {bindModuleFactory} from './bind-module-factory.js';
export type {BoundModuleFactory} from './bind-module-factory.js';
export type {ConfigProblem} from './config-problem.js';
export type {WrapDefinition} from './wrap-definition.js';
export {configJsonSchema} from './language/config-schema.js';
export {libraryKinds} from './library/library-kinds.js';
export {parseConfig} from './parse-config.js';
export {loadConfig} from './source/load-config.js';
export type {
  ClassConfig,
  CliConfig,
  GraphqlConfig,
  LibraryConfig,
  McpConfig,
  OpenapiConfig,
  RestConfig,
  SqlConfig,
  WrapConfig,
} from './wrap-config.js';
