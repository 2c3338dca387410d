import {cliKind} from '../../modules/shell/kinds/cli.js';
import {ToolError} from '../../src/contract/errors.js';
import {ModuleFactory, libraryKinds} from '../../src/factory/index.js';
import type {ConfigProblem} from '../../src/factory/index.js';

/** A factory with all kinds that work. */
export const factory = new ModuleFactory({kinds: {...libraryKinds, cli: cliKind}});

/** The problems of a config that is refused. */
export async function problemsOf(made: Promise<unknown>): Promise<readonly ConfigProblem[]> {
  try {
    await made;
  } catch (error) {
    if (ToolError.isToolError(error) && error.code === 'INVALID_CONFIG')
      return error.context?.['problems'] as ConfigProblem[];
    throw error;
  }
  throw new Error('The config was accepted');
}

/** The code that a call fails with, and its message. */
export async function failureOf(call: Promise<unknown>): Promise<ToolError> {
  try {
    await call;
  } catch (error) {
    if (ToolError.isToolError(error)) return error;
    throw error;
  }
  throw new Error('The call succeeded');
}
