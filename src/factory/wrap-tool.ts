import type {Call} from '../contract/call.js';
import {errorEntry} from '../contract/error-codes.js';
import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import type {WrapLanguage} from '../contract/wrap-kind.js';
import {defineTool} from '../core/define-tool.js';
import type {ToolDefinition, ToolFacts} from '../core/tool-definition.js';
import {methodOf} from './check-tool.js';
import type {PreparedTool} from './check-tool.js';
import {handleInput, handleOutput} from './handle-input.js';
import {toPlainJson} from './plain-json.js';
import {wrapError} from './wrap-error.js';
import type {WrapHandle} from './wrap-handles.js';
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
  });
}

type Run = (instance: WrappedInstance, input: Values, call: Call) => Promise<unknown>;

/** Ends the object behind a handle. */
function releaseOf({config}: PreparedTool): Run {
  const name = handleInput(config)?.input ?? '';
  return async (_instance, input, call) => {
    const handle = call.handles.of(input[name]);
    if (handle) await call.handles.release(handle);
    return null;
  };
}

/** Input transform, confined paths, the call itself, and the answer as a handle or as plain JSON. */
function runOf(tool: PreparedTool, handles: ReadonlyMap<string, WrapHandle>): Run {
  const {name, config, transformInput, transformOutput} = tool;
  const on = handleInput(config);
  const returned = handles.get(handleOutput(config) ?? '');
  const paths = (config['paths'] ?? []) as readonly string[];
  return async (instance, input, call) => {
    const state = stateOf(instance);
    const scope = {input, publicInput: () => withHandles(input, call), config: state.publicValues};
    const transformed = transformInput
      ? withResources(asValues(await transformInput(input, scope)), input, call)
      : input;
    const values = paths.length === 0 ? transformed : await confined(state, transformed, paths);
    const raw = await attempt(
      state,
      {tool: name, values, ...(on && {target: input[on.input]})},
      call,
      config['errors'],
    );
    if (returned) return handleFor(returned, raw, call);
    return toPlainJson(transformOutput ? await transformOutput(raw, scope) : raw);
  };
}

async function attempt(
  state: WrapState,
  request: Parameters<WrapState['session']['call']>[0],
  call: Call,
  errors: unknown,
): Promise<unknown> {
  try {
    return await state.session.call(request, call);
  } catch (thrown) {
    throw wrapError(thrown, errors);
  }
}

function asValues(value: unknown): Values {
  if (isRecord(value)) return value;
  throw new ToolError('OPERATION_FAILED', 'transform.input did not answer an object', {outcome: 'not_executed'});
}

/** The input with handles where `run` got their resources, for expressions, which see data only. */
function withHandles(input: Values, call: Call): Values {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, call.handles.of(value) ?? value]));
}

/** What an expression handed on as a handle of the input is the resource again. */
function withResources(values: Values, input: Values, call: Call): Values {
  const resources = new Map(Object.values(input).map((value) => [call.handles.of(value)?._id, value]));
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

/** The handle of a live object: the one it has already when a method answers its own object. */
function handleFor(type: WrapHandle, value: unknown, call: Call): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) {
    throw new ToolError(
      'INVALID_OUTPUT',
      `The tool ran, but answered ${value === null ? 'null' : typeof value} and no object to keep as ${type.type}`,
      {
        outcome: 'unknown',
        suggestions: ['Leave "returns" out of the config to get the value itself'],
      },
    );
  }
  const existing = call.handles.of(value);
  return existing?._type === type.type ? existing : call.handles.create(type, value);
}

/** What metadata says of the tool. */
function factsOf(tool: PreparedTool, {module, language}: ToolContext): ToolFacts {
  const {config} = tool;
  const pick = (key: string): unknown => config[key] ?? module[key];
  const tags = [...((module['tags'] ?? []) as string[]), ...((config['tags'] ?? []) as string[])];
  const facts = {
    description: config['description'] ?? describe(tool, module, language),
    category: pick('category') ?? 'wrapped',
    resource: pick('resource'),
    tags: [...new Set(tags)],
    errors: errorsOf(config, language),
    planning: config['planning'],
    requirements: config['requirements'],
    limitations: config['limitations'],
    examples: config['examples'],
    securityTier: pick('securityTier'),
    timeout: pick('timeout'),
    retry: pick('retry'),
    rate: config['rate'],
    concurrency: config['concurrency'],
    source: 'config',
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as unknown as ToolFacts;
}

function describe({name, config}: PreparedTool, module: Values, language: WrapLanguage): string {
  if (config['release'] === true) return `Releases a ${handleInput(config)?.type ?? 'handle'}`;
  const what = [module['module'], module['wraps'], module['command']].find((one) => typeof one === 'string');
  return `Calls ${methodOf(name, config)} of ${what ?? language.summary}`;
}

/** Codes with when: those of the kind, and those that the config declares. */
function errorsOf(config: Values, language: WrapLanguage): Readonly<Record<string, string>> {
  const text = (code: string): string => errorEntry(code)?.message ?? code;
  const codes: Record<string, string> = {OPERATION_FAILED: text('OPERATION_FAILED')};
  for (const code of language.errors ?? []) codes[code] = text(code);
  for (const [code, rule] of Object.entries(isRecord(config['errors']) ? config['errors'] : {})) {
    const description = isRecord(rule) ? rule['description'] : rule;
    codes[code] = typeof description === 'string' ? description : text(code);
  }
  return codes;
}
