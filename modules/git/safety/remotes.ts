import {ToolError} from '../../../src/sdk.js';
import {confine, isDirectory} from '../checks/paths.js';
import {checkRemoteName} from '../checks/refs.js';
import {parseRemote} from '../checks/urls.js';
import type {Remote} from '../checks/urls.js';
import type {Git} from '../git.js';
import type {Repository} from '../repository.js';
import {redactUrls} from './redact.js';

/** A remote that the repository's configuration names, and that the config of the module allows. */
export interface NamedRemote {
  readonly name: string;
  readonly remote: Remote;
  /** Where it is, without credentials. */
  readonly url: string;
}

/** What git is told: the path of a local remote, the URL of any other. */
export const locationOf = (remote: Remote): string => (remote.protocol === 'file' ? remote.path : remote.url);

/**
 * A URL as a remote that the config allows (GIT02, GIT03); a local one exists and lies, with all its parts, in an
 * allowed root. A relative path counts from `from`, default basePath. Answers INVALID_URL, PERMISSION_DENIED and
 * REPOSITORY_NOT_FOUND.
 */
export async function allowedRemote(git: Git, url: string, signal: AbortSignal, from?: string): Promise<Remote> {
  const {settings} = git;
  const remote = parseRemote(url, settings, isDirectory, from);
  if (remote.protocol !== 'file') return remote;
  const path = confine(remote.path, settings.roots);
  if (!isDirectory(path)) {
    throw new ToolError('REPOSITORY_NOT_FOUND', `There is no repository at '${redactUrls(url)}'`, {
      outcome: 'not_executed',
      suggestions: ['Check the path'],
    });
  }
  await git.discover(path, signal);
  return {protocol: 'file', path};
}

/** The one URL that git uses of a named remote, checked like that of a clone. Answers REMOTE_NOT_FOUND as well. */
export async function namedRemote(
  git: Git,
  repository: Repository,
  name: string,
  direction: 'fetch' | 'push',
  signal: AbortSignal,
): Promise<NamedRemote> {
  checkRemoteName(name);
  const own = await git.configValues(repository, `remote.${name}.url`, signal);
  const pushUrls = direction === 'push' ? await git.configValues(repository, `remote.${name}.pushurl`, signal) : [];
  const urls = pushUrls.length > 0 ? pushUrls : own;
  const [url] = urls;
  if (url === undefined) throw await remoteNotFound(git, repository, name, signal);
  if (urls.length > 1) {
    throw new ToolError('INVALID_STATE', `The remote '${name}' has ${urls.length} URLs`, {
      outcome: 'not_executed',
      suggestions: ["Leave it one with git.remote {action: 'set-url'}"],
    });
  }
  // git reads a relative path from where it runs.
  const remote = await allowedRemote(git, url, signal, repository.path);
  return {name, remote, url: redactUrls(locationOf(remote))};
}

/** The names of a repository's remotes, in the order of its configuration. */
export async function remoteNames(git: Git, repository: Repository, signal: AbortSignal): Promise<string[]> {
  const entries = await git.configEntries(repository, signal);
  const names = entries.map(([key]) => /^remote\.(.+)\.(url|pushurl)$/s.exec(key)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

export async function remoteNotFound(
  git: Git,
  repository: Repository,
  name: string,
  signal: AbortSignal,
): Promise<ToolError> {
  const names = await remoteNames(git, repository, signal);
  const known = names.length === 0 ? 'it has none' : `it has ${names.slice(0, 20).join(', ')}`;
  return new ToolError('REMOTE_NOT_FOUND', `The repository has no remote '${name}': ${known}`, {
    outcome: 'not_executed',
    suggestions:
      names.length === 0
        ? ["Add one with git.remote {action: 'add', name, url}"]
        : [`Use one of ${names.slice(0, 20).join(', ')}, or add one with git.remote {action: 'add', name, url}`],
  });
}
