import {lstatSync, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {ToolError} from '../../src/sdk.js';
import {isInside, realPathOf} from './checks/paths.js';
import {borrowsFromOutside, innerLinkOut} from './safety/inner-links.js';

/** An open repository: what a `git_repository` handle stands for. Paths are real and absolute. */
export interface Repository {
  /** The working tree; of a bare repository its only directory. */
  readonly path: string;
  /** `.git`, or where a linked working tree keeps its own. */
  readonly gitDir: string;
  /** Where branches and objects are; other than gitDir in a linked working tree. */
  readonly commonDir: string;
  readonly bare: boolean;
  /** Where it was cloned from; without credentials. */
  readonly url: string | undefined;
}

/** Its variables pin a command to the repository, whatever `core.worktree` or a `.git` file say by now (C14, GIT07). */
export function repositoryEnvironment({path, gitDir, commonDir, bare}: Repository): Record<string, string> {
  return {GIT_DIR: gitDir, GIT_COMMON_DIR: commonDir, ...(bare ? {} : {GIT_WORK_TREE: path})};
}

const denied = (what: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `The repository's ${what} lies outside of basePath`, {
    context: {reason: 'outside'},
    suggestions: ['Name where it lies in the config: allowedRoots'],
    outcome: 'not_executed',
  });

/** Refuses a repository whose parts are elsewhere: by a `.git` file, a link, or objects borrowed from outside (GIT05). */
export function requireInside(repository: Repository, roots: readonly string[]): void {
  const inside = (path: string): boolean => roots.some((root) => isInside(path, root));
  for (const directory of new Set([repository.path, repository.gitDir, repository.commonDir])) {
    let real: string;
    try {
      lstatSync(directory);
      real = realPathOf(directory);
    } catch {
      throw new ToolError('RESOURCE_NOT_FOUND', `The repository at '${repository.path}' is not there any more`, {
        outcome: 'not_executed',
        suggestions: ['Clone or open it again'],
      });
    }
    if (real !== directory || !inside(real)) throw denied('directory');
    if (directory === repository.path && !repository.bare) continue;
    for (const entry of readdirSync(directory, {withFileTypes: true})) {
      if (!entry.isSymbolicLink()) continue;
      const target = safely(() => realPathOf(join(directory, entry.name)));
      if (target === undefined || !inside(target)) throw denied(`'${entry.name}'`);
    }
  }
  for (const gitDir of new Set([repository.gitDir, repository.commonDir])) {
    const link = innerLinkOut(gitDir, inside);
    if (link !== undefined) throw denied(`'${link}'`);
  }
  if (borrowsFromOutside(join(repository.commonDir, 'objects'), inside)) throw denied('borrowed object store');
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Changes whenever one of the files that hold the repository's configuration does. */
export function configFingerprint({gitDir, commonDir}: Repository): string {
  return [join(commonDir, 'config'), join(gitDir, 'config.worktree')]
    .map((path) => {
      const stats = statSync(path, {bigint: true, throwIfNoEntry: false});
      return stats === undefined ? '-' : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].map(String).join(',');
    })
    .join(';');
}
