import {isRecord} from '../contract/json.js';
import {toToolError} from '../contract/native-errors.js';
import {ToolError} from '../contract/errors.js';
import type {SourceProblem} from '../factory/source/config-source.js';
import {exitCodeOf, exitCodes} from './exit-codes.js';
import type {Io} from './io.js';
import type {Output} from './output.js';
import {onOneLine, printable} from './printable.js';
import type {Terminal} from './terminal.js';

/** What is known of a failure: an error of a result, or a ToolError that was thrown. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly outcome?: string | undefined;
  readonly suggestions?: readonly string[] | undefined;
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  readonly stack?: string | undefined;
}

/** One thing that is wrong with a config. */
export interface Problem {
  /** File, or module, that it is in. */
  readonly config?: string;
  readonly path: string;
  readonly message: string;
  readonly received?: string;
  readonly remedy?: string;
  /** Where it stands in the file, both from 1; there for JSON. */
  readonly line?: number;
  readonly column?: number;
  /** The line of a text that is no JSON, and a caret under the place. */
  readonly excerpt?: readonly string[];
}

export const fromSource = ({file, ...problem}: SourceProblem): Problem => ({config: file, ...problem});

const problemsOf = ({context}: Failure): readonly Problem[] =>
  Array.isArray(context?.['problems']) ? (context['problems'] as unknown[]).filter(isRecord).map(toProblem) : [];

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function toProblem(given: Readonly<Record<string, unknown>>): Problem {
  const [config, received, remedy] = [text(given['config']), text(given['received']), text(given['remedy'])];
  const {line, column, excerpt} = given;
  return {
    ...(config !== undefined && {config}),
    ...(typeof line === 'number' && typeof column === 'number' && {line, column}),
    ...(Array.isArray(excerpt) && {excerpt: excerpt.map(String)}),
    path: text(given['path']) ?? '',
    message: text(given['message']) ?? '',
    ...(received !== undefined && {received}),
    ...(remedy !== undefined && {remedy}),
  };
}

/** Anything that was thrown; what has no code is a fault of haft. */
export function failureOf(thrown: unknown, env: Io['env']): Failure {
  const error = ToolError.isToolError(thrown) ? thrown : toToolError(thrown, 'INTERNAL_ERROR');
  const {code, message, outcome, suggestions, context} = error;
  const origin = error.code === 'INTERNAL_ERROR' && error.cause instanceof Error ? error.cause : error;
  return {
    code,
    message,
    outcome,
    suggestions: code === 'INTERNAL_ERROR' ? ['Run it again with HAFT_DEBUG=1 and report what it shows'] : suggestions,
    context,
    ...(env['HAFT_DEBUG'] === '1' && {stack: origin.stack}),
  };
}

const mistakes: ReadonlySet<number> = new Set([exitCodes.usage.code, exitCodes.config.code]);

/** A failure as lines for people: code, message, every problem, what to do next. */
export function failureLines(failure: Failure, terminal: Terminal, subject = 'haft'): string[] {
  const {code, message, outcome, suggestions = [], stack} = failure;
  // Who mistyped needs no code; programs have it in the JSON.
  const isMistake = subject === 'haft' && mistakes.has(exitCodeOf(failure));
  const facts = isMistake ? '' : ` ${code}${outcome === undefined ? '' : terminal.style('dim', ` (${outcome})`)}`;
  const problems = problemsOf(failure);
  const shown = problems.length > 1 ? (message.split(/: |; /)[0] ?? message) : message;
  const remedies = new Set(problems.map(({remedy}) => remedy));
  // A message may tell what to do already, as that of a single problem does.
  const isTold = (suggestion: string): boolean =>
    problems.length > 1
      ? remedies.has(suggestion)
      : (problems.length === 1 || subject === 'haft') && shown.includes(suggestion);
  return [
    `${terminal.style('red', `${subject}:`)}${facts} ${printable(shown)}`,
    ...(problems.length > 1
      ? problems.flatMap((problem) => problemLines(problem, terminal))
      : problems.flatMap((problem) => excerptLines(problem, terminal))),
    ...suggestions
      .filter((suggestion) => !isTold(suggestion))
      .map((suggestion) => `  ${terminal.style('yellow', '→')} ${onOneLine(suggestion)}`),
    ...(stack === undefined ? [] : [terminal.style('dim', stack)]),
  ];
}

/** The file with line and column, as terminals and editors open it, then the path in it. */
export function placeOf({config, path, line, column}: Problem): string {
  const file = line === undefined || config === undefined ? config : `${config}:${line}:${column ?? 1}`;
  return [file, path].filter((part) => part !== undefined && part !== '').join(' ');
}

/** Where, what, what was received, what to do. */
export function problemLines(problem: Problem, terminal: Terminal): string[] {
  const {message, received, remedy} = problem;
  const place = placeOf(problem);
  const was = received === undefined ? '' : terminal.style('dim', `; received ${onOneLine(received)}`);
  return [
    `  ${terminal.style('cyan', onOneLine(place === '' ? 'config' : place))}: ${onOneLine(message)}${was}`,
    ...excerptLines(problem, terminal),
    ...(remedy === undefined ? [] : [`    ${terminal.style('yellow', '→')} ${onOneLine(remedy)}`]),
  ];
}

const excerptLines = ({excerpt = []}: Problem, terminal: Terminal): string[] =>
  excerpt.map((line) => `    ${terminal.style('dim', printable(line))}`);

/** Lines on stderr for people; for programs the error is the document. */
export function reportFailure(failure: Failure, output: Output): void {
  if (!output.json) for (const line of failureLines(failure, output.stderr)) output.note(line);
  else output.document({success: false, error: failure});
}
