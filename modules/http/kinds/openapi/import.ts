import {Runtime, ToolError} from '../../../../src/sdk.js';
import type {JsonSchema, LeftOut, WrapSetup} from '../../../../src/sdk.js';
import type {Outputs} from './answers.js';
import {compileDocument} from './compile-document.js';
import type {CompiledDocument, CompiledTool, CompileOptions} from './compile-document.js';
import type {OpenapiDocument} from './document.js';
import {fetchDocument} from './fetch-document.js';
import {NoDescription} from './parse-text.js';
import {readDocument, sourceOf} from './read-document.js';

export interface ReadOptions {
  /** Where a path begins; default the current directory. */
  readonly folder?: string;
  readonly allowPrivate?: boolean | readonly string[];
}

/** Reads a description from a path, a URL or an object. Throws INVALID_CONFIG for what is none. */
export async function readOpenapi(source: string | object, options: ReadOptions = {}): Promise<OpenapiDocument> {
  try {
    const found = sourceOf(source, options.folder ?? process.cwd());
    return found.kind === 'url' ? await fetchDocument(found.url, setupOf(options)) : await readDocument(found);
  } catch (thrown) {
    if (!(thrown instanceof NoDescription)) throw thrown;
    throw new ToolError('INVALID_CONFIG', thrown.message, {suggestions: [thrown.remedy], outcome: 'not_executed'});
  }
}

export interface ImportOptions extends CompileOptions {
  /** What the config names as its `document`: the path or the URL, as it is to be written. */
  readonly document: string | Readonly<Record<string, unknown>>;
  /** Begins the names of variables of the environment: `petstore` as PETSTORE_API_KEY. */
  readonly name?: string;
  /** Writes every tool out, as a config of kind `rest` to be edited. */
  readonly expand?: boolean;
  onProgress?(message: string): void;
}

/** A config to edit, and what to know of it. */
export interface ImportedOpenapi {
  readonly config: Readonly<Record<string, unknown>>;
  /** How many tools it has. */
  readonly tools: number;
  readonly leftOut: readonly LeftOut[];
  /** What a person has to do or to know, in sentences. */
  readonly notes: readonly string[];
}

/** Makes a wrap config of a description; nothing is read or sent. Throws INVALID_CONFIG where it gives no tool. */
export function importOpenapi(document: OpenapiDocument, options: ImportOptions): ImportedOpenapi {
  options.onProgress?.('Reading operations');
  const outputs: Outputs = options.outputs ?? (options.expand ? 'off' : 'describe');
  const compiled = compileDocument(document, {...options, outputs});
  assertTools(compiled);
  options.onProgress?.(`${compiled.tools.length} tools, ${compiled.leftOut.length} left out`);
  const auth = authStub(compiled, options.name ?? 'api', options.expand === true);
  const notes = [
    ...(compiled.baseURL === undefined ? [`${compiled.noBase ?? 'There is no server'}: give baseURL`] : []),
    ...auth.notes,
  ];
  if (options.expand) return expanded(compiled, auth.auth, notes);
  const {serverVariables, deprecated, allowHosts} = options;
  const config = {
    type: 'openapi',
    ...(compiled.about !== undefined && {description: compiled.about}),
    document: options.document,
    ...(options.baseURL !== undefined && {baseURL: options.baseURL}),
    ...(compiled.baseURL === undefined && {baseURL: {$config: 'baseURL'}}),
    ...(serverVariables && {serverVariables}),
    ...(allowHosts && allowHosts.length > 0 && {allowHosts}),
    ...(deprecated && {deprecated}),
    ...(options.outputs && {outputs}),
    ...(auth.auth && {auth: auth.auth}),
    include: compiled.tools.map(({name}) => name),
    overrides: {},
  };
  return {config, tools: compiled.tools.length, leftOut: compiled.leftOut, notes};
}

function assertTools({tools, leftOut, idle}: CompiledDocument): void {
  const [pattern] = idle;
  if (pattern) {
    throw new ToolError('INVALID_CONFIG', `No operation is picked by ${JSON.stringify(pattern.pattern)}`, {
      outcome: 'not_executed',
      suggestions: [
        pattern.meant === undefined ? 'Give another pattern' : `Did you mean ${JSON.stringify(pattern.meant)}?`,
      ],
    });
  }
  if (tools.length > 0) return;
  const [first] = leftOut;
  throw new ToolError('INVALID_CONFIG', `It gives no tool${first ? `: ${first.name}: ${first.reason}` : ''}`, {
    outcome: 'not_executed',
    suggestions: ['Name a description with operations'],
  });
}

