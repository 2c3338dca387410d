import type {JsonSchema} from '../contract/json.js';
import {isRecord} from '../contract/json.js';
import {refuse} from './bounds.js';

/** What checking a value by a schema takes at most. */
export interface Looks {
  /** How often one value is looked at, at most. A schema that is inside of itself is counted once: see `withinBounds`. */
  readonly most: number;
  /** Whether a part of the schema can be used more than once, for the items of a list say, or by a reference. */
  readonly repeats: boolean;
}

/** Looks at a value, and at what is directly in it: by name or index, or `member` and `item` for whichever there is. */
interface Count {
  readonly here: number;
  readonly below: ReadonlyMap<string, number>;
}

const nothing: Count = {here: 0, below: new Map()};

/** Keywords whose schemas are for the value itself, for the members of an object, for the items of a list. */
const forItself = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['dependentSchemas', 'dependencies'],
]);
const forMembers = new Set(['patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames']);
const forItems = new Set(['items', 'additionalItems', 'unevaluatedItems', 'contains']);
const references = new Set(['$ref', '$dynamicRef', '$recursiveRef']);
const maps = new Set(['dependentSchemas', 'dependencies', 'patternProperties']);

/** Levels, references included, and places that are counted: a schema of people has a few hundred. */
const bounds = Object.freeze({depth: 1000, places: 1_000_000});

/**
 * Counts the looks that a schema asks for, without looking at a value: a few lines of which each refers twice to the next
 * ask for 2^n (MC05). Throws INVALID_CONFIG for what is too large to be counted.
 */
export function countLooks(schema: JsonSchema): Looks {
  const known = new Map<unknown, Count>();
  const open = new Set<unknown>();
  const names = namesIn(schema);
  let repeats = false;
  let places = 0;

  const sum = (parts: readonly {readonly at?: string; readonly schema: unknown}[]): Count => {
    let here = 1;
    const below = new Map<string, number>();
    const add = (at: string, looks: number): void => void below.set(at, (below.get(at) ?? 0) + looks);
    for (const {at, schema: part} of parts) {
      const count = of(part);
      if (at !== undefined) {
        add(at, mostOf(count));
        continue;
      }
      here += count.here;
      if ((places += count.below.size) > bounds.places) throw refuse('says too much of the same values');
      for (const [place, looks] of count.below) add(place, looks);
    }
    return {here, below};
  };

  const of = (part: unknown): Count => {
    if (!isRecord(part)) return nothing;
    const before = known.get(part);
    if (before) return before;
    // Inside of itself: how often depends on the value, which is counted when there is one.
    if (open.has(part)) return nothing;
    if (open.size === bounds.depth) throw refuse(`is a chain of more than ${String(bounds.depth)} references`);
    open.add(part);
    const count = sum(partsOf(part));
    open.delete(part);
    known.set(part, count);
    return count;
  };

  const partsOf = (part: Readonly<Record<string, unknown>>): {at?: string; schema: unknown}[] =>
    Object.entries(part).flatMap(([keyword, value]) => {
      if (references.has(keyword)) {
        repeats = true;
        return [{schema: names.get(String(value)) ?? pointed(schema, String(value))}];
      }
      if (keyword === 'properties' && isRecord(value))
        return Object.entries(value).map(([name, own]) => ({at: `.${name}`, schema: own}));
      if (keyword === 'prefixItems' || (keyword === 'items' && Array.isArray(value)))
        return listOf(value, keyword).map((own, index) => ({at: `[${String(index)}`, schema: own}));
      const at = forMembers.has(keyword) ? 'member' : forItems.has(keyword) ? 'item' : undefined;
      if (at === undefined && !forItself.has(keyword)) return [];
      if (at !== undefined && isRecord(value)) repeats = true;
      return listOf(value, keyword).map((own) => ({...(at !== undefined && {at}), schema: own}));
    });

  return {most: mostOf(of(schema)), repeats};
}

const listOf = (value: unknown, keyword: string): readonly unknown[] =>
  Array.isArray(value) ? value : maps.has(keyword) && isRecord(value) ? Object.values(value) : [value];

/** The looks at the value or at the one place in it that gets the most: others are other values. */
function mostOf({here, below}: Count): number {
  let most = 0;
  for (const [at, looks] of below) {
    const any = at.startsWith('.') ? below.get('member') : at.startsWith('[') ? below.get('item') : 0;
    most = Math.max(most, looks + (any ?? 0));
  }
  return Math.max(here, most);
}

/** Schemas inside by the names they give themselves: `#name`, or an address. */
function namesIn(schema: unknown): ReadonlyMap<string, unknown> {
  const names = new Map<string, unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (isRecord(part)) {
      for (const key of ['$anchor', '$dynamicAnchor'] as const)
        if (typeof part[key] === 'string') names.set(`#${part[key]}`, part);
      for (const key of ['$id', 'id'] as const) if (typeof part[key] === 'string') names.set(part[key], part);
    }
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(schema);
  return names;
}

/** What a JSON pointer in a fragment leads to; undefined for nothing, which is told when the schema is compiled. */
function pointed(schema: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let place = schema;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as Record<string, unknown>)[name];
  }
  return place;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
