import type {GraphqlSchema, InputValue, TypeReference} from './introspection.js';
import {isNeeded} from './introspection.js';

type Schema = Readonly<Record<string, unknown>>;

const scalars: Readonly<Record<string, Schema>> = {
  String: {type: 'string'},
  // A number is taken as well (GraphQL 3.5.5).
  ID: {type: ['string', 'integer']},
  Int: {type: 'integer'},
  Float: {type: 'number'},
  Boolean: {type: 'boolean'},
};

/** Levels of input objects that are written out. */
const maxDepth = 4;

/** Values of an enum that are written out. */
const maxValues = 200;

/** The parameters of a tool from the arguments of a field, in the long form of a config. */
export function inputParameters(args: readonly InputValue[], schema: GraphqlSchema): Record<string, Schema> {
  const parameters = args.map((arg): [string, Schema] => {
    return [arg.name, {...orAny(valueSchema(arg.type, schema, [])), ...needed(arg), ...about(arg)}];
  });
  return Object.fromEntries(parameters);
}

/** In the long form a value of any type says so. */
const orAny = (schema: Schema): Schema => (Object.keys(schema).length === 0 ? {type: 'any'} : schema);

/** Said of each value, since `required` of an object that is needed itself says that. */
const needed = (value: InputValue): Schema => (isNeeded(value) ? {required: true} : {});

const about = ({description}: InputValue): Schema =>
  description.trim() === '' ? {} : {description: description.trim()};

function valueSchema({kind, name = '', ofType}: TypeReference, schema: GraphqlSchema, path: readonly string[]): Schema {
  if (ofType) {
    const inner = valueSchema(ofType, schema, path);
    return kind === 'LIST' ? {type: 'array', items: inner} : inner;
  }
  const type = schema.types.get(name);
  if (type?.kind === 'ENUM' && type.enumValues.length > 0 && type.enumValues.length <= maxValues)
    return {type: 'string', enum: type.enumValues};
  if (type?.kind === 'ENUM') return {type: 'string'};
  if (type?.kind !== 'INPUT_OBJECT') return Object.hasOwn(scalars, name) ? (scalars[name] ?? {}) : {};
  if (path.length >= maxDepth || path.includes(name)) return {type: 'object'};
  const inside = [...path, name];
  const properties = type.inputFields.map((field) => [
    field.name,
    {...valueSchema(field.type, schema, inside), ...needed(field), ...about(field)},
  ]);
  return {type: 'object', properties: Object.fromEntries(properties) as Schema, additionalProperties: false};
}
