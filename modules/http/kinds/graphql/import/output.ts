import type {GraphqlSchema, TypeReference} from './introspection.js';
import type {Asked} from './selection.js';

type Schema = Readonly<Record<string, unknown>>;

const scalars: Readonly<Record<string, string>> = {
  String: 'string',
  // It is sent as text, whatever it is made of (GraphQL 3.5.5).
  ID: 'string',
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
};

/** Values of an enum that are told; more of them may come with the next version of a server. */
const maxValues = 20;

/** The output of a tool, from the type of its field and what is asked of it. */
export function outputSchema(type: TypeReference, asked: readonly Asked[], schema: GraphqlSchema): Schema {
  const value = valueSchema(type, asked, schema);
  // What is no plain object is a schema where it says so (and no map of properties).
  return value['type'] === 'object' ? value : {anyOf: [value]};
}

function valueSchema(type: TypeReference, asked: readonly Asked[], schema: GraphqlSchema): Schema {
  if (type.kind === 'NON_NULL' && type.ofType) return presentSchema(type.ofType, asked, schema);
  const present = presentSchema(type, asked, schema);
  return present['type'] === undefined ? present : {...present, type: [present['type'], 'null']};
}

/** What a value is that is not null. */
function presentSchema(type: TypeReference, asked: readonly Asked[], schema: GraphqlSchema): Schema {
  if (type.ofType) return {type: 'array', items: valueSchema(type.ofType, asked, schema)};
  if (asked.length > 0) return objectSchema(asked, schema);
  const {name = ''} = type;
  const named = schema.types.get(name);
  if (named?.kind === 'ENUM') return {type: 'string', ...about(named.enumValues)};
  return Object.hasOwn(scalars, name) ? {type: scalars[name]} : {};
}

const about = (values: readonly string[]): Schema =>
  values.length === 0 || values.length > maxValues ? {} : {description: `One of ${values.join(', ')}`};

/** Every field that is asked for is in the answer, those of members of a union if the object is one. */
function objectSchema(asked: readonly Asked[], schema: GraphqlSchema): Schema {
  const properties = new Map<string, Schema>();
  const required: string[] = [];
  const add = (all: readonly Asked[], isMember: boolean): void => {
    for (const one of all) {
      if ('on' in one) add(one.inside, true);
      else {
        const value = one.type ? valueSchema(one.type, one.inside, schema) : {type: 'string'};
        const known = properties.get(one.field);
        const differs = known !== undefined && JSON.stringify(known) !== JSON.stringify(value);
        properties.set(one.field, differs ? {} : value);
        if (!isMember) required.push(one.field);
      }
    }
  };
  add(asked, false);
  return {type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && {required})};
}
