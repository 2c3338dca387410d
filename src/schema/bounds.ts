import {createRequire} from 'node:module';
import type safeRegexModule from 'safe-regex2';
import {ToolError} from '../contract/errors.js';
import {hasAmbiguousRepeat} from './ambiguous-pattern.js';

/** Bounds on a schema, which may come from a server or a file that nobody has read (DESIGN 5, MC05). */
const schemaBounds = Object.freeze({depth: 64, nodes: 20_000, patternLength: 1000});

/** The only load of safe-regex2, when the first pattern is read. */
const isSafe = (pattern: string): boolean =>
  (safeRegex ??= createRequire(import.meta.url)('safe-regex2') as typeof safeRegexModule)(pattern);
let safeRegex: typeof safeRegexModule | undefined;

/** Throws INVALID_CONFIG for a schema, in any spelling, that is too deep, too large or circular, or names `__proto__`. */
export function assertSchemaBounds(schema: object): void {
  let nodes = 0;
  const visit = (node: unknown, depth: number): void => {
    // A Standard Schema gives its JSON Schema later, which is looked at then.
    if (typeof node !== 'object' || node === null || '~standard' in node) return;
    if (depth > schemaBounds.depth)
      throw refuse(`is nested deeper than ${String(schemaBounds.depth)} levels or circular`);
    if (++nodes > schemaBounds.nodes) throw refuse(`has more than ${String(schemaBounds.nodes)} parts`);
    if (Object.hasOwn(node, '__proto__')) throw refuse('has a "__proto__" key');
    for (const child of Object.values(node)) visit(child, depth + 1);
  };
  visit(schema, 0);
}

/** The error of a schema that asks for too much. */
export const refuse = (why: string): ToolError =>
  new ToolError('INVALID_CONFIG', `The schema ${why}`, {suggestions: ['Describe the value with a smaller schema']});

/** The RegExp of a `pattern`, refused when it can take exponential time (`^(a+)+$`, `^(a|aa)+$`). */
export function boundedRegExp(pattern: string, flags: string): RegExp {
  if (
    pattern.length > schemaBounds.patternLength ||
    !isSafe(withoutOptional(pattern)) ||
    hasAmbiguousRepeat(pattern, flags)
  ) {
    throw refuse(`has a pattern that can take exponential time: ${pattern.slice(0, 80)}`);
  }
  return new RegExp(pattern, flags);
}

/** `(…)?` as `(…)`: being there or not is no repetition, which safe-regex2 takes it for (`^\\d+(\\.\\d+)?$`). */
const withoutOptional = (pattern: string): string => pattern.replaceAll(/\)\?\??/g, ')');

boundedRegExp.code = 'require("haft").boundedRegExp';
