import {isRecord} from '../../../src/sdk.js';
import type {JsonSchema} from '../../../src/sdk.js';

const place = '#/properties/structuredContent';

/**
 * The schema of a tool's data around a server's outputSchema. References inside of that begin at its own root, which is
 * another place now; its dialect is that of the whole.
 */
export function answerSchema(structured: JsonSchema | undefined): JsonSchema {
  const {$schema: dialect, ...schema} = (structured ?? {}) as Record<string, unknown>;
  return {
    ...(typeof dialect === 'string' && {$schema: dialect}),
    type: 'object',
    properties: {
      content: {type: 'array', items: {type: 'object'}},
      text: {type: 'string'},
      structuredContent: moved(schema) as JsonSchema,
    },
    required: structured === undefined ? ['content', 'text'] : ['content', 'text', 'structuredContent'],
    additionalProperties: false,
  };
}

/** `#/$defs/x` as `#/properties/structuredContent/$defs/x`. An anchor (`#x`) is found wherever it is. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && isPointer(item) ? place + item.slice(1) : moved(item),
    ]),
  );
}

const isPointer = (value: unknown): value is string =>
  typeof value === 'string' && (value === '#' || value.startsWith('#/'));
