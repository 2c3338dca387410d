import {boundedRegExp, isRecord} from '../../../../../src/sdk.js';

/** What a keyword may say, as it is taken over; undefined where it says nothing that can be checked. */
type Keyword = (value: unknown) => unknown;

const count: Keyword = (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? value : undefined);
const number: Keyword = (value) => (Number.isFinite(value) ? value : undefined);
const positive: Keyword = (value) => (Number.isFinite(value) && (value as number) > 0 ? value : undefined);

/** Keywords that mean the same in every version, and hold no schemas. */
export const plainKeywords: ReadonlyMap<string, Keyword> = new Map([
  ['maxLength', count],
  ['minLength', count],
  ['maxItems', count],
  ['minItems', count],
  ['maxProperties', count],
  ['minProperties', count],
  ['multipleOf', positive],
  ['minimum', number],
  ['maximum', number],
  ['uniqueItems', (value) => (value === true ? true : undefined)],
  ['format', (value) => (typeof value === 'string' && value.length <= 64 ? value : undefined)],
]);

const types: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** What people write instead. */
const otherTypes: Readonly<Record<string, string>> = {
  file: 'string',
  text: 'string',
  date: 'string',
  datetime: 'string',
  uuid: 'string',
  enum: 'string',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  map: 'object',
  list: 'array',
};

/** The types that a schema names, as JSON Schema knows them; none for anything. */
export function typesOf({type, nullable}: Readonly<Record<string, unknown>>): readonly string[] {
  // What nearly all schemas say.
  if (typeof type === 'string' && types.has(type) && nullable !== true) return [type];
  const given = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === 'string');
  const known = given.flatMap((one) => {
    const lower = one.toLowerCase();
    return types.has(lower) ? [lower] : Object.hasOwn(otherTypes, lower) ? [otherTypes[lower] ?? ''] : [];
  });
  // A type that nobody knows may be anything.
  if (known.length < given.length) return [];
  return [...new Set([...known, ...(nullable === true && known.length > 0 ? ['null'] : [])])];
}

/** The values that a schema lists, of the types that it names: YAML reads `1` and `yes` as something else. */
export function valuesOf(values: unknown, types: readonly string[]): readonly unknown[] | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const only = types.filter((type) => type !== 'null');
  const fitted = values.map((value: unknown) => {
    if (only.length !== 1) return value;
    if (only[0] === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
    const isNumber = only[0] === 'integer' || only[0] === 'number';
    return isNumber && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
      ? Number(value)
      : value;
  });
  const listed = types.includes('null') ? [...fitted, null] : fitted;
  const unique = new Map(listed.map((value) => [JSON.stringify(value), value]));
  return [...unique.values()];
}

/** Bounds that exclude themselves: a flag beside the bound up to 3.0, a number of their own from 3.1 on. */
export function exclusiveBounds(schema: Readonly<Record<string, unknown>>, result: Record<string, unknown>): void {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (Number.isFinite(schema[exclusive])) result[exclusive] = schema[exclusive];
    else if (schema[exclusive] === true && result[bound] !== undefined) {
      result[exclusive] = result[bound];
      Reflect.deleteProperty(result, bound);
    }
  }
}

/** A pattern that is ECMAScript and takes no exponential time; why not, else. */
export function patternOf(pattern: unknown): {readonly pattern: string} | {readonly refused: string} | undefined {
  if (typeof pattern !== 'string') return undefined;
  try {
    boundedRegExp(pattern, 'u');
    return {pattern};
  } catch (thrown) {
    const why = thrown instanceof SyntaxError ? 'is no pattern of ECMAScript' : 'can take exponential time';
    return {refused: `The pattern ${JSON.stringify(pattern.slice(0, 80))} ${why}`};
  }
}

/** Names that can be asked for in an object. */
export const namesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? [...new Set(value.filter((name): name is string => typeof name === 'string'))] : [];

/** Properties that have a schema; `__proto__` is no name of one. */
export const propertiesOf = (value: unknown): readonly (readonly [name: string, schema: unknown])[] =>
  isRecord(value)
    ? Object.entries(value).filter(
        ([name, schema]) => name !== '__proto__' && (isRecord(schema) || typeof schema === 'boolean'),
      )
    : [];
