import {Runtime, ToolError} from '../../../../src/sdk.js';
import type {JsonSchema, LeftOut, WrapSetup} from '../../../../src/sdk.js';
import type {Outputs} from './answers.js';
import {compileDocument} from './compile-document.js';
import type {CompiledDocument, CompiledTool, CompileOptions} from './compile-document.js';
import type {OpenapiDocument} from './document.js';
import {fetchDocument} from './fetch-document.js';
import {authStub} from './import-auth.js';
import {NoDescription} from './parse-text.js';
import {readDocument, sourceOf} from './read-document.js';
import {untrusted} from './trusted-server.js';

/** Notes on single tools, at most. */
const maxRepairs = 10;

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
  /** The variable of the environment that holds the token; it goes where the description wants one. */
  readonly tokenVariable?: string | undefined;
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
  const {name = 'api', expand: isExpanded = false, tokenVariable} = options;
  const auth = authStub(compiled, {name, isExpanded, tokenVariable});
  const doubt = doubtOf(compiled, document, options, auth.auth);
  const notes = [
    ...(compiled.baseURL === undefined ? [`${compiled.noBase ?? 'There is no server'}: give baseURL`] : []),
    ...(doubt === undefined ? [] : [`${doubt}: it is written as baseURL; look whether it is meant`]),
    ...repairsOf(compiled),
    ...auth.notes,
  ];
  if (options.expand) return expanded(compiled, auth.auth, notes);
  const {serverVariables, deprecated, allowHosts} = options;
  const config = {
    type: 'openapi',
    ...(compiled.about !== undefined && {description: compiled.about}),
    document: options.document,
    ...(options.baseURL !== undefined && {baseURL: options.baseURL}),
    ...(doubt !== undefined && {baseURL: compiled.baseURL}),
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

/** Why the server of the description has to be named by the config, for it to be used. */
function doubtOf(
  {baseURL}: CompiledDocument,
  {source}: OpenapiDocument,
  options: ImportOptions,
  auth: object | undefined,
): string | undefined {
  if (baseURL === undefined || options.baseURL !== undefined) return undefined;
  return untrusted(new URL(baseURL), source.at, {auth})?.message;
}

/** What was put right in single tools. */
const repairsOf = ({tools}: CompiledDocument): readonly string[] =>
  tools.flatMap(({name, repairs}) => repairs.map((repair) => `${name}: ${repair}`)).slice(0, maxRepairs);

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
