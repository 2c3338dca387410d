import {afterEach} from '@jest/globals';

import {GitModuleDefinition} from '../../../modules/git/index.js';
import {Runtime, ToolError} from '../../../src/sdk.js';

type GitInput = Parameters<typeof GitModuleDefinition.create>[0];
export type GitInstance = Awaited<ReturnType<typeof GitModuleDefinition.create>>;

/** Gives a test file its modules: `await createGit(base)`; each is cleaned up after its test. */
export function useGit(): (basePath: string, config?: GitInput, runtime?: Runtime) => Promise<GitInstance> {
  const made: GitInstance[] = [];
  afterEach(async () => {
    for (const git of made.splice(0)) await git.cleanup();
  });
  return async (basePath, config = {}, runtime = new Runtime()) => {
    const options = {
      basePath,
      author: 'Ada <ada@example.com>',
      allowedProtocols: ['https' as const, 'file' as const],
      ...config,
    };
    const git = await GitModuleDefinition.create(options, runtime);
    made.push(git);
    return git;
  };
}

/** The error that a promise rejects with; fails when it does not. */
export async function failureOf(promise: Promise<unknown>): Promise<ToolError> {
  try {
    await promise;
  } catch (error) {
    if (ToolError.isToolError(error)) return error;
    throw error;
  }
  throw new Error('It should have failed');
}
