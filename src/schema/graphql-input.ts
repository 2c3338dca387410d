import type {JsonSchema} from '../contract/json.js';
import type {GraphqlVariable} from './graphql-document.js';

const scalars: Readonly<Record<string, JsonSchema>> = {
  String: {type: 'string'},
  ID: {type: ['string', 'integer']},
  Int: {type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647},
  Float: {type: 'number'},
  Boolean: {type: 'boolean'},
};

/** The JSON Schema of variables: what a type of the server's own means is for the server to say. */
export function graphqlInput(variables: readonly GraphqlVariable[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      variables.map(({name, type}) => [name, {description: `GraphQL ${type}`, ...typeSchema(type)}]),
    ),
    required: variables.filter(({required}) => required).map(({name}) => name),
    additionalProperties: false,
  };
}

function typeSchema(type: string): JsonSchema {
  const nullable = !type.endsWith('!');
  const bare = nullable ? type : type.slice(0, -1);
  const schema = bare.startsWith('[')
    ? {type: 'array' as const, items: typeSchema(bare.slice(1, -1))}
    : Object.hasOwn(scalars, bare)
      ? scalars[bare]
      : undefined;
  if (schema === undefined) return {};
  const {type: types} = schema;
  return nullable ? {...schema, type: [types, 'null'].flat() as NonNullable<JsonSchema['type']>} : schema;
}
