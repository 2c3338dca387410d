import {existsSync, lstatSync} from 'node:fs';
import {join, posix} from 'node:path';
import {ToolError} from '../../../src/sdk.js';
import {isInside, isVacant, realPathOf} from '../checks/paths.js';
import type {Repository} from '../repository.js';

/** One entry of a `.gitmodules` file. */
export interface SubmoduleEntry {
  readonly name: string;
  readonly path: string;
  readonly url: string;
}

const denied = (name: string, why: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `The submodule '${name.slice(0, 100)}' is not allowed: ${why}`, {
    context: {reason: 'submodule'},
    outcome: 'not_executed',
    suggestions: ['Look at the .gitmodules file of the repository'],
  });

/**
 * Why the name of a submodule, which becomes a directory in `.git/modules`, can be none, or undefined: it leads out of
 * there (CVE-2018-11235), or can be read as an option.
 */
export function submoduleNameProblem(name: string): string | undefined {
  if (name === '' || name.startsWith('-')) return "its name is empty or begins with '-'";
  // Control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\:]/.test(name)) return 'its name holds a control character, a colon or a backslash';
  const parts = name.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'its name leads out of .git/modules';
  return undefined;
}

/** Why the path of a submodule can be none, or undefined: an option (CVE-2018-17456), outside, or git's own. */
export function submodulePathProblem(path: string): string | undefined {
  if (path === '' || path.startsWith('-')) return "its path is empty or begins with '-'";
  // Control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return 'its path holds a control character or a backslash';
  if (posix.isAbsolute(path) || posix.normalize(path) !== path || path.split('/').includes('..') || path === '.') {
    return 'its path leads elsewhere';
  }
  if (path.split('/').some((part) => /^(\.git\.?|git~1)$/i.test(part.trim()))) return "its path is git's own";
  return undefined;
}

/** Answers PERMISSION_DENIED for an entry whose name or path is a trap; its URL is checked where it is used. */
export function checkSubmodule(entry: SubmoduleEntry): SubmoduleEntry {
  const problem = submoduleNameProblem(entry.name) ?? submodulePathProblem(entry.path);
  if (problem !== undefined) throw denied(entry.name, problem);
  return entry;
}

/**
 * The directories of a submodule, after a look that no part of the way to them is a link (CVE-2024-32002): where its
 * files go, and where git keeps it.
 */
export function submoduleDirectories(repository: Repository, {name, path}: SubmoduleEntry) {
  const files = join(repository.path, path);
  const gitDir = join(repository.commonDir, 'modules', name);
  for (const [directory, root] of [
    [files, repository.path],
    [gitDir, repository.commonDir],
  ] as const) {
    let real: string | undefined;
    try {
      real = realPathOf(directory);
    } catch {
      real = undefined;
    }
    if (real !== directory || !isInside(directory, root)) throw denied(name, 'the way to it leads over a link');
  }
  requireApart(repository, name, gitDir);
  return {files, gitDir};
}

/** Two submodules of which one lies in what git keeps of the other would write into it (CVE-2019-1387). */
function requireApart({commonDir}: Repository, name: string, gitDir: string): void {
  const parts = name.split('/');
  const above = parts.slice(0, -1).map((_, index) => join(commonDir, 'modules', ...parts.slice(0, index + 1)));
  const isGitDir = (directory: string): boolean => existsSync(join(directory, 'HEAD'));
  if (above.some(isGitDir) || (!isVacant(gitDir) && !isGitDir(gitDir)))
    throw denied(name, 'its name leads into another');
}

/** Answers PERMISSION_DENIED when `.gitmodules` is no plain file; false when there is none. */
export function hasSubmodules({path}: Repository): boolean {
  const stats = lstatSync(join(path, '.gitmodules'), {throwIfNoEntry: false});
  if (stats === undefined) return false;
  if (stats.isFile()) return true;
  throw new ToolError('PERMISSION_DENIED', "'.gitmodules' is no plain file", {
    context: {reason: 'submodule'},
    outcome: 'not_executed',
    suggestions: ['Look at the repository'],
  });
}

/** What `./` and `../` at the beginning of a URL mean: beside the repository's own remote, as git reads them. */
export function submoduleUrl(url: string, own: string | undefined, name: string): string {
  if (!/^\.\.?\//.test(url)) return url;
  if (own === undefined) throw denied(name, 'its URL is relative, and the repository has no remote');
  let [base, rest] = [own.replace(/\/+$/, ''), url];
  for (;;) {
    if (rest.startsWith('./')) rest = rest.slice(2);
    else if (rest.startsWith('../')) {
      const end = Math.max(base.lastIndexOf('/'), base.lastIndexOf(':'));
      const shorter = base.slice(0, Math.max(end, 0));
      if (end <= 0 || shorter.endsWith(':/') || shorter.endsWith(':'))
        throw denied(name, 'its URL leads out of its host');
      [base, rest] = [shorter, rest.slice(3)];
    } else return `${base}/${rest}`;
  }
}
