import {ToolError} from '../../../src/sdk.js';
import type {Call, ModuleInstance} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import {gitRepository} from '../handles.js';
import type {GitConfig} from '../options.js';
import {checkRevision} from '../checks/refs.js';
import type {Repository} from '../repository.js';
import {isShallow, shallowRepository} from '../failures/shallow.js';

/** The module as its tools see it. */
export type GitModule = ModuleInstance<GitConfig, Git>;

export const repositoryInput = {
  handle: gitRepository,
  required: true,
  description: 'Repository handle from git.open, git.init or git.clone',
} as const;

export const repositoryOutput = {handle: gitRepository, required: true, description: 'The repository'} as const;

/** Codes of every tool that works on an open repository. */
export const repositoryErrors = {
  PERMISSION_DENIED: 'Something would lead out of basePath, or the system does not allow it',
  RESOURCE_NOT_FOUND: 'The repository, or what was named in it, is not there',
  REPOSITORY_NOT_FOUND: 'Not in a git repository',
  INVALID_REPO: 'The repository is damaged or of an unknown kind',
  INVALID_STATE: 'The repository is in no state for this: no working tree, or no commit yet',
  SHALLOW_REPOSITORY: 'A part of the history that this needs is not here: see git.fetch {unshallow: true}',
  RESOURCE_LOCKED: 'Another git process holds a lock of the repository',
  LIMIT_EXCEEDED: 'git answered more than maxOutputBytes, or there are too many repositories in the working tree',
  RESOURCE_UNAVAILABLE: 'git can not be started, or there is no space left',
} as const;

/** Codes of tools that talk to a remote. */
export const remoteErrors = {
  AUTHENTICATION_REQUIRED: 'The remote asks for credentials that the config does not name',
  AUTHORIZATION_FAILED: 'The remote does not allow it',
  NETWORK_ERROR: 'The remote can not be reached',
  CONNECTION_LOST: 'The connection was lost on the way',
} as const;

/** Codes of tools that talk to a remote which the repository names. */
export const namedRemoteErrors = {
  ...remoteErrors,
  REMOTE_NOT_FOUND: 'The repository has no remote of that name',
  REPOSITORY_NOT_FOUND: 'There is no repository at the remote',
  INVALID_URL: "The remote's URL can not be read",
  PERMISSION_DENIED:
    "The config does not allow the remote's protocol, host or path, or the repository would lead elsewhere",
  INVALID_STATE: 'The remote has several URLs, or the repository is in no state for this',
  LIMIT_EXCEEDED: 'The remote sent more than maxTransferBytes, or git answered more than maxOutputBytes',
} as const;

export const remoteInput = {
  type: 'string',
  default: 'origin',
  description: 'Name of the remote: see git.remote',
} as const;

/** Where HEAD is: a branch, unless detached; a commit, unless there is none yet. */
export interface Head {
  readonly branch: string | undefined;
  readonly hash: string | undefined;
}

export async function readHead(git: Git, repository: Repository, signal: AbortSignal): Promise<Head> {
  const accept = [0, 1, 128];
  const [branch, hash] = await Promise.all([
    git.text(repository, ['symbolic-ref', '--quiet', '--short', 'HEAD'], {signal, accept}),
    git.text(repository, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {signal, accept}),
  ]);
  return {branch: branch === '' ? undefined : branch, hash: hash === '' ? undefined : hash};
}

/** The full hash of the commit a revision names, or undefined. Answers INVALID_PARAMETER for what could be an option. */
export async function findCommit(
  git: Git,
  repository: Repository,
  revision: string,
  parameter: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const args = [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${checkRevision(revision, parameter)}^{commit}`,
  ];
  const hash = await git.text(repository, args, {signal, accept: [0, 1, 128]});
  return /^[0-9a-f]{40,64}$/.test(hash) ? hash : undefined;
}

/** The same; answers RESOURCE_NOT_FOUND when it names none. */
export async function resolveCommit(
  git: Git,
  repository: Repository,
  revision: string,
  parameter: string,
  signal: AbortSignal,
): Promise<string> {
  const hash = await findCommit(git, repository, revision, parameter, signal);
  if (hash !== undefined) return hash;
  // An ancestor, or a commit by its hash, may lie in the part of the history that is not here.
  if (isShallow(repository) && /[~^]|^[0-9a-f]{7,64}$/.test(revision)) {
    throw shallowRepository(`${parameter} '${revision}' names no commit that is here`);
  }
  throw new ToolError('RESOURCE_NOT_FOUND', `${parameter} '${revision}' names no commit of the repository`, {
    outcome: 'not_executed',
    suggestions: ['List branches with git.branch and commits with git.log'],
  });
}

/** The same head; answers INVALID_STATE before the first commit. */
export function requireCommit(head: Head): Head & {readonly hash: string} {
  const {hash} = head;
  if (hash !== undefined) return {...head, hash};
  throw new ToolError('INVALID_STATE', 'The repository has no commit yet', {
    outcome: 'not_executed',
    suggestions: ['Make the first one with git.add and git.commit'],
  });
}

/** What a command with `-z` lists, each path once. */
export async function listPaths(
  git: Git,
  repository: Repository,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const {stdout} = await git.in(repository, args, {signal});
  return [...new Set(stdout.toString('utf8').split('\0'))].filter((path) => path !== '');
}

/** Answers INVALID_STATE for a bare repository. */
export function requireWorkTree({bare, path}: Repository): void {
  if (!bare) return;
  throw new ToolError('INVALID_STATE', `The repository at '${path}' is bare: it has no working tree`, {
    outcome: 'not_executed',
    suggestions: ['Clone it, and use the clone'],
  });
}

/**
 * Keeps the way back of what `act` does: `before` while it is under way, with what `act` adds when it is done. git
 * changes a repository by locks and renames, so a failed command leaves nothing to take back.
 */
export async function reversibly<R extends object, T>(
  call: Call,
  before: R,
  act: () => Promise<{readonly data: T; readonly left: Partial<R>}>,
): Promise<T> {
  const entry = call.undo(before);
  try {
    const {data, left} = await act();
    entry.complete({...before, ...left});
    return data;
  } catch (error) {
    entry.discard();
    throw error;
  }
}

export const refused = (why: string): ToolError => new ToolError('UNDO_REFUSED', why, {outcome: 'not_executed'});
