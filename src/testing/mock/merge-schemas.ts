import type {JsonSchema} from '../../contract/json.js';
import {isRecord} from '../../contract/json.js';

const smaller = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
const larger = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);

/** A schema that is as narrow as both: what `allOf` and a chosen branch of `anyOf` come to, near enough to make values of. */
export function mergeSchemas(one: JsonSchema, other: JsonSchema): JsonSchema {
  const merged: Record<string, unknown> = {...one};
  for (const [keyword, value] of Object.entries(other)) {
    merged[keyword] = Object.hasOwn(one, keyword) ? mergeKeyword(keyword, one[keyword], value) : value;
  }
  return merged;
}

function mergeKeyword(keyword: string, one: unknown, other: unknown): unknown {
  if (smaller.has(keyword)) return Math.min(one as number, other as number);
  if (larger.has(keyword)) return Math.max(one as number, other as number);
  switch (keyword) {
    case 'type':
      return mergeTypes(asList(one), asList(other));
    case 'enum':
      return asList(one).filter((value) => asList(other).includes(value));
    case 'required':
      return [...new Set([...asList(one), ...asList(other)])];
    case 'allOf':
      return [...asList(one), ...asList(other)];
    case 'properties':
      return mergeProperties(one, other);
    case 'items':
      return isRecord(one) && isRecord(other) ? mergeSchemas(one, other) : other;
    default:
      return other;
  }
}

/** Properties of both; where both have one, it has to be both. */
function mergeProperties(one: unknown, other: unknown): unknown {
  const merged: Record<string, unknown> = {...(one as object)};
  for (const [name, schema] of Object.entries(other as object) as [string, unknown][]) {
    const own = merged[name];
    merged[name] = isRecord(own) && isRecord(schema) ? mergeSchemas(own, schema) : schema;
  }
  return merged;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);

/** An integer is a number. */
function mergeTypes(one: readonly unknown[], other: readonly unknown[]): unknown {
  const both = one.filter((type) => other.includes(type));
  if (both.length > 0) return both;
  const all = [...one, ...other];
  return all.includes('integer') && all.includes('number') ? 'integer' : one;
}
