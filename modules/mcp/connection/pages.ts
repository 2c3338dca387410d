import {isRecord, ToolError} from '../../../src/sdk.js';
import type {Method} from './session.js';

/** Pages that one walk asks for at most: a server may answer cursors for ever. */
const maxPages = 64;

export interface Page {
  readonly items: readonly unknown[];
  /** Where the next page begins; undefined after the last. */
  readonly nextCursor: string | undefined;
}

/** Asks for the pages of a list until there are no more, or `limit` items are there. */
export async function collectPages(
  ask: (params: {readonly cursor?: string}) => Promise<unknown>,
  {key, method, limit, cursor}: {key: string; method: Method; limit: number; cursor?: string | undefined},
): Promise<Page> {
  const items: unknown[] = [];
  let next = cursor;
  for (let page = 0; page < maxPages && items.length < limit; page++) {
    const answer = await ask(next === undefined ? {} : {cursor: next});
    const list: unknown = isRecord(answer) ? answer[key] : undefined;
    if (!isRecord(answer) || !Array.isArray(list)) throw noList(method, key);
    items.push(...(list as unknown[]));
    const following = answer['nextCursor'];
    if (typeof following !== 'string') return {items, nextCursor: undefined};
    // The same page again would be asked for without end.
    if (following === next) throw endless(method);
    next = following;
  }
  return {items, nextCursor: next};
}

const noList = (method: Method, key: string): ToolError =>
  new ToolError('PROTOCOL_ERROR', `The server answers ${method} without a list of ${key}`, {outcome: 'failed'});

const endless = (method: Method): ToolError =>
  new ToolError('PROTOCOL_ERROR', `The server answers ${method} with the same page without end`, {outcome: 'failed'});