/** Every tool as data. */
function expanded(compiled: CompiledDocument, auth: object | undefined, notes: readonly string[]): ImportedOpenapi {
  const {baseURL} = compiled;
  const tools: [string, Readonly<Record<string, unknown>>][] = [];
  const leftOut = [...compiled.leftOut];
  for (const tool of compiled.tools) {
    if (tool.baseURL !== undefined && tool.baseURL !== baseURL)
      leftOut.push({name: tool.name, reason: `It is at ${tool.baseURL}, and a config of kind rest has one baseURL`});
    else tools.push([tool.name, writtenOut(tool)]);
  }
  const config = {
    type: 'rest',
    ...(compiled.about !== undefined && {description: compiled.about}),
    baseURL: {$config: 'baseURL', ...(baseURL !== undefined && {default: baseURL})},
    ...(auth && {auth}),
    tools: Object.fromEntries(tools),
  };
  return {config, tools: tools.length, leftOut, notes};
}

function writtenOut({config, input, output}: CompiledTool): Readonly<Record<string, unknown>> {
  return {...config, input, ...(output && {output: rootValue(output)})};
}

/** A schema that is read as JSON Schema wherever it stands, whatever it is of. */
function rootValue(schema: JsonSchema): JsonSchema {
  if (schema.type === 'object' && schema.properties !== undefined) return schema;
  const {$defs, ...rest} = schema;
  return {anyOf: [rest], ...($defs !== undefined && {$defs})};
}

interface Stub {
  readonly auth: Readonly<Record<string, unknown>> | undefined;
  readonly notes: readonly string[];
}

/** Credentials that most tools ask for, from variables of the environment. */
function authStub({schemes, needed}: CompiledDocument, name: string, isExpanded: boolean): Stub {
  if (needed.some((names) => names.length === 0)) return {auth: undefined, notes: []};
  const usable = needed.find((names) => names.every((one) => (schemes.get(one)?.type ?? 'other') !== 'other'));
  if (!usable)
    return {auth: undefined, notes: needed.length > 0 ? ['It asks for credentials that haft does not know'] : []};
  const auth: Record<string, unknown> = {};
  const byName: Record<string, unknown> = {};
  const variables: string[] = [];
  const env = (...words: readonly string[]): {$env: string} => {
    const variable = [name, ...words]
      .join('_')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .toUpperCase();
    variables.push(variable);
    return {$env: variable};
  };
  for (const one of usable) {
    const scheme = schemes.get(one);
    if (scheme?.type === 'oauth2' && URL.canParse(scheme.tokenURL ?? '')) {
      const client = {clientId: env(one, 'client_id'), clientSecret: env(one, 'client_secret')};
      auth['oauth2'] = {tokenURL: scheme.tokenURL, ...client, ...(scheme.scopes.length > 0 && {scopes: scheme.scopes})};
    } else if (scheme?.type === 'basic') {
      const basic = {username: env(one, 'username'), password: env(one, 'password')};
      if (isExpanded) auth['basic'] = basic;
      else byName[one] = basic;
    } else if (!isExpanded) byName[one] = env(one);
    else if (scheme?.type !== 'key') auth['bearer'] = env(one);
    else if (scheme.in !== 'cookie') auth[scheme.in] = {name: scheme.name, value: env(one)};
  }
  if (Object.keys(byName).length > 0) auth['schemes'] = byName;
  const notes = variables.length > 0 ? [`Set ${variables.join(', ')} before it is used`] : [];
  return {auth: Object.keys(auth).length > 0 ? auth : undefined, notes};
}

/** What fetching needs where there is no module yet. */
function setupOf({allowPrivate}: ReadOptions): WrapSetup {
  const unused = (): never => {
    throw new ToolError('INTERNAL_ERROR', 'There is no module yet');
  };
  return {
    name: 'import',
    config: allowPrivate === undefined ? {} : {allowPrivate},
    tools: {},
    values: {},
    runtime: new Runtime(),
    template: (template) => ({fill: () => template}),
    assertAllowed: unused,
    redact: (text) => text,
    torn: (text) => text,
    problem: (_path, message, remedy) =>
      new ToolError('INVALID_CONFIG', message, {suggestions: [remedy], outcome: 'not_executed'}),
  };
}
