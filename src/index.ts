/** Everything a user imports from `haft`. Nothing is loaded or started by importing it but what is named here. */
import {builtinKinds, builtinProviders} from './builtin.js';
import {bindModuleFactory} from './factory/index.js';
import type {RegistryOptions} from './registry/tool-registry.js';
import {ToolRegistry as UnboundRegistry} from './registry/tool-registry.js';

// Modules are made from definitions, from classes, or from wrap configs.
export {
  FileSystemModule,
  FileSystemModuleDefinition,
  FileSystemModuleInstance,
  fsFile,
  fsWatcher,
} from '../modules/filesystem/index.js';
export type {FileEvent, FileSystemConfig, ReadStreamOptions, WriteStreamOptions} from '../modules/filesystem/index.js';
export {CloudModule, CloudModuleDefinition} from '../modules/cloud/index.js';
export {GitHubModule, GitHubModuleDefinition} from '../modules/github/index.js';
export {GitModule, GitModuleDefinition, GitModuleInstance, gitRepository} from '../modules/git/index.js';
export type {GitConfig, RepositoryHandle, RepositoryView} from '../modules/git/index.js';
export {
  DatabaseModule,
  DatabaseModuleDefinition,
  DatabaseModuleInstance,
  dbCursor,
  dbTransaction,
} from '../modules/database/index.js';
export type {
  Answer as DatabaseAnswer,
  CursorHandle,
  DatabaseConfig,
  Field as DatabaseField,
  Row as DatabaseRow,
  TransactionHandle,
  Value as DatabaseValue,
} from '../modules/database/index.js';
export {HTTPModule, HttpModule, HttpModuleDefinition, HttpModuleInstance} from '../modules/http/index.js';
export type {HttpConfig, HttpFiles} from '../modules/http/index.js';
export {MCPModuleDefinition, McpModule, McpModuleDefinition, McpModuleInstance} from '../modules/mcp/index.js';
export type {
  DefinitionReport,
  DefinitionStatus,
  Difference,
  McpConfig as McpModuleConfig,
  McpServerConfig,
  McpServerInfo,
  McpToolData,
  McpToolOverride,
} from '../modules/mcp/index.js';
export {ShellModule, ShellModuleDefinition, ShellModuleInstance, shellProcess} from '../modules/shell/index.js';
export type {CommandRules, ShellConfig, ShellProcessHandle} from '../modules/shell/index.js';

/** Builds modules from wrap configs; `createFromConfig`, `defineFromConfig` and `validate` are statics too. */
export const ModuleFactory = bindModuleFactory(builtinKinds);
export type {
  BoundModuleFactory,
  ClassConfig,
  CliConfig,
  ConfigProblem,
  CreateOptions,
  GraphqlConfig,
  LibraryConfig,
  McpConfig,
  ModuleFactoryOptions,
  OpenapiConfig,
  RestConfig,
  SqlConfig,
  WrapConfig,
  WrapKinds,
  WrappedModule,
} from './factory/index.js';
export {configJsonSchema, loadConfig, parseConfig} from './factory/index.js';

/** Finds tools, and makes and ends the modules they are in. Takes wrap configs as providers; knows no provider by itself. */
export class ToolRegistry extends UnboundRegistry {
  constructor(options: RegistryOptions = {}) {
    const configProvider: RegistryOptions['configProvider'] = (config) =>
      ModuleFactory.defineFromConfig(typeof config['name'] === 'string' ? config['name'] : 'config', config);
    super({configProvider, ...options});
  }
}

/** A registry that knows the built-in providers by name: `createRegistry().createModule('git', {…})`. */
export function createRegistry(options: RegistryOptions = {}): ToolRegistry {
  return new ToolRegistry({...options, providers: {...builtinProviders, ...options.providers}});
}

export {ToolProvider} from './registry/tool-provider.js';
export type {ProviderClass, ProviderObject, ProviderSource} from './registry/tool-provider.js';
export type {ConfigProvider, ProviderConfig, ProviderLoader, ProviderSpec} from './registry/providers.js';
export type {RegistryOptions, ToolSelection} from './registry/tool-registry.js';
export type {Capabilities} from './registry/capabilities.js';
export type {ModuleInfo} from './registry/modules.js';
export type {Flag, Listed, ToolCriteria, Words} from './registry/search/criteria.js';
export type {SearchMatch, TermMatch} from './registry/search/match.js';
export type {MatchKind} from './registry/search/query.js';
export type {FactMatch} from './registry/search/read-criteria.js';
export type {SearchField} from './registry/search/tool-texts.js';
export type {SearchOptions, ToolMatch} from './registry/search/catalogue.js';
export type {ExecutableTool, PlainTool, SingleTool} from './registry/single-tool.js';
export {fromFunctionName, toFunctionName} from './registry/function-name.js';

