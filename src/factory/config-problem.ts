import {ToolError} from '../contract/errors.js';
import type {WrapProblem} from '../contract/wrap-language.js';

/** One thing that is wrong with a config. */
export interface ConfigProblem extends WrapProblem {
  /** Name that the module was to have. */
  readonly config: string;
  /** Name of the tool, where it is about one. */
  readonly tool?: string;
  /** The file that says it, of a config that was read by `loadConfig`. */
  readonly file?: string;
  /** From 1; told of the text of a file. */
  readonly line?: number;
  readonly column?: number;
}

/** A problem whose config and tool follow from where it was found. */
export type FoundProblem = WrapProblem;

export type Report = (problem: FoundProblem) => void;

/** `tools.a.args[0]` from the steps of a path. */
export const joinPath = (path: string, step: string | number): string =>
  typeof step === 'number' ? `${path}[${String(step)}]` : path === '' ? step : `${path}.${step}`;

/** Says which config and which tool a found problem belongs to. */
export function placeProblem(config: string, problem: FoundProblem, file?: string): ConfigProblem {
  const tool = /^tools\.([^.[]+)/.exec(problem.path)?.[1];
  return {config, ...(tool !== undefined && {tool}), ...problem, ...(file !== undefined && {file})};
}

function sentence(problem: ConfigProblem): string {
  const place = `${problem.path === '' ? '' : `at ${problem.path} `}${fileText(problem)}`.trim();
  const where = place === '' ? '' : ` (${place})`;
  const received = problem.received === undefined ? '' : `; received ${problem.received}`;
  const remedy = problem.remedy === undefined ? '' : `. ${problem.remedy}`;
  return `${problem.message}${where}${received}${remedy}`;
}

function fileText({file, line, column}: ConfigProblem): string {
  if (file === undefined) return '';
  return `in ${line === undefined ? file : `${file}:${String(line)}:${String(column)}`}`;
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

/** The problem of a variable that a config names by `$env`, where it stands. */
export const unsetVariable = ({name, path}: {readonly name: string; readonly path: string}): FoundProblem => ({
  path,
  message: `The environment variable ${name} is not set`,
  remedy: `Set ${name} before the program starts`,
});

/** The error of one problem that was found while loading. */
export const configError = (config: string, problem: FoundProblem, cause?: unknown): ToolError =>
  invalidConfig(config, [placeProblem(config, problem)], cause);
