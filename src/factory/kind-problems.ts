import {ToolError} from '../contract/errors.js';
import type {WrapKind} from '../core/wrap-kind.js';
import type {ConfigProblem, FoundProblem} from './config-problem.js';
import {invalidConfig, placeProblem} from './config-problem.js';
import type {PreparedConfig} from './prepare-config.js';

/** Everything that is wrong with a config: what its language says, then what its kind finds. Nothing is loaded or sent. */
export async function allProblems({name, config, problems}: PreparedConfig, kind: WrapKind): Promise<ConfigProblem[]> {
  const found: FoundProblem[] = [];
  try {
    await kind.check?.(config, (problem) => found.push(problem));
  } catch (error) {
    // A kind may stumble over what is reported already.
    if (problems.length === 0 || ToolError.isToolError(error)) throw error;
  }
  return [...problems, ...found.map((problem) => placeProblem(name, problem))];
}

/** Throws INVALID_CONFIG with every problem of the config. */
export async function assertSound(prepared: PreparedConfig, kind: WrapKind): Promise<void> {
  const problems = await allProblems(prepared, kind);
  if (problems.length > 0) throw invalidConfig(prepared.name, problems);
}
