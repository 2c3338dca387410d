import {bareHost, isPrivateHost} from '../../../src/sdk.js';
import {misconfigured} from '../problems.js';
import {allowedAddresses} from './allowed-addresses.js';
import type {AllowedAddresses} from './allowed-addresses.js';

/** Where requests may go. */
export interface Origins {
  readonly base: URL | undefined;
  /** Path of baseURL with a slash at its end: what lies under it is allowed. */
  readonly basePath: string;
  /** Named in allowedOrigins. */
  readonly allowed: ReadonlySet<string>;
  /** `*`: every origin whose host is public. */
  readonly anyPublic: boolean;
  /**
   * Hosts that the operator named by an address that is not public, or by a name that says as much (localhost): naming
   * them allowed them, and whatever such a name leads to.
   */
  readonly named: ReadonlySet<string>;
  readonly addresses: AllowedAddresses;
}

interface Given {
  readonly baseURL?: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly allowPrivate: boolean | readonly string[];
}

/** Reads the origins of the config. Throws INVALID_CONFIG. */
export function originsOf({baseURL, allowedOrigins, allowPrivate}: Given): Origins {
  if (baseURL === undefined && allowedOrigins.length === 0) {
    throw misconfigured(
      'baseURL',
      'it says nowhere where requests may go',
      "Give baseURL: 'https://api.example.com', or allowedOrigins for URLs that are whole",
    );
  }
  const base = baseURL === undefined ? undefined : readBase(baseURL);
  const anyPublic = allowedOrigins.includes('*');
  const others = allowedOrigins.filter((origin) => origin !== '*').map(readOrigin);
  const hosts = [...(base ? [base] : []), ...others].map(({hostname}) => bareHost(hostname));
  return {
    base,
    basePath: base === undefined ? '/' : base.pathname.replace(/\/*$/, '/'),
    allowed: new Set(others.map(({origin}) => origin)),
    anyPublic,
    named: new Set(hosts.filter(isPrivateHost)),
    addresses: allowedAddresses(allowPrivate),
  };
}

function readBase(text: string): URL {
  const url = readUrl('baseURL', text, "Give a URL such as 'https://api.example.com/v2'");
  if (url.search !== '' || url.hash !== '') {
    throw misconfigured('baseURL', 'baseURL has a query or a fragment', 'Leave out what follows ? and #');
  }
  return url;
}

function readOrigin(text: string): URL {
  const remedy = "Give scheme, host and port, such as 'https://cdn.example.com' or 'http://127.0.0.1:8080'";
  const url = readUrl('allowedOrigins', text, remedy);
  if (url.pathname === '/' && url.search === '' && url.hash === '') return url;
  throw misconfigured('allowedOrigins', `the origin '${url.origin}' is followed by a path`, remedy);
}

function readUrl(property: string, text: string, remedy: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text is not told: what can not be read may hold a password.
  if (url === undefined || !/^https?:\/\//i.test(text)) {
    throw misconfigured(property, `${property} must be an http or https URL`, remedy);
  }
  if (url.hostname.includes('*'))
    throw misconfigured(property, `${property} has a wildcard in '${url.hostname}'`, 'Name each host');
  if (url.username !== '' || url.password !== '') {
    throw misconfigured(property, `${property} has credentials in it`, 'Give them as auth: {username, password}');
  }
  return url;
}
