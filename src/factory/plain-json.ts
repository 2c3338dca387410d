import {ToolError} from '../contract/errors.js';

const maxDepth = 64;

/**
 * What a library answers, as plain JSON (C68): dates as ISO text, bytes as base64, maps as objects, sets as lists, class
 * instances by their own fields, the answer of an HTTP client as `{data, status, headers}`. Functions in it are left
 * out. Throws INVALID_OUTPUT with the path for a cycle, a BigInt, a function in place of a value, and for what holds its
 * content back: streams, iterators, promises, the answer of `fetch`.
 */
export function toPlainJson(value: unknown): unknown {
  return quickly(value, false);
}

/** The same, except that what is plain JSON already is answered as it is: for one who copies it anyway. */
export function toSharedJson(value: unknown): unknown {
  return quickly(value, true);
}

/** Plain JSON with what else is in it converted on the way. What can not be is looked at once more, to say where it stands. */
function quickly(value: unknown, shares: boolean): unknown {
  if (isPlainScalar(value)) return value;
  if (typeof value !== 'object' || value === null) return convert(value, '', new Set());
  try {
    return convertQuickly(value, shares, []);
  } catch {
    return convert(value, '', new Set());
  }
}

const notQuick = Symbol('not quick');

function convertQuickly(value: object, shares: boolean, parents: object[]): unknown {
  const isList = Array.isArray(value);
  if (!isList && !isBare(value)) return convert(value, '', new Set(parents));
  if (parents.length >= maxDepth || parents.includes(value)) throw new Error();
  const result = isList ? convertList(value, shares, parents) : convertBare(value, shares, parents);
  // An object with methods is more than its fields.
  return result === notQuick ? convert(value, '', new Set(parents)) : result;
}

/** An object that nobody made a class of, and that is no iterator. */
const isBare = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype && !(Symbol.asyncIterator in value) && !(Symbol.iterator in value);

function convertList(list: readonly unknown[], shares: boolean, parents: object[]): unknown {
  let copy: unknown[] | undefined = shares ? undefined : new Array(list.length);
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const plain = isPlainScalar(item) ? item : (convertPart(item, list, shares, parents) ?? null);
    if (plain !== item) copy ??= list.slice(0, index);
    if (copy) copy[index] = plain;
  }
  return copy ?? list;
}

function convertBare(value: object, shares: boolean, parents: object[]): unknown {
  const copy: Record<string, unknown> = {...value};
  let isSame = true;
  for (const key in copy) {
    if (key === '__proto__') return notQuick;
    const item = copy[key];
    if (isPlainScalar(item)) continue;
    if (typeof item === 'function') return notQuick;
    const plain = convertPart(item, value, shares, parents);
    if (plain === undefined) Reflect.deleteProperty(copy, key);
    else copy[key] = plain;
    if (plain !== item) isSame = false;
  }
  if ('request' in copy && isHttpAnswer(value)) return notQuick;
  return isSame && shares ? value : copy;
}

const isPlainScalar = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  value === null ||
  (typeof value === 'number' && Number.isFinite(value));

function convertPart(item: unknown, holder: object, shares: boolean, parents: object[]): unknown {
  if (typeof item !== 'object' || item === null) return convertItem(item, '', new Set());
  parents.push(holder);
  const plain = convertQuickly(item, shares, parents);
  parents.pop();
  return plain;
}

function refuse(path: string, why: string, remedy = 'Pick what is needed with transform.output'): ToolError {
  const place = path === '' ? 'The answer' : `"${path}" of the answer`;
  return new ToolError('INVALID_OUTPUT', `${place} ${why}, which is not JSON`, {
    outcome: 'unknown',
    context: {path},
    suggestions: [remedy, 'Keep the object behind a handle with returns: {handle: "name"}'],
  });
}

function convert(value: unknown, path: string, parents: Set<object>): unknown {
  switch (typeof value) {
    case 'bigint':
      throw refuse(path, 'is a BigInt');
    case 'function':
      throw refuse(path, 'is a function');
    case 'symbol':
      throw refuse(path, 'is a symbol');
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'object':
      return value === null ? null : convertObject(value, path, parents);
    default:
      return value;
  }
}

function convertObject(value: object, path: string, parents: Set<object>): unknown {
  const simple = convertKnown(value);
  if (simple !== undefined) return simple.value;
  if (parents.has(value)) throw refuse(path, 'contains itself');
  if (parents.size >= maxDepth) throw refuse(path, `is nested deeper than ${String(maxDepth)} levels`);
  parents.add(value);
  const result = convertParts(value, path, parents);
  parents.delete(value);
  return result;
}

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

