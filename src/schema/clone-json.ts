import {ToolError} from '../contract/errors.js';

export interface CloneLimits {
  /** Levels of nesting; default 64. */
  readonly maxDepth: number;
  /** Passes live handles on as they are, for answers. */
  readonly keepHandles?: boolean;
}

/** What makes a value not JSON, and where. */
class NotJson extends Error {
  steps: string[] = [];
}

/**
 * A deep copy of a JSON value that nobody else holds, so that what was checked is what runs. Values with `toJSON` give
 * their JSON, `undefined` in an object is left out. Throws INVALID_PARAMETER for what is not JSON (a function, BigInt,
 * a cycle), for a `__proto__` key and for a getter that throws; LIMIT_EXCEEDED for too deep a value.
 */
export function cloneJson(value: unknown, limits: CloneLimits): unknown {
  try {
    return cloneValue(value, limits.maxDepth, limits.keepHandles ?? false);
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
  return error instanceof Error ? error.message : String(error);
}

function cloneValue(value: unknown, depth: number, keepHandles: boolean): unknown {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
      throw new NotJson(`is a ${typeof value}, which is not JSON`);
    }
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new NotJson(`is ${String(value)}, which is not JSON`);
    return value;
  }
  if (depth === 0) {
    throw new ToolError('LIMIT_EXCEEDED', 'Input is nested too deeply or refers to itself', {
      suggestions: ['Pass a flatter value without cycles'],
    });
  }
  if (keepHandles && Object.isFrozen(value) && '_handle' in value) return value;
  if (Array.isArray(value))
    return Array.from(value, (item, index) => cloneStep(item, depth - 1, keepHandles, `[${String(index)}]`));
  if (typeof (value as {toJSON?: unknown}).toJSON === 'function') {
    return cloneValue((value as {toJSON: () => unknown}).toJSON(), depth - 1, keepHandles);
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw new NotJson('has a "__proto__" key, which is refused');
    let item: unknown;
    try {
      item = (value as Record<string, unknown>)[key];
    } catch (error) {
      const notJson = new NotJson(`could not be read: ${messageOf(error)}`);
      notJson.steps.push(`.${key}`);
      throw notJson;
    }
    if (item !== undefined) copy[key] = cloneStep(item, depth - 1, keepHandles, `.${key}`);
  }
  return copy;
}

function cloneStep(value: unknown, depth: number, keepHandles: boolean, step: string): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  try {
    return cloneValue(value, depth, keepHandles);
  } catch (error) {
    if (error instanceof NotJson) error.steps.push(step);
    throw error;
  }
}

/** Freezes a value and everything in it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return value;
}
