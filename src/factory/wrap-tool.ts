import type {Call} from '../contract/call.js';
import {errorEntry} from '../contract/error-codes.js';
import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {toToolError} from '../contract/native-errors.js';
import {isThenable} from '../contract/thenable.js';
import type {UndoEntry} from '../contract/services.js';
import type {WrapLanguage} from '../contract/wrap-language.js';
import {defineTool} from '../core/define-tool.js';
import type {ToolDefinition, ToolFacts} from '../core/tool-definition.js';
import {methodOf} from './check-tool.js';
import {ownCodes} from './language/own-codes.js';
import type {PreparedTool} from './check-tool.js';
import type {UndoBinding} from './check-undo.js';
import {handleInput, handleOutput} from './handle-input.js';
import {toPlainJson, toSharedJson} from './plain-json.js';
import type {TransformScope} from './transform.js';
import {wrapError} from './wrap-error.js';
import {handleFor, ownHandle} from './wrap-handles.js';
import type {HandleOwner, WrapHandle} from './wrap-handles.js';
import type {WrapState} from './wrap-state.js';
import {stateOf} from './wrapped-instance.js';
import type {WrappedInstance} from './wrapped-instance.js';

type Values = Readonly<Record<string, unknown>>;

interface ToolContext {
  readonly module: Values;
  readonly language: WrapLanguage;
  readonly handles: ReadonlyMap<string, WrapHandle>;
}

/** A tool of a config as a definition like any other, so that its calls go the same way (DESIGN 7). */
export function wrapTool(tool: PreparedTool, context: ToolContext): ToolDefinition {
  const {config} = tool;
  const run = config['release'] === true ? releaseOf(tool) : runOf(tool, context.handles);
  return defineTool({
    ...factsOf(tool, context),
    name: tool.name,
    aliases: (config['aliases'] ?? []) as readonly string[],
    positional: (config['positional'] ?? []) as readonly string[],
    input: tool.input,
    ...(tool.output !== undefined && {output: tool.output}),
    run: run as (module: WrappedInstance, input: unknown, call: Call) => never,
    ...(tool.undo && {undo: takeBack}),
  });
}

type Scope = TransformScope;

type Run = (instance: WrappedInstance, input: Values, call: Call) => unknown;

/** What a call keeps to be taken back. */
interface UndoRecord {
  readonly tool: string;
  readonly input: unknown;
}

/** Calls the tool that takes a call back, as any call: with policy, audit and a result of its own. */
async function takeBack(instance: WrappedInstance, {tool, input}: UndoRecord, {context, signal}: Call): Promise<void> {
  await instance.getTool(tool).call(input as Values, {context, signal});
}

/** Keeps how a call is taken back. That it can not be known any more does not make a failure of what has happened. */
async function keepUndo(entry: UndoEntry, undo: UndoBinding, data: unknown, scope: Scope, call: Call): Promise<void> {
  try {
    entry.complete({tool: undo.tool, input: undo.input ? await undo.input(data, scope) : {}});
  } catch (thrown) {
    entry.discard();
    call.warn(`This call can not be taken back: ${toToolError(thrown).message}`);
  }
}

/** Ends the object behind a handle. */
function releaseOf({config}: PreparedTool): Run {
  const {input: name = '', type} = handleInput(config) ?? {};
  return async (owner, input, call) => {
    const handle = ownHandle(input[name], {owner, call}, type);
    if (handle) await call.handles.release(handle);
    return null;
  };
}

/** Input transform, confined paths, the call itself, and the answer as a handle or as plain JSON. */
function runOf(tool: PreparedTool, handles: ReadonlyMap<string, WrapHandle>): Run {
  const {config, transformInput, transformOutput} = tool;
  const returned = handles.get(handleOutput(config) ?? '');
  const paths = (config['paths'] ?? []) as readonly string[];
  const attempt = attemptOf(tool);
  // The data of a tool without an output schema is copied when it is made sure that it is JSON.
  const plain = tool.output === undefined ? toSharedJson : toPlainJson;
  if (!returned && !transformInput && !transformOutput && !tool.undo && paths.length === 0) {
    return (instance, input, call) => attempt(stateOf(instance), input, input, call, plain);
  }
  return async (instance, input, call) => {
    const state = stateOf(instance);
    const whose = {owner: instance, call};
    const scope: Scope = {input, publicInput: () => withHandles(input, whose), config: state.publicValues};
    const transformed = transformInput
      ? withResources(asValues(await transformInput(input, scope)), input, whose)
      : input;
    const values = paths.length === 0 ? transformed : await confined(state, transformed, paths);
    const entry = tool.undo && call.undo(undefined);
    let raw: unknown;
    try {
      raw = await attempt(state, values, input, call, asItIs);
    } catch (thrown) {
      entry?.discard();
      throw thrown;
    }
    const data = returned
      ? handleFor(returned, raw, {...whose, target: targetOf(config, input), input})
      : plain(transformOutput ? await transformOutput(raw, scope) : raw);
    if (entry && tool.undo) await keepUndo(entry, tool.undo, data, scope, call);
    return data;
  };
}

