import {isRecord} from '../../../../../src/sdk.js';
import type {JsonSchema} from '../../../../../src/sdk.js';
import {Broken} from '../broken.js';
import type {Fields, OpenapiDocument, Place} from '../document.js';
import {sentence, shortened} from '../text.js';
import {discriminated} from './discriminator.js';
import type {InPlace, Target} from './in-place.js';
import {exclusiveBounds, namesOf, patternOf, plainKeywords, propertiesOf, typesOf, valuesOf} from './keywords.js';

/** `input`: what is sent, without what only answers have (`readOnly`). `output`: what is answered (no `writeOnly`). */
export type Direction = 'input' | 'output';

/** What converting one schema needs. */
export interface Conversion {
  readonly document: OpenapiDocument;
  readonly direction: Direction;
  note(text: string): void;
  /** The name in `$defs` of what a reference leads to. */
  reference(target: Target): string;
  /** What to do with a reference for the value that the schema itself is for. */
  inPlace(edge: {readonly to: Target; readonly all: boolean}): InPlace;
}

/** Where in a schema one is: how deep, and whether it is still about the value of the whole. */
interface Spot {
  readonly file: string;
  readonly depth: number;
  readonly inPlace: boolean;
  /** It holds in any case; else it is one of several that may. */
  readonly all: boolean;
}

/** Levels of schemas in schemas that are written out; others are behind references. */
const maxDepth = 24;
/** Characters of a description inside of a schema. */
const descriptionBudget = 300;

/** A schema of any version of OpenAPI as JSON Schema 2020-12, as far as haft compiles it. Throws Broken. */
export function convertSchema({file, value}: Place, conversion: Conversion): JsonSchema {
  return new Converter(conversion).convert(value, {file, depth: 0, inPlace: true, all: true});
}

class Converter {
  readonly #conversion: Conversion;

  constructor(conversion: Conversion) {
    this.#conversion = conversion;
  }

  convert(given: unknown, spot: Spot): JsonSchema {
    if (given === false) return {not: {}};
    if (!isRecord(given)) return {};
    if (spot.depth > maxDepth) throw new Broken(`A schema is nested deeper than ${maxDepth} levels`);
    return typeof given['$ref'] === 'string' ? this.#reference(given, given['$ref'], spot) : this.#schema(given, spot);
  }

  #reference(given: Fields, reference: string, spot: Spot): JsonSchema {
    const {document} = this.#conversion;
    const to = document.follow(reference, spot.file);
    const description = descriptionOf(given);
    const about = description === undefined ? {} : {description};
    if (!isRecord(to.value)) return about;
    const how = spot.inPlace ? this.#conversion.inPlace({to, all: spot.all}) : 'follow';
    if (how === 'drop') return {not: {}};
    if (how === 'base') {
      const {oneOf: _oneOf, anyOf: _anyOf, discriminator: _discriminator, ...base} = to.value;
      return this.convert(base, {...spot, file: to.file, depth: spot.depth + 1});
    }
    if (isSmall(to.value)) return {...this.#schema(to.value, {...spot, file: to.file}), ...about};
    return {$ref: `#/$defs/${this.#conversion.reference(to)}`, ...about};
  }

