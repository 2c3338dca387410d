import safeRegex from 'safe-regex2';
import {ToolError} from '../contract/errors.js';
import type {JsonSchema} from '../contract/json.js';

/** Bounds on a schema, which may come from a server or a file that nobody has read (DESIGN 5, MC05). */
export const schemaBounds = Object.freeze({depth: 64, nodes: 20_000, patternLength: 1000});

/** Throws INVALID_CONFIG for a schema that is too deep, too large or circular. */
export function assertSchemaBounds(schema: JsonSchema): void {
  let nodes = 0;
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null) return;
    if (depth > schemaBounds.depth)
      throw refuse(`is nested deeper than ${String(schemaBounds.depth)} levels or circular`);
    if (++nodes > schemaBounds.nodes) throw refuse(`has more than ${String(schemaBounds.nodes)} parts`);
    for (const child of Object.values(node)) visit(child, depth + 1);
  };
  visit(schema, 0);
}

const refuse = (why: string): ToolError =>
  new ToolError('INVALID_CONFIG', `The schema ${why}`, {suggestions: ['Describe the value with a smaller schema']});

/** The RegExp of a `pattern`, refused when it can take exponential time (`^(a+)+$`). */
export function boundedRegExp(pattern: string, flags: string): RegExp {
  if (pattern.length > schemaBounds.patternLength || !safeRegex(pattern)) {
    throw refuse(`has a pattern that can take exponential time: ${pattern.slice(0, 80)}`);
  }
  return new RegExp(pattern, flags);
}
boundedRegExp.code = 'require("haft").boundedRegExp';
