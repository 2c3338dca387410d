import {isRecord} from '../contract/json.js';
import type {JsonSchema} from '../contract/json.js';

type Check = (value: unknown) => boolean;

const types: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

const isAnything: Check = () => true;
const isBoolean: Check = (value) => typeof value === 'boolean';
const isString: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isType: Check = (value) => types.has(value);
const isSchema: Check = (value) => isBoolean(value) || isPlainSchema(value);

const isList = (value: unknown, isItem: Check): value is unknown[] => Array.isArray(value) && value.every(isItem);
/** A list of which no two items are alike; what is no scalar is left to others to compare. */
const isSet = (value: unknown, isItem: Check): value is unknown[] =>
  isList(value, (item) => Object(item) !== item && isItem(item)) && new Set(value).size === value.length;

/** Whether it is a regular expression; what that costs is seen when it is compiled. */
const isPattern: Check = (value) => {
  try {
    return isString(value) && new RegExp(value as string, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

/** What shorthand, and most schemas written by people, are made of; what each keyword's value must be. */
const keywords: Readonly<Record<string, Check>> = {
  type: (value) => isType(value) || (isSet(value, isType) && value.length > 0),
  properties: (value) => isRecord(value) && Object.values(value).every(isSchema),
  required: (value) => isSet(value, isString),
  additionalProperties: isSchema,
  items: isSchema,
  anyOf: (value) => isList(value, isSchema) && value.length > 0,
  enum: (value) => isSet(value, isAnything) && value.length > 0,
  const: isAnything,
  default: isAnything,
  examples: Array.isArray,
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  exclusiveMinimum: Number.isFinite,
  exclusiveMaximum: Number.isFinite,
  minLength: isCount,
  maxLength: isCount,
  pattern: isPattern,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isBoolean,
  title: isString,
  description: isString,
  format: isString,
  handle: isString,
};

/**
 * Whether a schema is seen to be valid at a glance, in draft-07 as in 2020-12: then nobody has to load and compile the
 * meta-schemas, which takes longer than all else that the first call of a process waits for. False says nothing but "ask them".
 */
export function isPlainSchema(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  for (const keyword of Object.keys(schema)) {
    if (!Object.hasOwn(keywords, keyword) || !keywords[keyword]?.(schema[keyword])) return false;
  }
  return true;
}

/** The schemas that stand in a plain one, itself included. */
export function plainParts(schema: unknown): readonly JsonSchema[] {
  if (!isRecord(schema)) return [];
  const {properties, items, additionalProperties, anyOf = []} = schema as JsonSchema;
  const parts = [...Object.values(properties ?? {}), items, additionalProperties, ...(anyOf as readonly unknown[])];
  return [schema, ...parts.flatMap(plainParts)];
}
