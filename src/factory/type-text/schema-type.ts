import {isRecord} from '../../contract/json.js';
import {docComment} from './doc-comment.js';
import {literal, propertyName, quoted} from './names.js';

type Schema = Readonly<Record<string, unknown>>;

/** What a schema refers to, and how the text calls it. */
export interface TypeContext {
  /** How a handle is written: what is taken may be an id or a result, what is answered is the handle. */
  readonly handle: 'Handle' | 'HandleInput';
  /**
   * The name of the type of a `$ref`; undefined where it leads nowhere. `isBare`: no property or item is around it, so that a
   * type which is named there must not be the one that is written.
   */
  readonly nameOf: (ref: string, isBare: boolean) => string | undefined;
}

/** Levels of nesting that are written out. */
const maxDepth = 30;

/** Literals of one union; an `enum` of more is its type. */
const maxLiterals = 300;

/** The type of what a JSON Schema accepts, as TypeScript. What has no type there (patterns, bounds) is left out. */
export const schemaType = (schema: unknown, context: TypeContext, indent = ''): string =>
  typeOf(schema, context, indent, {depth: 0, isBare: true}).text;

/** Where in a type something stands. */
interface Place {
  readonly depth: number;
  readonly isBare: boolean;
}

/** In a property or an item. */
const within = ({depth}: Place): Place => ({depth: depth + 1, isBare: false});

/** A type, and whether it must stand in parentheses behind which something is added. */
interface TypeText {
  readonly text: string;
  readonly joins?: '|' | '&';
}

const unknown: TypeText = {text: 'unknown'};

function typeOf(schema: unknown, context: TypeContext, indent: string, place: Place): TypeText {
  if (schema === false) return {text: 'never'};
  if (!isRecord(schema) || place.depth > maxDepth) return unknown;
  const nullable = schema['nullable'] === true ? [{text: 'null'}] : [];
  return union([intersection(partsOf(schema, context, indent, place)), ...nullable]);
}

/** All that a value must be at once. */
function partsOf(schema: Schema, context: TypeContext, indent: string, place: Place): TypeText[] {
  if (typeof schema['handle'] === 'string') return [{text: `${context.handle}<${quoted(schema['handle'])}>`}];
  const inner = (child: unknown): TypeText => typeOf(child, context, indent, {...place, depth: place.depth + 1});
  const {$ref: ref} = schema;
  const referred = typeof ref === 'string' ? [{text: context.nameOf(ref, place.isBare) ?? 'unknown'}] : [];
  const all = listOf(schema['allOf']).map(inner);
  const choices = [schema['anyOf'], schema['oneOf']].flatMap((list) => {
    const branches = listOf(list);
    return branches.length === 0 ? [] : [union(branches.map(inner))];
  });
  return [...referred, ...ownParts(schema, context, indent, place), ...all, ...choices];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** What the schema says by itself, beside what it refers to. */
function ownParts(schema: Schema, context: TypeContext, indent: string, place: Place): TypeText[] {
  if ('const' in schema) return [literalType(schema['const'])];
  const values = listOf(schema['enum']);
  if (values.length > 0 && values.length <= maxLiterals) return [union(values.map(literalType))];
  const types = typesOf(schema);
  if (types.length === 0) return [];
  return [union(types.map((type) => ofType(type, schema, context, indent, place)))];
}

/** The types that a schema names, or those that its keywords are about. */
function typesOf(schema: Schema): readonly unknown[] {
  const {type} = schema;
  if (type !== undefined) return [type].flat();
  if (isRecord(schema['properties']) || isRecord(schema['additionalProperties']) || Array.isArray(schema['required']))
    return ['object'];
  return schema['items'] !== undefined || schema['prefixItems'] !== undefined ? ['array'] : [];
}

function ofType(type: unknown, schema: Schema, context: TypeContext, indent: string, place: Place): TypeText {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return {text: type};
    case 'integer':
      return {text: 'number'};
    case 'array':
      return arrayType(schema, context, indent, place);
    case 'object':
      return objectType(schema, context, indent, place);
    default:
      return unknown;
  }
}