  #schema(given: Fields, spot: Spot): JsonSchema {
    const result: Record<string, unknown> = {};
    const description = descriptionOf(given);
    if (description !== undefined) result['description'] = description;
    const types = this.#types(given);
    if (types.length > 0) result['type'] = types.length === 1 ? types[0] : types;
    const values = valuesOf(given['enum'], types);
    if (values) result['enum'] = values;
    if (Object.hasOwn(given, 'const') && given['const'] !== undefined) result['const'] = given['const'];
    let holds = false;
    for (const keyword of Object.keys(given)) {
      holds ||= nesting.has(keyword);
      const value = plainKeywords.get(keyword)?.(given[keyword]);
      if (value !== undefined) result[keyword] = value;
    }
    exclusiveBounds(given, result);
    this.#pattern(given, result);
    // Most schemas are of a text or a number.
    if (!holds) return result;
    this.#object(given, result, spot);
    this.#list(given, result, spot);
    return this.#combined(given, result, spot);
  }

  #types(given: Fields): readonly string[] {
    const types = typesOf(given);
    if (types.length > 0 || given['type'] !== undefined) return types;
    const implied = isRecord(given['properties']) ? 'object' : isRecord(given['items']) ? 'array' : undefined;
    if (implied === undefined) return [];
    return given['nullable'] === true ? [implied, 'null'] : [implied];
  }

  #pattern(given: Fields, result: Record<string, unknown>): void {
    const read = patternOf(given['pattern']);
    if (!read) return;
    if ('pattern' in read) result['pattern'] = read.pattern;
    else this.#conversion.note(`${read.refused}, and is not checked`);
  }

  #object(given: Fields, result: Record<string, unknown>, spot: Spot): void {
    const inner = inside(spot);
    const hidden = this.#conversion.direction === 'input' ? 'readOnly' : 'writeOnly';
    const left = new Set(['__proto__']);
    if (isRecord(given['properties'])) {
      const shown: Record<string, JsonSchema> = {};
      for (const [name, schema] of propertiesOf(given['properties'])) {
        if (this.#isMarked(schema, hidden, spot.file)) left.add(name);
        else shown[name] = this.convert(schema, inner);
      }
      result['properties'] = shown;
    }
    const required = namesOf(given['required']).filter((name) => !left.has(name));
    if (required.length > 0) result['required'] = required;
    for (const keyword of ['additionalProperties', 'propertyNames', 'unevaluatedProperties']) {
      const value = given[keyword];
      if (typeof value === 'boolean' && keyword !== 'propertyNames') result[keyword] = value;
      else if (isRecord(value)) result[keyword] = this.convert(value, inner);
    }
    for (const [keyword, about] of [
      ['patternProperties', inner],
      ['dependentSchemas', {...inside(spot), inPlace: spot.inPlace}],
    ] as const) {
      if (!isRecord(given[keyword])) continue;
      const entries = propertiesOf(given[keyword]).filter(
        ([name]) => keyword !== 'patternProperties' || this.#isPattern(name),
      );
      result[keyword] = Object.fromEntries(entries.map(([name, schema]) => [name, this.convert(schema, about)]));
    }
    if (isRecord(given['dependentRequired'])) {
      const lists = Object.entries(given['dependentRequired']).filter(([name]) => name !== '__proto__');
      result['dependentRequired'] = Object.fromEntries(lists.map(([name, names]) => [name, namesOf(names)]));
    }
  }

  #isPattern(pattern: string): boolean {
    const read = patternOf(pattern);
    if (read && 'refused' in read) this.#conversion.note(`${read.refused}, and is not checked`);
    return read !== undefined && 'pattern' in read;
  }

  /** Whether a property is one for the other direction, or what it refers to is. */
  #isMarked(schema: unknown, mark: 'readOnly' | 'writeOnly', file: string): boolean {
    if (!isRecord(schema)) return false;
    if (typeof schema['$ref'] !== 'string' || schema[mark] === true) return schema[mark] === true;
    const {value} = this.#conversion.document.resolve({file, value: schema});
    return isRecord(value) && value[mark] === true;
  }

  #list(given: Fields, result: Record<string, unknown>, spot: Spot): void {
    const inner = inside(spot);
    const {items, prefixItems, contains} = given;
    const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
    if (first && first.length > 0) result['prefixItems'] = first.map((item) => this.convert(item, inner));
    if (isRecord(items) || typeof items === 'boolean') result['items'] = this.convert(items, inner);
    if (isRecord(contains)) result['contains'] = this.convert(contains, inner);
  }

  /** What is said of the value by several schemas, and `null` beside them. */
  #combined(given: Fields, result: Record<string, unknown>, spot: Spot): JsonSchema {
    const {document} = this.#conversion;
    const here = {...spot, depth: spot.depth + 1};
    if (Array.isArray(given['allOf'])) {
      const all = given['allOf'].filter(isRecord).map((schema) => this.convert(schema, here));
      if (all.length > 0) result['allOf'] = all;
    }
    const choices: JsonSchema[][] = [];
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = given[keyword];
      if (!Array.isArray(branches) || branches.length === 0) continue;
      const marked = discriminated(branches, given['discriminator'], document, spot.file);
      const choice = marked.map(({branch, mark}) => {
        const converted = this.convert(branch, {...here, all: false});
        return mark ? {...converted, ...mark} : converted;
      });
      const possible = choice.filter((schema) => !isNothing(schema));
      if (possible.length > 0) choices.push(possible);
    }
    const [choice, second] = choices;
    if (choice) result['anyOf'] = choice;
    if (second) result['allOf'] = [...((result['allOf'] as JsonSchema[] | undefined) ?? []), {anyOf: second}];
    for (const keyword of ['not', 'if', 'then', 'else']) {
      if (isRecord(given[keyword])) result[keyword] = this.convert(given[keyword], {...here, inPlace: false});
    }
    return withNull(given, result);
  }
}

/** `nullable` of a schema that names no type, which a part of it does. */
function withNull(given: Fields, result: Record<string, unknown>): JsonSchema {
  const isCombined = result['allOf'] !== undefined || result['anyOf'] !== undefined;
  if (given['nullable'] !== true || !isCombined) return result;
  const {description, ...rest} = result;
  return {...(typeof description === 'string' && {description}), anyOf: [rest, {type: 'null'}]};
}

const inside = (spot: Spot): Spot => ({...spot, depth: spot.depth + 1, inPlace: false});

const isNothing = (schema: JsonSchema): boolean =>
  Object.keys(schema).length === 1 && isRecord(schema['not']) && Object.keys(schema['not']).length === 0;

/** Whether a schema is written out where it is referred to: a list of values, a text of a format. */
function isSmall(schema: Fields): boolean {
  const values = schema['enum'];
  if (Array.isArray(values) && values.length > 20) return false;
  return !Object.keys(schema).some((keyword) => nesting.has(keyword));
}

/** Keywords that say something of what is in a value, or hold schemas. */
const nesting = new Set([
  ...['$ref', 'properties', 'required', 'items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not'],
  ...['if', 'then', 'else', 'patternProperties', 'prefixItems', 'contains', 'propertyNames', 'dependentSchemas'],
  ...['dependentRequired', 'unevaluatedProperties'],
]);

/**
 * What a schema says in words. Its default is among them: a server applies it by itself, and to send it would change
 * what nobody asked to change (`PATCH` with defaults of properties that were not named).
 */
function descriptionOf(given: Fields): string | undefined {
  const {description, title, default: fallback, deprecated} = given;
  const said = typeof description === 'string' && description.trim() !== '' ? description : title;
  const text = typeof said === 'string' ? shortened(said, descriptionBudget) : '';
  const isShort = ['string', 'number', 'boolean'].includes(typeof fallback) && JSON.stringify(fallback).length <= 60;
  const notes = [
    text,
    isShort ? `Default: ${JSON.stringify(fallback)}.` : '',
    deprecated === true ? 'Deprecated.' : '',
  ].filter((note) => note !== '');
  if (notes.length === 0) return undefined;
  return notes.length === 1 ? notes[0] : notes.map((note, index) => (index === 0 ? sentence(note) : note)).join(' ');
}
