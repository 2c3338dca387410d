import {isRecord, jsonSchema, Tool, toToolError} from '../../../src/sdk.js';
import type {JsonSchema} from '../../../src/sdk.js';
import {cleanText} from '../clean-text.js';
import {isPlainSchema} from './plain-schema.js';

/** Bounds on a schema that nobody has read; a little tighter than haft's own (DESIGN 5). */
const bounds = {depth: 56, nodes: 5000, text: 2000, work: 3000} as const;

/** What it costs to judge a pattern, in nodes. */
const patternWork = 20;

/** What it may cost to compile the schemas of one server, in nodes: about a second. */
export interface WorkLeft {
  nodes: number;
}

/** For one look at all tools. */
export const newWork = (): WorkLeft => ({nodes: 30_000});

/** What a schema has shown of itself so far. */
interface Count {
  nodes: number;
  patterns: number;
}

/** Dialects that are read, with and without the empty fragment. */
const dialects = /^https?:\/\/json-schema\.org\/(draft-0[67]\/schema|draft\/2020-12\/schema)#?$/;

/** Keywords that hold schemas by name. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** Keywords that hold values and no schemas. */
const values = new Set(['default', 'enum', 'const', 'examples', 'required', 'dependentRequired']);

/** Texts that people and models read. */
const texts = new Set(['title', 'description']);

/** haft's own keyword, which would hand a live resource to the server, and what changes how a schema is compiled. */
const dropped = new Set(['handle', '$async', '$comment', '$id', '$schema', 'id']);

/** Why a schema can not be used. */
class Unusable extends Error {}

/** What came of reading a schema: one that can be used, or why not. */
export type ReadSchema =
  {readonly schema: JsonSchema; readonly problem?: undefined} | {readonly schema?: undefined; readonly problem: string};

/**
 * A server's schema with its texts cleaned, checked for what makes it unusable (MC05): references to elsewhere, unknown
 * dialects, depth, size, patterns that take exponential time. Nothing is ever fetched.
 */
export function readSchema(given: unknown, root: string, left: WorkLeft): ReadSchema {
  try {
    if (!isRecord(given)) throw new Unusable('is no object');
    const count = {nodes: 0, patterns: 0};
    const schema = {...dialectOf(given), ...(copySchema(given, 0, count) as object)} as JsonSchema;
    if (!isPlainSchema(schema)) assertCompiles(schema, count, left);
    return {schema};
  } catch (error) {
    return {problem: `${root} ${cleanText(error instanceof Error ? error.message : String(error), 200)}`};
  }
}

/** Throws where a tool with this schema could not be called. */
function assertCompiles(schema: JsonSchema, {nodes, patterns}: Count, left: WorkLeft): void {
  const work = nodes + patternWork * patterns;
  if (work > bounds.work) throw new Unusable('is too large for what it is made of');
  left.nodes -= work;
  if (left.nodes < 0) throw new Unusable('comes after others of the server that are too large together');
  const input = jsonSchema(schema);
  try {
    new Tool({name: 'schema', execute: () => undefined, getMetadata: () => ({input})}).validate({});
  } catch (error) {
    throw new Unusable(toToolError(error).message.replace(/^The schema /, ''));
  }
}

function dialectOf({$schema: dialect, $id: id}: Record<string, unknown>): {$schema?: string} {
  if (typeof id === 'string' && id.includes(':')) throw new Unusable(`names itself elsewhere: ${id}`);
  if (dialect === undefined) return {};
  if (typeof dialect !== 'string' || !dialects.test(dialect))
    throw new Unusable(`has the unknown $schema ${JSON.stringify(dialect) ?? ''}`);
  return {$schema: dialect};
}

function copySchema(value: unknown, depth: number, count: Count): unknown {
  assertBounds(value, depth, count);
  if (Array.isArray(value)) return value.map((item) => copySchema(item, depth + 1, count));
  if (!isRecord(value)) return value;
  if (depth > 0 && ('$id' in value || '$schema' in value)) throw new Unusable('holds a schema with a name of its own');
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw new Unusable('has a "__proto__" key');
    if (dropped.has(key)) continue;
    assertLocal(key, item);
    if (key === 'pattern' || key === 'patternProperties')
      count.patterns += isRecord(item) ? Object.keys(item).length : 1;
    if (maps.has(key) && isRecord(item)) copy[key] = copyMap(item, depth + 1, count);
    else if (values.has(key)) copy[key] = copyValue(item, depth + 1, count);
    else if (texts.has(key) && typeof item === 'string') copy[key] = cleanText(item, bounds.text);
    else copy[key] = copySchema(item, depth + 1, count);
  }
  return copy;
}

function copyMap(map: Record<string, unknown>, depth: number, count: Count): Record<string, unknown> {
  assertBounds(map, depth, count);
  for (const name of Object.keys(map)) assertVisible(name);
  return Object.fromEntries(Object.entries(map).map(([name, item]) => [name, copySchema(item, depth + 1, count)]));
}

/** A value of a default or an enum: kept as it is, within bounds. */
function copyValue(value: unknown, depth: number, count: Count): unknown {
  assertBounds(value, depth, count);
  if (isRecord(value) && Object.hasOwn(value, '__proto__')) throw new Unusable('has a "__proto__" key');
  if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) copyValue(item, depth + 1, count);
  return value;
}

/** A name is read by models like any text, and can not be cleaned. */
function assertVisible(name: string): void {
  if (name === '__proto__') throw new Unusable('has a "__proto__" key');
  if (cleanText(name, 200) !== name) throw new Unusable(`has a name that can not be shown: ${JSON.stringify(name)}`);
}

function assertBounds(value: unknown, depth: number, count: Count): void {
  if (depth > bounds.depth) throw new Unusable(`is nested deeper than ${String(bounds.depth)} levels`);
  if (typeof value === 'object' && value !== null && ++count.nodes > bounds.nodes)
    throw new Unusable(`has more than ${String(bounds.nodes)} parts`);
}

/** References stay inside of the schema: another's is fetched by nobody. */
function assertLocal(key: string, value: unknown): void {
  if (key === '$dynamicRef' || key === '$recursiveRef') throw new Unusable(`has a ${key}`);
  if (key === '$ref' && !(typeof value === 'string' && value.startsWith('#')))
    throw new Unusable(`refers to elsewhere: ${JSON.stringify(value) ?? ''}`);
}
