import {isRecord} from '../../../src/sdk.js';

type Check = (value: unknown) => boolean;

const types: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isBoolean: Check = (value) => typeof value === 'boolean';
const isSchema: Check = (value) => isBoolean(value) || isPlainSchema(value);
const isChoice: Check = (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema);

/** Keywords that most schemas are made of, and what makes their values good beyond doubt. */
const keywords: Readonly<Record<string, Check>> = {
  $schema: isText,
  type: (value) => types.has(value),
  properties: (value) => isRecord(value) && Object.values(value).every(isSchema),
  required: (value) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length,
  additionalProperties: isSchema,
  items: isSchema,
  anyOf: isChoice,
  oneOf: isChoice,
  allOf: isChoice,
  enum: (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isText) && new Set(value).size === value.length,
  const: (value) => !isRecord(value) && !Array.isArray(value),
  default: () => true,
  examples: Array.isArray,
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  exclusiveMinimum: Number.isFinite,
  exclusiveMaximum: Number.isFinite,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: isBoolean,
  multipleOf: (value) => Number.isFinite(value) && (value as number) > 0,
  propertyNames: isSchema,
  // One that ajv does not know is ignored.
  format: isText,
  readOnly: isBoolean,
  writeOnly: isBoolean,
  deprecated: isBoolean,
  title: isText,
  description: isText,
};

/**
 * Whether a schema, within bounds, is seen to compile at a glance. Compiling takes a millisecond, which a server with a
 * hundred tools would let everything wait for; false says nothing but "compile it".
 */
export function isPlainSchema(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  return Object.entries(schema).every(
    ([key, value]) => Object.hasOwn(keywords, key) && keywords[key]?.(value) === true,
  );
}