function arrayType(schema: Schema, context: TypeContext, indent: string, place: Place): TypeText {
  const inner = (child: unknown): TypeText => typeOf(child, context, indent, within(place));
  const {items} = schema;
  const first = Array.isArray(items) ? (items as unknown[]) : listOf(schema['prefixItems']);
  const rest = Array.isArray(items) ? schema['additionalItems'] : items;
  if (first.length === 0) return {text: `${operand(inner(rest ?? true), '[]')}[]`};
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  const places = first.map((item, index) => operand(inner(item), '[]') + (index < least ? '' : '?'));
  const others = rest === false ? [] : [`...${operand(inner(rest ?? true), '[]')}[]`];
  return {text: `[${[...places, ...others].join(', ')}]`};
}

function objectType(schema: Schema, context: TypeContext, indent: string, place: Place): TypeText {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = new Set(listOf(schema['required']).filter((name) => typeof name === 'string'));
  const {additionalProperties: others} = schema;
  const names = [...new Set([...Object.keys(properties), ...required])];
  const inside = `${indent}  `;
  if (names.length === 0) {
    if (others === false) return {text: '{[key: string]: never}'};
    return {text: `{[key: string]: ${typeOf(others ?? true, context, indent, within(place)).text}}`};
  }
  const lines = names.map((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : true;
    const {text} = typeOf(property, context, inside, within(place));
    return `${propertyComment(property, inside)}${inside}${propertyName(name)}${required.has(name) ? '' : '?'}: ${text};\n`;
  });
  // Values of another type than the named ones: TypeScript has no word for the rest alone.
  if (others === true || isRecord(others)) lines.push(`${inside}[key: string]: unknown;\n`);
  return {text: `{\n${lines.join('')}${indent}}`};
}

/** What a person wants to know of a property, beside its type. */
function propertyComment(schema: unknown, indent: string): string {
  if (!isRecord(schema)) return '';
  const {description, format, default: value, deprecated, minimum, maximum} = schema;
  const facts = [
    typeof format === 'string' ? `Format: ${format}.` : '',
    typeof minimum === 'number' ? `At least ${String(minimum)}.` : '',
    typeof maximum === 'number' ? `At most ${String(maximum)}.` : '',
    value === undefined ? '' : `Default: ${shortJson(value)}.`,
  ].filter((fact) => fact !== '');
  const text = [typeof description === 'string' ? description : '', facts.join(' ')].filter((part) => part !== '');
  return docComment([...text, ...(deprecated === true ? ['@deprecated'] : [])].join('\n'), indent);
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A value that only itself is accepted. */
function literalType(value: unknown, depth = 0): TypeText {
  if (value === null || typeof value === 'boolean') return {text: String(value)};
  if (typeof value === 'number') return {text: Number.isFinite(value) ? String(value) : 'number'};
  if (typeof value === 'string') return {text: quoted(value)};
  if (depth > 4) return unknown;
  if (Array.isArray(value)) return {text: `[${value.map((item) => literalType(item, depth + 1).text).join(', ')}]`};
  if (!isRecord(value)) return unknown;
  const entries = Object.entries(value);
  if (entries.length === 0) return {text: '{[key: string]: never}'};
  return {
    text: `{${entries.map(([key, item]) => `${literal(key)}: ${literalType(item, depth + 1).text}`).join('; ')}}`,
  };
}

function union(types: readonly TypeText[]): TypeText {
  const texts = [...new Map(types.map((type) => [type.text, type])).values()].filter(({text}) => text !== 'never');
  if (texts.some(({text}) => text === 'unknown')) return unknown;
  const [only = {text: 'never'}] = texts;
  return texts.length < 2 ? only : {text: texts.map((type) => operand(type, '|')).join(' | '), joins: '|'};
}

function intersection(types: readonly TypeText[]): TypeText {
  const texts = [...new Map(types.map((type) => [type.text, type])).values()].filter(({text}) => text !== 'unknown');
  const [only = unknown] = texts;
  if (texts.some(({text}) => text === 'never')) return {text: 'never'};
  return texts.length < 2 ? only : {text: texts.map((type) => operand(type, '&')).join(' & '), joins: '&'};
}

/** A type as a part of a larger one. */
const operand = ({text, joins}: TypeText, within: '|' | '&' | '[]'): string =>
  joins !== undefined && joins !== within ? `(${text})` : text;
