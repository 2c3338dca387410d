import type {Options, ValidateFunction} from 'ajv';
import {ToolError} from '../contract/errors.js';
import type {JsonSchema} from '../contract/json.js';
import {assertSchemaBounds, boundedRegExp, refuse} from './bounds.js';
import {boundWork, counting, withinBounds, workFor} from './checking-work.js';
import type {Work} from './checking-work.js';
import {countLooks} from './count-looks.js';
import {describeIssue} from './describe-issue.js';
import type {Issue} from './issue.js';
import {mergeAlternatives} from './merge-alternatives.js';
import type {AnyAjv} from './load-ajv.js';
import {makeAjv, makeFormatsAjv, makePlainAjv} from './load-ajv.js';
import {isPlainSchema, plainParts} from './plain-schema.js';

/**
 * Checks a value and applies defaults to it in place; undefined when it is valid. The parts of one value that are checked
 * one by one share its work.
 */
export type Validator = (value: unknown, work?: Work) => readonly Issue[] | undefined;

const options: Options = {
  // Schemas come from everywhere: unknown keywords (`examples`, `x-…`) and formats are left to those who know them.
  strict: false,
  strictNumbers: true,
  logger: false,
  useDefaults: true,
  allErrors: true,
  verbose: true,
  ownProperties: true,
  addUsedSchema: false,
  code: {regExp: boundedRegExp},
};

const draft07 = /^https?:\/\/json-schema\.org\/draft-0[4-7]\//;

/** How the ajv of each kind of schema is made. */
const kinds = {
  plain: () => makePlainAjv(options),
  formats: () => makeFormatsAjv(options),
  modern: () => makeAjv('2020-12', options),
  legacy: () => makeAjv('draft-07', options),
  trusting: () => makeAjv('2020-12', {...options, code: {}}),
};

type Kind = keyof typeof kinds;

const made: Partial<Record<Kind, AnyAjv>> = {};

function kindOf(schema: JsonSchema, trusted: boolean): Kind {
  if (trusted) return 'trusting';
  if (isPlainSchema(schema)) return namesFormat(schema) ? 'formats' : 'plain';
  const dialect = schema['$schema'];
  return typeof dialect === 'string' && draft07.test(dialect) ? 'legacy' : 'modern';
}

const namesFormat = (schema: JsonSchema): boolean => plainParts(schema).some(({format}) => format !== undefined);

/** One ajv a kind, made when the first schema of its kind is compiled. */
function ajvFor(kind: Kind): AnyAjv {
  const known = made[kind];
  if (known) return known;
  const ajv = kinds[kind]();
  ajv.addKeyword({keyword: 'handle', schemaType: 'string'});
  boundWork(ajv);
  return (made[kind] = ajv);
}

const maxIssues = 20;

/** Looks at one value (or at one in it) that a schema may ask for. */
const maxLooks = 10_000;

const tooMuchWork: Issue = {
  path: '',
  rule: 'work',
  code: 'LIMIT_EXCEEDED',
  message: 'Input is wrong in too many places, or takes too long to be checked against the schema',
};

export interface CompileOptions {
  /** Its patterns may take the time they take. */
  readonly trusted?: boolean | undefined;
  /** Values are copies of ours, whose properties are their own: so need not be asked of each. */
  readonly copies?: boolean;
}

/** Compiles a schema; takes about 650 us, so callers do it on first use. Throws INVALID_CONFIG. */
export function compileSchema(schema: JsonSchema, {trusted = false, copies = false}: CompileOptions = {}): Validator {
  const repeats = assertBounds(schema, trusted);
  counting.isOn = repeats;
  const validate = compileBounded(schema, trusted, copies && !namesInherited(schema));
  return (value, work) => {
    const verdict = repeats ? withinBounds(work ?? workFor(value), () => validate(value)) : validate(value);
    if (verdict === true) return undefined;
    if (verdict === 'too much') return [tooMuchWork];
    return mergeAlternatives((validate.errors ?? []).slice(0, maxIssues).map(describeIssue));
  };
}

/**
 * Throws INVALID_CONFIG for what `compileSchema` throws it for. A plain schema is not compiled for that: all that can be wrong
 * with one is how much it asks for, and its patterns.
 */
export function assertCompiles(schema: JsonSchema): void {
  assertBounds(schema, false);
  if (!isPlainSchema(schema)) compileSchema(schema);
  else for (const {pattern} of plainParts(schema)) if (typeof pattern === 'string') boundedRegExp(pattern, 'u');
}

/** Throws for a schema that asks for too much; whether a part of it can be used more than once. */
function assertBounds(schema: JsonSchema, trusted: boolean): boolean {
  assertSchemaBounds(schema);
  const {most, repeats} = trusted ? {most: 0, repeats: false} : countLooks(schema);
  if (most > maxLooks) throw refuse(`asks for more than ${String(maxLooks)} looks at one value`);
  return repeats;
}

/** A name that every object inherits a property of. */
const inherited = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})"`);

const namesInherited = (schema: JsonSchema): boolean => inherited.test(JSON.stringify(schema));

function compileBounded(schema: JsonSchema, trusted: boolean, copies: boolean): ValidateFunction {
  // Without its `$id`, a schema can be compiled twice and can not take the name of another; an asynchronous validator
  // answers a promise, which would pass for "valid".
  const {$id: _id, $async: _async, ...body} = schema as Record<string, unknown>;
  const ajv = ajvFor(kindOf(body, trusted));
  const known = new Set(Object.keys(ajv.refs));
  ajv.opts.ownProperties = !copies;
  try {
    return ajv.compile(body);
  } catch (error) {
    if (ToolError.isToolError(error)) throw error;
    throw new ToolError(
      'INVALID_CONFIG',
      `The schema can not be used: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
        suggestions: [
          'Check the schema against JSON Schema 2020-12 or draft-07; references to other files are not followed',
        ],
      },
    );
  } finally {
    // Else ajv keeps every schema for good, and lets one refer to the names inside of another.
    ajv.removeSchema(body);
    for (const name of Object.keys(ajv.refs)) if (!known.has(name)) Reflect.deleteProperty(ajv.refs, name);
  }
}
