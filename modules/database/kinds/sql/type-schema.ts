import type {JsonSchema} from '../../../../src/sdk.js';
import type {TypeFacts} from '../../values/types.js';

type Facts = (oid: number) => TypeFacts | undefined;
type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array';

/** How types are given and answered (docs/decisions/0043); what is not here is text. */
const given: Readonly<Record<string, readonly JsonType[]>> = {
  bool: ['boolean'],
  int2: ['integer'],
  int4: ['integer'],
  oid: ['integer'],
  int8: ['integer', 'string'],
  float4: ['number', 'string'],
  float8: ['number', 'string'],
  numeric: ['number', 'string'],
  money: ['number', 'string'],
};
const answered = {...given, numeric: ['string'], money: ['string']} as typeof given;

const anything = new Set(['json', 'jsonb', 'void', 'unknown']);

/** The schema of a parameter of this type. */
export const parameterSchema = (oid: number, facts: Facts, optional: boolean): JsonSchema => {
  const schema = schemaOf(oid, facts, given, (element) => parameterSchema(element, facts, true));
  return optional ? nullable(schema) : schema;
};

/** The schema of the values of a column of this type; whether it can be null is not told. */
export const columnSchema = (oid: number, facts: Facts): JsonSchema =>
  // An array can have any number of dimensions, whatever it was declared with.
  nullable(schemaOf(oid, facts, answered, (element) => nested(columnSchema(element, facts))));

function schemaOf(
  oid: number,
  facts: Facts,
  types: typeof given,
  itemsOf: (element: number) => JsonSchema,
): JsonSchema {
  const {name = 'unknown', base, element, labels} = facts(oid) ?? {};
  if (base !== undefined) return {...schemaOf(base, facts, types, itemsOf), description: name};
  if (element !== undefined) return {type: 'array', items: itemsOf(element), description: name};
  if (anything.has(name)) return {description: name};
  if (labels) return {type: 'string', enum: labels, description: name};
  const [type = 'string', ...others] = (Object.hasOwn(types, name) ? types[name] : undefined) ?? [];
  return {type: others.length === 0 ? type : [type, ...others], description: name};
}

function withType(schema: JsonSchema, type: string): JsonSchema {
  if (schema.type === undefined) return schema;
  return {...schema, type: [...new Set([schema.type, type].flat())]};
}

const nullable = (schema: JsonSchema): JsonSchema => ({
  ...withType(schema, 'null'),
  ...(schema.enum && {enum: [...schema.enum, null]}),
});

/** Enums cannot say what else a value may be. */
const nested = (schema: JsonSchema): JsonSchema => {
  const {enum: labels, ...rest} = schema;
  return labels ? {...rest, type: ['string', 'null', 'array']} : withType(rest, 'array');
};
