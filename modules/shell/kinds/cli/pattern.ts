import {setImmediate as nextTurn} from 'node:timers/promises';
import {createContext, Script} from 'node:vm';
import type {Context} from 'node:vm';
import {boundedRegExp, ToolError} from '../../../../src/sdk.js';
import type {Problem} from './reading.js';

/** ms that all patterns of one call may take. */
const patternTime = 1000;

/** ms that one match may take, which nothing can interrupt but its end. */
const matchTime = 150;

/** ms after which others have their turn between matches. */
const turnTime = 20;

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
 * which somebody else may have written. No match holds everything else up for longer than 150 ms.
 */
export class PatternTime {
  #left = patternTime;
  #context: Context | undefined;

  /** What one match finds. Throws LIMIT_EXCEEDED when it is over; what it was to find is not known then. */
  run<T>(step: () => T): T {
    if (this.#left < 1) throw tooSlow(patternTime, 'all that the program wrote');
    const limit = Math.ceil(Math.min(this.#left, matchTime));
    const took = stopwatch();
    try {
      return this.#within(limit, step);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      // A machine that gave this process no time is no fault of the pattern: it may try once more, and have it longer.
      if (took() < limit / 2) return this.#again(limit, step);
      throw tooLong(limit);
    } finally {
      this.#left -= took();
    }
  }

  /**
   * Takes steps until one answers false, with turns for others between. A step that was interrupted is taken again, so what
   * it has done is done at once, at its end. Throws what `run` throws.
   */
  async repeat(step: () => boolean): Promise<void> {
    // One entry into the context is worth many steps.
    const steps = (): boolean => {
      const started = performance.now();
      let goesOn = true;
      while (goesOn && performance.now() - started < turnTime) goesOn = step();
      return goesOn;
    };
    while (this.run(steps)) await nextTurn();
  }

  #again<T>(limit: number, step: () => T): T {
    try {
      return this.#within(3 * limit, step);
    } catch (error) {
      throw isTimeout(error) ? tooLong(limit) : error;
    }
  }

  #within<T>(timeout: number, step: () => T): T {
    this.#context ??= createContext({step: undefined});
    this.#context['step'] = step;
    return call.runInContext(this.#context, {timeout}) as T;
  }
}

const call = new Script('step()');

const isTimeout = (error: unknown): boolean =>
  (error as {code?: unknown} | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Counts ms that this process worked, at most those that went by. */
function stopwatch(): () => number {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const {user, system} = process.cpuUsage(before);
    return Math.min(performance.now() - started, (user + system) / 1000);
  };
}

/** What is told of a step that had less than a match has, because little was left, or that had all of it. */
const tooLong = (limit: number): ToolError =>
  limit < matchTime ? tooSlow(patternTime, 'all that the program wrote') : tooSlow(matchTime, 'one match');

const tooSlow = (limit: number, what: string): ToolError =>
  new ToolError('LIMIT_EXCEEDED', `The patterns of the config took more than ${String(limit)} ms for ${what}`, {
    outcome: 'unknown',
    context: {limit},
    suggestions: ['Ask the program for less', 'Write patterns in which only one part can take any given character'],
  });
