import {isPrivateHost} from '../../../src/sdk.js';
import {denied, invalid} from '../problems.js';
import type {Origins} from './origins.js';

/**
 * Whether a request may go to this URL: asked for every URL of a call and for every redirect, of the parsed URL and
 * never of its text (HT01 to HT04). Throws PERMISSION_DENIED; what a name leads to is checked when it is connected to.
 */
export function admit(url: URL, origins: Origins): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw denied('protocol', `The protocol '${url.protocol}' is not allowed`, 'Use an http or https URL');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('url', `The URL of ${url.origin} has credentials in it`, [
      'Leave them out; the config takes them as auth or authToken',
    ]);
  }
  const {base, basePath, allowed} = origins;
  if (allowed.has(url.origin)) return;
  if (base?.origin === url.origin) {
    if (isUnder(url, basePath)) return;
    throw denied(
      'path',
      `The path '${url.pathname}' is not under '${basePath}' of baseURL`,
      `Allow the whole origin in the config: allowedOrigins: ['${url.origin}']`,
    );
  }
  if (origins.anyPublic) {
    if (!isPrivateHost(url.hostname) || origins.addresses.allows(url.hostname, url.hostname.replace(/^\[|\]$/g, '')))
      return;
    throw denied('address', `The host '${url.hostname}' is not public`, `Name it: allowedOrigins: ['${url.origin}']`);
  }
  throw denied(
    'origin',
    `Requests to ${url.origin} are not allowed`,
    `Name it in the config: allowedOrigins: ['${url.origin}']`,
  );
}

/** At or below the path, also for a server that takes `%2e%2e%2f` for a step up. */
function isUnder({pathname}: URL, basePath: string): boolean {
  if (basePath === '/') return true;
  if (`${pathname}/` !== basePath && !pathname.startsWith(basePath)) return false;
  const rest = pathname.slice(basePath.length).replace(/%25/g, '%');
  return !rest.split(/\/|\\|%2f|%5c/i).some((step) => /^(\.|%2e){2}$/i.test(step));
}
