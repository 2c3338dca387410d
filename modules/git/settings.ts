import {realpathSync} from 'node:fs';
import {resolve} from 'node:path';
import {ToolError} from '../../src/sdk.js';
import {parseAuthor} from './checks/authors.js';
import type {Author} from './checks/authors.js';
import {checkBranchName} from './checks/refs.js';
import type {GitConfig} from './options.js';

export type Protocol = 'https' | 'http' | 'ssh' | 'git' | 'file';

/** How to prove who one is; named in the config, never taken from the surroundings (DESIGN 11). */
type Auth =
  | {readonly kind: 'none'}
  | {readonly kind: 'token'; readonly token: string; readonly host: string; readonly username: string}
  | {readonly kind: 'ssh'}
  | {readonly kind: 'helper'};

/** The config, checked and resolved once. */
export interface GitSettings {
  readonly gitPath: string;
  readonly author: Author | undefined;
  readonly defaultBranch: string;
  /** Real, absolute path under which repositories live. */
  readonly basePath: string;
  /** Real paths in which local repositories may lie: basePath and what the config adds. */
  readonly roots: readonly string[];
  readonly trustedDirectories: readonly string[];
  readonly allowedProtocols: readonly Protocol[];
  readonly allowedHosts: readonly string[] | undefined;
  readonly followRedirects: boolean;
  readonly auth: Auth;
  /** ms one git process may take; undefined leaves it to the timeouts of the tools. */
  readonly timeout: number | undefined;
  readonly maxOutputBytes: number;
  /** Bytes that a remote may send in one command. */
  readonly maxTransferBytes: number;
  readonly allowForcePush: boolean;
  /** Names of submodules that may be fetched; `*` is all. */
  readonly submodules: readonly string[];
  readonly hooks: boolean;
}

const refuse = (property: string, value: string, next: string): ToolError =>
  new ToolError('INVALID_CONFIG', `git: ${property} ${value}`, {suggestions: [next], context: {property}});

/** Checks what a schema can not; answers INVALID_CONFIG, or INVALID_AUTHOR for the author. */
export function createSettings(config: GitConfig): GitSettings {
  const basePath = realDirectory('basePath', config.basePath ?? process.cwd());
  const allowedProtocols = [...new Set(config.allowedProtocols)];
  const auth = readAuth(config.auth);
  if (allowedProtocols.includes('ssh') && auth.kind !== 'ssh') {
    throw refuse(
      'allowedProtocols',
      "names 'ssh' without keys",
      'Add auth: {ssh: true}, which uses the keys of your account',
    );
  }
  const plain = allowedProtocols.find((protocol) => protocol === 'http' || protocol === 'git');
  if (plain !== undefined && config.allowedHosts === undefined) {
    throw refuse('allowedProtocols', `names '${plain}' without hosts`, "Add allowedHosts: ['host:port']");
  }
  return Object.freeze({
    gitPath: gitPath(config.gitPath ?? process.env['HAFT_GIT_PATH'] ?? 'git'),
    author: config.author === undefined ? undefined : parseAuthor(config.author),
    defaultBranch: branchName(config.defaultBranch),
    basePath,
    roots: [basePath, ...(config.allowedRoots ?? []).map((root) => realDirectory('allowedRoots', root))],
    trustedDirectories: (config.trustedDirectories ?? []).map((path) => realDirectory('trustedDirectories', path)),
    allowedProtocols,
    allowedHosts: config.allowedHosts?.map((host) => host.toLowerCase()),
    followRedirects: config.followRedirects,
    auth,
    timeout: config.timeout,
    maxOutputBytes: config.maxOutputBytes,
    maxTransferBytes: config.maxTransferBytes,
    allowForcePush: config.allowForcePush,
    submodules: config.submodules,
    hooks: config.hooks,
  });
}

function branchName(name: string): string {
  try {
    return checkBranchName(name, 'defaultBranch');
  } catch {
    throw refuse('defaultBranch', `'${name}' is no name for a branch`, "Use a name such as 'main'");
  }
}

function realDirectory(property: string, path: string): string {
  try {
    return realpathSync(resolve(path));
  } catch {
    throw refuse(property, `'${path}' does not exist`, 'Create the directory or name another one');
  }
}

function gitPath(path: string): string {
  if (/^([a-z]:)?[a-z0-9/.\\_~-]+$/i.test(path) && !path.startsWith('-')) return path;
  throw refuse(
    'gitPath',
    `'${path}' holds characters that a program's path may not have`,
    "Use 'git' or an absolute path",
  );
}

function readAuth(auth: GitConfig['auth']): Auth {
  if (auth === undefined) return {kind: 'none'};
  const named = (['token', 'ssh', 'helper'] as const).filter((key) => auth[key] !== undefined && auth[key] !== false);
  if (named.length > 1) throw refuse('auth', `names ${named.join(' and ')}`, 'Name one of token, ssh, helper');
  if (auth.ssh === true) return {kind: 'ssh'};
  if (auth.helper === true) return {kind: 'helper'};
  if (auth.token === undefined) return {kind: 'none'};
  // A line break would begin another header
  if (auth.token === '' || /[\u0000-\u0020\u007f]/.test(auth.token)) {
    throw refuse('auth.token', 'is empty or holds spaces or control characters', 'Give the token as it was issued');
  }
  const host = auth.host ?? 'github.com';
  if (!/^[\w.-]+(:\d+)?$/.test(host)) throw refuse('auth.host', `'${host}' is no host`, "Use 'host' or 'host:port'");
  return {kind: 'token', token: auth.token, host: host.toLowerCase(), username: auth.username ?? 'x-access-token'};
}
