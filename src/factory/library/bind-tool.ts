import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import {isRecord} from '../../contract/json.js';
import type {WrapRequest, WrapSetup} from '../../core/wrap-kind.js';
import {handleInput} from '../handle-input.js';
import {isObject} from '../method-path.js';
import {argumentsOf} from './arguments.js';
import {collect, cursorOf} from './cursor.js';
import {compileMaker} from './directives.js';
import type {Maker, MakerContext} from './directives.js';
import type {TakeRequest} from './item-source.js';
import type {LibraryNames} from './library-names.js';
import {readBytes} from './read-bytes.js';
import type {ReadPlan} from './read-bytes.js';
import type {Signature} from './signature.js';
import {bindStep, chainOf, invokerOf} from './steps.js';
import type {Step} from './steps.js';
import {Subscription} from './subscription.js';

type ToolConfig = Readonly<Record<string, unknown>>;
type Values = WrapRequest['values'];

/** A tool as it is called: on the object behind its handle, or on the library. Answers what the library answered. */
type BoundTool = (request: WrapRequest, call: Call) => unknown;

/** What the tools of one instance are bound to. */
export interface ToolContext extends MakerContext {
  readonly setup: WrapSetup;
  /** What tools without a handle are called on. */
  readonly library: LibraryNames;
  /** The signature of a well-known function, where the tool calls one. */
  readonly signatureOf: (method: string) => Signature | undefined;
  /** Calls a well-known function with the arguments that its signature needs, or refuses to. */
  readonly guarded: (signature: Signature, method: string, args: unknown[], call: Call, act: Act) => unknown;
}

type Act = (args: unknown[]) => unknown;

/** Binds a tool. Throws INVALID_CONFIG for what the library does not have. */
export function bindTool(name: string, tool: ToolConfig, context: ToolContext): BoundTool {
  const act = bindAction(name, tool, context);
  const {collect: bounds, read} = tool;
  const {runtime} = context.setup;
  if (isRecord(bounds)) {
    const limitOf = boundOf(bounds['limit'], defaultItems, context);
    return async (request, call) =>
      collect(await act(request, call), {
        limit: limitOf(request.values, call),
        wait: undefined,
        call,
        clock: runtime.clock,
      });
  }
  if (read === undefined) return act;
  const plan = readPlan(read, context);
  const limit = typeof tool['maxBytes'] === 'number' ? tool['maxBytes'] : defaultBytes;
  return async (request, call) =>
    readBytes(await act(request, call), plan, {values: request.values, call, clock: runtime.clock, limit});
}

const defaultItems = 100;
const maxItems = 10_000;
const defaultEvents = 1000;
const defaultBytes = 10_485_760;

function bindAction(name: string, tool: ToolConfig, context: ToolContext): BoundTool {
  const {next, events, chain, get, set} = tool;
  if (tool['release'] === true) return () => undefined;
  if (isRecord(next)) return bindNext(next, context);
  if (isRecord(events)) return bindEvents(events, context);
  if (Array.isArray(chain)) return bindChain(name, tool, chain as readonly ToolConfig[], context);
  if (get !== undefined || set !== undefined) {
    const step = bindStep(tool, `tools.${name}`, context);
    const gives = tool['returns'] !== undefined;
    return (request, call) => {
      const objects = objectsOf(request, context);
      const answer = step.run(objects, request.values, call);
      return step.keeps && gives ? objects[0] : answer;
    };
  }
  return bindMethod(name, tool, context);
}

/** The object behind the handle, else the library. */
const objectsOf = (request: WrapRequest, {library}: ToolContext): readonly unknown[] =>
  'target' in request ? [request.target] : library.roots;

function bindMethod(name: string, tool: ToolConfig, context: ToolContext): BoundTool {
  const construct = tool['construct'] === true;
  const onHandle = handleInput(tool);
  const method = typeof tool['method'] === 'string' ? tool['method'] : construct ? '' : name;
  if (!onHandle && method !== '') context.library.function(method, `tools.${name}.method`);
  const signature = onHandle ? undefined : context.signatureOf(method);
  const argumentsFor = argumentsOf(tool, `tools.${name}.args`, context, signature, onHandle?.input);
  const invoke = invokerOf(method, construct);
  if (!signature) return (request, call) => invoke(objectsOf(request, context), argumentsFor(request.values, call));
  const {roots} = context.library;
  const act: Act = (args) => invoke(roots, args);
  return (request, call) => context.guarded(signature, method, argumentsFor(request.values, call), call, act);
}

function bindChain(name: string, tool: ToolConfig, links: readonly ToolConfig[], context: ToolContext): BoundTool {
  const steps = links.map((link, index): Step => {
    const place = `tools.${name}.chain[${String(index)}]`;
    const {method} = link;
    if (index === 0 && !handleInput(tool) && typeof method === 'string')
      context.library.function(method, `${place}.method`);
    return bindStep(link, place, context);
  });
  const run = chainOf(steps);
  return (request, call) => run(objectsOf(request, context), request.values, call);
}

function bindNext({limit, wait}: ToolConfig, context: ToolContext): BoundTool {
  const limitOf = boundOf(limit, defaultItems, context);
  const waitOf = compileMaker(wait, '', context);
  const {clock} = context.setup.runtime;
  return ({target, values}, call) => {
    const waiting = waitOf(values, call);
    const request: TakeRequest = {
      limit: limitOf(values, call),
      wait: typeof waiting === 'number' ? Math.max(0, waiting) : undefined,
      call,
      clock,
    };
    if (target instanceof Subscription) return target.take(request);
    if (isObject(target)) return cursorOf(target).take(request);
    throw new ToolError('INVALID_STATE', 'Nothing is behind the handle', {outcome: 'not_executed'});
  };
}

function bindEvents({names, end, limit}: ToolConfig, context: ToolContext): BoundTool {
  const options = {
    names: (names ?? []) as readonly string[],
    end: (end ?? []) as readonly string[],
    limit: typeof limit === 'number' ? limit : defaultEvents,
  };
  return (request, call) => {
    if (call.stopped) throw call.stopped;
    return new Subscription(objectsOf(request, context)[0], options);
  };
}

/** How many items: a number, or what the input says, within bounds. */
function boundOf(limit: unknown, standard: number, context: MakerContext): (values: Values, call: Call) => number {
  const make = compileMaker(limit, '', context);
  return (values, call) => {
    const given = make(values, call);
    const whole = typeof given === 'number' && Number.isFinite(given) ? Math.floor(given) : standard;
    return Math.min(maxItems, Math.max(1, whole));
  };
}

/** Reads `read: "utf8"` and `read: {Body: "{encoding}"}`. */
function readPlan(read: unknown, context: MakerContext): ReadPlan {
  const entries: readonly (readonly [string, unknown])[] = isRecord(read) ? Object.entries(read) : [['', read]];
  return entries.map(([name, encoding]): readonly [string, Maker] => [name, compileMaker(encoding, '', context)]);
}
