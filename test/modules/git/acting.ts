import {join} from 'node:path';

import type {ErrorObject} from '../../../src/sdk.js';
import type {CommitSpec} from '../../support/git-repository.js';
import {makeRepository} from '../../support/git-repository.js';
import type {GitInstance, useGit} from './git-fixture.js';

export interface Place {
  readonly base: string;
  readonly folder: string;
  readonly git: GitInstance;
  readonly repository: Awaited<ReturnType<GitInstance['open']>>;
}

/** A repository `base/p` with commits on `main`, opened. */
export async function place(
  base: string,
  createGit: ReturnType<typeof useGit>,
  commits: readonly CommitSpec[] = [{message: 'One', files: {'a.txt': '1\n', 'b.txt': '1\n'}}],
): Promise<Place> {
  const folder = join(base, 'p');
  await makeRepository(folder, commits);
  const git = await createGit(base);
  return {base, folder, git, repository: await git.open({path: 'p'})};
}

/** How taking a call back went: `done`, or the code of the refusal. */
export type TakeBack = () => Promise<string>;

/** What a call said, and how to take it back. */
export interface Acted {
  readonly data: unknown;
  readonly undo: TakeBack;
  readonly warnings: readonly string[];
}

/** Makes a call that succeeds. */
export async function act(git: GitInstance, tool: string, input: object): Promise<Acted> {
  const result = await git.getTool(tool as 'commit').execute(input as never);
  if (!result.success) throw new Error(`${tool}: ${result.error.code}: ${result.error.message}`);
  return {data: result.data, undo: takeBack(git, result.metadata.undo), warnings: result.metadata.warnings ?? []};
}

/** Makes a call that fails, and answers its error; taking it back is `none` where it offers no way. */
export async function fail(
  git: GitInstance,
  tool: string,
  input: object,
): Promise<{error: ErrorObject; undo: TakeBack}> {
  const result = await git.getTool(tool as 'commit').execute(input as never);
  if (result.success) throw new Error(`${tool} should have failed`);
  const {codes} = git.getTool(tool as 'commit').getMetadata().output.error;
  if (!(result.error.code in codes)) throw new Error(`${tool} answers ${result.error.code}, which it does not declare`);
  return {error: result.error, undo: takeBack(git, result.metadata.undo)};
}

function takeBack(git: GitInstance, undo: unknown): TakeBack {
  return async () => {
    if (undo === undefined) return 'none';
    const taken = await git.runtime.undo(undo);
    return taken.success ? 'done' : taken.error.code;
  };
}
