import {openapiKind} from '../../../../modules/http/kinds/openapi.js';
import type {CompileOptions, CompiledTool} from '../../../../modules/http/kinds/openapi/compile-document.js';
import {compileDocument} from '../../../../modules/http/kinds/openapi/compile-document.js';
import {readDocument} from '../../../../modules/http/kinds/openapi/read-document.js';
import {restKind} from '../../../../modules/http/kinds/rest.js';
import {ModuleFactory} from '../../../../src/factory/index.js';
import {compileSchema} from '../../../../src/schema/compile.js';
import {ToolError} from '../../../../src/sdk.js';

export const factory = new ModuleFactory({kinds: {openapi: openapiKind, rest: restKind}});

export type Described = Record<string, unknown>;

/** A description with these paths. */
export const described = (paths: Described, more: Described = {}): Described => ({
  openapi: '3.0.3',
  info: {title: 'Test', version: '1'},
  servers: [{url: 'https://api.example.com/v1'}],
  paths,
  ...more,
});

/** A description of one operation, `POST /things`. */
export const posting = (operation: Described, more: Described = {}): Described =>
  described({'/things': {post: {operationId: 'make', responses: {200: {description: 'ok'}}, ...operation}}}, more);

/** What a description gives. */
export async function compiled(document: Described, options: CompileOptions = {}) {
  return compileDocument(await readDocument({kind: 'object', value: document}), options);
}

/** The only tool of a description; throws with what was left out where there is none. */
export async function onlyTool(document: Described, options: CompileOptions = {}): Promise<CompiledTool> {
  const {tools, leftOut} = await compiled(document, options);
  const [tool] = tools;
  if (!tool || tools.length > 1) throw new Error(`${tools.length} tools; ${JSON.stringify(leftOut)}`);
  return tool;
}

/** Whether the input of a tool takes a value. */
export const takes = (tool: CompiledTool, value: unknown): boolean =>
  compileSchema(tool.input)(structuredClone(value)) === undefined;

/** The error that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<ToolError> {
  try {
    await promise;
  } catch (error) {
    if (ToolError.isToolError(error)) return error;
    throw error;
  }
  throw new Error('It did not fail');
}
