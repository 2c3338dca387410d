/** Steps that lead to the inside of the language instead of a library (C61): never taken, at load and at a call. */
const refusedSteps: ReadonlySet<string> = new Set([
  'constructor',
  'prototype',
  'call',
  'apply',
  'bind',
  'caller',
  'callee',
  'arguments',
]);

/** Whether a step may be taken: not to a prototype, not to a function's own methods, none of the `__x__`. */
export const isOpenStep = (step: string): boolean =>
  step !== '' && !refusedSteps.has(step) && !(step.startsWith('__') && step.endsWith('__') && step.length >= 4);

/**
 * Whether a property of bytes is memory that they share with others: Node makes small buffers out of one pool, where the
 * secrets of a process have stood as well.
 */
export const isSharedMemory = (object: unknown, property: string): boolean =>
  (property === 'buffer' || property === 'parent') &&
  ArrayBuffer.isView(object) &&
  object.byteLength !== object.buffer.byteLength;

/** What a path leads to, and the object it stands in, so that `this` is kept. */
export interface Resolved {
  readonly owner: unknown;
  readonly value: unknown;
}

/** Follows `a.b.c` from `root`; undefined where it leads nowhere, or takes a step that is refused. */
export function resolvePath(root: unknown, path: string): Resolved | undefined {
  return resolveSteps(root, path.split('.'));
}

/** The same for a path that was taken apart before. */
export function resolveSteps(root: unknown, steps: readonly string[]): Resolved | undefined {
  let owner: unknown = undefined;
  let value = root;
  for (const step of steps) {
    if (!isOpenStep(step) || value === null || value === undefined || isSharedMemory(value, step)) return undefined;
    owner = value;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return {owner, value};
}

/** Whether it is Object.prototype or Function.prototype, of whichever realm. A library may have a `bind` of its own. */
const isLanguage = (object: object): boolean =>
  (typeof object === 'function' ? ['apply', 'bind', 'call'] : ['hasOwnProperty', 'isPrototypeOf']).every((name) =>
    Object.hasOwn(object, name),
  );

/** Names of the functions of an object, with inherited ones up to Object; of a function or a class only its own. */
export const functionNames = (root: unknown): string[] =>
  namesOf(root, (descriptor) => typeof descriptor.value === 'function');

/** Names of the properties of an object that are no functions, those with a getter included, inherited ones as above. */
export const propertyNames = (root: unknown): string[] =>
  namesOf(root, (descriptor) => typeof descriptor.value !== 'function');

/** Names of both. */
export const memberNames = (root: unknown): string[] => namesOf(root, () => true);

function namesOf(root: unknown, takes: (descriptor: PropertyDescriptor) => boolean): string[] {
  const names = new Set<string>();
  for (let object: unknown = root; isObject(object); object = Object.getPrototypeOf(object)) {
    if (isLanguage(object)) break;
    for (const name of Object.getOwnPropertyNames(object)) {
      const descriptor = Object.getOwnPropertyDescriptor(object, name);
      if (isOpenStep(name) && descriptor && takes(descriptor)) names.add(name);
    }
    if (typeof root === 'function') break;
  }
  return [...names];
}

export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Whether a function can only be used with `new`, or is made for it. */
export function isClass(value: unknown): value is new (...args: unknown[]) => object {
  if (typeof value !== 'function') return false;
  if (/^class\b/.test(Function.prototype.toString.call(value))) return true;
  const prototype: unknown = value.prototype;
  return isObject(prototype) && Object.getOwnPropertyNames(prototype).length > 1;
}
