import {invalid} from '../problems.js';
import {admit} from './admit.js';
import type {Origins} from './origins.js';
import {queryString} from './query.js';
import type {QueryArrays} from './query.js';

/** What a call says of its URL. */
export interface UrlInput {
  readonly url?: string | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

const absolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * The URL of a call: under baseURL, or whole. Throws INVALID_PARAMETER for what can not be read, PERMISSION_DENIED for
 * what the config does not open.
 */
export function requestUrl({url: given = '/', query}: UrlInput, origins: Origins, arrays: QueryArrays): URL {
  // WHATWG drops tabs and line breaks and turns backslashes: what is read should be what was written.
  if (/[\u0000-\u001f\u007f\\]/.test(given)) {
    throw invalid('url', 'The URL has control characters or backslashes in it', ['Write them as %XX']);
  }
  const url = absolute.test(given) ? wholeUrl(given, origins) : underBase(given, origins);
  url.hash = '';
  admit(url, origins);
  const more = queryString(query, arrays);
  if (more !== '') url.search += `${url.search === '' ? '?' : '&'}${more}`;
  return url;
}

function wholeUrl(given: string, {base}: Origins): URL {
  const whole = given.startsWith('//') ? `${base?.protocol ?? 'https:'}${given}` : given;
  if (URL.canParse(whole)) return new URL(whole);
  throw invalid('url', 'The URL can not be read', ["Give a path under baseURL, such as '/users/1', or a whole URL"]);
}

function underBase(given: string, {base, basePath}: Origins): URL {
  if (base === undefined) {
    throw invalid('url', `The URL '${given.split('?', 1)[0] ?? ''}' is relative, and there is no baseURL`, [
      'Give a whole URL, or a baseURL in the config',
    ]);
  }
  if (given === '') return new URL(base);
  if (given.startsWith('?')) return new URL(given, base);
  return new URL(`${base.origin}${basePath}${given.replace(/^\//, '')}`);
}
