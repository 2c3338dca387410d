/**
 * What a module author imports (`haft/sdk`). Modules of this package import this file of src and no other.
 *
 * @module
 */
export {isRecord} from './contract/json.js';
export type {Json, JsonSchema} from './contract/json.js';
export {ErrorCodes, codeMatches, errorAliases} from './contract/error-codes.js';
export type {CommonErrorCode} from './contract/error-codes.js';
export {ToolError} from './contract/errors.js';
export type {ToolErrorOptions} from './contract/errors.js';
export {commonCode, nativeCode, toToolError} from './contract/native-errors.js';
export {defineHandle} from './contract/handle.js';
export type {Handle, HandleType} from './contract/handle.js';
export type {HandleInput} from './contract/handle-input.js';
export type {Call, CallHandles, CallOptions} from './contract/call.js';
export type {CallContext, Progress} from './contract/call-context.js';
export type {ModuleMetadata, PlanningFacts, ToolExample, ToolMetadata} from './contract/metadata.js';
export {nearest} from './contract/nearest.js';
export {isToolResult} from './contract/result.js';
export type {CallMetadata, ErrorObject, Outcome, ToolFailure, ToolResult, ToolSuccess} from './contract/result.js';
export {RetryPolicies} from './contract/retry-policy.js';
export type {Backoff, RetryPolicy, RetryPreset} from './contract/retry-policy.js';
export {SecurityTier} from './contract/security-tier.js';
export type {UndoEntry} from './contract/services.js';
export type {Shape, Shapes, WrapLanguage, WrapProblem} from './contract/wrap-language.js';
export type {
  FoundTool,
  FoundTools,
  LeftOut,
  RefinedTools,
  WrapKind,
  WrapRequest,
  WrapSession,
  WrapSetup,
} from './core/wrap-kind.js';
export {findProgram} from './processes/find-program.js';
export {minimalEnvironment} from './processes/minimal-environment.js';
export {guardTree} from './processes/tree-guard.js';
export type {EndOptions, TreeGuard} from './processes/tree-guard.js';
export {addressKind} from './network/address-kind.js';
export type {AddressKind} from './network/address-ranges.js';
export {lookUp} from './network/look-up.js';
export type {FoundAddress, Lookup, LookUpOptions} from './network/look-up.js';
export {bareHost, isPrivateHost} from './network/private-hosts.js';
export {boundedRegExp} from './schema/bounds.js';
export {readGraphql} from './schema/graphql-document.js';
export type {GraphqlDocument, GraphqlOperation, GraphqlVariable} from './schema/graphql-document.js';
export {scanSql} from './schema/sql-scan.js';
export type {SqlScan, SqlToken} from './schema/sql-scan.js';
export {readSql} from './schema/sql-statement.js';
export type {SqlStatement} from './schema/sql-statement.js';
export {jsonSchema} from './schema/spec.js';
export type {InferInput, InferOutput, InferRun, SchemaSpec, StandardSchema} from './schema/spec.js';
export {defineModule} from './core/define-module.js';
export type {DefinedModule} from './core/define-module.js';
export {defineTool} from './core/define-tool.js';
export {ModuleDefinition} from './core/module-definition.js';
export {ModuleInstance} from './core/module-instance.js';
export type {Health} from './core/module-instance.js';
export type {ModuleTools, ToolMethod} from './core/module-types.js';
export {Runtime} from './core/runtime.js';
export type {RuntimeOptions} from './core/runtime.js';
export {Tool} from './core/tool.js';
export type {ToolDefinition} from './core/tool-definition.js';
export {ToolModule} from './core/tool-module.js';
export {declaredInputs, unusedInputs} from './core/unused-inputs.js';
export type {DeclaredInputs} from './core/unused-inputs.js';
