import {ToolError} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import type {Repository} from '../repository.js';
import {listPaths} from '../tools/shared.js';

/** Files with unresolved conflicts. */
export const conflictedFiles = (git: Git, repository: Repository, signal: AbortSignal): Promise<string[]> =>
  listPaths(git, repository, ['diff', '--name-only', '--diff-filter=U', '-z', '--'], signal);

interface Stop {
  /** MERGE_CONFLICT, REBASE_CONFLICT, CHERRY_PICK_CONFLICT */
  readonly code: string;
  readonly what: string;
  readonly conflicted: readonly string[];
  readonly context?: object;
  readonly cause?: unknown;
}

/** Stopped half-way by conflicts: the repository is in the middle of it until somebody ends or aborts it. */
export function conflictStop({code, what, conflicted, context, cause}: Stop): ToolError {
  const shown = conflicted.slice(0, 5).join(', ');
  const more = conflicted.length > 5 ? ` and ${String(conflicted.length - 5)} more` : '';
  return new ToolError(code, `${what} stopped at conflicts in ${shown}${more}`, {
    outcome: 'partial',
    context: {conflicted, ...context},
    cause,
    suggestions: [
      'Resolve the files in details.context.conflicted, use git.add on them, then call again with continue: true',
      'Or take it back with abort: true',
    ],
  });
}

/** Answers the code, with nothing done, while there are unresolved files. */
export async function requireResolved(
  git: Git,
  repository: Repository,
  code: string,
  signal: AbortSignal,
): Promise<void> {
  const conflicted = await conflictedFiles(git, repository, signal);
  if (conflicted.length === 0) return;
  throw new ToolError(code, `There are unresolved conflicts in ${conflicted.slice(0, 5).join(', ')}`, {
    outcome: 'not_executed',
    context: {conflicted},
    suggestions: ['Resolve the files in details.context.conflicted, then use git.add on them'],
  });
}
