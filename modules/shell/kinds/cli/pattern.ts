import {createContext, Script} from 'node:vm';
import {boundedRegExp, ToolError} from '../../../../src/sdk.js';
import type {Problem} from './reading.js';

/** ms that all patterns of one call may take. */
const patternTime = 1000;

/** Reads a pattern of a config; reports one that is none, or that can take exponential time. */
export function readPattern(source: string, flags: string, at: string, problem: Problem): RegExp | undefined {
  try {
    // What is no pattern at all is told as such.
    new RegExp(source, flags);
    return boundedRegExp(source, flags);
  } catch (error) {
    if (ToolError.isToolError(error)) {
      problem(at, 'It can take exponential time', 'Write it without a repetition in a repetition', source);
    } else {
      const why = (error as Error).message
        .replace(/^Invalid regular expression: /, '')
        .replace(`/${source}/${flags}: `, '');
      problem(at, `It is no regular expression: ${why}`, 'Correct it', source);
    }
    return undefined;
  }
}

/** Names of the groups of a pattern that was read: `(?<name>…)`. */
export const groupNames = (source: string): readonly string[] =>
  [...source.matchAll(/\\.|\(\?<([A-Za-z_$][\w$]*)>/gs)].flatMap(([, name]) => name ?? []);

/**
 * What matches within the time that is left: a pattern that is not exponential can still take minutes for a long text,
 * which somebody else may have written.
 */
export class PatternTime {
  #left = patternTime;

  /** Throws LIMIT_EXCEEDED when the time is over; what it was to find is not known then. */
  run<T>(work: () => T): T {
    const started = performance.now();
    try {
      if (this.#left < 1) throw tooSlow();
      const context = createContext({work});
      return call.runInContext(context, {timeout: Math.ceil(this.#left)}) as T;
    } catch (error) {
      throw (error as {code?: unknown} | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? tooSlow() : error;
    } finally {
      this.#left -= performance.now() - started;
    }
  }
}

const call = new Script('work()');

const tooSlow = (): ToolError =>
  new ToolError(
    'LIMIT_EXCEEDED',
    `The patterns of the config took more than ${String(patternTime)} ms for what the program wrote`,
    {
      outcome: 'unknown',
      context: {limit: patternTime},
      suggestions: ['Ask the program for less', 'Write patterns in which only one part can take any given character'],
    },
  );
