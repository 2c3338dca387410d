import type {LeftOut} from '../../../../src/sdk.js';
import {isRecord} from '../../../../src/sdk.js';
import type {Outputs} from './answers.js';
import {Broken, reasonOf} from './broken.js';
import type {ObjectPlace, OpenapiDocument} from './document.js';
import {ToolNames} from './names.js';
import {methods, recordOf, securityOf, textOf, textsOf} from './operation.js';
import type {Operation, SecurityRequirement, SecurityScheme, Server} from './operation.js';
import {versionOf} from './parse-text.js';
import {Components} from './schemas/components.js';
import {InPlaceReferences} from './schemas/in-place.js';
import {meant, selection} from './selection.js';
import type {Candidate, Selection} from './selection.js';
import {baseOf, serverURL} from './servers.js';
import {shortened} from './text.js';
import {toolOf} from './tool-of.js';
import type {OperationTool, ToolContext} from './tool-of.js';
import {atOnce, inTurns} from './turns.js';
import type {Version} from './version.js';
import {versionThree} from './version-three.js';
import {versionTwo} from './version-two.js';

/** What a config says of how a description is taken. */
export interface CompileOptions {
  /** Instead of the server that the description names. */
  readonly baseURL?: string | undefined;
  readonly serverVariables?: Readonly<Record<string, string>> | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** Whether operations that are on their way out are taken. */
  readonly deprecated?: boolean | undefined;
  readonly outputs?: Outputs | undefined;
  /** Origins beside that of the server that single operations may be sent to. */
  readonly allowHosts?: readonly string[] | undefined;
}

/** A tool, and where its requests go where that is not the base of all. */
export interface CompiledTool extends OperationTool {
  readonly baseURL?: string;
}

/** What a description gives. */
export interface CompiledDocument {
  /** What the description says of itself. */
  readonly about: string | undefined;
  readonly tools: readonly CompiledTool[];
  readonly leftOut: readonly LeftOut[];
  /** Where requests go; undefined where neither description nor config say so, `noBase` says why. */
  readonly baseURL: string | undefined;
  readonly noBase: string | undefined;
  /** How the API wants to know who calls, by name. */
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  /** What tools ask for, the most of them first: names of schemes that are needed together. */
  readonly needed: readonly SecurityRequirement[];
  /** Patterns of `include` and `exclude` that fit nothing. */
  readonly idle: readonly IdlePattern[];
}

export interface IdlePattern {
  readonly path: string;
  readonly pattern: string;
  readonly meant: string | undefined;
}

interface Found extends Candidate {
  readonly place: ObjectPlace;
  readonly item: ObjectPlace;
}

/** Makes tools of the operations of a description. What can not be one is left out, with the reason; nothing is sent. */
export const compileDocument = (document: OpenapiDocument, options: CompileOptions = {}): CompiledDocument =>
  atOnce(compiling(document, options));

/** The same for a description of any length, while others run. */
export const compileInTurns = (document: OpenapiDocument, options: CompileOptions = {}): Promise<CompiledDocument> =>
  inTurns(compiling(document, options));

/** Rests after each operation. */
function* compiling(document: OpenapiDocument, options: CompileOptions): Generator<undefined, CompiledDocument> {
  const version = versionFor(document);
  const leftOut: LeftOut[] = [];
  const found = operationsOf(document, leftOut);
  const picked = selection(options.include, options.exclude);
  const base = baseFor(version.servers(document), document, options);
  const context = contextOf(document, options);
  const tools: CompiledTool[] = [];
  const needed = new Map<string, {readonly names: SecurityRequirement; count: number}>();
  for (const candidate of found) {
    if (!picked.picks(candidate)) continue;
    yield;
    const {name, method, path} = candidate;
    try {
      const {place, item} = candidate;
      if (method === 'trace') throw new Broken('TRACE requests are not sent');
      if (place.value['deprecated'] === true && !options.deprecated && !picked.names(candidate))
        throw new Broken('It is deprecated; "deprecated": true takes such operations too');
      const operation = version.operation(document, method, path, place, item);
      const own = ownBase(operation, base, document, options);
      tools.push({...toolOf(name, operation, context), ...(own !== undefined && {baseURL: own})});
      for (const names of operation.security ?? context.security ?? []) {
        const known = needed.get(names.join('\0')) ?? {names, count: 0};
        known.count++;
        needed.set(names.join('\0'), known);
      }
    } catch (thrown) {
      if (!(thrown instanceof Broken)) throw thrown;
      leftOut.push({name: `${method.toUpperCase()} ${path}`, reason: reasonOf(thrown)});
    }
  }
  return {
    about: aboutOf(recordOf(document.root['info'])),
    tools,
    leftOut,
    baseURL: base.url === undefined ? undefined : baseOf(base.url),
    noBase: base.why,
    schemes: version.schemes(document),
    needed: [...needed.values()].sort((one, other) => other.count - one.count).map(({names}) => names),
    idle: idleOf(picked, found),
  };
}

