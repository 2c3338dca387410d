import {boundedRegExp} from '../../schema/bounds.js';
import {timed} from './timed.js';

/** Steps, at worst, that are run without a watch; starting one takes as long as some ten thousand. */
const unwatchedSteps = 1_000_000;

/** ms of matches that are found ahead, while the watch runs. */
const ahead = 5;

interface Found {
  readonly from: number;
  readonly match: RegExpExecArray | null;
}

/** A regular expression of an expression (always with `g`): none that takes exponential time, and none that holds long texts. */
class WatchedRegExp {
  lastIndex = 0;
  readonly #regexp: RegExp;
  readonly #repeats: number;
  #text = '';
  #found: Found[] = [];

  constructor({source, flags}: RegExp) {
    this.#regexp = boundedRegExp(source, flags);
    this.#repeats = source.match(/[*+?{]/g)?.length ?? 0;
  }

  exec(value: unknown): RegExpExecArray | null {
    const text = String(value);
    const found =
      text.length ** (this.#repeats + 1) <= unwatchedSteps ? this.#next(text, this.lastIndex) : this.#take(text);
    this.lastIndex = found.match ? endOf(found.match) : 0;
    return found.match;
  }

  #next(text: string, from: number): Found {
    this.#regexp.lastIndex = from;
    return {from, match: this.#regexp.exec(text)};
  }

  #take(text: string): Found {
    const from = this.lastIndex;
    if (this.#found.at(-1)?.from !== from || this.#text !== text) {
      this.#text = text;
      this.#found = timed(`The pattern /${this.#regexp.source}/`, () => this.#findAhead(text, from)).reverse();
    }
    return this.#found.pop() ?? this.#next(text, from);
  }

  #findAhead(text: string, start: number): Found[] {
    const until = performance.now() + ahead;
    const all: Found[] = [];
    let from = start;
    do {
      const found = this.#next(text, from);
      all.push(found);
      // One that matches nothing goes nowhere.
      if (!found.match || found.match[0] === '') break;
      from = endOf(found.match);
    } while (from < text.length && performance.now() < until);
    return all;
  }
}

const endOf = (match: RegExpExecArray): number => match.index + match[0].length;

/** What jsonata makes its regular expressions with. */
export const PatternEngine = WatchedRegExp as unknown as RegExpConstructor;
