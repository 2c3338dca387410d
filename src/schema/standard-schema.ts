import {ToolError} from '../contract/errors.js';
import type {JsonSchema} from '../contract/json.js';
import {isRecord} from '../contract/json.js';
import type {StandardSchema} from './spec.js';

export function isStandardSchema(spec: unknown): spec is StandardSchema {
  if ((typeof spec !== 'object' && typeof spec !== 'function') || spec === null || !('~standard' in spec)) return false;
  const standard = (spec as Record<string, unknown>)['~standard'];
  return isRecord(standard) && typeof standard['validate'] === 'function';
}

type Converter = (options: {target: string}) => unknown;

function converterOf(spec: StandardSchema, direction: 'input' | 'output'): Converter | undefined {
  const standard: unknown = spec['~standard'];
  const jsonSchema = isRecord(standard) ? standard['jsonSchema'] : undefined;
  const convert = isRecord(jsonSchema) ? jsonSchema[direction] : undefined;
  return typeof convert === 'function' ? (convert as Converter) : undefined;
}

/** The JSON Schema that a Standard Schema gives of itself (standardschema.dev/json-schema). */
export function standardToJsonSchema(spec: StandardSchema, direction: 'input' | 'output'): JsonSchema {
  const convert = converterOf(spec, direction);
  if (!convert) {
    throw new ToolError('INVALID_CONFIG', `A ${spec['~standard'].vendor} schema does not give JSON Schema`, {
      suggestions: [
        'Use zod 4.2 or later, or any Standard Schema with ~standard.jsonSchema',
        'Give JSON Schema instead',
      ],
    });
  }
  const schema = converted(spec, convert);
  if (!isRecord(schema)) throw new ToolError('INVALID_CONFIG', 'A Standard Schema gave no JSON Schema object');
  return schema;
}

function converted(spec: StandardSchema, convert: Converter): unknown {
  try {
    return convert({target: 'draft-2020-12'});
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError('INVALID_CONFIG', `A ${spec['~standard'].vendor} schema has no JSON Schema: ${why}`, {
      suggestions: ['Use types that JSON has: a date as text in ISO format, a big number as text'],
      cause,
    });
  }
}

/** Whether a schema takes `undefined`, so that a parameter of it may be left out (`z.string().optional()`). */
export function takesNothing(spec: StandardSchema): boolean {
  const result = spec['~standard'].validate(undefined);
  return !(result instanceof Promise) && result.issues === undefined;
}
