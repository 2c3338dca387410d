import {ToolError} from '../../../src/sdk.js';
import type {Outcome} from '../../../src/sdk.js';

/** What an answer that is a failure says. All texts are safe to tell. */
export interface FailedAnswer {
  readonly method: string;
  /** Without query. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly body: string;
  /** ms that Retry-After asks for. */
  readonly retryAfter: number | undefined;
  /** A limit of the server, whatever the status says. */
  readonly limited: boolean;
  /** The request changes something on the server. */
  readonly changes: boolean;
}

/** C24 */
const codes: Readonly<Record<number, string>> = {
  401: 'AUTHENTICATION_REQUIRED',
  403: 'AUTHORIZATION_FAILED',
  404: 'RESOURCE_NOT_FOUND',
  408: 'OPERATION_TIMEOUT',
  423: 'RESOURCE_LOCKED',
  429: 'RATE_LIMITED',
  503: 'RESOURCE_UNAVAILABLE',
};

const suggestions: Readonly<Record<number, readonly string[]>> = {
  400: ['Read what the server says, and correct the request'],
  401: ['Name credentials in the config: authToken, getAuthToken or auth', 'Check that they are still valid'],
  403: ['Use credentials that may do it'],
  404: ['Check the URL, and baseURL of the config'],
  405: ['Use the method that the server offers for this URL'],
  413: ['Send less'],
  422: ['Read what the server says, and correct the request'],
  429: ['Try again later', 'Set retry or rateLimit in the config'],
  503: ['Try again later', 'Set retry in the config'],
};

const passing = new Set([408, 423, 425, 429]);
/** The server says that it can not do such a thing at all. */
const refusing = new Set([501, 505]);

const shownCharacters = 2000;

/** A status that is no success, as an error whose message begins as the seed has it (R8.7). */
export function httpFailure(answer: FailedAnswer): ToolError {
  const {method, url, statusText, body, retryAfter} = answer;
  const status = answer.limited ? 429 : answer.status;
  const text = readable(body);
  const head = `HTTP ${answer.status}: ${statusText === '' ? 'no reason given' : statusText}`;
  const response = text === '' ? '' : `\nResponse: ${text}`;
  return new ToolError(codes[status] ?? 'OPERATION_FAILED', `${head}${response}\nRequest: ${method} ${url}`, {
    outcome: outcomeOf(answer),
    recoverable: status >= 500 ? !refusing.has(status) : passing.has(status),
    suggestions: suggestions[status] ?? (status >= 500 ? ['Try again later', 'Ask who runs the server'] : []),
    context: {status: answer.status, method, url, ...(retryAfter !== undefined && {retryAfter})},
  });
}

/**
 * A 4xx says that nothing was done. A 5xx to a request that changes something may come after it was, from the server or
 * from a gateway before it.
 */
function outcomeOf({status, changes}: FailedAnswer): Outcome {
  return status >= 500 && changes && !refusing.has(status) ? 'unknown' : 'failed';
}

/** What a person can read of a body: of a page its text, and of anything its beginning. */
function readable(body: string): string {
  const isPage = /^\s*<(!doctype|html)/i.test(body);
  const text = isPage
    ? body
        .slice(0, 8192)
        .replace(/<(style|script)\b[^<]*(?:<(?!\/)[^<]*)*<\/\1\s*>/gi, ' ')
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ')
    : body;
  const trimmed = text.trim();
  return trimmed.length > shownCharacters ? `${trimmed.slice(0, shownCharacters)}…` : trimmed;
}
