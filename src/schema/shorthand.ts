import type {JsonSchema} from '../contract/json.js';

const scalars: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const handleName = /^[A-Za-z][A-Za-z0-9_]*_handle$/;

export interface ParsedShorthand {
  readonly schema: JsonSchema;
  readonly optional: boolean;
}

/** `'string'`, `'integer?'`, `'string[]?'`, `'any'`, `'repository_handle'` (004:172 and on); undefined for other text. */
export function parseShorthand(text: string): ParsedShorthand | undefined {
  const optional = text.endsWith('?');
  const schema = parseType(optional ? text.slice(0, -1) : text);
  return schema && {schema, optional};
}

function parseType(text: string): JsonSchema | undefined {
  if (text.endsWith('[]')) {
    const items = parseType(text.slice(0, -2));
    return items && {type: 'array', items};
  }
  if (text === 'any') return {};
  if (scalars.has(text)) return {type: text};
  if (handleName.test(text)) return handleSchema(text.slice(0, -'_handle'.length));
  return undefined;
}

/** A handle as JSON Schema: the handle itself, its id, or a result that holds it. */
export function handleSchema(type: string): JsonSchema {
  return {type: ['object', 'string'], handle: type};
}
