import {isRecord} from '../../../../../src/sdk.js';

/** What haft asks a GraphQL server about itself; nine levels of lists and non-nulls are more than anybody has. */
export const introspectionQuery = `query Introspection {
  __schema {
    queryType { name }
    mutationType { name }
    types {
      kind name description
      fields(includeDeprecated: true) {
        name description isDeprecated deprecationReason
        args { name description defaultValue type { ...T } }
        type { ...T }
      }
      inputFields { name description defaultValue type { ...T } }
      enumValues(includeDeprecated: true) { name }
      possibleTypes { name }
    }
  }
}
fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
  ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }`;

/** A type where it is used: `[String!]!` is NON_NULL of LIST of NON_NULL of SCALAR. */
export interface TypeReference {
  readonly kind: string;
  readonly name: string | undefined;
  readonly ofType: TypeReference | undefined;
}

export interface InputValue {
  readonly name: string;
  readonly description: string;
  readonly hasDefault: boolean;
  readonly type: TypeReference;
}

export interface Field {
  readonly name: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly args: readonly InputValue[];
  readonly type: TypeReference;
}

export interface NamedType {
  readonly kind: string;
  readonly name: string;
  readonly fields: readonly Field[];
  readonly inputFields: readonly InputValue[];
  readonly enumValues: readonly string[];
  readonly possibleTypes: readonly string[];
}

/** A schema as introspection tells it. */
export interface GraphqlSchema {
  readonly query: NamedType | undefined;
  readonly mutation: NamedType | undefined;
  readonly types: ReadonlyMap<string, NamedType>;
}

/** A name as GraphQL has them: nothing else gets into a document. */
const isName = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z_]\w{0,254}$/.test(value);

/** Reads `{data: {__schema}}` or `{__schema}`; undefined for anything else. What is broken in it is left out. */
export function readIntrospection(given: unknown): GraphqlSchema | undefined {
  const answer = isRecord(given) && isRecord(given['data']) ? given['data'] : given;
  const schema = isRecord(answer) ? answer['__schema'] : undefined;
  if (!isRecord(schema) || !Array.isArray(schema['types'])) return undefined;
  const types = new Map(
    listOf(schema['types']).flatMap((type) => named(type).map((read) => [read.name, read] as const)),
  );
  const root = (key: string): NamedType | undefined => {
    const type = schema[key];
    return isRecord(type) && isName(type['name']) ? types.get(type['name']) : undefined;
  };
  return {query: root('queryType'), mutation: root('mutationType'), types};
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function named(type: unknown): NamedType[] {
  if (!isRecord(type) || !isName(type['name'])) return [];
  const names = (key: string): string[] =>
    listOf(type[key]).flatMap((item) => (isRecord(item) && isName(item['name']) ? [item['name']] : []));
  return [
    {
      kind: textOf(type['kind']),
      name: type['name'],
      fields: listOf(type['fields']).flatMap(fieldOf),
      inputFields: listOf(type['inputFields']).flatMap(inputOf),
      enumValues: names('enumValues'),
      possibleTypes: names('possibleTypes'),
    },
  ];
}

function fieldOf(field: unknown): Field[] {
  const type = isRecord(field) ? typeOf(field['type']) : undefined;
  if (!isRecord(field) || !isName(field['name']) || !type) return [];
  const {name, description, isDeprecated} = field;
  const args = listOf(field['args']).flatMap(inputOf);
  // An argument that can not be read may be one that is needed.
  if (args.length < listOf(field['args']).length) return [];
  return [{name, description: textOf(description), isDeprecated: isDeprecated === true, args, type}];
}

function inputOf(value: unknown): InputValue[] {
  const type = isRecord(value) ? typeOf(value['type']) : undefined;
  if (!isRecord(value) || !isName(value['name']) || !type) return [];
  const {name, description, defaultValue} = value;
  return [{name, description: textOf(description), hasDefault: typeof defaultValue === 'string', type}];
}

function typeOf(type: unknown, depth = 0): TypeReference | undefined {
  if (!isRecord(type) || depth > 12) return undefined;
  const kind = textOf(type['kind']);
  const isWrapper = kind === 'NON_NULL' || kind === 'LIST';
  const ofType = isWrapper ? typeOf(type['ofType'], depth + 1) : undefined;
  const name = isName(type['name']) ? type['name'] : undefined;
  return (isWrapper ? ofType : name) === undefined ? undefined : {kind, name, ofType};
}

/** `[String!]!`, as a document writes it. */
export function typeText({kind, name = '', ofType}: TypeReference): string {
  if (!ofType) return name;
  return kind === 'LIST' ? `[${typeText(ofType)}]` : `${typeText(ofType)}!`;
}

/** The type inside of lists and non-nulls. */
export function innermost(type: TypeReference): string {
  return type.ofType ? innermost(type.ofType) : (type.name ?? '');
}

/** Whether a value has to be given. */
export const isNeeded = ({type, hasDefault}: InputValue): boolean => type.kind === 'NON_NULL' && !hasDefault;
