import type {JsonSchema} from '../../contract/json.js';
import {isRecord} from '../../contract/json.js';
import {jsonCopy} from './json-copy.js';
import {mergeSchemas} from './merge-schemas.js';
import {numberFor} from './number.js';
import type {Random} from './random.js';
import {textFor} from './text.js';

/** Stands for a handle that will be made when the whole value is known to fit. */
export class PendingHandle {
  readonly type: string;

  constructor(type: string) {
    this.type = type;
  }
}

/** Deeper than this, only what has to be there is made. */
const enough = 5;
/** Deeper than this, a schema that only ever asks for more of itself is given up. */
const tooDeep = 40;

/**
 * Makes values of one schema: all of JSON Schema that says what is there (types, bounds, formats, patterns, properties,
 * items, `$ref` within the schema, `allOf`, `anyOf`, `oneOf`, `if`). What a schema only rules out (`not`) is left to
 * whoever checks the value.
 */
export class ValueMaker {
  readonly #root: JsonSchema;
  readonly #random: Random;

  constructor(root: JsonSchema, random: Random) {
    this.#root = root;
    this.#random = random;
  }

  make(): unknown {
    return this.#value(this.#root, 0);
  }

  #value(schema: unknown, depth: number): unknown {
    if (!isRecord(schema)) return this.#random.pick(['text', 1, true, null]);
    if (depth > tooDeep) throw new RangeError('The schema asks for itself without end');
    const plain = this.#resolve(schema, depth);
    if (plain.handle !== undefined) return new PendingHandle(plain.handle);
    if (Object.hasOwn(plain, 'const')) return jsonCopy(plain['const']);
    if (plain.enum) return jsonCopy(this.#random.pick(plain.enum));
    return this.#ofType(this.#typeOf(plain), plain, depth);
  }

  /** The schema without references and choices. */
  #resolve(schema: JsonSchema, depth: number): JsonSchema {
    let plain = schema;
    for (let round = 0; round < tooDeep; round++) {
      const {
        $ref,
        allOf,
        anyOf,
        oneOf,
        if: condition,
        then,
        else: otherwise,
        ...rest
      } = plain as Record<string, unknown>;
      if (typeof $ref === 'string')
        plain = mergeSchemas(this.#target($ref), {...rest, ...defined({allOf, anyOf, oneOf})});
      else if (Array.isArray(allOf)) {
        plain = (allOf as unknown[])
          .filter(isRecord)
          .reduce<JsonSchema>(mergeSchemas, {...rest, ...defined({anyOf, oneOf})});
      } else if (Array.isArray(anyOf) || Array.isArray(oneOf)) {
        const branches = ((anyOf ?? oneOf) as unknown[]).filter(isRecord);
        const others = anyOf !== undefined && oneOf !== undefined ? {oneOf} : {};
        plain = mergeSchemas({...rest, ...others}, this.#choose(branches, depth));
      } else if (isRecord(condition)) {
        const branches = [mergeSchemas(condition, isRecord(then) ? then : {}), isRecord(otherwise) ? otherwise : {}];
        plain = mergeSchemas(rest, this.#random.pick(branches));
      } else return plain;
    }
    throw new RangeError('The schema refers to itself without end');
  }

  /** Deep down, the branch that asks for least. */
  #choose(branches: readonly JsonSchema[], depth: number): JsonSchema {
    if (branches.length === 0) return {};
    if (depth <= enough) return this.#random.pick(branches);
    const weight = (branch: JsonSchema): number => JSON.stringify(branch).split('$ref').length;
    return [...branches].sort((a, b) => weight(a) - weight(b))[0] ?? {};
  }

  /** What `#/$defs/name` refers to. */
  #target($ref: string): JsonSchema {
    if (!$ref.startsWith('#')) throw new RangeError(`${$ref} is not in the schema`);
    let node: unknown = this.#root;
    for (const step of $ref.split('/').slice(1)) {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      node =
        typeof node === 'object' && node !== null && Object.hasOwn(node, name) ? Reflect.get(node, name) : undefined;
    }
    if (!isRecord(node)) throw new RangeError(`${$ref} is not in the schema`);
    return node;
  }

