import type {ConfigEntry} from './environment.js';

/** What a repository's own configuration asks for that must not be followed. */
export interface ConfigAssessment {
  /** Values that take the place of those that would run a program; their names are the repository's choice. */
  readonly overrides: readonly ConfigEntry[];
  /** Keys that would send a network operation elsewhere, or weaken it, and can not be overridden. */
  readonly misleading: readonly string[];
  /** It reads further files, so an unchanged `config` does not mean unchanged values. */
  readonly includes: boolean;
  /** `user.name` and `user.email` are there. */
  readonly hasIdentity: boolean;
}

/** Reads `git config --list --show-scope -z`: `scope NUL key LF value NUL`; only what the repository itself says. */
export function parseConfigList(output: string): ConfigEntry[] {
  const tokens = output.split('\0');
  const entries: ConfigEntry[] = [];
  for (let index = 0; index + 1 < tokens.length; index += 2) {
    const scope = tokens[index] ?? '';
    const pair = tokens[index + 1] ?? '';
    if (scope !== 'local' && scope !== 'worktree') continue;
    const end = pair.indexOf('\n');
    entries.push(end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]);
  }
  return entries;
}

/** `filter.lfs.clean` as section, name and key; the name may hold dots. Section and key are lower-case already. */
function split(key: string): {section: string; name: string | undefined; last: string} {
  const first = key.indexOf('.');
  const end = key.lastIndexOf('.');
  return {
    section: key.slice(0, first),
    name: first === end ? undefined : key.slice(first + 1, end),
    last: key.slice(end + 1),
  };
}

/** Settings of `http.*` that only tune a transfer. */
const tuning = new Set([
  'postbuffer',
  'lowspeedlimit',
  'lowspeedtime',
  'version',
  'maxrequests',
  'minsessions',
  'useragent',
]);

/**
 * Judges a repository's configuration (GIT07). Names that are fixed are overridden in every command (environment.ts);
 * here are those whose names the repository chooses: `filter.<name>.clean`, `remote.<name>.vcs`, `url.<base>.insteadOf`.
 */
export function assessConfig(entries: readonly ConfigEntry[]): ConfigAssessment {
  const overrides = new Map<string, string>();
  const misleading = new Set<string>();
  let includes = false;
  const identity = new Set<string>();
  for (const [key] of entries) {
    const {section, name, last} = split(key);
    if (section === 'include' || section === 'includeif') includes = true;
    if (section === 'user' && name === undefined) identity.add(last);
    if (name === undefined) {
      if (section === 'http' && !tuning.has(last) && !overriddenHttp.has(last)) misleading.add(key);
      if (section === 'fetch' && last === 'bundleuri') misleading.add(key);
      if (section === 'extensions' && last === 'partialclone') misleading.add(key);
      // A group of remotes that is named like one.
      if (section === 'remotes') misleading.add(key);
      continue;
    }
    if (section === 'filter') {
      if (last === 'clean' || last === 'smudge' || last === 'process') overrides.set(key, '');
      overrides.set(`filter.${name}.required`, 'false');
    }
    if (section === 'merge' && last === 'driver') overrides.set(key, 'false');
    // Options of git merge, a strategy that is a program among them.
    if (section === 'branch' && last === 'mergeoptions') overrides.set(key, '');
    if (section === 'diff' && last === 'command') overrides.set(key, 'false');
    if (section === 'diff' && last === 'textconv') overrides.set(key, 'cat');
    if (section === 'remote') {
      if (last === 'mirror') overrides.set(key, 'false');
      if (misleadingRemote.has(last)) misleading.add(key);
    }
    if (section === 'url' && (last === 'insteadof' || last === 'pushinsteadof')) misleading.add(key);
    if (section === 'http' && !tuning.has(last)) misleading.add(key);
    if (section === 'protocol') misleading.add(key);
  }
  return {
    overrides: [...overrides],
    misleading: [...misleading],
    includes,
    hasIdentity: identity.has('name') && identity.has('email'),
  };
}

/**
 * Of a remote: the helper program and the proxy it is reached by, and that missing objects are fetched from it at any
 * time, whatever remote a command names. (`uploadpack` and `receivepack` are given on the command line.)
 */
const misleadingRemote = new Set(['vcs', 'proxy', 'proxyauthmethod', 'promisor']);

/** Those whose value environment.ts sets itself. */
const overriddenHttp = new Set(['extraheader', 'cookiefile', 'proxy', 'sslverify', 'followredirects']);

/** All values of a key, in order. Section and last part of a key are compared without regard to case by git itself. */
export function valuesOf(entries: readonly ConfigEntry[], key: string): string[] {
  return entries.filter(([candidate]) => candidate === key).map(([, value]) => value);
}