const asItIs = (raw: unknown): unknown => raw;

type Attempt = (
  state: WrapState,
  values: Values,
  input: Values,
  call: Call,
  finish: (raw: unknown) => unknown,
) => unknown;

/** The call of the kind itself, at once or later as what is wrapped answers; what it throws has the codes of the config. */
function attemptOf({config, boundName: tool}: PreparedTool): Attempt {
  const on = handleInput(config);
  const fail = (thrown: unknown): never => {
    throw wrapError(thrown, config['errors']);
  };
  return ({session}, values, input, call, finish) => {
    let raw: unknown;
    try {
      raw = session.call(on ? {tool, values, target: input[on.input]} : {tool, values}, call);
    } catch (thrown) {
      fail(thrown);
    }
    return isThenable(raw) ? Promise.resolve(raw).then(finish, fail) : finish(raw);
  };
}

/** The object that a tool is called on. */
function targetOf(config: Values, input: Values): unknown {
  const on = handleInput(config);
  return on && input[on.input];
}

function asValues(value: unknown): Values {
  if (isRecord(value)) return value;
  throw new ToolError('OPERATION_FAILED', 'transform.input did not answer an object', {outcome: 'not_executed'});
}

/** The input with handles where `run` got their resources, for expressions, which see data only. */
function withHandles(input: Values, whose: HandleOwner): Values {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, ownHandle(value, whose) ?? value]));
}

/** What an expression handed on as a handle of the input is the resource again. */
function withResources(values: Values, input: Values, whose: HandleOwner): Values {
  const resources = new Map(Object.values(input).map((value) => [ownHandle(value, whose)?._id, value]));
  const restored = Object.entries(values).map(([name, value]): [string, unknown] => {
    const id = isRecord(value) && typeof value['_id'] === 'string' ? value['_id'] : undefined;
    return [name, id === undefined ? value : (resources.get(id) ?? value)];
  });
  return Object.fromEntries(restored);
}

async function confined({confinement}: WrapState, values: Values, paths: readonly string[]): Promise<Values> {
  const real: Record<string, unknown> = {...values};
  for (const name of paths) {
    const given = real[name];
    if (given === undefined || !confinement) continue;
    real[name] = Array.isArray(given)
      ? await Promise.all(given.map((path) => confinement.resolve(path)))
      : await confinement.resolve(given);
  }
  return real;
}

/** What metadata says of the tool. */
function factsOf(tool: PreparedTool, {module, language}: ToolContext): ToolFacts {
  const {config} = tool;
  const known = language.facts?.(config, module) ?? {};
  const pick = (key: string): unknown => config[key] ?? module[key];
  const tags = [...((module['tags'] ?? []) as string[]), ...((config['tags'] ?? []) as string[])];
  const facts = {
    description: config['description'] ?? describe(tool, module, language),
    category: pick('category') ?? 'wrapped',
    resource: pick('resource'),
    tags: [...new Set(tags)],
    errors: errorsOf(config, language),
    planning: {...(tool.undo && {reversible: true}), ...known.planning, ...planningOf(config)},
    requirements: config['requirements'],
    limitations: config['limitations'],
    examples: config['examples'],
    securityTier: pick('securityTier') ?? known.securityTier,
    timeout: pick('timeout'),
    retry: pick('retry'),
    rate: config['rateLimit'] ?? config['rate'],
    concurrency: config['concurrency'],
    source: 'config',
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as unknown as ToolFacts;
}

const planningOf = (config: Values): Values => (isRecord(config['planning']) ? config['planning'] : {});

function describe({name, config}: PreparedTool, module: Values, language: WrapLanguage): string {
  if (config['release'] === true) return `Releases a ${handleInput(config)?.type ?? 'handle'}`;
  const what = [module['module'], module['wraps'], module['command']].find((one) => typeof one === 'string');
  return `Calls ${methodOf(name, config)} of ${what ?? language.summary}`;
}

/** Codes with when: those of the kind, and those that the config declares. */
function errorsOf(config: Values, language: WrapLanguage): Readonly<Record<string, string>> {
  const text = (code: string): string => errorEntry(code)?.message ?? ownCodes[code] ?? code;
  const codes: Record<string, string> = {OPERATION_FAILED: text('OPERATION_FAILED')};
  for (const code of language.errors ?? []) codes[code] = text(code);
  for (const [code, rule] of Object.entries(isRecord(config['errors']) ? config['errors'] : {})) {
    const description = isRecord(rule) ? rule['description'] : rule;
    codes[code] = typeof description === 'string' ? description : text(code);
  }
  return codes;
}
