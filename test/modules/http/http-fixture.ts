import {afterEach} from '@jest/globals';
import {HttpModuleDefinition} from '../../../modules/http/index.js';
import {ToolError} from '../../../src/sdk.js';
import type {Runtime, ToolResult} from '../../../src/sdk.js';

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

/** A call by name, with any input: as an agent makes it. */
export async function execute(http: Http, tool: string, input: object): Promise<ToolResult> {
  return http.getTool(tool).execute(input as Record<string, unknown>);
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

/** The parts of a multipart body: each head line by line, and its content. */
export function partsOf(contentType: string, body: Buffer): {head: string[]; content: Buffer}[] {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? '';
  const [, ...parts] = body.toString('latin1').split(`--${boundary}`);
  return parts.slice(0, -1).map((part) => {
    const [head = '', ...content] = part.slice(2, -2).split('\r\n\r\n');
    const text = Buffer.from(head, 'latin1').toString('utf8');
    return {head: text.split('\r\n'), content: Buffer.from(content.join('\r\n\r\n'), 'latin1')};
  });
}