const versionFor = ({root}: OpenapiDocument): Version => (versionOf(root) === '2.0' ? versionTwo : versionThree);

function aboutOf({title, description}: Readonly<Record<string, unknown>>): string | undefined {
  const texts = [textOf(title), textOf(description)].flatMap((text) =>
    text === undefined ? [] : [shortened(text, 300)],
  );
  return texts.length === 0 ? undefined : texts.join(': ');
}

const idleOf = (picked: Selection, found: readonly Candidate[]): readonly IdlePattern[] =>
  picked.idle().map(({list, index, pattern}) => ({
    path: `${list}[${index}]`,
    pattern,
    meant: meant(pattern, found),
  }));

/** Patterns of `include` and `exclude` that pick nothing, without making tools of anything. */
export function idlePatterns(document: OpenapiDocument, {include, exclude}: CompileOptions): readonly IdlePattern[] {
  const found = operationsOf(document, []);
  const picked = selection(include === undefined ? undefined : textsOf(include), textsOf(exclude));
  for (const candidate of found) picked.picks(candidate);
  return idleOf(picked, found);
}

function contextOf(document: OpenapiDocument, options: CompileOptions): ToolContext {
  const inPlace = new InPlaceReferences(document);
  return {
    document,
    inputs: new Components(document, 'input', inPlace),
    outputs: new Components(document, 'output', inPlace),
    checked: options.outputs ?? 'describe',
    security: securityOf(document.root['security']),
  };
}

/** Every operation of a description, with the name that its tool has whichever others are taken. */
function operationsOf(document: OpenapiDocument, leftOut: LeftOut[]): readonly Found[] {
  const names = new ToolNames();
  const found: Found[] = [];
  for (const [path, given] of Object.entries(recordOf(document.root['paths']))) {
    if (path.startsWith('x-')) continue;
    try {
      const item = document.object(document.at(given), 'The path');
      for (const method of methods) {
        const value = item.value[method];
        if (value === undefined) continue;
        if (!isRecord(value)) {
          leftOut.push({name: `${method.toUpperCase()} ${path}`, reason: 'The operation is no object'});
          continue;
        }
        const id = textOf(value['operationId']);
        const name = names.take({id, method, path});
        found.push({name, method, path, id, tags: textsOf(value['tags']), place: {file: item.file, value}, item});
      }
    } catch (thrown) {
      if (!(thrown instanceof Broken)) throw thrown;
      leftOut.push({name: path, reason: reasonOf(thrown)});
    }
  }
  return found;
}

/** Where a description says that its API is, as `baseURL` of what is compiled; or why it says nothing of use. */
export function describedBase(
  document: OpenapiDocument,
  serverVariables: Readonly<Record<string, string>>,
): {readonly url: URL} | {readonly why: string} {
  const {url, why = ''} = baseFor(versionFor(document).servers(document), document, {serverVariables});
  return url === undefined ? {why} : {url: new URL(baseOf(url))};
}

interface Base {
  readonly url: URL | undefined;
  /** That of the description, whose place `url` takes. */
  readonly described: URL | undefined;
  readonly why: string | undefined;
}

function baseFor(servers: readonly Server[], document: OpenapiDocument, options: CompileOptions): Base {
  const {at} = document.source;
  const reasons: string[] = [];
  let described: URL | undefined;
  for (const server of servers.length > 0 ? servers : [{url: '/', variables: {}}]) {
    try {
      described ??= serverURL(server, at, options.serverVariables ?? {});
    } catch (thrown) {
      if (!(thrown instanceof Broken)) throw thrown;
      reasons.push(reasonOf(thrown));
    }
  }
  const given = options.baseURL;
  const url = given === undefined ? described : URL.canParse(given) ? new URL(given) : undefined;
  return {url, described, why: url ? undefined : (reasons[0] ?? 'The description names no server')};
}

/** Where an operation with servers of its own is sent; undefined where that is the base of all. Throws Broken. */
function ownBase(
  operation: Operation,
  base: Base,
  document: OpenapiDocument,
  options: CompileOptions,
): string | undefined {
  const [server] = operation.servers ?? [];
  if (!server) return undefined;
  const {url, described} = base;
  const {at} = document.source;
  // Without a URL of its own, a description is taken to stand where its API is.
  const own = serverURL(server, /^https?:/.test(at) ? at : (url?.href ?? at), options.serverVariables ?? {});
  if (described && baseOf(own) === baseOf(described)) return undefined;
  if (own.origin === url?.origin) return baseOf(own);
  // Another place was named for the whole API: its other paths are there too.
  if (url && own.origin === described?.origin) return url.origin + own.pathname.replace(/\/+$/, '');
  if (options.allowHosts?.includes(own.origin)) return baseOf(own);
  throw new Broken(`Its own server ${own.origin} is not that of the API; "allowHosts": ["${own.origin}"] allows it`);
}
