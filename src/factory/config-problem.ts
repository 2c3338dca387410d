import {ToolError} from '../contract/errors.js';

/** One thing that is wrong with a config. */
export interface ConfigProblem {
  /** Name that the module was to have. */
  readonly config: string;
  /** Name of the tool, where it is about one. */
  readonly tool?: string;
  /** Where it stands: `tools.readFile.inputMapping.path`. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
  /** A short picture of what stands there. */
  readonly received?: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** A problem whose config and tool follow from where it was found. */
export type FoundProblem = Omit<ConfigProblem, 'config' | 'tool'>;

export type Report = (problem: FoundProblem) => void;

/** `tools.a.args[0]` from the steps of a path. */
export const joinPath = (path: string, step: string | number): string =>
  typeof step === 'number' ? `${path}[${String(step)}]` : path === '' ? step : `${path}.${step}`;

/** Says which config and which tool a found problem belongs to. */
export function placeProblem(config: string, problem: FoundProblem): ConfigProblem {
  const tool = /^tools\.([^.[]+)/.exec(problem.path)?.[1];
  return {config, ...(tool !== undefined && {tool}), ...problem};
}

function sentence(problem: ConfigProblem): string {
  const where = problem.path === '' ? '' : ` at ${problem.path}`;
  const received = problem.received === undefined ? '' : `; received ${problem.received}`;
  const remedy = problem.remedy === undefined ? '' : `. ${problem.remedy}`;
  return `${problem.message}${where}${received}${remedy}`;
}

/** The error of a config with problems: the first is told, all are in `context.problems`. */
export function invalidConfig(config: string, problems: readonly ConfigProblem[], cause?: unknown): ToolError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${String(problems.length - 1)} more problems)` : '';
  const text = first === undefined ? 'it is not valid' : sentence(first);
  return new ToolError('INVALID_CONFIG', `Config "${config}" can not be used: ${text}${more}`, {
    outcome: 'not_executed',
    context: {config, problems},
    suggestions: [...new Set(problems.flatMap(({remedy}) => remedy ?? []))],
    ...(cause !== undefined && {cause}),
  });
}

/** The error of one problem that was found while loading. */
export const configError = (config: string, problem: FoundProblem, cause?: unknown): ToolError =>
  invalidConfig(config, [placeProblem(config, problem)], cause);
