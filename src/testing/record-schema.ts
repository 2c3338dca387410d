import type {JsonSchema} from '../contract/json.js';
import {compileSchema} from '../schema/compile.js';
import type {Validator} from '../schema/compile.js';

/**
 * Whether patterns of a schema may take the time they take: a record is that of a module which is in use already. The
 * trusting validator knows 2020-12 only.
 */
export const isTrusted = ({$schema}: JsonSchema): boolean =>
  !(typeof $schema === 'string' && $schema.includes('json-schema.org/draft-0'));

const compiled = new WeakMap<JsonSchema, Validator>();

/** A validator of a schema that stands in the record of a tool; compiled once, for compiling takes long. */
export function compileRecordSchema(schema: JsonSchema): Validator {
  let validator = compiled.get(schema);
  if (!validator) compiled.set(schema, (validator = compileSchema(schema, {trusted: isTrusted(schema)})));
  return validator;
}
