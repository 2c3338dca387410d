import {isRecord, PROTOTYPE_KEYS} from '../contract/json.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';

const maxDepth = 32;

/** What stands here is wrapped as it is, so that its methods find their own `this`. */
const liveKey = 'target';

export interface ConfigSnapshot {
  /** A frozen copy that nobody else holds. Functions and live objects are themselves. */
  readonly config: unknown;
  /** Whether it holds a function, which data can not: whoever wrote it can run code already. */
  readonly isCode: boolean;
}

/** An object that is data: `{…}` of any realm, without a prototype of its own and without symbols. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return plain && Object.getOwnPropertySymbols(value).length === 0;
}

/**
 * Copies a config before it is looked at, so that what was checked is what is used. Reports cycles, too deep nesting,
 * keys that reach a prototype, and properties that can not be read.
 */
export function snapshotConfig(config: unknown, report: Report): ConfigSnapshot {
  let isCode = false;
  const parents = new Set<object>();

  const copy = (value: unknown, path: string): unknown => {
    if (typeof value === 'function') isCode = true;
    if (typeof value !== 'object' || value === null || path === liveKey) return value;
    if (!Array.isArray(value) && !isPlainObject(value)) return value;
    if (parents.has(value) || parents.size >= maxDepth) {
      const why = parents.has(value) ? 'A value contains itself' : `Nested deeper than ${String(maxDepth)} levels`;
      report({path, message: why, remedy: 'Write the config as plain JSON'});
      return undefined;
    }
    parents.add(value);
    const result = Array.isArray(value)
      ? value.map((item, index) => copy(item, joinPath(path, index)))
      : copyObject(value, path);
    parents.delete(value);
    return Object.freeze(result);
  };

  const copyObject = (value: Record<string, unknown>, path: string): Record<string, unknown> => {
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const place = joinPath(path, key);
      if (PROTOTYPE_KEYS.has(key)) {
        report({path: place, message: `The key "${key}" is refused`, remedy: 'Choose another name'});
        continue;
      }
      try {
        const item = copy(value[key], place);
        if (item !== undefined) result[key] = item;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        report({path: place, message: `The property can not be read: ${why}`, remedy: 'Give a plain value'});
      }
    }
    return result;
  };

  const snapshot = copy(config, '');
  return {config: snapshot, isCode};
}
