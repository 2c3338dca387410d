import {isRecord, nearest} from '../../../src/sdk.js';
import type {Entry} from './entry.js';

/** Warnings of one call. */
const most = 5;

/** Keywords by which a schema takes what `properties` does not name, or names it elsewhere. */
const opening = [
  'additionalProperties',
  'patternProperties',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
];

/**
 * A warning for each parameter that the tool does not name, with the one that was probably meant. JSON Schema lets such
 * parameters pass where nothing is said, and most servers drop them: a typo would go unnoticed.
 */
export function unknownParameters(
  {approved, tool}: Pick<Entry, 'approved' | 'tool'>,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const schema: Readonly<Record<string, unknown>> = {...approved?.inputSchema};
  const {properties} = schema;
  if (!isRecord(properties) || opening.some((keyword) => Object.hasOwn(schema, keyword))) return [];
  const strange = Object.keys(input).filter((key) => !Object.hasOwn(properties, key));
  return strange.slice(0, most).map((key) => {
    const close = nearest(key, Object.keys(properties));
    const meant = close === undefined ? '' : `; did you mean ${JSON.stringify(close)}?`;
    return `${JSON.stringify(key.slice(0, 80))} is no parameter of ${tool}${meant}`;
  });
}
