import type {Runtime} from '../../../src/sdk.js';
import {parseSetCookie} from './set-cookie.js';
import type {Cookie} from './set-cookie.js';

/** Cookies of one origin, and origins, that are kept; the oldest go first. */
const most = 100;

/** The cookies of one module instance, by origin: what one origin set goes back to that origin, and nowhere else. */
export class CookieJar {
  readonly #clock: Runtime['clock'];
  readonly #origins = new Map<string, Map<string, Cookie>>();

  constructor(clock: Runtime['clock']) {
    this.#clock = clock;
  }

  /** Keeps what an answer set. */
  store(url: URL, setCookie: readonly string[] | undefined): void {
    if (setCookie === undefined) return;
    const now = this.#clock.now();
    const cookies = this.#origins.get(url.origin) ?? new Map<string, Cookie>();
    for (const header of setCookie) {
      const cookie = parseSetCookie(header, url, now);
      if (cookie === undefined) continue;
      const key = `${cookie.path};${cookie.name}`;
      cookies.delete(key);
      if (cookie.expires === undefined || cookie.expires > now) cookies.set(key, cookie);
      dropOldest(cookies);
    }
    this.#origins.set(url.origin, cookies);
    dropOldest(this.#origins);
  }

  /** The Cookie header of a request; the longer paths first. undefined for none. */
  header(url: URL): string | undefined {
    const now = this.#clock.now();
    const fitting = [...(this.#origins.get(url.origin)?.values() ?? [])].filter(
      ({expires, path}) => (expires === undefined || expires > now) && pathMatches(url.pathname, path),
    );
    if (fitting.length === 0) return undefined;
    fitting.sort((a, b) => b.path.length - a.path.length);
    return fitting.map(({name, value}) => `${name}=${value}`).join('; ');
  }
}

/** RFC 6265 5.1.4 */
function pathMatches(pathname: string, path: string): boolean {
  return pathname === path || (pathname.startsWith(path) && (path.endsWith('/') || pathname[path.length] === '/'));
}

function dropOldest(map: Map<string, unknown>): void {
  for (const [key] of map) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
