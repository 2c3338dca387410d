import {isRecord} from '../../../../src/sdk.js';
import type {Fields, OpenapiDocument, Place} from './document.js';

/** An object of named fields and nothing else, whose fields can be inputs of their own. */
export interface PlainObject {
  readonly fields: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
}

/** Keywords beside which an object is still nothing but its fields. */
const plain = new Set([
  ...['type', 'properties', 'required', 'allOf', 'additionalProperties'],
  ...[
    'description',
    'title',
    'default',
    'example',
    'examples',
    'deprecated',
    'externalDocs',
    'xml',
    '$ref',
    'nullable',
  ],
]);
const maxLevels = 8;

/**
 * The fields of a schema that is an object of them, those of its `allOf` included; undefined for every other: one that
 * takes further names, that is a choice, or that says a field twice. Throws Broken.
 */
export function plainObject(document: OpenapiDocument, place: Place): PlainObject | undefined {
  const fields = new Map<string, Place>();
  const required = new Set<string>();
  const take = (part: Place, level: number): boolean => {
    const {file, value} = document.resolve(part);
    if (!isRecord(value) || level > maxLevels || !isPlain(value)) return false;
    for (const [name, schema] of Object.entries(isRecord(value['properties']) ? value['properties'] : {})) {
      if (fields.has(name) || name === '__proto__' || name.startsWith('$')) return false;
      fields.set(name, {file, value: schema});
    }
    for (const name of Array.isArray(value['required']) ? (value['required'] as unknown[]) : [])
      if (typeof name === 'string') required.add(name);
    const all = Array.isArray(value['allOf']) ? (value['allOf'] as unknown[]) : [];
    return all.every((one) => take({file, value: one}, level + 1));
  };
  return take(place, 0) && fields.size > 0 ? {fields, required} : undefined;
}

function isPlain(value: Fields): boolean {
  const {type, additionalProperties, nullable} = value;
  if (type !== undefined && type !== 'object') return false;
  if (nullable === true || (additionalProperties !== undefined && additionalProperties !== false)) return false;
  return Object.keys(value).every((keyword) => plain.has(keyword) || keyword.startsWith('x-'));
}
