import {invalid} from '../errors.js';

/**
 * Glob patterns, matched in time linear in pattern and path: `*`, `?`, `[a-z]`, `[!a]` and `\` within a name, `**` for
 * any number of folders, `{a,b}` for either. A name that begins with a dot is matched by a pattern that does, or by all
 * with `dot`. Why not a library: docs/decisions/0011.
 */
export class GlobPattern {
  readonly #alternatives: readonly (readonly Segment[])[];
  readonly #dot: boolean;

  /** Throws INVALID_PARAMETER for an empty pattern, and one that is too long or has too many alternatives. */
  constructor(pattern: string, {dot = false, parameter = 'pattern'} = {}) {
    if (pattern === '' || pattern.length > maxLength) {
      throw invalid(
        'pattern_length',
        `Parameter "${parameter}" must have 1 to ${maxLength} characters, received ${pattern.length}`,
      );
    }
    this.#dot = dot;
    this.#alternatives = expandBraces(pattern, parameter).map((text) =>
      splitPath(text).map((segment) => (segment === '**' ? anyFolders : parseSegment(segment))),
    );
  }

  /** Whether one of the alternatives has the segment, such as `..`. */
  hasSegment(name: string): boolean {
    return this.#alternatives.some((segments) =>
      segments.some((segment) => segment !== anyFolders && spells(segment, name)),
    );
  }

  matches(path: readonly string[]): boolean {
    return this.#alternatives.some((segments) => this.#run(segments, path).has(segments.length));
  }

  /** Whether something below this folder can match. */
  reaches(folder: readonly string[]): boolean {
    return this.#alternatives.some((segments) => [...this.#run(segments, folder)].some((at) => at < segments.length));
  }

  /** All places of the pattern where one can be after the path. */
  #run(segments: readonly Segment[], path: readonly string[]): Set<number> {
    let places = withSkipped(segments, new Set([0]));
    for (const name of path) {
      const hidden = name.startsWith('.') && !this.#dot;
      const next = new Set<number>();
      for (const place of places) {
        const segment = segments[place];
        if (segment === undefined) continue;
        if (segment === anyFolders) {
          if (!hidden) next.add(place);
        } else if ((!hidden || startsWithDot(segment)) && matchesName(segment, name)) {
          next.add(place + 1);
        }
      }
      places = withSkipped(segments, next);
    }
    return places;
  }
}

const maxLength = 1000;
const maxAlternatives = 256;

type Token = {readonly one: (char: string) => boolean; readonly text?: string} | typeof anyCharacters;
type Segment = readonly Token[] | typeof anyFolders;

const anyFolders = Symbol('**');
const anyCharacters = Symbol('*');

/** `**` stands for no folder too. */
function withSkipped(segments: readonly Segment[], places: Set<number>): Set<number> {
  for (const place of places) if (segments[place] === anyFolders) places.add(place + 1);
  return places;
}

function splitPath(pattern: string): string[] {
  return pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
}

function literal(char: string): Token {
  return {one: (other) => other === char, text: char};
}

function parseSegment(text: string): readonly Token[] {
  const chars = Array.from(text);
  const tokens: Token[] = [];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    if (char === '*') {
      if (tokens.at(-1) !== anyCharacters) tokens.push(anyCharacters);
    } else if (char === '?') {
      tokens.push({one: () => true});
    } else if (char === '\\' && at + 1 < chars.length) {
      at += 1;
      tokens.push(literal(chars[at] ?? ''));
    } else if (char === '[') {
      const end = closing(chars, at);
      if (end === -1) {
        tokens.push(literal(char));
      } else {
        tokens.push({one: characterClass(chars.slice(at + 1, end))});
        at = end;
      }
    } else {
      tokens.push(literal(char));
    }
  }
  return tokens;
}

/** End of `[…]`; a `]` in the first place stands for itself. */
function closing(chars: readonly string[], open: number): number {
  const first = chars[open + 1] === '!' || chars[open + 1] === '^' ? open + 2 : open + 1;
  return chars.indexOf(']', first + 1);
}

function characterClass(chars: readonly string[]): (char: string) => boolean {
  const negated = chars[0] === '!' || chars[0] === '^';
  const ranges: [number, number][] = [];
  for (let at = negated ? 1 : 0; at < chars.length; at += 1) {
    const from = codeOf(chars[at]);
    if (chars[at + 1] === '-' && at + 2 < chars.length) {
      ranges.push([from, codeOf(chars[at + 2])]);
      at += 2;
    } else {
      ranges.push([from, from]);
    }
  }
  return (char) => ranges.some(([from, to]) => codeOf(char) >= from && codeOf(char) <= to) !== negated;
}

const codeOf = (char: string | undefined): number => char?.codePointAt(0) ?? -1;

function startsWithDot(segment: readonly Token[]): boolean {
  const [first] = segment;
  return first !== undefined && first !== anyCharacters && first.text === '.';
}

function spells(segment: readonly Token[], name: string): boolean {
  return segment.every((token) => token !== anyCharacters && token.text !== undefined) && matchesName(segment, name);
}

/** Greedy with one place to come back to: the last `*` (linear for names, at most pattern times name). */
function matchesName(tokens: readonly Token[], name: string): boolean {
  const chars = Array.from(name);
  let token = 0;
  let char = 0;
  let star = -1;
  let resume = 0;
  while (char < chars.length) {
    const current = tokens[token];
    if (current === anyCharacters) {
      star = token;
      token += 1;
      resume = char;
    } else if (current?.one(chars[char] ?? '')) {
      token += 1;
      char += 1;
    } else if (star !== -1) {
      token = star + 1;
      resume += 1;
      char = resume;
    } else {
      return false;
    }
  }
  while (tokens[token] === anyCharacters) token += 1;
  return token === tokens.length;
}

/** `a{b,c{d,e}}` is `ab`, `acd`, `ace`. Braces without a comma stand for themselves. */
function expandBraces(pattern: string, parameter: string): string[] {
  const done: string[] = [];
  const pending = [pattern];
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    const group = firstGroup(text);
    if (!group) done.push(text);
    else for (const part of group.parts) pending.push(text.slice(0, group.start) + part + text.slice(group.end));
    if (done.length + pending.length > maxAlternatives) {
      throw invalid(
        'pattern_alternatives',
        `Parameter "${parameter}" has more than ${maxAlternatives} alternatives in braces`,
      );
    }
  }
  return done;
}

/** The first outermost `{…,…}`. */
function firstGroup(text: string): {start: number; end: number; parts: string[]} | undefined {
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
    if (isEscaped(text, start)) continue;
    const cuts = [start];
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
      if (text[at] === '\\') {
        at += 1;
      } else if (text[at] === '{') {
        depth += 1;
      } else if (text[at] === ',' && depth === 1) {
        cuts.push(at);
      } else if (text[at] === '}') {
        depth -= 1;
        if (depth === 0) {
          cuts.push(at);
          break;
        }
      }
    }
    if (depth === 0 && cuts.length > 2) {
      const parts = cuts.slice(1).map((cut, index) => text.slice((cuts[index] ?? 0) + 1, cut));
      return {start, end: (cuts.at(-1) ?? start) + 1, parts};
    }
  }
  return undefined;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
