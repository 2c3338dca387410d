import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {ToolError} from '../../../src/sdk.js';
import type {Repository} from '../repository.js';

/** Whether only a part of the history is there: a clone or fetch with a depth. */
export const isShallow = ({commonDir}: Repository): boolean => existsSync(join(commonDir, 'shallow'));

/** What a call that needs more of the history answers. */
export function shallowRepository(what: string, cause?: unknown): ToolError {
  return new ToolError('SHALLOW_REPOSITORY', `${what}: the repository is shallow, a part of its history is not here`, {
    outcome: 'not_executed',
    cause,
    suggestions: ['Bring the whole history with git.fetch {unshallow: true}, then try again'],
  });
}

/** The same error, unless it says of a shallow repository what is only so because history is missing. */
export function explainShallow(repository: Repository, error: unknown): unknown {
  const misses = ToolError.isToolError(error) && error.code === 'UNRELATED_HISTORIES' && isShallow(repository);
  return misses ? shallowRepository('No commit in common was found', error) : error;
}
