import {ExpressionLimit, expressionBounds, readable} from './limits.js';
import type {Callback} from './pacing.js';
import {paced} from './pacing.js';
import {checkDatePicture} from './pictures.js';
import type {Environment} from './run.js';
import {runOf} from './run.js';
import {assertShort, hasPairs, keyOf, lengthOf, textOf} from './text.js';
import {timed} from './timed.js';

/** A function as jsonata keeps it. `implementation` is read for its parameters, so that they are named there. */
export interface BuiltIn {
  readonly _jsonata_function: true;
  readonly implementation: Callback;
  readonly signature?: unknown;
}

interface Focus {
  readonly environment: Environment;
}

type Original = (focus: unknown, ...values: unknown[]) => unknown;
type Guard = (original: Original) => (this: Focus, ...values: never[]) => unknown;

/**
 * Functions of jsonata that can hold the process or make texts of any length, with the same answers within bounds. Those not
 * here take a time that grows with their arguments, which are bounded.
 */
export const guards: Readonly<Record<string, Guard>> = {
  string: () =>
    function string(this: Focus, arg: unknown, prettify = false) {
      return textOf(runOf(this.environment), arg, prettify);
    },
  clone: () =>
    function clone(this: Focus, arg: unknown) {
      const text = textOf(runOf(this.environment), arg);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
  length: () =>
    function length(this: Focus, str?: string) {
      return str === undefined ? undefined : lengthOf(str);
    },
  substring: (original) =>
    function substring(this: Focus, str?: string, start?: number, length?: number) {
      if (str === undefined || hasPairs(str) || start === undefined) return original(this, str, start, length);
      const from = str.length + start < 0 ? 0 : start;
      if (length === undefined) return str.slice(from);
      if (length <= 0) return '';
      return str.slice(from, from >= 0 ? from + length : str.length + from + length);
    },
  pad: () =>
    function pad(this: Focus, str?: string, width = 0, char = ' ') {
      if (str === undefined) return undefined;
      const wanted = Math.abs(Math.trunc(width));
      if (wanted > expressionBounds.pad)
        throw new ExpressionLimit(`$pad is bounded to ${readable(expressionBounds.pad)} characters`);
      runOf(this.environment).make(Math.max(str.length, wanted));
      return padded(str, wanted, char === '' ? ' ' : char, width > 0);
    },
  join: (original) =>
    function join(this: Focus, strs?: readonly string[], separator = '') {
      if (!Array.isArray(strs)) return original(this, strs, separator);
      const run = runOf(this.environment);
      let length = separator.length * strs.length;
      for (const text of strs as readonly unknown[]) length += typeof text === 'string' ? text.length : 0;
      run.make(length);
      return strs.join(separator);
    },
  replace: (original) =>
    function replace(this: Focus, str?: string, pattern?: unknown, replacement?: unknown, limit?: number) {
      const run = runOf(this.environment);
      if (str === undefined || pattern === '' || (limit !== undefined && limit < 0))
        return original(this, str, pattern, replacement, limit);
      if (typeof pattern === 'string' && typeof replacement === 'string') {
        const pieces = str.split(pattern, expressionBounds.sequence + 1);
        if (pieces.length > expressionBounds.sequence)
          throw new ExpressionLimit(`$replace found more than ${readable(expressionBounds.sequence)} places`);
        const count = Math.min(pieces.length - 1, Math.ceil(limit ?? Infinity));
        run.make(str.length + count * (replacement.length - pattern.length));
        return (
          pieces.slice(0, count + 1).join(replacement) +
          pieces
            .slice(count + 1)
            .map((piece) => pattern + piece)
            .join('')
        );
      }
      let made = str.length;
      const add = (length: number): void => run.admitLength((made += length));
      const references = typeof replacement === 'string' ? replacement.split('$').length - 1 : 0;
      const match = paced(run, pattern, (found) => {
        if (typeof replacement === 'string' && found !== undefined)
          add(replacement.length + references * longestOf(found));
      });
      const by = paced(run, replacement, (text) => {
        add(typeof text === 'string' ? text.length : 0);
      });
      return original(this, str, match, by, limit);
    },
  split: (original) =>
    function split(this: Focus, str?: string, separator?: unknown, limit?: number) {
      if (typeof separator !== 'string' || str === undefined || (limit !== undefined && limit < 0))
        return original(this, str, paced(runOf(this.environment), separator), limit);
      const parts = str.split(separator, Math.min(limit ?? Infinity, expressionBounds.sequence + 1));
      if (parts.length > expressionBounds.sequence)
        throw new ExpressionLimit(`$split found more than ${readable(expressionBounds.sequence)} parts`);
      return parts;
    },
  match: (original) =>
    function match(this: Focus, str?: string, regex?: unknown, limit?: number) {
      return original(this, str, paced(runOf(this.environment), regex), limit);
    },
  contains: (original) =>
    function contains(this: Focus, str?: string, token?: unknown) {
      return original(this, str, paced(runOf(this.environment), token));
    },
  map: (original) =>
    function map(this: Focus, arr?: unknown, func?: unknown) {
      return original(this, arr, paced(runOf(this.environment), func));
    },
  filter: (original) =>
    function filter(this: Focus, arr?: unknown, func?: unknown) {
      return original(this, arr, paced(runOf(this.environment), func));
    },
  single: (original) =>
    function single(this: Focus, arr?: unknown, func?: unknown) {
      return original(this, arr, paced(runOf(this.environment), func));
    },
  each: (original) =>
    function each(this: Focus, obj?: unknown, func?: unknown) {
      return original(this, obj, paced(runOf(this.environment), func));
    },
  sift: (original) =>
    function sift(this: Focus, arg?: unknown, func?: unknown) {
      return original(this, arg, paced(runOf(this.environment), func));
    },
  reduce: (original) =>
    function reduce(this: Focus, sequence?: unknown, func?: unknown, init?: unknown) {
      return original(this, sequence, paced(runOf(this.environment), func), init);
    },
  sort: (original) =>
    function sort(this: Focus, arr?: unknown, comparator?: unknown) {
      if (!Array.isArray(arr) || arr.length <= 1) return original(this, arr, comparator);
      if (comparator === undefined) {
        // Its own refuses what is neither all numbers nor all texts, which two of them show as well.
        const kind = typeof arr[0];
        const odd = arr.findIndex((item) => typeof item !== kind);
        if (odd !== -1 || (kind !== 'number' && kind !== 'string'))
          return original(this, [arr[0], arr[Math.max(odd, 1)]], comparator);
        return [...(arr as string[])].sort((left, right) => (left > right ? 1 : left < right ? -1 : 0));
      }
      return sorted(arr, paced(runOf(this.environment), comparator) as Callback, this);
    },
  distinct: (original) =>
    function distinct(this: Focus, arr?: unknown) {
      if (!Array.isArray(arr) || arr.length <= 1) return original(this, arr);
      runOf(this.environment).admit(arr);
      // Of one that was made on the way, as jsonata marks it.
      const isSequence = (arr as {sequence?: unknown}).sequence === true;
      const result = isSequence ? (this as unknown as {createSequence(): unknown[]}).createSequence() : [];
      const known = new Set<string>();
      const functions = new Map<unknown, number>();
      const numberOf = (value: unknown): number =>
        functions.get(value) ?? functions.set(value, functions.size).size - 1;
      for (const item of arr as unknown[]) {
        const key = keyOf(item, numberOf);
        if (known.has(key)) continue;
        known.add(key);
        result.push(item);
      }
      return result;
    },
  zip: (original) =>
    function zip(this: Focus, ...args: unknown[]) {
      const shortest = Math.min(...args.map((arg) => (Array.isArray(arg) ? arg.length : 0)));
      runOf(this.environment).admitLength(8 * shortest * args.length);
      return original(this, ...args);
    },
  spread: () =>
    function spread(this: Focus, arg?: unknown) {
      return spreadOf(arg, (this as unknown as {createSequence(): unknown[]}).createSequence.bind(this));
    },
  formatNumber: (original) =>
    function formatNumber(this: Focus, value?: number, picture?: string, options?: object) {
      assertShort('A picture', picture);
      assertFinite(value);
      if (options === undefined) return original(this, value, picture, options);
      Object.values(options).forEach((text) => {
        assertShort('An option of a picture', text);
      });
      return timed('$formatNumber', () => original(this, value, picture, options));
    },
  formatInteger: (original) =>
    function formatInteger(this: Focus, value?: number, picture?: string) {
      assertShort('A picture', picture);
      assertFinite(value);
      return original(this, value, picture);
    },
  parseInteger: (original) =>
    function parseInteger(this: Focus, value?: string, picture?: string) {
      assertShort('A picture', picture);
      assertShort('A number in words', value);
      return original(this, value, picture);
    },
  toMillis: (original) =>
    function toMillis(this: Focus, timestamp?: string, picture?: string) {
      assertShort('A time', timestamp);
      const isPlain = picture === undefined || timestamp === undefined || checkDatePicture(picture, timestamp.length);
      const read = (): unknown => original(this, timestamp, picture);
      return isPlain ? read() : timed('$toMillis', read);
    },
  fromMillis: (original) =>
    function fromMillis(this: Focus, millis?: number, picture?: string, timezone?: string) {
      if (picture !== undefined) checkDatePicture(picture, 0);
      assertFinite(millis);
      return original(this, millis, picture, timezone);
    },
};

function padded(text: string, wanted: number, char: string, isRight: boolean): string {
  const missing = wanted - lengthOf(text);
  if (missing <= 0) return text;
  const filling = hasPairs(char)
    ? Array.from(char.repeat(Math.ceil(missing / lengthOf(char))))
        .slice(0, missing)
        .join('')
    : char.repeat(Math.ceil(missing / char.length)).slice(0, missing);
  return isRight ? text + filling : filling + text;
}

function longestOf(found: unknown): number {
  const {match, groups} = found as {match?: unknown; groups?: unknown};
  const texts: unknown[] = [match, ...(Array.isArray(groups) ? (groups as unknown[]) : [])];
  return Math.max(...texts.map((text) => (typeof text === 'string' ? text.length : 0)));
}

function assertFinite(value: number | undefined): void {
  if (value !== undefined && !Number.isFinite(value)) throw new Error('The number is not finite');
}

function spreadOf(arg: unknown, createSequence: () => unknown[]): unknown {
  if (Array.isArray(arg)) {
    let all: unknown[] | undefined;
    for (const item of arg as unknown[]) {
      const fields = spreadOf(item, createSequence);
      if (fields === undefined) continue;
      all ??= [];
      if (Array.isArray(fields)) for (const field of fields as unknown[]) all.push(field);
      else all.push(fields);
    }
    return all ?? createSequence();
  }
  if (typeof arg !== 'object' || arg === null || (arg as {_jsonata_lambda?: unknown})._jsonata_lambda === true)
    return arg;
  const fields = createSequence();
  for (const [name, value] of Object.entries(arg))
    fields.push(Object.assign(Object.create(null) as object, {[name]: value as unknown}));
  return fields;
}

/** A merge sort, stable: the right one goes first when the comparison says so. */
async function sorted(list: readonly unknown[], isAfter: Callback, focus: unknown): Promise<unknown[]> {
  if (list.length <= 1) return [...list];
  const middle = Math.floor(list.length / 2);
  const left = await sorted(list.slice(0, middle), isAfter, focus);
  const right = await sorted(list.slice(middle), isAfter, focus);
  const result: unknown[] = [];
  let atLeft = 0;
  let atRight = 0;
  while (atLeft < left.length && atRight < right.length) {
    if (await isAfter.apply(focus, [left[atLeft], right[atRight]])) result.push(right[atRight++]);
    else result.push(left[atLeft++]);
  }
  return result.concat(left.slice(atLeft), right.slice(atRight));
}
