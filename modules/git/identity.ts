import {parseAuthor} from './checks/authors.js';
import type {Git} from './git.js';
import type {Repository} from './repository.js';

/**
 * Who commits, as git's environment: the config's author; else whoever the repository's own configuration names; else
 * the author of the call. Never the user or the machine. Answers INVALID_AUTHOR.
 */
export async function identity(
  git: Git,
  repository: Repository,
  author: string | undefined,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const given = author === undefined ? undefined : parseAuthor(author);
  const configured = git.settings.author;
  const committer = configured ?? ((await git.hasIdentity(repository, signal)) ? undefined : given);
  return {
    ...(configured && {GIT_AUTHOR_NAME: configured.name, GIT_AUTHOR_EMAIL: configured.email}),
    ...(committer && {GIT_COMMITTER_NAME: committer.name, GIT_COMMITTER_EMAIL: committer.email}),
  };
}

/** The same without an author: for commits that keep the one they have. */
export async function committer(
  git: Git,
  repository: Repository,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const {GIT_COMMITTER_NAME, GIT_COMMITTER_EMAIL} = await identity(git, repository, undefined, signal);
  return GIT_COMMITTER_NAME === undefined || GIT_COMMITTER_EMAIL === undefined
    ? {}
    : {GIT_COMMITTER_NAME, GIT_COMMITTER_EMAIL};
}
