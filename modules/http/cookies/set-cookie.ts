/** A cookie that an origin set. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** ms since the epoch; undefined until the module ends. */
  readonly expires: number | undefined;
  readonly secure: boolean;
}

const longest = 4096;

/**
 * Reads one Set-Cookie (RFC 6265 5.2), for the URL that answered it. undefined for one that is not taken: unreadable, too
 * long, for another host, secure from a server that is not, or not what its prefix promises (RFC 6265bis 4.1.3). `Domain` never widens: a cookie goes back to its origin alone.
 */
export function parseSetCookie(header: string, url: URL, now: number): Cookie | undefined {
  if (header.length > longest || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(header)) return undefined;
  const [pair = '', ...rest] = header.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at).trim();
  if (at < 1 || name === '') return undefined;
  const attributes = new Map(rest.map(attribute));
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase();
  if (domain !== undefined && domain !== '' && url.hostname !== domain && !url.hostname.endsWith(`.${domain}`))
    return undefined;
  const secure = attributes.has('secure');
  const isSecure = url.protocol === 'https:';
  if (secure && !isSecure) return undefined;
  const path = attributes.get('path');
  if (/^__Secure-/i.test(name) && !secure) return undefined;
  if (/^__Host-/i.test(name) && (!secure || attributes.has('domain') || path !== '/')) return undefined;
  return {
    name,
    value: pair.slice(at + 1).trim(),
    path: path?.startsWith('/') === true ? path : defaultPath(url.pathname),
    expires: expiry(attributes, now),
    secure,
  };
}

function attribute(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at === -1) return [text.trim().toLowerCase(), ''];
  return [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1).trim()];
}

/** Max-Age wins over Expires. */
function expiry(attributes: ReadonlyMap<string, string>, now: number): number | undefined {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0 ? 0 : now + Number(age) * 1000;
  const date = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(date) ? undefined : date;
}

const defaultPath = (pathname: string): string => pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')));
