import {bareHost, isPrivateHost} from '../../../../src/sdk.js';

type Values = Readonly<Record<string, unknown>>;

/** Why a server is not used before somebody names it, and what to do. */
export interface Untrusted {
  readonly message: string;
  readonly remedy: string;
}

/**
 * A server that only the description names: the config named the description, and not an address that is not public, nor
 * whom the credentials are for. Where the description itself came from the same origin, that was named; `at` is where
 * from. Answers undefined for one that is fine.
 */
export function untrusted(server: URL, at: string, {auth, headers, allowPrivate}: Values): Untrusted | undefined {
  const isFetched = /^https?:/i.test(at);
  if (isFetched && new URL(at).origin === server.origin) return undefined;
  const host = bareHost(server.hostname);
  const listed = Array.isArray(allowPrivate) && allowPrivate.includes(host);
  const remedy = `Name it yourself, if it is meant: "baseURL": "${server.href}"`;
  if (isPrivateHost(host) && allowPrivate !== true && !listed)
    return {message: `The description names the server ${server.origin}, which is not public`, remedy};
  // A description that stands in the config is the config's own word.
  if (at === '' || (auth === undefined && headers === undefined)) return undefined;
  return {message: `Credentials and headers would go to ${server.origin}, which only the description names`, remedy};
}
