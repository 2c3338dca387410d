import {commonCode, nativeCode, ToolError} from '../../../src/sdk.js';
import type {RetrySettings} from './retry-settings.js';

/** ms that `Retry-After` asks to wait: seconds, or a date (RFC 9110 10.2.3). undefined where it says nothing readable. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** What was answered, and whether the request may be sent again. */
export interface TurnedAway {
  readonly status: number;
  /** As `retryAfter` reads it. */
  readonly asked: number | undefined;
  /** Sending it twice is the same as sending it once. */
  readonly repeatable: boolean;
  /** Retries so far. */
  readonly retries: number;
}

/**
 * ms before the request is sent again; undefined for no retry. 429 says that nothing was done. 503 may come from a
 * gateway after something was, so only what can be repeated is (CO03).
 */
export function retryDelay(
  {status, asked, repeatable, retries}: TurnedAway,
  settings: RetrySettings,
): number | undefined {
  if (retries >= settings.maxRetries) return undefined;
  if (status !== 429 && !(status === 503 && repeatable)) return undefined;
  if (asked !== undefined) return asked > settings.maxDelay ? undefined : asked;
  return backoff(retries, settings);
}

/** ms before a request is sent again that found no server, or whose connection was lost; undefined for anything else. */
export function lostDelay(thrown: unknown, retries: number, settings: RetrySettings): number | undefined {
  if (retries >= settings.maxRetries || ToolError.isToolError(thrown)) return undefined;
  const code = commonCode(nativeCode(thrown));
  if (code !== 'NETWORK_ERROR' && code !== 'CONNECTION_LOST' && code !== 'OPERATION_TIMEOUT') return undefined;
  return backoff(retries, settings);
}

const backoff = (retries: number, {baseDelay, maxDelay}: RetrySettings): number =>
  Math.min(baseDelay * 2 ** retries, maxDelay);
