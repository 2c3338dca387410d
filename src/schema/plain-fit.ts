import type {JsonSchema} from '../contract/json.js';
import {isRecord} from '../contract/json.js';
import {boundedRegExp} from './bounds.js';
import {isPlainSchema, plainParts} from './plain-schema.js';
import {loadFormats} from './load-ajv.js';

type Fit = (value: unknown, schema: JsonSchema) => boolean;

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  object: isRecord,
  array: Array.isArray,
};

/** A rule that is about values of one kind, and holds for all others. */
const onlyFor =
  <T>(isOne: (value: unknown) => value is T, fit: (value: T, schema: JsonSchema) => boolean): Fit =>
  (value, schema) =>
    !isOne(value) || fit(value, schema);

const forNumbers = (fit: (value: number, bound: number) => boolean, keyword: string): Fit =>
  onlyFor(
    (value) => typeof value === 'number',
    (value, schema) => fit(value, schema[keyword] as number),
  );
const forTexts = (fit: (value: string, schema: JsonSchema) => boolean): Fit =>
  onlyFor((value) => typeof value === 'string', fit);
const forLists = (fit: (value: readonly unknown[], schema: JsonSchema) => boolean): Fit =>
  onlyFor((value): value is unknown[] => Array.isArray(value), fit);
const forObjects = (fit: (value: Record<string, unknown>, schema: JsonSchema) => boolean): Fit =>
  onlyFor(isRecord, fit);

const count = (schema: JsonSchema, keyword: string): number => schema[keyword] as number;

/** How each keyword that says something of values is seen to hold. */
const fits: Readonly<Record<string, Fit>> = {
  type: (value, {type}) => [type].flat().some((name) => typeTests[name ?? '']?.(value)),
  enum: (value, schema) => schema.enum?.includes(value) === true,
  const: (value, schema) => value === schema['const'],
  minimum: forNumbers((value, bound) => value >= bound, 'minimum'),
  maximum: forNumbers((value, bound) => value <= bound, 'maximum'),
  exclusiveMinimum: forNumbers((value, bound) => value > bound, 'exclusiveMinimum'),
  exclusiveMaximum: forNumbers((value, bound) => value < bound, 'exclusiveMaximum'),
  minLength: forTexts((value, schema) => Array.from(value).length >= count(schema, 'minLength')),
  maxLength: forTexts((value, schema) => Array.from(value).length <= count(schema, 'maxLength')),
  pattern: forTexts((value, schema) => boundedRegExp(String(schema['pattern']), 'u').test(value)),
  format: (value, schema) => typeof value === 'string' && hasFormat(value, String(schema['format'])),
  minItems: forLists((value, schema) => value.length >= count(schema, 'minItems')),
  maxItems: forLists((value, schema) => value.length <= count(schema, 'maxItems')),
  uniqueItems: (value, schema) => schema['uniqueItems'] === false || !Array.isArray(value) || value.length < 2,
  items: forLists((value, {items}) => value.every((item) => fitsPart(item, items))),
  anyOf: (value, schema) => (schema['anyOf'] as readonly unknown[]).some((branch) => fitsPart(value, branch)),
  required: forObjects((value, {required = []}) => required.every((name) => Object.hasOwn(value, name))),
  // What is left out becomes the default, which is then checked as well.
  properties: forObjects((value, {properties = {}}) =>
    Object.entries(properties).every(([name, part]) => {
      const given = Object.hasOwn(value, name) ? value[name] : part.default;
      return given === undefined || fitsPart(given, part);
    }),
  ),
  additionalProperties: forObjects((value, {properties = {}, additionalProperties}) =>
    Object.entries(value).every(
      ([name, part]) => Object.hasOwn(properties, name) || fitsPart(part, additionalProperties),
    ),
  ),
};

function hasFormat(value: string, name: string): boolean {
  const formats: Readonly<Record<string, unknown>> = loadFormats();
  const known = Object.hasOwn(formats, name) ? formats[name] : undefined;
  const format = isRecord(known) && !(known instanceof RegExp) ? known['validate'] : known;
  if (format instanceof RegExp) return format.test(value);
  return typeof format === 'function' && (format as (value: string) => boolean)(value);
}

function fitsPart(value: unknown, schema: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  const known = schema as JsonSchema;
  return Object.keys(known).every((keyword) => fits[keyword]?.(value, known) ?? true);
}

/**
 * Whether a value is seen to be what a plain schema asks for, without anything being loaded or compiled. False says nothing
 * but "ask the compiled schema" (as `isPlainSchema` does of schemas).
 */
export const fitsPlainSchema = (value: unknown, schema: JsonSchema): boolean =>
  isPlainSchema(schema) && !choosesBesideDefaults(schema) && fitsPart(value, schema);

/** Whether one of several schemas may be for a value that defaults were filled into. */
function choosesBesideDefaults(schema: JsonSchema): boolean {
  const parts = plainParts(schema);
  return parts.some((part) => part['anyOf'] !== undefined) && parts.some((part) => part.default !== undefined);
}
