import {Broken} from './broken.js';
import type {Server} from './operation.js';

/** The URL of a server with its variables filled in, without a slash at its end. Throws Broken. */
export function serverURL(server: Server, at: string, variables: Readonly<Record<string, string>>): URL {
  const text = server.url.replace(/\{([^{}]+)\}/g, (_whole, name: string) => valueOf(name, server, variables));
  const base = /^https?:/i.test(at) ? at : undefined;
  if (!URL.canParse(text, base)) {
    throw new Broken(
      base === undefined && !/^[a-z]+:/i.test(text)
        ? `The server ${JSON.stringify(text)} is relative, and the description has no URL`
        : `The server ${JSON.stringify(text)} is no URL`,
    );
  }
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Broken(`The server ${JSON.stringify(text)} is not one of http or https`);
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

function valueOf(name: string, {variables, url}: Server, given: Readonly<Record<string, string>>): string {
  const own = Object.hasOwn(given, name) ? given[name] : undefined;
  if (own !== undefined) return own;
  const facts = Object.hasOwn(variables, name) ? variables[name] : undefined;
  const fallback = (facts as {default?: unknown} | undefined)?.default;
  if (typeof fallback === 'string' || typeof fallback === 'number') return String(fallback);
  throw new Broken(`The server ${JSON.stringify(url)} needs a value for {${name}}`);
}

/** `https://host/v1` of a URL, as a base of others. */
export const baseOf = (url: URL): string => url.origin + url.pathname.replace(/\/+$/, '');
