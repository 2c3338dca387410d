import {ToolError} from '../../../src/sdk.js';
import {admit} from './admit.js';
import type {Origins} from './origins.js';

/** Where a redirect leads. */
export interface Redirect {
  readonly method: string;
  readonly keepsBody: boolean;
  /** The server has done what was asked, and only shows where to look. */
  readonly done: boolean;
  /** The URL; throws PERMISSION_DENIED where the config does not open it (HT03), PROTOCOL_ERROR where it is none. */
  admit(): URL;
}

/** Reads an answer as the fetch specification does (HTTP-redirect fetch); undefined for one that is no redirect. */
export function redirected(
  {method, url}: {readonly method: string; readonly url: URL},
  status: number,
  location: string | undefined,
  origins: Origins,
): Redirect | undefined {
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const turns = (status === 303 && method !== 'GET' && method !== 'HEAD') || (status <= 302 && method === 'POST');
  return {
    method: turns ? 'GET' : method,
    keepsBody: !turns,
    done: turns,
    admit: () => {
      if (!URL.canParse(location, url.href)) {
        throw new ToolError('PROTOCOL_ERROR', 'The server redirects to something that is no URL');
      }
      const next = new URL(location, url);
      next.hash = '';
      admit(next, origins);
      return next;
    },
  };
}