/** Values whose plain form is known; by tag, because a library may live in another realm. */
function convertKnown(value: object): {readonly value: unknown} | undefined {
  if (ArrayBuffer.isView(value))
    return {value: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')};
  switch (tagOf(value)) {
    case 'Date':
      return {value: Number.isNaN((value as Date).getTime()) ? null : (value as Date).toISOString()};
    case 'ArrayBuffer':
      return {value: Buffer.from(value as ArrayBuffer).toString('base64')};
    case 'RegExp':
      return {value: `/${(value as RegExp).source}/${(value as RegExp).flags}`};
    case 'URL':
      return {value: (value as URL).href};
    case 'Error':
      return {value: plainError(value as Error)};
    case 'Boolean':
    case 'Number':
    case 'String':
      return {value: value.valueOf()};
    default:
      return undefined;
  }
}

function plainError(error: Error): unknown {
  const {name, message} = error;
  const code = (error as {code?: unknown}).code;
  return {name, message, ...(typeof code === 'string' && {code})};
}

function convertParts(value: object, path: string, parents: Set<object>): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => convertItem(item, `${path}[${String(index)}]`, parents) ?? null);
  const tag = tagOf(value);
  if (tag === 'Set')
    return [...(value as Set<unknown>)].map(
      (item, index) => convertItem(item, `${path}[${String(index)}]`, parents) ?? null,
    );
  if (tag === 'Map' || tag === 'Headers' || tag === 'URLSearchParams' || tag === 'FormData') {
    return convertPairs([...(value as Map<unknown, unknown>)], path, parents);
  }
  if (isHttpAnswer(value)) {
    const {data, status, headers} = value;
    return convertFields({data, status, headers}, path, parents);
  }
  if (isFileFacts(value)) return {...convertFields(value, path, parents), type: typeOfFile(value)};
  const toJson: unknown = read(value, 'toJSON', path);
  if (typeof toJson === 'function') return convert(Reflect.apply(toJson, value, []), path, parents);
  const live = liveKindOf(value, tag, path);
  if (live !== undefined) throw refuse(path, `is ${live}`, 'Choose a method that answers the content itself');
  return convertFields(value, path, parents);
}

const liveTags: Readonly<Record<string, string>> = {
  Promise: 'a Promise',
  Response: 'a Response whose body was not read',
  Request: 'a Request',
  Blob: 'a Blob',
  File: 'a File',
  ReadableStream: 'a stream',
  WritableStream: 'a stream',
  TransformStream: 'a stream',
  AsyncGenerator: 'an async generator',
  Generator: 'a generator',
};

/** In words, an object whose own fields are not its content, so that they would be an answer that lost it. */
function liveKindOf(value: object, tag: string, path: string): string | undefined {
  if (Object.hasOwn(liveTags, tag)) return liveTags[tag];
  const has = (key: string | symbol): boolean => typeof read(value, key, path) === 'function';
  if (has('then')) return 'a Promise';
  if (has('pipe') && has('on')) return 'a stream';
  if (has(Symbol.asyncIterator)) return 'an async iterator';
  return has('next') && has(Symbol.iterator) ? 'an iterator' : undefined;
}

interface FileFacts {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** What Node tells of a file, whose kind is only in its methods. */
const isFileFacts = (value: object): value is FileFacts =>
  ['isFile', 'isDirectory', 'isSymbolicLink'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'function',
  );

function typeOfFile(facts: FileFacts): string {
  if (facts.isFile()) return 'file';
  if (facts.isDirectory()) return 'directory';
  return facts.isSymbolicLink() ? 'link' : 'other';
}

/** A map with text keys is an object, any other a list of pairs. */
function convertPairs(pairs: readonly (readonly [unknown, unknown])[], path: string, parents: Set<object>): unknown {
  if (pairs.every(([key]) => typeof key === 'string'))
    return convertFields(Object.fromEntries(pairs) as object, path, parents);
  return pairs.map((pair, index) => convert([...pair], `${path}[${String(index)}]`, parents));
}

function convertFields(value: object, path: string, parents: Set<object>): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    if (key === '__proto__') continue;
    const place = path === '' ? key : `${path}.${key}`;
    const item = convertItem(read(value, key, place), place, parents);
    if (item !== undefined) fields.push([key, item]);
  }
  return Object.fromEntries(fields);
}

/** Functions and symbols in a structure are left out, as JSON does. */
function convertItem(value: unknown, path: string, parents: Set<object>): unknown {
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : convert(value, path, parents);
}

function read(value: object, key: string | symbol, path: string): unknown {
  try {
    return (value as Record<string | symbol, unknown>)[key];
  } catch (error) {
    throw refuse(path, `can not be read (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** The answer of axios and its like, which also holds the request with its credentials. */
function isHttpAnswer(value: object): value is {data: unknown; status: number; headers: unknown} {
  return ['data', 'status', 'headers', 'config', 'request'].every((key) => key in value);
}
