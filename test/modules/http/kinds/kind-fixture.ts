import {afterEach} from '@jest/globals';
import {graphqlKind} from '../../../../modules/http/kinds/graphql.js';
import {restKind} from '../../../../modules/http/kinds/rest.js';
import {ModuleFactory} from '../../../../src/factory/index.js';
import type {ModuleInstance, Runtime, ToolResult} from '../../../../src/sdk.js';

const factory = new ModuleFactory({kinds: {rest: restKind, graphql: graphqlKind}});

interface Wrapped {
  readonly module: ModuleInstance;
  call(tool: string, input?: object): Promise<unknown>;
  execute(tool: string, input?: object): Promise<ToolResult>;
}

/** Wraps configs of the HTTP kinds; each module is cleaned up after its test. */
export function useWrapped(): (config: object, values?: object, runtime?: Runtime) => Promise<Wrapped> {
  const made: ModuleInstance[] = [];
  afterEach(async () => {
    for (const module of made.splice(0)) await module.cleanup();
  });
  return async (config, values = {}, runtime) => {
    const module: ModuleInstance = await factory.createFromConfig('api', config, values, runtime ? {runtime} : {});
    made.push(module);
    return {
      module,
      call: async (tool, input = {}) => module.getTool(tool).call(input as Record<string, unknown>),
      execute: async (tool, input = {}) => module.getTool(tool).execute(input as Record<string, unknown>),
    };
  };
}

/** Problems of a config, as `path: message`. */
export async function problemsIn(config: object): Promise<string[]> {
  const problems = await factory.check(config, {name: 'api'});
  return problems.map(({path, message}) => `${path}: ${message}`);
}

/** What a result says went wrong; throws for a success. */
export function errorOf(result: ToolResult) {
  if (result.success) throw new Error(`It succeeded with ${JSON.stringify(result.data)}`);
  return result.error;
}
