import {isRecord} from '../../../../src/sdk.js';
import {Broken} from './broken.js';
import type {OpenapiDocument} from './document.js';
import type {Inputs} from './inputs.js';
import type {Parameter} from './operation.js';
import {sentence, shortened} from './text.js';

type Values = Record<string, unknown>;

/** Where the inputs of a tool go, in the words of a rest tool. */
export interface BoundParameters {
  readonly path: string;
  readonly query: Values;
  readonly headers: Values;
  readonly cookies: Values;
  /** What the description got wrong, and what is done instead. */
  readonly repairs: readonly string[];
}

/** Headers that belong to the connection, or that haft writes itself. */
const ownHeaders = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'keep-alive', 'expect'],
  ...['cookie', 'proxy-authorization', 'proxy-connection', 'accept-encoding'],
]);
const descriptionBudget = 300;

/** Makes inputs of the parameters of an operation, and says where each is sent. Throws Broken. */
export function bindParameters(
  document: OpenapiDocument,
  path: string,
  parameters: readonly Parameter[],
  inputs: Inputs,
): BoundParameters {
  const bound: BoundParameters = {
    path: bindPath(document, path, parameters, inputs),
    repairs: repairsOf(path, parameters),
    query: {},
    headers: {},
    cookies: {},
  };
  const places = {query: bound.query, header: bound.headers, cookie: bound.cookies};
  for (const parameter of parameters) {
    if (parameter.in === 'path') continue;
    if (parameter.name === '__proto__') throw new Broken('A parameter is called "__proto__"');
    if (parameter.in === 'header' && ownHeaders.has(parameter.name.toLowerCase())) continue;
    places[parameter.in][parameter.name] = valueOf(document, parameter, `{${add(parameter, inputs)}}`);
  }
  for (const [name, value] of new URLSearchParams(queryOf(path))) bound.query[name] ??= value.replaceAll(/[{}]/g, '');
  return bound;
}

function add(parameter: Parameter, inputs: Inputs): string {
  const {name, description, required, schema} = parameter;
  const about = description === undefined ? undefined : sentence(shortened(description, descriptionBudget));
  return inputs.add(name, parameter.in, schema, {required, description: about, schema: {type: 'string'}});
}

/** What stands for a value that is not written as most are. */
function valueOf(document: OpenapiDocument, parameter: Parameter, value: string): unknown {
  const {style, explode, allowReserved, contentType} = parameter;
  if (contentType !== undefined) return {value, contentType};
  const isQuery = parameter.in === 'query';
  const known = isQuery ? ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] : [];
  const own = style !== undefined && known.includes(style) ? style : undefined;
  // An object is what all styles write differently.
  const isObject = typeOf(document, parameter) === 'object';
  const isPlain = (own ?? 'form') === 'form' && explode === undefined && !isObject;
  if (isPlain && !allowReserved) return value;
  const byDefault = own === undefined || own === 'form' ? isQuery || parameter.in === 'cookie' : false;
  return {
    value,
    ...(isQuery && {style: own ?? 'form'}),
    ...(own !== 'deepObject' && {explode: explode ?? byDefault}),
    ...(allowReserved && isQuery && {allowReserved}),
  };
}

/** The type that a parameter names, where it names one. */
function typeOf(document: OpenapiDocument, {schema}: Parameter): unknown {
  const value = schema && document.resolve(schema).value;
  if (!isRecord(value)) return undefined;
  return value['type'] ?? (isRecord(value['properties']) ? 'object' : undefined);
}

/** The path with its variables under the names of the inputs, and their styles: `/pets/{petId}`. */
function bindPath(document: OpenapiDocument, path: string, parameters: readonly Parameter[], inputs: Inputs): string {
  if (!path.startsWith('/')) throw new Broken(`The path ${JSON.stringify(path)} does not begin with "/"`);
  const named = new Map(parameters.filter((one) => one.in === 'path').map((one) => [one.name, one]));
  const variables = new Map<string, string>();
  const [text = ''] = path.split(/[?#]/, 1);
  // Two dollars of a path are no interpolation.
  return text.replaceAll('$', '%24').replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const parameter = named.get(name) ?? undeclared(name);
    const known = variables.get(name);
    const input = known ?? add(parameter, inputs);
    variables.set(name, input);
    return variableOf(document, parameter, input);
  });
}

function variableOf(document: OpenapiDocument, parameter: Parameter, input: string): string {
  const {name, style, explode} = parameter;
  const star = explode === true ? '*' : '';
  if (style === 'label') return `{.${input}${star}}`;
  if (style !== 'matrix') return `{${input}${star}}`;
  const isMany = ['array', 'object'].includes(String(typeOf(document, parameter)));
  return name === input || (isMany && explode === true) ? `{;${input}${star}}` : `;${name}={${input}}`;
}

/** A variable of the path that nobody describes is a text. */
const undeclared = (name: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: undefined,
  schema: undefined,
});

/** Variables of the path without a parameter, which are taken as texts; and parameters without a place there, which are not. */
function repairsOf(path: string, parameters: readonly Parameter[]): readonly string[] {
  const declared = parameters.filter((one) => one.in === 'path').map(({name}) => name);
  const variables = variablesOf(path);
  const missing = variables.filter((name) => !declared.includes(name));
  if (missing.length === 0) return [];
  const stray = declared.filter((name) => !variables.includes(name));
  const instead = stray.length === 0 ? '' : `; it describes ${quoted(stray)}, which the path does not have`;
  return [`The description has no parameter ${quoted(missing)} for the path, which is taken as text${instead}`];
}

const variablesOf = (path: string): readonly string[] => [
  ...new Set([...(path.split(/[?#]/, 1)[0] ?? '').matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)),
];

const quoted = (names: readonly string[]): string => shortened(names.map((name) => `"${name}"`).join(', '), 200);

const queryOf = (path: string): string => /\?([^#]*)/.exec(path)?.[1] ?? '';
