import {ToolError} from '../contract/errors.js';
import {safeRead} from '../contract/native-errors.js';

export interface CloneLimits {
  /** Levels of nesting; default 64. */
  readonly maxDepth: number;
}

interface CloneOptions {
  /** Passes live handles on as they are, for answers. */
  readonly keepHandles: boolean;
}

const inputs: CloneOptions = Object.freeze({keepHandles: false});

/** Objects and lists of one value, and items of one list: what a value that holds a part of itself often grows to. */
const maxParts = 1_000_000;
const maxItems = 1_000_000;

/** Keys of one object: V8 is slow with more. */
const maxKeys = 100_000;

/** One copy on its way. */
interface Cloning extends CloneOptions {
  parts: number;
}

/** What makes a value not JSON, and where. */
class NotJson extends Error {
  steps: string[] = [];
}

/**
 * A deep copy of a JSON value that nobody else holds, so that what was checked is what runs. Values with `toJSON` give
 * their JSON, `undefined` in an object is left out. Throws INVALID_PARAMETER for what is not JSON (a function, BigInt,
 * a cycle), for a `__proto__` key and for a getter that throws; LIMIT_EXCEEDED for a value that is too deep or too large.
 */
export function cloneJson(value: unknown, {maxDepth}: CloneLimits, {keepHandles}: CloneOptions = inputs): unknown {
  try {
    return cloneValue(value, maxDepth, {keepHandles, parts: 0});
  } catch (error) {
    if (ToolError.isToolError(error)) throw error;
    const path = error instanceof NotJson ? error.steps.reverse().join('') : '';
    const at = path === '' ? 'Input' : `Parameter "${path.replace(/^\./, '')}"`;
    const why = error instanceof NotJson ? error.message : `could not be read: ${messageOf(error)}`;
    throw new ToolError('INVALID_PARAMETER', `${at} ${why}`, {
      suggestions: ['Pass plain JSON: objects, arrays, strings, numbers, booleans and null'],
    });
  }
}

function messageOf(error: unknown): string {
  const message = safeRead(error, 'message');
  return typeof message === 'string' ? message : 'it threw';
}

function tooLarge(why: string): ToolError {
  return new ToolError('LIMIT_EXCEEDED', `Input ${why}`, {
    suggestions: ['Pass a smaller, flatter value without cycles'],
  });
}

function cloneValue(value: unknown, depth: number, cloning: Cloning): unknown {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
      throw new NotJson(`is a ${typeof value}, which is not JSON`);
    }
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new NotJson(`is ${String(value)}, which is not JSON`);
    return value;
  }
  if (depth === 0) throw tooLarge('is nested too deeply or refers to itself');
  if (++cloning.parts > maxParts) throw tooLarge(`has more than ${String(maxParts)} parts`);
  if (cloning.keepHandles && '_handle' in value && Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return cloneList(value, depth, cloning);
  if (typeof (value as {toJSON?: unknown}).toJSON === 'function') {
    return cloneValue((value as {toJSON: () => unknown}).toJSON(), depth - 1, cloning);
  }
  const copy: Record<string, unknown> = {};
  const keys = Object.keys(value);
  if (keys.length > maxKeys) throw tooLarge(`has an object of ${String(keys.length)} keys`);
  for (const key of keys) {
    if (key === '__proto__') throw new NotJson('has a "__proto__" key, which is refused');
    let item: unknown;
    try {
      item = (value as Record<string, unknown>)[key];
    } catch (error) {
      const notJson = new NotJson(`could not be read: ${messageOf(error)}`);
      notJson.steps.push(`.${key}`);
      throw notJson;
    }
    // Only what can fail needs to know its place.
    if (item !== undefined) copy[key] = isScalar(item) ? item : cloneStep(item, depth - 1, cloning, key);
  }
  return copy;
}

/** A list as JSON has it: what is undefined in it, or not there, is null. */
function cloneList(list: readonly unknown[], depth: number, cloning: Cloning): unknown[] {
  if (list.length > maxItems) throw tooLarge(`has a list of ${String(list.length)} items`);
  const copy: unknown[] = [];
  for (let index = 0; index < list.length; index++) {
    const item = list[index] ?? null;
    copy.push(isScalar(item) ? item : cloneStep(item, depth - 1, cloning, index));
  }
  return copy;
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function cloneStep(value: unknown, depth: number, cloning: Cloning, step: string | number): unknown {
  try {
    return cloneValue(value, depth, cloning);
  } catch (error) {
    if (error instanceof NotJson) error.steps.push(typeof step === 'number' ? `[${String(step)}]` : `.${step}`);
    throw error;
  }
}

/**
 * A copy of an answer that holds nothing but scalars, as most do; undefined where only `cloneJson` can say what it is, and
 * for what may be a handle, which is never copied.
 */
export function flatAnswer(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return undefined;
  const copy: Record<string, unknown> = {...value};
  for (const key in copy) if (key === '__proto__' || key === '_handle' || !isScalar(copy[key])) return undefined;
  return copy;
}

/** Freezes a value and everything in it. */
export function deepFreeze<T>(value: T): T {
  // The bytes of a buffer, which a Standard Schema can make, can not be frozen.
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value) && !ArrayBuffer.isView(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) if (typeof item === 'object') deepFreeze(item);
  }
  return value;
}
