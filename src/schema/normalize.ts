import {ToolError} from '../contract/errors.js';
import type {JsonSchema} from '../contract/json.js';
import {isRecord} from '../contract/json.js';
import {assertSchemaBounds} from './bounds.js';
import {handleSchema, parseShorthand} from './shorthand.js';
import type {SchemaSpec, StandardSchema} from './spec.js';
import {unwrapJsonSchema} from './spec.js';
import {isStandardSchema, standardToJsonSchema, takesNothing} from './standard-schema.js';

/** A schema in whatever spelling, read into one form. */
export interface NormalizedSchema {
  readonly schema: JsonSchema;
  /** From another name of a parameter to its name. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Names of parameters that hold secrets. */
  readonly secrets: readonly string[];
  /** A Standard Schema, whose own validate runs after ajv. */
  readonly standard: StandardSchema | undefined;
  /** Patterns come from a Standard Schema of the author's code, not from outside: their cost is his. */
  readonly trusted?: boolean;
}

export interface NormalizeOptions {
  readonly direction: 'input' | 'output';
  /** Whether parameters that are not named are taken; only for tools of user code, whose metadata is often partial. */
  readonly open?: boolean;
}

/** Names of the parameters of an input that takes no others; undefined of one that does. */
export const closedNames = ({schema}: NormalizedSchema): readonly string[] | undefined =>
  schema.additionalProperties === false && schema['patternProperties'] === undefined
    ? Object.keys(schema.properties ?? {})
    : undefined;

/** The keywords of which one makes a nested object a schema rather than a map of parameters. */
const keywords = [
  'type',
  'handle',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  '$ref',
  'items',
  'properties',
  'required',
  'default',
  'description',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'prefixItems',
  'contains',
  'if',
  '$defs',
  'definitions',
];

/** Reads any spelling of DESIGN 5. Throws INVALID_CONFIG for what is none. */
export function normalizeSchema(spec: SchemaSpec, options: NormalizeOptions): NormalizedSchema {
  if (typeof spec === 'string') return plain(shorthand(spec, '').schema);
  assertSchemaBounds(spec);
  if (isStandardSchema(spec))
    return {...plain(standardToJsonSchema(spec, options.direction)), standard: spec, trusted: true};
  const given = unwrapJsonSchema(spec);
  if (given) return plain(given);
  if (isRootJsonSchema(spec)) return plain(convertProperty(spec, '').schema);
  if (options.direction === 'output' && isRootValue(spec)) return plain(convertProperty(spec, '').schema);
  return parameterMap(spec as Record<string, unknown>, options.open ?? false);
}

const plain = (schema: JsonSchema): NormalizedSchema => ({schema, aliases: {}, secrets: [], standard: undefined});

function isRootJsonSchema(spec: unknown): spec is JsonSchema {
  return isRecord(spec) && spec['type'] === 'object' && isRecord(spec['properties']);
}

/** An output may be a value of its own: `{handle: gitRepository}`, `{type: 'array', items: …}`. */
function isRootValue(spec: unknown): boolean {
  if (!isRecord(spec)) return false;
  const {handle, type} = spec;
  if (isRecord(handle)) return true;
  if (typeof handle === 'string' && Object.keys(spec).every((key) => key === 'handle' || key === 'description')) {
    return parseShorthand(handle) === undefined;
  }
  if (typeof type !== 'string') return 'anyOf' in spec && Array.isArray(spec['anyOf']);
  return type === 'array' ? isRecord(spec['items']) || typeof spec['items'] === 'string' : 'description' in spec;
}

function parameterMap(map: Record<string, unknown>, open: boolean): NormalizedSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const aliases: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, parameter] of Object.entries(map)) {
    const converted = convertProperty(parameter, name);
    properties[name] = converted.schema;
    if (converted.required) required.push(name);
    if (!isRecord(parameter)) continue;
    if (parameter['secret'] === true) secrets.push(name);
    for (const alias of Array.isArray(parameter['aliases']) ? (parameter['aliases'] as unknown[]) : []) {
      aliases[String(alias)] = name;
    }
  }
  const taken = Object.keys(aliases).find((alias) => Object.hasOwn(map, alias));
  if (taken !== undefined) {
    throw new ToolError('INVALID_CONFIG', `"${taken}" is a parameter and an alias of "${String(aliases[taken])}"`, {
      suggestions: ['Rename the parameter, or drop the alias'],
    });
  }
  const schema = {type: 'object', properties, ...(required.length > 0 && {required}), additionalProperties: open};
  const trusted = Object.values(map).some(isStandardSchema);
  return {schema, aliases, secrets, standard: undefined, trusted};
}

