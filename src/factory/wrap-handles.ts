import type {Call} from '../contract/call.js';
import {ToolError} from '../contract/errors.js';
import type {Handle, HandleType} from '../contract/handle.js';
import {defineHandle} from '../contract/handle.js';
import {isRecord} from '../contract/json.js';
import {handleInput, handleOutput} from './handle-input.js';
import {endCursor} from './library/cursor.js';
import {endObject} from './library/end-object.js';
import {Subscription} from './library/subscription.js';
import {isObject, resolvePath} from './method-path.js';
import type {PreparedConfig} from './prepare-config.js';

/** A type of handle of a config. */
export interface WrapHandle extends HandleType<string, object> {
  /** The type whose objects this one's live in: they are ended after it. */
  readonly parent: string | undefined;
}

/** The types of handle that the tools of a config give or take, with what its `handles` says of them. */
export function handleTypesOf({config, tools}: PreparedConfig): ReadonlyMap<string, WrapHandle> {
  const facts = isRecord(config['handles']) ? config['handles'] : {};
  const used = tools.flatMap(({config: tool}) => [handleOutput(tool), handleInput(tool)?.type]);
  const names = new Set([...Object.keys(facts), ...used.filter((name) => name !== undefined)]);
  return new Map([...names].map((name) => [name, handleType(name, facts[name])]));
}

function handleType(name: string, facts: unknown): WrapHandle {
  const {description, dispose, fields, idleTtl, parent} = isRecord(facts) ? facts : {};
  const type = defineHandle(name, {
    description: typeof description === 'string' ? description : `A live ${name}`,
    ...(isRecord(fields) && {fields: (resource: object) => readFields(resource, fields)}),
    dispose: typeof dispose === 'string' ? (resource: object) => callMethod(resource, dispose) : endObject,
    ...(typeof idleTtl === 'number' && {idleTtl}),
  });
  return Object.freeze({...type, parent: typeof parent === 'string' ? parent : undefined});
}

/** Properties, and what methods without arguments answer; only scalars are shown. */
function readFields(resource: object, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(fields)) {
    const found = resolvePath(resource, String(path));
    const value: unknown =
      typeof found?.value === 'function' ? Reflect.apply(found.value as () => unknown, found.owner, []) : found?.value;
    if (['string', 'number', 'boolean'].includes(typeof value)) shown[name] = value;
  }
  return shown;
}

async function callMethod(resource: object, method: string): Promise<void> {
  await endCursor(resource);
  const found = resolvePath(resource, method);
  if (typeof found?.value === 'function')
    await (Reflect.apply(found.value as () => unknown, found.owner, []) as Promise<unknown>);
}

/** A handle of an object, and whose it is. */
interface Kept {
  readonly handle: Handle;
  readonly type: string;
  readonly owner: object;
  readonly session: string | undefined;
}

/** The handles of each live object; it is ended with the last of them. */
const keptHandles = new WeakMap<object, Kept[]>();

/** Whose handle is meant. */
export interface HandleOwner {
  /** The instance that the handle belongs to. */
  readonly owner: object;
  readonly call: Call;
}

/** The handle that the session of a call has of an object, of one type or of any. Another session's is never told. */
export function ownHandle(value: unknown, {owner, call}: HandleOwner, type?: string): Handle | undefined {
  if (!isObject(value)) return undefined;
  const {sessionId} = call.context;
  return keptHandles
    .get(value)
    ?.find((kept) => kept.owner === owner && kept.session === sessionId && (type ?? kept.type) === kept.type)?.handle;
}

/** A call that answers a live object. */
interface HandleRequest extends HandleOwner {
  /** The object that was called. */
  readonly target: unknown;
  /** Among its values, after the target, is the object that the new one lives in. */
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * The handle of a live object: the one that its session has already when a method answers its own object. Throws
 * INVALID_OUTPUT for what is no object.
 */
export function handleFor(type: WrapHandle, value: unknown, request: HandleRequest): unknown {
  const {owner, target, input, call} = request;
  if (!isObject(value)) {
    throw new ToolError(
      'INVALID_OUTPUT',
      `The tool ran, but answered ${value === null ? 'null' : typeof value} and no object to keep as ${type.type}`,
      {
        outcome: 'unknown',
        suggestions: ['Leave "returns" out of the config to get the value itself'],
      },
    );
  }
  const known = ownHandle(value, request, type.type);
  if (known) return known;
  const parent = parentOf(type, value, [target, ...Object.values(input)], request);
  const dispose = async (): Promise<void> => {
    const left = (keptHandles.get(value) ?? []).filter((one) => one.handle !== handle);
    keptHandles.set(value, left);
    if (left.length === 0) await type.dispose?.(value);
  };
  const handle: Handle = call.handles.create(type, value, {parent, dispose});
  const kept: Kept = {handle, type: type.type, owner, session: call.context.sessionId};
  keptHandles.set(value, [...(keptHandles.get(value) ?? []), kept]);
  return handle;
}

/** The handle of what the new object lives in: of the emitter; of the first candidate of the type that the config names. */
function parentOf(
  {parent}: WrapHandle,
  value: object,
  candidates: readonly unknown[],
  whose: HandleOwner,
): Handle | undefined {
  if (value instanceof Subscription) return ownHandle(value.emitter, whose);
  if (parent === undefined) return undefined;
  return candidates
    .filter((one) => one !== value)
    .map((one) => ownHandle(one, whose, parent))
    .find((handle) => handle !== undefined);
}