// Authors of modules find the same in `haft/sdk`, without the rest.
export {defineModule} from './core/define-module.js';
export type {DefinedModule, ModuleSpec} from './core/define-module.js';
export {defineTool} from './core/define-tool.js';
export type {ToolSpec} from './core/define-tool.js';
export {Executable} from './core/executable.js';
export type {ForeignTool} from './core/foreign-tool.js';
export {ModuleDefinition} from './core/module-definition.js';
export type {DefinitionClass} from './core/module-definition.js';
export {ModuleInstance} from './core/module-instance.js';
export type {Health} from './core/module-instance.js';
export type {FocusedTools, ModuleTools, ToolMethod} from './core/module-types.js';
export {Runtime} from './core/runtime.js';
export type {RuntimeOptions} from './core/runtime.js';
export {Tool} from './core/tool.js';
export type {Validation} from './core/tool.js';
export type {ToolDefinition} from './core/tool-definition.js';
export type {Rate} from './execution/call-spec.js';
export type {HandleStore} from './handles/handle-store.js';
export type {Issue} from './schema/issue.js';
export {ToolModule} from './core/tool-module.js';
export type {Focus, ToolMethodFacts} from './core/tool-module.js';

// Results and errors.
export {isToolResult} from './contract/result.js';
export type {
  CallMetadata,
  ErrorCause,
  ErrorDetails,
  ErrorObject,
  Outcome,
  ToolFailure,
  ToolResult,
  ToolSuccess,
} from './contract/result.js';
export {codeMatches, errorAliases, ErrorCodes, errorTable} from './contract/error-codes.js';
export type {CommonErrorCode, ErrorClass, ErrorCodeEntry} from './contract/error-codes.js';
export {ToolError} from './contract/errors.js';
export type {ToolErrorContext, ToolErrorOptions} from './contract/errors.js';
export {toToolError} from './contract/native-errors.js';
export {
  ExecutionError,
  SystemError,
  ToolExecutionError,
  ToolInputValidationError,
  ToolNotFoundError,
  ToolOutputValidationError,
  ValidationError,
} from './contract/tagged-errors.js';

// What a call and its metadata are made of.
export type {Call, CallHandles, CallOptions} from './contract/call.js';
export type {CallContext, Progress} from './contract/call-context.js';
export {defineHandle} from './contract/handle.js';
export type {Handle, HandleType} from './contract/handle.js';
export type {HandleInput} from './contract/handle-input.js';
export type {Json, JsonSchema} from './contract/json.js';
export type {ModuleMetadata, PlanningFacts, ToolExample, ToolMetadata} from './contract/metadata.js';
export {RetryPolicies} from './contract/retry-policy.js';
export type {Backoff, RetryPolicy, RetryPreset} from './contract/retry-policy.js';
export {SecurityTier} from './contract/security-tier.js';
export type {Shape, Shapes, WrapFacts, WrapLanguage, WrapProblem} from './contract/wrap-language.js';
export type {FoundTool, FoundTools, LeftOut, WrapKind, WrapRequest, WrapSession, WrapSetup} from './core/wrap-kind.js';
export {jsonSchema} from './schema/spec.js';
export type {InferInput, InferOutput, InferRun, SchemaSpec, StandardSchema} from './schema/spec.js';

// The services of a runtime.
export {JsonlAuditSink} from './audit/jsonl-audit-sink.js';
export {ResourceManager} from './handles/resource-manager.js';
export {MemoryManager} from './memory/memory-manager.js';
export type {
  AuditEntry,
  AuditSink,
  Clock,
  HandleInfo,
  Limits,
  MemoryService,
  Policy,
  PolicyAnswer,
  PolicyDecision,
  PolicyEffect,
  PolicyRequest,
  RuntimeEvents,
  UndoEntry,
} from './contract/services.js';
