import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {ToolError} from '../../../src/sdk.js';
import type {Repository} from '../repository.js';

/** Something of several steps that was begun in a working tree and is not at its end, mostly because of conflicts. */
export type Operation = 'merge' | 'rebase' | 'am' | 'cherry-pick' | 'revert' | 'bisect';

/** What git keeps in its directory while the operation is under way; a rebase first, as its steps use the others. */
const marks: readonly (readonly [file: string, operation: Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick'],
  ['BISECT_LOG', 'bisect'],
];

/** Which operation is under way, or undefined. */
export function operationIn({gitDir}: Repository): Operation | undefined {
  return marks.find(([file]) => existsSync(join(gitDir, file)))?.[1];
}

/** Answers INVALID_STATE when one is under way; a bisection is in nobody's way. */
export function requireNoOperation(repository: Repository): void {
  const operation = operationIn(repository);
  if (operation === undefined || operation === 'bisect') return;
  throw new ToolError('INVALID_STATE', `A ${operation} is under way in the repository`, {
    outcome: 'not_executed',
    context: {operation},
    suggestions: [`End it first, with continue: true or abort: true of the tool that began it`],
  });
}

/** Answers INVALID_STATE when it is not this one that is under way. */
export function requireOperation(repository: Repository, wanted: Operation): void {
  const operation = operationIn(repository);
  if (operation === wanted) return;
  const state = operation === undefined ? '' : `, but a ${operation}`;
  throw new ToolError('INVALID_STATE', `No ${wanted} is under way in the repository${state}`, {
    outcome: 'not_executed',
    ...(operation !== undefined && {context: {operation}}),
    suggestions: ['See with git.status what is under way'],
  });
}
