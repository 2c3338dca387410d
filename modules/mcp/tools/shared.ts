import {isRecord, ToolError} from '../../../src/sdk.js';
import type {Call, ModuleInstance} from '../../../src/sdk.js';
import {collectPages} from '../connection/pages.js';
import type {Method} from '../connection/session.js';
import type {McpClient} from '../mcp-client.js';
import type {McpConfig} from '../options.js';

/** What `run` of the module's own tools gets. */
export type Mcp = ModuleInstance<McpConfig, McpClient>;

/** Facts of the tools that look at a server and change nothing. */
export const lookingPlan = {
  cost: 'low',
  reliability: 'medium',
  idempotent: true,
  sideEffects: false,
  reversible: false,
  dependencies: [],
} as const;

/** Input of the tools that list. */
export const pageInput = {
  cursor: {type: 'string', description: 'nextCursor of the answer before; default the beginning'},
  limit: {type: 'integer', minimum: 1, maximum: 10_000, default: 1000, description: 'About how many at most'},
} as const;

export const nextCursor = {type: 'string', description: 'Where to go on, when there are more'} as const;

/** A block or an entry as the server has it. */
export const anyRecord = {type: 'object', additionalProperties: true} as const;

/** Items of a list of the server, as it has them, page after page. */
export async function listItems(
  mcp: Mcp,
  call: Call,
  {key, method, cursor, limit}: {key: string; method: Method; cursor: string | undefined; limit: number},
): Promise<{items: Record<string, unknown>[]; next: {nextCursor?: string}}> {
  const ask = (params: object): Promise<unknown> => mcp.wrappedInstance.request(method, params, call);
  const page = await collectPages(ask, {key, method, limit, cursor});
  const {items, nextCursor: next} = page;
  return {items: items.filter(isRecord), next: next === undefined ? {} : {nextCursor: next}};
}

/** A part of an answer that must be a list of objects. Throws PROTOCOL_ERROR. */
export function recordsOf(answer: unknown, key: string, method: Method): Record<string, unknown>[] {
  const list: unknown = isRecord(answer) ? answer[key] : undefined;
  if (Array.isArray(list) && list.every(isRecord)) return list;
  throw new ToolError('PROTOCOL_ERROR', `The server answers ${method} without a list of ${key}`, {outcome: 'failed'});
}
