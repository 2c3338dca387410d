import {mkdir} from 'node:fs/promises';
import {basename, join, resolve} from 'node:path';
import {ToolError} from '../../contract/errors.js';
import {errorOf} from '../../core/tool.js';
import {usageError} from '../usage-error.js';
import type {Session} from '../project/session.js';
import {findRepository} from './find-repository.js';
import type {FoundRepository} from './find-repository.js';
import {makeRepository} from './make-repository.js';

export interface Source extends FoundRepository {
  /** What it is called. */
  readonly name: string;
  /** Where it comes from: named, the one of the current folder, or made for the demo. */
  readonly kind: 'given' | 'current' | 'made';
  /** Why one was made. */
  readonly reason?: string;
}

/** Commits without which there is nothing to tell. */
const enoughCommits = 10;

/** Opens a session that may read a repository. */
export type OpenSession = (source: FoundRepository) => Promise<Session>;

/**
 * The repository of `path`, whatever it holds; without a path that of the current folder, or a new one where that has too
 * little history. Throws INVALID_PARAMETER for a path that leads to no repository with commits.
 */
export async function chooseSource(
  path: string | undefined,
  cwd: string,
  workspace: string,
  open: OpenSession,
): Promise<Source> {
  const found = findRepository(resolve(cwd, path ?? '.'));
  if (path !== undefined) {
    const hint = 'Name a folder with a git repository, or leave PATH out';
    if (found === undefined) throw usageError(`There is no git repository at '${path}'`, hint);
    if ((await countCommits(found, open)) === 0) {
      throw usageError(`The repository at '${path}' has no commits yet`, 'Commit something first, or leave PATH out');
    }
    return {...found, name: nameOf(found), kind: 'given'};
  }
  if (found !== undefined) {
    const commits = await countCommits(found, open);
    if (commits >= enoughCommits) return {...found, name: nameOf(found), kind: 'current'};
    const many = commits === 1 ? 'commit' : 'commits';
    return make(workspace, `the repository of this folder has only ${commits} ${many}`);
  }
  return make(workspace, 'this folder is in no git repository');
}

const nameOf = ({path}: FoundRepository): string => basename(path).replace(/\.git$/, '') || 'repository';

async function make(workspace: string, reason: string): Promise<Source> {
  const path = join(workspace, 'tide-clock.git');
  await mkdir(path);
  await makeRepository(path);
  return {path, gitDirectory: path, name: 'tide-clock', kind: 'made', reason};
}

/** As many as matter here. Throws INVALID_PARAMETER for what git does not take as a repository. */
async function countCommits(found: FoundRepository, open: OpenSession): Promise<number> {
  const {path} = found;
  const session = await open(found);
  try {
    await session.start('git');
    const {registry} = session;
    const opened = await registry.execute('git.open', {path});
    if (!opened.success) throw errorOf(opened);
    const log = await registry.execute('git.log', {repository: opened.data, limit: enoughCommits});
    if (!log.success) throw errorOf(log);
    return (log.data as {commits: readonly unknown[]}).commits.length;
  } catch (error) {
    if (!ToolError.isToolError(error) || error.code === 'INVALID_CONFIG') throw error;
    const [first = 'Name another repository: haft demo PATH', ...others] = error.suggestions ?? [];
    throw usageError(`The repository ${path} can not be read: ${error.message}`, first, ...others);
  } finally {
    await session.close();
  }
}
