import {ToolError} from '../../../src/sdk.js';

const bad = (parameter: string, value: string, why: string): ToolError =>
  new ToolError('INVALID_PARAMETER', `${parameter} '${printable(value)}' is not allowed: ${why}`, {
    suggestions: [`Give ${parameter} as a plain name such as 'main' or 'feature/x'`],
    context: {parameter},
    outcome: 'not_executed',
  });

// Messages are one line
const printable = (value: string): string => value.slice(0, 100).replace(/[\u0000-\u001f\u007f]/g, '?');

/**
 * Why a name is no name of a branch, by the rules of `git check-ref-format --branch`, or undefined. A leading `-` is
 * among them, so that no name can be read as an option (GIT01, CVE-2025-68144).
 */
export function branchNameProblem(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (Buffer.byteLength(name) > 200) return 'it is longer than 200 bytes';
  if (name.startsWith('-')) return "it begins with '-'";
  if (name === '@' || name === 'HEAD') return 'it means the current commit';
  // Control characters are what is looked for
  if (/[\u0000-\u0020\u007f~^:?*[\\]/.test(name))
    return 'it holds a space, a control character, or one of ~ ^ : ? * [ \\';
  if (name.includes('..') || name.includes('@{')) return "it holds '..' or '@{'";
  if (name.endsWith('.')) return "it ends with '.'";
  for (const part of name.split('/')) {
    if (part === '') return "it has an empty part between '/'";
    if (part.startsWith('.')) return "a part of it begins with '.'";
    if (part.endsWith('.lock')) return "a part of it ends with '.lock'";
  }
  return undefined;
}

/** The name itself; answers INVALID_PARAMETER. */
export function checkBranchName(name: string, parameter = 'branch'): string {
  const problem = branchNameProblem(name);
  if (problem !== undefined) throw bad(parameter, name, problem);
  return name;
}

/** Names of remotes follow the same rules (`git remote add` refuses others). */
export function checkRemoteName(name: string): string {
  const problem =
    branchNameProblem(name) ?? (/^[\w./-]+$/.test(name) ? undefined : 'it holds other than letters, digits, . _ - /');
  if (problem !== undefined) throw bad('remote', name, problem);
  return name;
}

/**
 * Refuses what can not name one commit: options, ranges, paths in a commit (`HEAD:file`), searches (`:/text`,
 * `^{/text}`). What is left is resolved by `rev-parse --verify`, and only the hash goes into a command.
 */
export function checkRevision(revision: string, parameter: string): string {
  if (revision === '') throw bad(parameter, revision, 'it is empty');
  if (Buffer.byteLength(revision) > 300) throw bad(parameter, revision, 'it is longer than 300 bytes');
  if (revision.startsWith('-')) throw bad(parameter, revision, "it begins with '-'");
  if (revision.startsWith('^')) throw bad(parameter, revision, "it begins with '^'");
  // Control characters are what is looked for
  if (/[\u0000-\u0020\u007f?*[\\]/.test(revision)) {
    throw bad(parameter, revision, 'it holds a space, a control character, or one of ? * [ \\');
  }
  if (revision.includes('..')) throw bad(parameter, revision, "it is a range; give its ends as 'from' and 'to'");
  if (revision.includes(':') || revision.includes('{/')) throw bad(parameter, revision, 'it names a path or a search');
  return revision;
}
