import {isRecord} from '../contract/json.js';
import type {JsonSchema} from '../contract/json.js';
import type {WrapLanguage} from '../contract/wrap-language.js';
import type {SchemaSpec} from '../schema/spec.js';
import {jsonSchema, unwrapJsonSchema} from '../schema/spec.js';
import {isStandardSchema} from '../schema/standard-schema.js';
import {handleInput} from './handle-input.js';
import type {Signature} from './library/signature.js';
import {parameterOf} from './library/signature.js';

type ToolConfig = Readonly<Record<string, unknown>>;

export const declaredInput = (tool: ToolConfig): SchemaSpec | undefined =>
  (tool['input'] ?? tool['inputSchema']) as SchemaSpec | undefined;

/**
 * The input of a tool: as declared, else from what its binding says: the parameters of a well-known function, the
 * fields of `inputMapping`, the placeholders of its templates; else any object. The handle that it works on is added.
 */
export function inputOf(
  tool: ToolConfig,
  signature: Signature | undefined,
  placeholders: readonly string[],
  language?: WrapLanguage,
): SchemaSpec {
  const input =
    declaredInput(tool) ??
    (tool['release'] === true ? {} : (language?.input?.(tool, placeholders) as SchemaSpec | undefined)) ??
    derived(tool, signature, placeholders);
  const handle = handleInput(tool);
  return handle ? withProperty(input, handle.input, {handle: handle.type, required: true}) : input;
}

const anyObject = (): SchemaSpec => jsonSchema({type: 'object', properties: {}, additionalProperties: true});

function derived(tool: ToolConfig, signature: Signature | undefined, placeholders: readonly string[]): SchemaSpec {
  const {inputMapping} = tool;
  if (tool['release'] === true) return {};
  if (Array.isArray(tool['args'])) return Object.fromEntries(placeholders.map((name) => [name, 'any?']));
  if (isRecord(inputMapping)) {
    const fields = Object.entries(inputMapping).map(([parameter, field]): [string, unknown] => {
      const known = signature?.input[signature ? parameterOf(signature, parameter) : parameter];
      return [String(field), isRecord(known) ? withoutAliases(known) : 'any?'];
    });
    return Object.fromEntries(fields);
  }
  if (signature) return signature.input;
  return placeholders.length > 0 ? Object.fromEntries(placeholders.map((name) => [name, 'any?'])) : anyObject();
}

/** A field that the author named has the name that the author gave. */
function withoutAliases({aliases: _aliases, ...parameter}: Record<string, unknown>): Record<string, unknown> {
  return parameter;
}

/** Adds a property to an input in any spelling but a Standard Schema, which has to have it already. */
export function withProperty(spec: SchemaSpec, name: string, parameter: Readonly<Record<string, unknown>>): SchemaSpec {
  if (typeof spec === 'string' || isStandardSchema(spec)) return spec;
  const given = unwrapJsonSchema(spec);
  const schema = given ?? (spec as Readonly<Record<string, unknown>>);
  if (!given && !(schema['type'] === 'object' && isRecord(schema['properties']))) {
    return Object.hasOwn(schema, name) ? spec : {...schema, [name]: parameter};
  }
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  if (Object.hasOwn(properties, name)) return spec;
  const {required, ...property} = parameter;
  const type = property['handle'] === undefined ? {} : {type: ['object', 'string']};
  const names = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  return jsonSchema({
    ...schema,
    properties: {...properties, [name]: {...type, ...property}} as Readonly<Record<string, JsonSchema>>,
    required: required === true ? [...names, name] : names,
  });
}
