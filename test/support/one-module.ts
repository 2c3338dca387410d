import {defineModule, Runtime} from '../../src/sdk.js';
import type {ErrorObject, ModuleInstance, ToolDefinition, ToolResult} from '../../src/sdk.js';

/** A module `probe` of these tools, alive in a runtime. */
export async function moduleOf(
  tools: readonly ToolDefinition[],
  runtime: Runtime = new Runtime(),
): Promise<ModuleInstance> {
  const definition = defineModule({name: 'probe', module: 'ProbeModule', description: 'Tools of a test', tools});
  return (await definition.create({}, runtime)) as unknown as ModuleInstance;
}

/** The data of a success; a failure fails the test with its error. */
export function dataOf<T>(result: ToolResult<T>): T {
  if (result.success) return result.data;
  throw new Error(`Expected a success, received ${result.error.code}: ${result.error.message}`);
}

/** The error of a failure; a success fails the test. */
export function errorOf(result: ToolResult): ErrorObject {
  if (!result.success) return result.error;
  throw new Error(`Expected a failure, received ${JSON.stringify(result.data)}`);
}

/** A promise, and how to settle it. */
export function deferred<T = void>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((ok, fail) => {
    resolve = ok;
    reject = fail;
  });
  return {promise, resolve, reject};
}
