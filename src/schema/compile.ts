import {Ajv} from 'ajv';
import {Ajv2020} from 'ajv/dist/2020.js';
import type {Options, ValidateFunction} from 'ajv';
import addFormats from 'ajv-formats';
import {ToolError} from '../contract/errors.js';
import type {JsonSchema} from '../contract/json.js';
import {assertSchemaBounds, boundedRegExp} from './bounds.js';
import {describeIssue} from './describe-issue.js';
import type {Issue} from './issue.js';

/** Checks a value and applies defaults to it in place; undefined when it is valid. */
export type Validator = (value: unknown) => readonly Issue[] | undefined;

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

const made: {modern?: Ajv2020; legacy?: Ajv; trusting?: Ajv2020} = {};

/** One ajv a dialect and degree of trust, made when the first schema of its kind is compiled. */
function ajvFor(schema: JsonSchema, trusted: boolean): Ajv | Ajv2020 {
  const dialect = schema['$schema'];
  if (trusted) return (made.trusting ??= prepare(new Ajv2020({...options, code: {}})));
  if (typeof dialect === 'string' && draft07.test(dialect)) return (made.legacy ??= prepare(new Ajv(options)));
  return (made.modern ??= prepare(new Ajv2020(options)));
}

function prepare<A extends Ajv | Ajv2020>(ajv: A): A {
  addFormats.default(ajv);
  ajv.addKeyword({keyword: 'handle', schemaType: 'string'});
  return ajv;
}

const maxIssues = 20;

/**
 * Compiles a schema; takes about 650 us, so callers do it on first use. `trusted` patterns may take the time they take.
 * Throws INVALID_CONFIG.
 */
export function compileSchema(schema: JsonSchema, trusted = false): Validator {
  assertSchemaBounds(schema);
  const validate = compileBounded(schema, trusted);
  return (value) => {
    if (validate(value)) return undefined;
    return (validate.errors ?? []).slice(0, maxIssues).map(describeIssue);
  };
}

function compileBounded(schema: JsonSchema, trusted: boolean): ValidateFunction {
  // Without its `$id`, a schema can be compiled twice and can not take the name of another; an asynchronous validator
  // answers a promise, which would pass for "valid".
  const {$id: _id, $async: _async, ...body} = schema as Record<string, unknown>;
  const ajv = ajvFor(schema, trusted);
  const known = new Set(Object.keys(ajv.refs));
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
