import {nearest, ToolError} from '../../src/sdk.js';

/** What the URL of a server says. */
export interface UrlParts {
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
  readonly ssl?: boolean | {readonly verify: boolean};
}

/** Reads `postgres://user:password@host:5432/database?sslmode=verify-full`. Answers INVALID_CONFIG, without the URL. */
export function parseUrl(text: string): UrlParts {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong('is no URL');
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') throw wrong(`begins with ${url.protocol}`);
  const {host, sslmode, ...others} = Object.fromEntries(url.searchParams);
  const unknown = Object.keys(others);
  if (unknown.length > 0) {
    const near = nearest(unknown[0] ?? '', ['sslmode', 'host']);
    const meant = near === undefined ? undefined : `Did you mean ${near}?`;
    throw wrong(`has parameters that are not known here: ${unknown.join(', ')}`, meant);
  }
  const hostname = host ?? decode(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const database = decode(url.pathname.slice(1));
  return {
    ...(hostname !== '' && {host: hostname}),
    ...(url.port !== '' && {port: Number(url.port)}),
    ...(database !== '' && {database}),
    ...(url.username !== '' && {user: decode(url.username)}),
    ...(url.password !== '' && {password: decode(url.password)}),
    ...(sslmode !== undefined && {ssl: sslOf(sslmode)}),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong('has a % that begins no escape');
  }
}

/** What libpq's sslmode asks for; what it would let pass unchecked is checked, unless it says no-verify. */
export function sslOf(mode: string): boolean | {readonly verify: boolean} {
  switch (mode) {
    case 'disable':
      return false;
    case 'no-verify':
      return {verify: false};
    case 'require':
    case 'verify-ca':
    case 'verify-full':
      return true;
    default:
      throw wrong(`has sslmode ${mode}, which is none of disable, no-verify, require, verify-ca, verify-full`);
  }
}

/** The form is told without `user:password@` in its place, for that would be taken for a secret and out of the message. */
const wrong = (why: string, meant?: string): ToolError =>
  new ToolError('INVALID_CONFIG', `url of the database ${why}`, {
    outcome: 'not_executed',
    suggestions: [
      ...(meant === undefined ? [] : [meant]),
      'Write postgres://host:5432/database?sslmode=verify-full, with user:password@ before the host and % escapes in the parts',
    ],
  });
