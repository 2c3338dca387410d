import {resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isPrivateHost, ToolError} from '../../../src/sdk.js';
import {redactUrls} from '../safety/redact.js';
import type {GitSettings, Protocol} from '../settings.js';

/** Where a remote is: a directory of this machine, or a host. */
export type Remote =
  | {readonly protocol: 'file'; readonly path: string}
  | {readonly protocol: Exclude<Protocol, 'file'>; readonly host: string; readonly url: string};

const suggestions = ["Give a URL such as 'https://host/owner/name.git', or the path of a repository under basePath"];

const invalid = (url: string, why: string): ToolError =>
  new ToolError('INVALID_URL', `'${redactUrls(url)}' is no repository URL: ${why}`, {
    suggestions,
    outcome: 'not_executed',
  });

const denied = (url: string, why: string, reason: string, next: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `The URL '${redactUrls(url)}' is not allowed: ${why}`, {
    context: {reason},
    outcome: 'not_executed',
    suggestions: [next],
  });

/**
 * Reads a URL the way git does and refuses what the settings do not allow (GIT02, GIT03), before anything runs.
 * A local path is resolved against `from`; whether it lies in an allowed root is asked by the caller.
 * Answers INVALID_URL for what is no URL at all, PERMISSION_DENIED (`details.context.reason`) for the rest.
 */
export function parseRemote(
  url: string,
  settings: GitSettings,
  isDirectory: (path: string) => boolean,
  from = settings.basePath,
): Remote {
  // Control characters are what is looked for
  if (url === '' || url.length > 4096 || /[\u0000-\u0020\u007f]/.test(url.trim())) {
    throw invalid(url, 'it is empty, too long, or holds spaces or control characters');
  }
  if (url !== url.trim()) throw invalid(url, 'it begins or ends with a space');
  if (/%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(url)) throw invalid(url, 'it holds an encoded control character');
  if (url.includes('\\')) throw invalid(url, 'it holds a backslash, which readers of URLs understand differently');
  if (url.startsWith('-')) throw denied(url, "it begins with '-'", 'option', 'Leave options out of the URL');
  if (/^[a-z0-9+.-]+::/i.test(url)) {
    throw denied(url, 'remote helpers run programs', 'protocol', 'Use an https URL');
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined) return withScheme(url, scheme, settings);
  const colon = url.indexOf(':');
  const slash = url.indexOf('/');
  if (colon > 0 && (slash === -1 || colon < slash)) return scpLike(url, settings);
  return localPath(url, settings, isDirectory, from);
}

function withScheme(url: string, scheme: string, settings: GitSettings): Remote {
  requireProtocol(url, scheme, settings);
  if (scheme === 'file') {
    try {
      return {protocol: 'file', path: fileURLToPath(url)};
    } catch (cause) {
      throw invalid(url, cause instanceof Error ? cause.message : 'it names no path');
    }
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) throw invalid(url, 'it can not be read');
  if (scheme === 'ssh') {
    requireHost(url, parsed.host, parsed.hostname, settings);
    if (parsed.username.startsWith('-') || decodeURIComponent(parsed.username).startsWith('-')) {
      throw denied(url, "its user begins with '-'", 'option', 'Leave options out of the URL');
    }
    return {protocol: 'ssh', host: parsed.host, url: parsed.href};
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw denied(url, 'it holds credentials', 'credentials', 'Name them in the config: auth: {token}');
  }
  requireHost(url, parsed.host.toLowerCase(), parsed.hostname, settings);
  return {protocol: scheme as 'http' | 'https' | 'git', host: parsed.host.toLowerCase(), url: parsed.href};
}

/** `user@host:path`, git's short form of an ssh URL. */
function scpLike(url: string, settings: GitSettings): Remote {
  requireProtocol(url, 'ssh', settings);
  const address = url.slice(0, url.indexOf(':'));
  const host = address.slice(address.lastIndexOf('@') + 1);
  if (!/^[\w.-]+$/.test(host) || address.startsWith('-')) throw invalid(url, 'its host can not be read');
  if (url.slice(address.length + 1).startsWith('-')) {
    throw denied(url, "its path begins with '-'", 'option', 'Leave options out of the URL');
  }
  requireHost(url, host.toLowerCase(), host.toLowerCase(), settings);
  return {protocol: 'ssh', host, url};
}

function localPath(url: string, settings: GitSettings, isDirectory: (path: string) => boolean, from: string): Remote {
  const path = resolve(from, url);
  const meansPath = /^(\/|\.\.?(\/|$))/.test(url) || isDirectory(path);
  if (!meansPath) throw invalid(url, 'it has no scheme and no such directory is under basePath');
  requireProtocol(url, 'file', settings);
  return {protocol: 'file', path};
}

function requireProtocol(url: string, protocol: string, settings: GitSettings): void {
  if ((settings.allowedProtocols as readonly string[]).includes(protocol)) return;
  const known = ['https', 'http', 'ssh', 'git', 'file'].includes(protocol);
  const next = known
    ? `Create the module with allowedProtocols: ${JSON.stringify([...settings.allowedProtocols, protocol])}`
    : 'Use an https URL';
  throw denied(
    url,
    `the protocol '${protocol}' is not among ${settings.allowedProtocols.join(', ')}`,
    'protocol',
    next,
  );
}

/** Hosts are named by the operator; where none are, any public one will do. The parsed host is checked, never the text. */
function requireHost(url: string, host: string, hostname: string, settings: GitSettings): void {
  if (hostname === '') throw invalid(url, 'it names no host');
  if (hostname.startsWith('-') || decodeURIComponent(hostname).startsWith('-')) {
    throw denied(url, "its host begins with '-'", 'option', 'Leave options out of the URL');
  }
  const {allowedHosts} = settings;
  const next = `Name it in the config: allowedHosts: ${JSON.stringify([...(allowedHosts ?? []), host])}`;
  if (allowedHosts === undefined) {
    if (/^(http|git):/i.test(url)) throw denied(url, 'http and git are open for named hosts only', 'host', next);
    if (isPrivateHost(hostname)) throw denied(url, `'${hostname}' is not a public host`, 'host', next);
    return;
  }
  if (!allowedHosts.includes(host)) throw denied(url, `the host '${host}' is not among allowedHosts`, 'host', next);
}

/** The directory name that `git clone` takes from a URL: its last part without `.git` (git's own "humanish" name). */
export function humanishName(url: string): string {
  const path = url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replace(/[\s/]+$/, '')
    .replace(/\/?\.git$/, '')
    .replace(/\/+$/, '');
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
  // Git replaces control characters and spaces by one space
  const clean = name.replace(/[\u0000-\u0020]+/g, ' ').trim();
  if (clean === '' || clean === '.' || clean === '..') throw invalid(url, 'no directory name follows from it');
  return clean;
}
