import {lstatSync, readdirSync, realpathSync} from 'node:fs';
import {basename, dirname, isAbsolute, join, relative, resolve, sep} from 'node:path';
import {ToolError} from '../../../src/sdk.js';

/** Whether `path` is `root` or lies under it; both absolute. */
export function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

const outside = (given: string, where: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `The path '${given}' lies outside of ${where}`, {
    context: {reason: 'outside'},
    outcome: 'not_executed',
    suggestions: [`Give a path inside of ${where}`],
  });

/** The path with its links resolved as far as it exists; what does not exist yet is added as it is. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    // A link that leads nowhere exists as a link: what is made through it would be made where it points.
    if (isLink(path)) throw error;
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/**
 * Where a repository is or will be: resolved against the first root, by real path inside of one of the roots (GIT05).
 * Answers INVALID_PARAMETER for a NUL, PERMISSION_DENIED for what lies outside, with the same text whether it exists.
 */
export function confine(path: string, roots: readonly string[]): string {
  // Control characters are what is looked for
  if (path === '' || /[\u0000-\u001f]/.test(path)) {
    throw new ToolError('INVALID_PARAMETER', 'A path is empty or holds a control character', {
      suggestions: ['Give a path under basePath'],
      outcome: 'not_executed',
    });
  }
  // No shell expands `~` here; who writes it means a home directory, not a folder of that name.
  if (path.startsWith('~')) throw outside(path, 'basePath');
  let real: string;
  try {
    real = realPathOf(resolve(roots[0] ?? process.cwd(), path));
  } catch {
    throw outside(path, 'basePath');
  }
  const root = roots.find((candidate) => isInside(real, candidate));
  if (root === undefined) throw outside(path, 'basePath');
  if (
    relative(root, real)
      .split(sep)
      .some((part) => part.toLowerCase() === '.git')
  ) {
    throw new ToolError('PERMISSION_DENIED', `The path '${path}' leads into the insides of a repository`, {
      context: {reason: 'git_directory'},
      outcome: 'not_executed',
      suggestions: ['Give the directory that holds .git'],
    });
  }
  return real;
}

/** Whether there is nothing at `path`, or an empty directory. */
export function isVacant(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

export function isDirectory(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * A path in a working tree, relative to its top, with `/`; '' for the top itself. Refuses what leads out, by name or by
 * a link, pathspec magic, and git's own directory (GIT06, CVE-2026-27735).
 */
export function toTreePath(workTree: string, given: string): string {
  if (given === '' || given.includes('\0')) {
    throw new ToolError('INVALID_PARAMETER', 'A file is empty or holds a NUL character', {
      suggestions: ["Give a path in the repository, such as 'src/index.ts'"],
      outcome: 'not_executed',
    });
  }
  if (/^:([(/!^]|$)/.test(given)) {
    throw new ToolError('PERMISSION_DENIED', `'${given}' is pathspec magic, which can lead out of the repository`, {
      context: {reason: 'pathspec'},
      outcome: 'not_executed',
      suggestions: ["Give paths or wildcards such as 'src/**/*.ts'"],
    });
  }
  const path = resolve(workTree, given);
  if (!isInside(path, workTree)) throw outside(given, 'the repository');
  const way = relative(workTree, path);
  if (way === '') return '';
  const parts = way.split(sep);
  if (parts.some((part) => part === '..')) throw outside(given, 'the repository');
  if (parts.some((part) => /^\.git\.?$/i.test(part))) {
    throw new ToolError('PERMISSION_DENIED', `'${given}' is inside of git's own directory`, {
      context: {reason: 'git_directory'},
      outcome: 'not_executed',
      suggestions: ['Give a path of the working tree'],
    });
  }
  let real: string;
  try {
    real = realPathOf(path);
  } catch {
    // A link that leads nowhere is stored as the link it is; the folder it is in must be inside all the same.
    real = realPathOf(dirname(path));
  }
  if (!isInside(real, workTree)) throw outside(given, 'the repository');
  return parts.join('/');
}

/**
 * The same as a pathspec: begun with `./` so that neither `-` nor `:` can begin it; one with wildcards as git's
 * `:(glob)` understands them, which matches a file of that very name as well.
 */
export function toPathspec(workTree: string, given: string): string {
  const path = toTreePath(workTree, given);
  if (path === '') return '.';
  return /[*?[\\]/.test(path) ? `:(glob)${path}` : `./${path}`;
}
