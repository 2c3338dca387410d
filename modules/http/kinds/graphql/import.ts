import {ToolError} from '../../../../src/sdk.js';
import type {LeftOut} from '../../../../src/sdk.js';
import {HttpModuleDefinition} from '../../index.js';
import {inputParameters} from './import/input.js';
import type {Field, GraphqlSchema} from './import/introspection.js';
import {introspectionQuery, readIntrospection, typeText} from './import/introspection.js';
import {outputSchema} from './import/output.js';
import {selectionOf, selectionText} from './import/selection.js';

type Config = Readonly<Record<string, unknown>>;

export interface GraphqlImportOptions {
  /** Where the tools will post to: a URL, or `{"$config": "endpoint"}`. */
  readonly endpoint: unknown;
  /** Credentials, as the config has them. */
  readonly auth?: unknown;
  /** Fields to take, by name; `*` stands for any text. Default: all. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Levels of objects that an answer has, beside its plain values; default 1. */
  readonly depth?: number;
}

/** A config to edit, and what there was and did not get into it. */
export interface ImportedConfig {
  readonly config: Config;
  readonly leftOut: readonly LeftOut[];
}

/**
 * A config of kind `graphql` from what introspection answers: a tool for every query and every mutation, its input from the
 * arguments, its document with the plain values of the answer, its output from these. Throws INVALID_PARAMETER for what is no introspection.
 */
export function importGraphql(introspection: unknown, options: GraphqlImportOptions): ImportedConfig {
  const schema = readIntrospection(introspection);
  if (!schema?.query) {
    throw new ToolError('INVALID_PARAMETER', 'It is no answer of introspection: there is no __schema with types', {
      outcome: 'not_executed',
      suggestions: ['Give the address of the endpoint, a .graphql file, or the JSON of an introspection query'],
    });
  }
  const tools = new Map<string, Config>();
  const leftOut: LeftOut[] = [];
  for (const [kind, type] of [['query', schema.query] as const, ['mutation', schema.mutation] as const]) {
    for (const field of type?.fields ?? []) {
      const name = `${kind} ${field.name}`;
      const reason = refusal(field, options);
      if (reason !== undefined) leftOut.push({name, reason});
      else tools.set(toolName(field.name, kind, tools), toolOf(kind, field, schema, options.depth ?? 1));
    }
  }
  const {endpoint, auth} = options;
  const config = {type: 'graphql', endpoint, ...(auth !== undefined && {auth}), tools: Object.fromEntries(tools)};
  return {config, leftOut};
}

function refusal({name, isDeprecated}: Field, {include, exclude = []}: GraphqlImportOptions): string | undefined {
  if (exclude.some((pattern) => fits(name, pattern))) return 'It is excluded';
  if (include && !include.some((pattern) => fits(name, pattern))) return 'It is not included';
  return isDeprecated && !include?.includes(name) ? 'It is deprecated' : undefined;
}

function fits(name: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (others.length === 0) return name === pattern;
  const last = others.pop() ?? '';
  if (!name.startsWith(first) || !name.slice(first.length).endsWith(last)) return false;
  let rest = name.slice(first.length, name.length - last.length);
  return others.every((part) => {
    const place = rest.indexOf(part);
    rest = rest.slice(place + part.length);
    return place !== -1;
  });
}

/** A name that a tool can have and no other one has. */
function toolName(field: string, kind: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = field.replace(/^_+/, '').slice(0, 50);
  const base = /^[A-Za-z]/.test(plain) ? plain : `field${plain}`;
  let name = base;
  for (let number = 1; taken.has(name); number++) name = `${base}_${kind}${number === 1 ? '' : String(number)}`;
  return name;
}

function toolOf(kind: 'query' | 'mutation', field: Field, schema: GraphqlSchema, depth: number): Config {
  const {name, args, type, description} = field;
  const variables = args.map((arg) => `$${arg.name}: ${typeText(arg.type)}`).join(', ');
  const values = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const inBrackets = (text: string): string => (text === '' ? '' : `(${text})`);
  const asked = selectionOf(type, schema, depth);
  return {
    description: description.trim() || `The ${kind} ${name}, which answers ${typeText(type)}`,
    query: `${kind} ${name}${inBrackets(variables)} {\n  ${name}${inBrackets(values)}${selectionText(asked, '  ')}\n}`,
    ...(args.length > 0 && {input: inputParameters(args, schema)}),
    output: outputSchema(type, asked, schema),
    transform: {output: '`' + name + '`'},
  };
}

export interface IntrospectOptions {
  /** Headers of the request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the host's name may lead to an address that is not public. */
  readonly allowPrivate?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (text: string) => void;
}

/** bytes; the schema of GitHub has about five million as JSON */
const maxSchemaBytes = 50 * 1024 * 1024;

/** Asks an endpoint about itself, through the guards of the http module. Throws what a request throws. */
export async function introspect(endpoint: string, options: IntrospectOptions = {}): Promise<unknown> {
  const {headers = {}, allowPrivate = false, signal, progress} = options;
  const http = await HttpModuleDefinition.create({
    baseURL: endpoint,
    graphqlEndpoint: endpoint,
    headers,
    allowPrivate,
    maxResponseBytes: maxSchemaBytes,
  });
  try {
    progress?.(`asking ${new URL(endpoint).host} for its schema`);
    const {data} = (await http.graphql({query: introspectionQuery}, signal ? {signal} : {})) as {data: unknown};
    return data;
  } catch (error) {
    throw notTold(error);
  } finally {
    await http.cleanup();
  }
}

/** Why there is no schema, with what whoever imports can do; the options of the http module are not theirs. */
function notTold(error: unknown): unknown {
  if (!ToolError.isToolError(error)) return error;
  const {code, message, outcome, recoverable, context} = error;
  if (code === 'GRAPHQL_ERROR') {
    return new ToolError('OPERATION_FAILED', `The endpoint does not tell its schema: ${message}`, {
      outcome: 'failed',
      suggestions: ['Get the schema from its makers, as a .graphql file or as JSON, and import that'],
      cause: error,
    });
  }
  const suggestions = advice[code];
  if (!suggestions) return error;
  return new ToolError(code, message, {outcome, recoverable, suggestions, context, cause: error});
}

const advice: Readonly<Record<string, readonly string[]>> = {
  PROTOCOL_ERROR: ['Give the address that GraphQL is posted to; it often ends in /graphql'],
  RESOURCE_NOT_FOUND: ['Give the address that GraphQL is posted to; it often ends in /graphql'],
  AUTHENTICATION_REQUIRED: ["Name the variable of the environment that holds a token: --token '$NAME'"],
};

/** What introspection would answer for a schema in the language of GraphQL (`type Query {…}`). */
export async function introspectText(sdl: string): Promise<unknown> {
  const {toIntrospection} = await import('./import/client.js');
  return toIntrospection(sdl);
}