interface ConvertedProperty {
  readonly schema: JsonSchema;
  readonly required: boolean;
}

function shorthand(text: string, path: string): ConvertedProperty {
  const parsed = parseShorthand(text);
  if (parsed) return {schema: parsed.schema, required: !parsed.optional};
  throw new ToolError('INVALID_CONFIG', `${place(path)} has the unknown type ${JSON.stringify(text)}`, {
    suggestions: [
      'Types are string, number, integer, boolean, object, array, any, <type>_handle; add [] for a list and ? for optional',
    ],
    context: {path, received: text},
  });
}

const place = (path: string): string => (path === '' ? 'The schema' : `Parameter "${path}"`);

/** Whether an object inside JSON Schema is a map of parameters all the same. `{}` and `{title: 'Name'}` are not. */
function isNestedMap(value: Record<string, unknown>): boolean {
  const parameters = Object.values(value);
  const describes = (it: unknown): boolean =>
    typeof it === 'string' ? parseShorthand(it) !== undefined : isRecord(it);
  return parameters.length > 0 && parameters.every(describes);
}

/** A value that stands where JSON Schema has a schema: it keeps its own meaning, `{}` takes anything. */
function convertNested(value: unknown, path: string): ConvertedProperty {
  if (value === false) return {schema: {not: {}}, required: false};
  const isPlain = isRecord(value) && !isStandardSchema(value) && !hasKeyword(value) && !isNestedMap(value);
  return isPlain && !unwrapJsonSchema(value) ? {schema: value, required: false} : convertProperty(value, path);
}

const hasKeyword = (value: object): boolean => keywords.some((keyword) => Object.hasOwn(value, keyword));

function convertProperty(value: unknown, path: string): ConvertedProperty {
  if (typeof value === 'string') return shorthand(value, path);
  if (value === true) return {schema: {}, required: false};
  if (isStandardSchema(value)) return {schema: standardToJsonSchema(value, 'input'), required: !takesNothing(value)};
  if (!isRecord(value)) {
    throw new ToolError(
      'INVALID_CONFIG',
      `${place(path)} is described by ${JSON.stringify(value) ?? typeof value}, not by a type`,
      {
        suggestions: [`Give a type: 'string', or {type: 'string', required: true}`],
        context: {path},
      },
    );
  }
  const given = unwrapJsonSchema(value);
  if (given) return {schema: given, required: true};
  if (!hasKeyword(value)) return {schema: parameterMap(value, false).schema, required: true};
  return {schema: convertKeywords(value, path), required: value['required'] === true};
}

/** Long form to JSON Schema: takes out what is haft's own and reads nested shorthand. */
function convertKeywords(value: Record<string, unknown>, path: string): JsonSchema {
  const {required, aliases: _aliases, secret: _secret, handle, ...rest} = value;
  const schema: Record<string, unknown> = {...rest};
  if (handle !== undefined) {
    const type = isRecord(handle) ? handle['type'] : handle;
    Object.assign(schema, handleSchema(String(type)));
  }
  if (typeof rest['type'] === 'string') {
    // `type: 'any'`, `type: 'string[]'` and `type: 'repository_handle'` are shorthand inside the long form.
    delete schema['type'];
    Object.assign(schema, shorthand(rest['type'], path).schema);
  }
  if (Array.isArray(required)) schema['required'] = required;
  if (isRecord(rest['properties'])) {
    const names = new Set<unknown>(Array.isArray(required) ? required : []);
    const properties: Record<string, JsonSchema> = {};
    for (const [name, property] of Object.entries(rest['properties'])) {
      const converted = convertNested(property, path === '' ? name : `${path}.${name}`);
      properties[name] = converted.schema;
      if (isRecord(property) && property['required'] === true) names.add(name);
    }
    schema['properties'] = properties;
    if (names.size > 0) schema['required'] = [...names];
  }
  if (typeof rest['items'] === 'string' || isRecord(rest['items'])) {
    schema['items'] = convertNested(rest['items'], `${path}[]`).schema;
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    const branches = rest[keyword];
    if (Array.isArray(branches)) schema[keyword] = branches.map((branch) => convertNested(branch, path).schema);
  }
  return schema;
}
