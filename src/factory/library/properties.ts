import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import {nearest} from '../../contract/nearest.js';
import {isObject, isOpenStep, isSharedMemory, propertyNames, resolvePath} from '../method-path.js';
import type {Resolved} from '../method-path.js';

/**
 * Reads a property, its getter called with its own `this`. One that is not there is undefined, with a warning that names
 * the nearest. Throws INVALID_STATE for a function, and for the memory that bytes share with others.
 */
export function readProperty(objects: readonly unknown[], path: string, call: Call, shared: SharedObjects): unknown {
  const root = objects.find((object) => isObject(object) && headOf(path) in object) ?? objects[0];
  const found = follow(root, path, shared);
  if (typeof found?.value === 'function') {
    throw new ToolError('INVALID_STATE', `"${path}" is a function and no property`, {
      outcome: 'not_executed',
      suggestions: [`Call it: {"method": "${path}"}`],
    });
  }
  if (found?.value === undefined) warnOfMissing(root, path, call);
  return found?.value;
}

/** Follows a path. What stands in something shared is shared as well, whoever goes on with it later. */
function follow(root: unknown, path: string, shared: SharedObjects): Resolved | undefined {
  let owner: unknown = undefined;
  let value = root;
  for (const step of path.split('.')) {
    if (isSharedMemory(value, step)) throw refusal(path, 'is memory that these bytes share with others');
    const found = resolvePath(value, step);
    if (!found) return undefined;
    if (isObject(value) && isObject(found.value) && shared.has(value)) shared.add(found.value);
    owner = value;
    value = found.value;
  }
  return {owner, value};
}

const headOf = (path: string): string => path.split('.', 1)[0] ?? '';

function warnOfMissing(root: unknown, path: string, call: Call): void {
  const {owner, name} = ownerOf(root, path, (value, start) => resolvePath(value, start)?.value);
  if (!isObject(owner) || name in owner) return;
  const near = nearest(name, propertyNames(owner));
  call.warn(`The object has no property "${path}"${near === undefined ? '' : `; did you mean "${near}"?`}`);
}

function ownerOf(
  root: unknown,
  path: string,
  valueAt: (root: unknown, path: string) => unknown,
): {readonly owner: unknown; readonly name: string} {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? {owner: root, name: path} : {owner: valueAt(root, path.slice(0, dot)), name: path.slice(dot + 1)};
}

/**
 * Sets properties that the object has, own ones and those with a setter; all are looked at before the first is set. Throws
 * INVALID_STATE for one that it does not have (with the nearest), for a function, and for what belongs to the library
 * itself, which every other user of it would see.
 */
export function writeProperties(
  [root]: readonly unknown[],
  entries: readonly (readonly [path: string, value: unknown])[],
  shared: SharedObjects,
): void {
  const valueAt = (from: unknown, path: string): unknown => follow(from, path, shared)?.value;
  const places = entries.map(([path, value]) => ({...ownerOf(root, path, valueAt), path, value}));
  for (const {owner, name, path} of places) assertSettable(owner, name, path, shared);
  for (const [index, {owner, name, path, value}] of places.entries()) {
    if (Reflect.set(owner as object, name, value)) continue;
    throw refusal(path, 'can not be set', [], index === 0 ? 'not_executed' : 'partial');
  }
}

function assertSettable(owner: unknown, name: string, path: string, shared: SharedObjects): void {
  if (!isOpenStep(name) || !isObject(owner) || !(name in owner)) {
    const near = isObject(owner) ? nearest(name, propertyNames(owner)) : undefined;
    throw refusal(path, 'is not there', near === undefined ? [] : [`Did you mean "${near}"?`]);
  }
  if (shared.has(owner)) throw refusal(path, 'belongs to the library itself, and not to one object');
  if (typeof (owner as Readonly<Record<string, unknown>>)[name] === 'function') throw refusal(path, 'is a function');
}

const refusal = (
  path: string,
  why: string,
  suggestions: readonly string[] = [],
  outcome: 'not_executed' | 'partial' = 'not_executed',
): ToolError => new ToolError('INVALID_STATE', `The property "${path}" ${why}`, {outcome, suggestions});

/** What all users of a library share. */
export interface SharedObjects {
  has(object: object): boolean;
  add(object: object): void;
}

/** Levels of a library's exports that are looked through for what is shared. */
const sharedDepth = 2;

/** Finds what is no single object's own: a class, a prototype, an export of the library, a part of one. */
export function sharedIn(exports: readonly unknown[]): SharedObjects {
  let known: WeakSet<object> | undefined;
  const parts = (): WeakSet<object> => {
    if (known) return known;
    known = new WeakSet();
    for (const root of exports) collectParts(root, known, sharedDepth);
    return known;
  };
  return {
    has: (object) => typeof object === 'function' || isPrototype(object) || parts().has(object),
    add: (object) => void parts().add(object),
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
