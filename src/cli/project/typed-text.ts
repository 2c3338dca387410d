import {isRecord} from '../../contract/json.js';
import type {JsonSchema} from '../../contract/json.js';
import {typeText} from '../type-text.js';

/** What a text is where a schema has its say, or what it should have been. */
export type TypedText = {readonly value: unknown} | {readonly wanted: string};

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * A text of the environment or of the command line as the place wants it: it stays a text where one is welcome, and is a
 * boolean or a number where only those are. Nothing else is made of it.
 */
export function typedText(text: string, schema: JsonSchema | undefined): TypedText {
  const types = typesOf(schema);
  if (!schema || types.size === 0 || types.has('string')) return {value: text};
  const word = text.trim();
  if (types.has('boolean') && /^(?:true|false)$/i.test(word)) return {value: word.toLowerCase() === 'true'};
  if (numeric.test(word)) {
    const value = Number(word);
    if (types.has('number') || (types.has('integer') && Number.isInteger(value))) return {value};
  }
  return {wanted: typeText(schema)};
}

/** The schema of a key of an object, or of an item of a list; of several kinds, that of the first that has one. */
export function schemaAt(schema: JsonSchema | undefined, key: string | number): JsonSchema | undefined {
  if (!schema) return undefined;
  const {properties = {}, additionalProperties, items} = schema;
  const own = typeof key === 'number' ? items : Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
  if (isRecord(own)) return own;
  for (const branch of branchesOf(schema)) {
    const found = isRecord(branch) ? schemaAt(branch, key) : undefined;
    if (found) return found;
  }
  return undefined;
}

const branchesOf = (schema: JsonSchema): unknown[] =>
  [schema['anyOf'], schema['oneOf']].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));

/** Types that a schema takes; empty where it says nothing of them. */
function typesOf(schema: unknown): ReadonlySet<unknown> {
  if (!isRecord(schema)) return new Set();
  const values = [...(Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [])];
  if ('const' in schema) values.push(schema['const']);
  if (schema['type'] !== undefined) return new Set([schema['type']].flat());
  if (values.length > 0) return new Set(values.map((value) => typeof value));
  const types = branchesOf(schema).map(typesOf);
  // A branch that says nothing takes anything.
  return types.some(({size}) => size === 0) ? new Set() : new Set(types.flatMap((each) => [...each]));
}
