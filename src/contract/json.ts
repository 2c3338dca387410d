/** Any value that survives a JSON round trip. */
export type Json = string | number | boolean | null | readonly Json[] | {readonly [key: string]: Json};

/**
 * A JSON Schema (2020-12 or draft-07) as plain data. `handle` is haft's one keyword: the value is a handle of that
 * type. Validators that do not know it ignore it, so the schema stays usable outside haft.
 */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema | boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly handle?: string;
}

/** Keys that reach a prototype: refused as keys of input and as steps of a path (GHSA-7q8q-rj6j-mhjq). */
export const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a value is an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
