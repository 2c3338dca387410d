import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import {nearest} from '../../contract/nearest.js';
import {isObject, isOpenStep, propertyNames, resolvePath} from '../method-path.js';

/**
 * Reads a property, its getter called with its own `this`. One that is not there is undefined, with a warning that names
 * the nearest. Throws INVALID_STATE for a function.
 */
export function readProperty(objects: readonly unknown[], path: string, call: Call): unknown {
  const root = objects.find((object) => isObject(object) && headOf(path) in object) ?? objects[0];
  const found = resolvePath(root, path);
  if (typeof found?.value === 'function') {
    throw new ToolError('INVALID_STATE', `"${path}" is a function and no property`, {
      outcome: 'not_executed',
      suggestions: [`Call it: {"method": "${path}"}`],
    });
  }
  if (found?.value === undefined) warnOfMissing(root, path, call);
  return found?.value;
}

const headOf = (path: string): string => path.split('.', 1)[0] ?? '';

function warnOfMissing(root: unknown, path: string, call: Call): void {
  const {owner, name} = ownerOf(root, path);
  if (!isObject(owner) || name in owner) return;
  const near = nearest(name, propertyNames(owner));
  call.warn(`The object has no property "${path}"${near === undefined ? '' : `; did you mean "${near}"?`}`);
}

function ownerOf(root: unknown, path: string): {readonly owner: unknown; readonly name: string} {
  const dot = path.lastIndexOf('.');
  return dot < 0
    ? {owner: root, name: path}
    : {owner: resolvePath(root, path.slice(0, dot))?.value, name: path.slice(dot + 1)};
}

/**
 * Sets properties that the object has, own ones and those with a setter; all are looked at before the first is set. Throws
 * INVALID_STATE for one that it does not have (with the nearest), for a function, and for what belongs to the library
 * itself, which every other user of it would see.
 */
export function writeProperties(
  [root]: readonly unknown[],
  entries: readonly (readonly [path: string, value: unknown])[],
  isShared: IsShared,
): void {
  const places = entries.map(([path, value]) => ({...ownerOf(root, path), path, value}));
  for (const {owner, name, path} of places) assertSettable(owner, name, path, isShared);
  for (const [index, {owner, name, path, value}] of places.entries()) {
    if (Reflect.set(owner as object, name, value)) continue;
    throw refusal(path, 'can not be set', [], index === 0 ? 'not_executed' : 'partial');
  }
}

function assertSettable(owner: unknown, name: string, path: string, isShared: IsShared): void {
  if (!isOpenStep(name) || !isObject(owner) || !(name in owner)) {
    const near = isObject(owner) ? nearest(name, propertyNames(owner)) : undefined;
    throw refusal(path, 'is not there', near === undefined ? [] : [`Did you mean "${near}"?`]);
  }
  if (isShared(owner)) throw refusal(path, 'belongs to the library itself, and not to one object');
  if (typeof (owner as Readonly<Record<string, unknown>>)[name] === 'function') throw refusal(path, 'is a function');
}

const refusal = (
  path: string,
  why: string,
  suggestions: readonly string[] = [],
  outcome: 'not_executed' | 'partial' = 'not_executed',
): ToolError => new ToolError('INVALID_STATE', `The property "${path}" ${why}`, {outcome, suggestions});

/** Whether all users of a library share an object. */
export type IsShared = (object: object) => boolean;

/** Levels of a library's exports that are looked through for what is shared. */
const sharedDepth = 2;

/** Finds what is no single object's own: a class, a prototype, an export of the library, a part of one. */
export function sharedIn(exports: readonly unknown[]): IsShared {
  let known: WeakSet<object> | undefined;
  return (object) => {
    if (typeof object === 'function' || isPrototype(object)) return true;
    if (!known) {
      known = new WeakSet();
      for (const root of exports) collectParts(root, known, sharedDepth);
    }
    return known.has(object);
  };
}

function isPrototype(object: object): boolean {
  const constructor: unknown = Object.hasOwn(object, 'constructor') ? Reflect.get(object, 'constructor') : undefined;
  return typeof constructor === 'function' && constructor.prototype === object;
}

function collectParts(whole: unknown, parts: WeakSet<object>, depth: number): void {
  if (!isObject(whole)) return;
  parts.add(whole);
  if (depth === 0) return;
  for (const {value} of Object.values(Object.getOwnPropertyDescriptors(whole))) collectParts(value, parts, depth - 1);
}
