import type {FoundProblem} from '../config-problem.js';
import {openText} from './json-text.js';
import {caretLines, positionOf} from './text-position.js';

/** A problem of a config with the place where a person finds it. */
export interface SourceProblem extends FoundProblem {
  /** The file, as people are told about it. */
  readonly file: string;
  /** From 1; there for JSON. */
  readonly line?: number;
  readonly column?: number;
  /** For a text that is no JSON: its line, and a caret under the place. */
  readonly excerpt?: readonly [line: string, caret: string];
}

/** One file that a config is made of. */
export interface ConfigSource {
  /** As people are told about it. */
  readonly file: string;
  /** Absolute path of the file. */
  readonly path: string;
  /** Where in the file the config stands: `modules.md.wrap`; empty where it is the whole. */
  readonly at: string;
  /** The text of JSON; undefined for a config in JavaScript, which has no places. */
  readonly text: string | undefined;
  /** What the file itself says, without its bases. */
  readonly value: unknown;
}

const within = (at: string, path: string): string => [at, path].filter((part) => part !== '').join('.');

/** The same problem at an offset of the text. */
export function problemAt(
  source: Pick<ConfigSource, 'file' | 'text'>,
  problem: FoundProblem,
  offset: number,
): SourceProblem {
  const {file, text} = source;
  return {file, ...problem, ...(text !== undefined && positionOf(text, offset))};
}

/** A mistake in the text itself: there is no path yet, but a line to show. */
export function mistakeAt(source: {file: string; text: string}, problem: FoundProblem, offset: number): SourceProblem {
  const placed = problemAt(source, problem, offset);
  return {...placed, excerpt: caretLines(source.text, positionOf(source.text, offset))};
}

/**
 * The file that said something of a merged config, strongest first: module keys are replaced whole, tools and overrides
 * key by key, so that what has most of these steps is where the value is from.
 */
function sourceOf(sources: readonly ConfigSource[], path: string): ConfigSource | undefined {
  const [first = ''] = path.split(/[.[]/, 1);
  const mergedSteps = first === 'tools' || first === 'overrides' ? 3 : 1;
  let best: {readonly source: ConfigSource; readonly steps: number} | undefined;
  for (const source of sources) {
    const steps = Math.min(mergedSteps, stepsThere(source.value, path));
    if (!best || steps > best.steps) best = {source, steps};
  }
  return best?.source;
}

/** How many steps of a path a value has. */
function stepsThere(value: unknown, path: string): number {
  let here = value;
  let rest = path;
  let steps = 0;
  while (rest !== '' && typeof here === 'object' && here !== null) {
    const known: object = here;
    const index = Array.isArray(known) ? /^\[(\d+)\]/.exec(rest) : null;
    const key = index
      ? index[1]
      : Object.keys(known)
          .filter((name) => rest.startsWith(name) && /^(?:$|[.[])/.test(rest.slice(name.length)))
          .sort((a, b) => b.length - a.length)[0];
    if (key === undefined) break;
    here = (known as Record<string, unknown>)[key];
    rest = rest.slice(index ? index[0].length : key.length).replace(/^\./, '');
    steps += 1;
  }
  return steps;
}

/** A problem of a merged config with the file that it is from; values of other files than the first are not told. */
export function withFile<T extends FoundProblem>(
  sources: readonly ConfigSource[],
  problem: T,
): [T, string | undefined] {
  const source = sourceOf(sources, problem.path);
  return [source ? untold(sources, source, problem) : problem, source?.file];
}

/** Whoever runs a config did not name its bases, which may be something else than a config. */
function untold<T extends FoundProblem>(sources: readonly ConfigSource[], {path}: ConfigSource, problem: T): T {
  if (path === sources[0]?.path) return problem;
  const {received: _received, ...told} = problem;
  return told as T;
}

/** Says of each problem of a merged config in which file, line and column it stands; paths are those of the file. */
export async function placeProblems(
  sources: readonly ConfigSource[],
  problems: readonly FoundProblem[],
): Promise<SourceProblem[]> {
  const opened = new Map<string, ReturnType<typeof openText>>();
  const placed: SourceProblem[] = [];
  for (const found of problems) {
    const source = sourceOf(sources, found.path);
    if (!source) continue;
    const problem = untold(sources, source, found);
    const path = within(source.at, problem.path);
    if (source.text === undefined) {
      placed.push({...problem, file: source.file, path});
      continue;
    }
    const text = opened.get(source.text) ?? openText(source.text);
    opened.set(source.text, text);
    placed.push(problemAt(source, {...problem, path}, (await text)(path).offset));
  }
  return placed;
}
