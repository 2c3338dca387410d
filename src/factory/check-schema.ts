import {isRecord} from '../contract/json.js';
import {assertCompiles} from '../schema/compile.js';
import {normalizeSchema} from '../schema/normalize.js';
import type {NormalizedSchema} from '../schema/normalize.js';
import type {SchemaSpec} from '../schema/spec.js';
import type {Report} from './config-problem.js';
import {schemaProblem} from './schema-problem.js';

/** Whether a key stands anywhere in a value. */
function holdsKey(value: unknown, key: string, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > 32) return false;
  return Object.hasOwn(value, key) || Object.values(value).some((child) => holdsKey(child, key, depth + 1));
}

/** Reads a schema of a config, and reports what is wrong with it: each that could not be compiled is refused. */
export function checkSchema(
  spec: SchemaSpec,
  direction: 'input' | 'output',
  path: string,
  report: Report,
): NormalizedSchema | undefined {
  // `$data` lets a value choose the pattern it is tested with (CVE-2025-69873).
  if (isRecord(spec) && holdsKey(spec, '$data')) {
    report({path, message: 'A schema may not refer to data with "$data"', remedy: 'Write the value into the schema'});
    return undefined;
  }
  try {
    const normalized = normalizeSchema(spec, {direction});
    assertCompiles(normalized.schema);
    return normalized;
  } catch (error) {
    report(schemaProblem(error, spec, path));
    return undefined;
  }
}
