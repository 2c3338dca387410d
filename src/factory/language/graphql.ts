import {isRecord} from '../../contract/json.js';
import type {Shape, WrapLanguage} from '../../contract/wrap-language.js';
import {readGraphql} from '../../schema/graphql-document.js';
import type {GraphqlOperation} from '../../schema/graphql-document.js';
import {graphqlInput} from '../../schema/graphql-input.js';
import {jsonSchema} from '../../schema/spec.js';
import type {GraphqlModuleKeys, GraphqlToolKeys} from '../config-types/graphql.js';
import {httpErrors, httpKeys} from './http.js';
import {templateMap, text, textTemplate} from './parts.js';

type Tool = Readonly<Record<string, unknown>>;

const graphql: Readonly<Record<keyof GraphqlModuleKeys, Shape>> = {
  endpoint: textTemplate('URL of the endpoint.'),
  wraps: text('Another spelling of `endpoint`.', {minLength: 1}),
  ...httpKeys,
};

const graphqlTool: Readonly<Record<keyof GraphqlToolKeys, Shape>> = {
  query: text('The document. Values come as variables, never as text.', {minLength: 1}),
  operationName: text('Operation to run, where the document has several.'),
  variables: templateMap('Variables. Left out: the input, which follows from the variables of the document.'),
  headers: templateMap('Headers of the request.'),
};

/** The operation that a tool runs. */
function operationOf({query, operationName}: Tool): GraphqlOperation | undefined {
  const {operations} = readGraphql(String(query));
  return operationName === undefined ? operations[0] : operations.find(({name}) => name === operationName);
}

export const graphqlLanguage: WrapLanguage = {
  summary: 'a GraphQL endpoint',
  module: graphql,
  tool: graphqlTool,
  toolRequired: ['query'],
  required: ['tools'],
  oneOf: ['endpoint', 'wraps'],
  paces: true,
  facts: (tool, module) => {
    const reads = operationOf(tool)?.kind === 'query';
    return {
      planning: {idempotent: reads, sideEffects: !reads, cost: 'medium'},
      ...(module['securityTier'] === undefined && {securityTier: reads ? 1 : 2}),
    };
  },
  input: (tool, placeholders) => {
    if (isRecord(tool['variables'])) return Object.fromEntries(placeholders.map((name) => [name, 'any?']));
    const input = graphqlInput(operationOf(tool)?.variables ?? []);
    // Of headers.
    const others = placeholders.filter((name) => !Object.hasOwn(input.properties ?? {}, name));
    return jsonSchema({
      ...input,
      properties: {...input.properties, ...Object.fromEntries(others.map((name) => [name, {}]))},
    });
  },
  errors: [...httpErrors, 'GRAPHQL_ERROR'],
};
