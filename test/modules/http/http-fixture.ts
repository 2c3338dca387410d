import {afterEach} from '@jest/globals';
import {HttpModuleDefinition} from '../../../modules/http/index.js';
import {ToolError} from '../../../src/sdk.js';
import type {Runtime} from '../../../src/sdk.js';

export type Http = Awaited<ReturnType<typeof HttpModuleDefinition.create>>;
export type HttpGiven = NonNullable<Parameters<typeof HttpModuleDefinition.create>[0]>;

/** Gives a test file its HTTP modules; each is cleaned up after its test. */
export function useHttp(): (config: HttpGiven, runtime?: Runtime) => Promise<Http> {
  const made: Http[] = [];
  afterEach(async () => {
    for (const http of made.splice(0)) await http.cleanup();
  });
  return async (config, runtime) => {
    const http = await HttpModuleDefinition.create(config, runtime);
    made.push(http);
    return http;
  };
}

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
