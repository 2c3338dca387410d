import {describe, expect, test} from '@jest/globals';
import * as haft from 'haft';
import * as sdk from 'haft/sdk';
import * as testing from 'haft/testing';

// What other people's code imports. A name that goes, or comes by accident, is seen here first.
describe('what the package exports', () => {
  test('haft', () => {
    expect(Object.keys(haft).sort()).toEqual([
      'CloudModule',
      'CloudModuleDefinition',
      'DatabaseModule',
      'DatabaseModuleDefinition',
      'DatabaseModuleInstance',
      'ErrorCodes',
      'Executable',
      'ExecutionError',
      'FileSystemModule',
      'FileSystemModuleDefinition',
      'FileSystemModuleInstance',
      'GitHubModule',
      'GitHubModuleDefinition',
      'GitModule',
      'GitModuleDefinition',
      'GitModuleInstance',
      'HTTPModule',
      'HttpModule',
      'HttpModuleDefinition',
      'HttpModuleInstance',
      'JsonlAuditSink',
      'MCPModuleDefinition',
      'McpModule',
      'McpModuleDefinition',
      'McpModuleInstance',
      'MemoryManager',
      'ModuleDefinition',
      'ModuleFactory',
      'ModuleInstance',
      'ResourceManager',
      'RetryPolicies',
      'Runtime',
      'SecurityTier',
      'ShellModule',
      'ShellModuleDefinition',
      'ShellModuleInstance',
      'SystemError',
      'Tool',
      'ToolError',
      'ToolExecutionError',
      'ToolInputValidationError',
      'ToolModule',
      'ToolNotFoundError',
      'ToolOutputValidationError',
      'ToolProvider',
      'ToolRegistry',
      'ValidationError',
      'codeMatches',
      'configJsonSchema',
      'createRegistry',
      'dbCursor',
      'dbTransaction',
      'defineHandle',
      'defineModule',
      'defineTool',
      'errorAliases',
      'errorTable',
      'fromFunctionName',
      'fsFile',
      'fsWatcher',
      'gitRepository',
      'isToolResult',
      'jsonSchema',
      'loadConfig',
      'parseConfig',
      'shellProcess',
      'toFunctionName',
      'toToolError',
    ]);
  });

  test('haft/sdk', () => {
    expect(Object.keys(sdk).sort()).toEqual([
      'ErrorCodes',
      'ModuleDefinition',
      'ModuleInstance',
      'RetryPolicies',
      'Runtime',
      'SecurityTier',
      'Tool',
      'ToolError',
      'ToolModule',
      'addressKind',
      'bareHost',
      'boundedRegExp',
      'codeMatches',
      'commonCode',
      'declaredInputs',
      'defineHandle',
      'defineModule',
      'defineTool',
      'errorAliases',
      'findProgram',
      'guardTree',
      'isPrivateHost',
      'isRecord',
      'isToolResult',
      'jsonSchema',
      'lookUp',
      'minimalEnvironment',
      'nativeCode',
      'nearest',
      'readGraphql',
      'readSql',
      'scanSql',
      'toToolError',
      'unusedInputs',
    ]);
  });

  test('haft/testing', () => {
    expect(Object.keys(testing).sort()).toEqual([
      'FakeClock',
      'MemoryAuditSink',
      'describeModule',
      'mockModule',
      'moduleContract',
      'recordCalls',
      'replayModule',
      'settle',
      'withModule',
    ]);
  });

  test('the seeds call the modules GitModule and FileSystemModule; they are the same classes', () => {
    expect(haft.GitModule).toBe(haft.GitModuleDefinition);
    expect(haft.FileSystemModule).toBe(haft.FileSystemModuleDefinition);
  });
});