  #typeOf(schema: JsonSchema): string {
    const {type} = schema;
    if (typeof type === 'string') return type;
    if (Array.isArray(type) && type.length > 0) return this.#random.pick(type as readonly string[]);
    const has = (...keywords: string[]): boolean => keywords.some((keyword) => Object.hasOwn(schema, keyword));
    if (has('properties', 'required', 'patternProperties', 'minProperties')) return 'object';
    if (has('items', 'prefixItems', 'minItems', 'contains', 'uniqueItems')) return 'array';
    if (has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return 'number';
    return 'string';
  }

  #ofType(type: string, schema: JsonSchema, depth: number): unknown {
    switch (type) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#array(schema, depth);
      case 'number':
      case 'integer':
        return numberFor(schema, type === 'integer', this.#random);
      case 'boolean':
        return this.#random.chance(0.5);
      case 'null':
        return null;
      default:
        return textFor(schema, this.#random);
    }
  }

  #object(schema: JsonSchema, depth: number): Record<string, unknown> {
    const {properties = {}, required = [], additionalProperties = true, minProperties = 0} = schema;
    const made: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(properties)) {
      const isWanted = required.includes(name) || (depth < enough && this.#random.chance(0.6));
      // A property that can not be is not there.
      if (isWanted && !isNever(property)) made[name] = this.#value(property, depth + 1);
    }
    for (const name of required) {
      if (!Object.hasOwn(made, name)) made[name] = this.#value(openSchema(schema, name), depth + 1);
    }
    const isMap = Object.keys(properties).length === 0 && isRecord(additionalProperties);
    const wanted = Math.max(minProperties as number, isMap && depth < enough ? this.#random.integer(0, 2) : 0);
    for (let number = 1; Object.keys(made).length < wanted && number < 100; number++) {
      const [name, property] = this.#another(schema, made, number);
      made[name] = this.#value(property, depth + 1);
    }
    return made;
  }

  /** A further property: one that is described and was left out, or one of any name. */
  #another(schema: JsonSchema, made: object, number: number): readonly [name: string, schema: unknown] {
    const left = Object.entries(schema.properties ?? {}).find(
      ([name, it]) => !Object.hasOwn(made, name) && !isNever(it),
    );
    return left ?? [`key${String(number)}`, openSchema(schema, `key${String(number)}`)];
  }

  #array(schema: JsonSchema, depth: number): unknown[] {
    const {items, prefixItems, contains, uniqueItems} = schema as Record<string, unknown>;
    const {minItems = 0, maxItems = Infinity} = schema as {minItems?: number; maxItems?: number};
    const first = Array.isArray(prefixItems)
      ? (prefixItems as unknown[])
      : Array.isArray(items)
        ? (items as unknown[])
        : [];
    const rest = Array.isArray(items) ? schema['additionalItems'] : items;
    const most = rest === false ? Math.min(first.length, maxItems) : maxItems;
    const usual = depth < enough ? this.#random.integer(0, 3) : 0;
    const count = Math.max(minItems, Math.min(Math.max(first.length, usual), most));
    const made: unknown[] = [];
    if (isRecord(contains)) made.push(this.#value(contains, depth + 1));
    for (let tries = 0; made.length < count && tries < count * 20; tries++) {
      const value = this.#value(first[made.length] ?? rest, depth + 1);
      if (uniqueItems !== true || !made.some((other) => JSON.stringify(other) === JSON.stringify(value)))
        made.push(value);
    }
    return made;
  }
}

const isNever = (schema: unknown): boolean =>
  schema === false || (isRecord(schema) && isRecord(schema['not']) && Object.keys(schema['not']).length === 0);

/** The schema of a property that is not named. */
function openSchema({patternProperties, additionalProperties}: JsonSchema, name: string): unknown {
  const patterns = isRecord(patternProperties) ? Object.entries(patternProperties) : [];
  const fitting = patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name));
  return fitting?.[1] ?? additionalProperties;
}

const defined = (keywords: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
