import type {JsonSchema} from '../contract/json.js';
import {isRecord} from '../contract/json.js';

/** A JSON Schema in a word or two: `string`, `git_repository handle`, `array of string`, `utf8 | base64`. */
export function typeText(schema: JsonSchema | boolean | undefined): string {
  if (!isRecord(schema)) return 'any';
  if (typeof schema.handle === 'string') return `${schema.handle} handle`;
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(' | ');
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return [...new Set((branches as JsonSchema[]).map(typeText))].join(' | ');
  if (schema.type === 'array') return `array of ${typeText(schema.items)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  return typeof schema.type === 'string' ? schema.type : 'any';
}
