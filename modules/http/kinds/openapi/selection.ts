import {nearest} from '../../../../src/sdk.js';
import type {Operation} from './operation.js';

/** By which operations are picked: `tag:pets`, `GET /pets/*`, `/pets/*`, an operation's id, a tool's name, `*`. */
export interface Selection {
  picks(operation: Candidate): boolean;
  /** Whether it was asked for by its own name. */
  names(operation: Candidate): boolean;
  /** Patterns that nothing was picked by, with what may have been meant. */
  idle(): readonly {readonly list: 'include' | 'exclude'; readonly index: number; readonly pattern: string}[];
}

/** What is known of an operation before it is read. */
export interface Candidate extends Pick<Operation, 'method' | 'path' | 'id' | 'tags'> {
  /** Name of the tool. */
  readonly name: string;
}

interface Pattern {
  readonly pattern: string;
  readonly index: number;
  readonly matches: (operation: Candidate) => boolean;
  used: boolean;
}

/** Reads `include` and `exclude`; nothing included means everything. */
export function selection(include: readonly string[] | undefined, exclude: readonly string[] | undefined): Selection {
  const wanted = include?.map(readPattern);
  const unwanted = (exclude ?? []).map(readPattern);
  const hits = (patterns: readonly Pattern[], operation: Candidate): boolean => {
    const matching = patterns.filter((pattern) => pattern.matches(operation));
    for (const pattern of matching) pattern.used = true;
    return matching.length > 0;
  };
  return {
    picks: (operation) => {
      const isWanted = wanted === undefined || hits(wanted, operation);
      return !hits(unwanted, operation) && isWanted;
    },
    names: ({id, name, method, path}) =>
      [id, name, `${method.toUpperCase()} ${path}`].some((own) => own !== undefined && include?.includes(own)),
    idle: () => [
      ...(wanted ?? [])
        .filter(({used}) => !used)
        .map(({pattern, index}) => ({list: 'include' as const, index, pattern})),
      ...unwanted.filter(({used}) => !used).map(({pattern, index}) => ({list: 'exclude' as const, index, pattern})),
    ],
  };
}

function readPattern(pattern: string, index: number): Pattern {
  const text = pattern.trim();
  const tag = /^tag:\s*(.*)$/is.exec(text)?.[1];
  if (tag !== undefined) {
    const fits = wildcard(tag, 'i');
    return {pattern, index, used: false, matches: ({tags}) => tags.some(fits)};
  }
  const [, method, path] = /^(?:([A-Za-z]+|\*)\s+)?(\/.*)$/s.exec(text) ?? [];
  if (path !== undefined) {
    const fits = wildcard(path);
    const isMethod = method === undefined || method === '*' ? () => true : wildcard(method, 'i');
    return {pattern, index, used: false, matches: (one) => isMethod(one.method) && fits(one.path)};
  }
  const fits = wildcard(text);
  return {pattern, index, used: false, matches: ({id, name}) => fits(name) || (id !== undefined && fits(id))};
}

/** `*` stands for any text. By hand, for a pattern of many stars must not take exponential time. */
function wildcard(pattern: string, flags = ''): (text: string) => boolean {
  const fold = (text: string): string => (flags === 'i' ? text.toLowerCase() : text);
  const [first = '', ...rest] = fold(pattern).split('*');
  const last = rest.pop();
  return (given) => {
    const text = fold(given);
    if (last === undefined) return text === first;
    if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= text.length - last.length;
  };
}

/** What a pattern that fits nothing may have meant. */
export function meant(pattern: string, operations: readonly Candidate[]): string | undefined {
  if (/^tag:/i.test(pattern)) {
    const tag = nearest(pattern.slice(4).trim(), new Set(operations.flatMap(({tags}) => tags)));
    return tag === undefined ? undefined : `tag:${tag}`;
  }
  if (pattern.includes('/') && /^(\w+\s+)?\//.test(pattern))
    return nearest(
      pattern,
      operations.map(({method, path}) => `${method.toUpperCase()} ${path}`),
    );
  return nearest(
    pattern,
    operations.flatMap(({id, name}) => [name, ...(id === undefined ? [] : [id])]),
  );
}
