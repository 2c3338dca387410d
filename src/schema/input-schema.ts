import {ToolError} from '../contract/errors.js';
import type {JsonSchema} from '../contract/json.js';
import {isRecord} from '../contract/json.js';
import {cloneJson, deepFreeze} from './clone-json.js';
import type {CloneLimits} from './clone-json.js';
import {compileSchema} from './compile.js';
import type {Validator} from './compile.js';
import {preview} from './describe-issue.js';
import {compileFlatCopy} from './flat-copy.js';
import type {FlatCopy} from './flat-copy.js';
import type {Issue} from './issue.js';
import type {NormalizedSchema} from './normalize.js';
import type {StandardResult} from './spec.js';

const scalarTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/** Whether every parameter is a scalar, so that a shallow copy is a whole one. */
function isFlat(schema: JsonSchema): boolean {
  if (schema.additionalProperties !== false || schema['$ref'] !== undefined) return false;
  return Object.values(schema.properties ?? {}).every(
    (property) =>
      scalarTypes.has(property.type) &&
      property.handle === undefined &&
      !(property.default === Object(property.default)),
  );
}

/** What a Standard Schema's own validate has to say. */
function refinementsOf({issues = []}: StandardResult<unknown>): Issue[] {
  return issues.map(({message, path = []}) => {
    const where = path.map((step) => String(isRecord(step) ? step['key'] : step)).join('.');
    const text = where === '' ? message : `Parameter "${where}": ${message}`;
    return {path: where, rule: 'refine', code: 'INVALID_PARAMETER', message: text};
  });
}

/** A revoked proxy can not even be asked; it is refused where it is read. */
function isList(value: object): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** The error of a call whose input has these issues: the first gives code and message, all are in the context. */
function inputError(issues: readonly Issue[]): ToolError {
  const [first] = issues;
  if (!first) return new ToolError('INVALID_PARAMETER');
  const suggestions = [...new Set(issues.flatMap(({suggestion}) => suggestion ?? []))];
  const more = issues.length > 1 ? ` (and ${String(issues.length - 1)} more)` : '';
  const withHint = first.suggestion?.startsWith('Did you mean')
    ? `${first.message}. ${first.suggestion}`
    : first.message;
  return new ToolError(first.code, `${withHint}${more}`, {outcome: 'not_executed', suggestions, context: {issues}});
}

/**
 * The input side of one schema: copies, renames aliases, validates, applies defaults, freezes. Compiled when first used.
 */
export class InputSchema {
  readonly schema: JsonSchema;
  readonly #normalized: NormalizedSchema;
  readonly #flat: boolean;
  readonly #aliases: readonly (readonly [alias: string, name: string])[];
  #validator: Validator | undefined;
  #copier: FlatCopy | undefined;

  constructor(normalized: NormalizedSchema) {
    this.schema = normalized.schema;
    this.#normalized = normalized;
    this.#flat = isFlat(normalized.schema);
    this.#aliases = Object.entries(normalized.aliases);
  }

  /**
   * The frozen input that will run; a promise only for a Standard Schema that validates asynchronously. Throws
   * MISSING_PARAMETER, INVALID_PARAMETER, TYPE_MISMATCH, LIMIT_EXCEEDED.
   */
  accept(
    input: unknown,
    limits: CloneLimits,
  ): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>> {
    const copy = this.#copy(input, limits);
    this.#rename(copy);
    const issues = this.#validate(copy);
    if (issues) throw inputError(issues);
    if (this.#normalized.standard) return this.#refine(copy);
    return this.#flat ? Object.freeze(copy) : deepFreeze(copy);
  }

  #validate(copy: Record<string, unknown>): readonly Issue[] | undefined {
    this.#validator ??= compileSchema(this.schema, {trusted: this.#normalized.trusted, copies: true});
    return this.#validator(copy);
  }

  /** Issues of an input, without an error; empty when it is valid. */
  check(input: unknown, limits: CloneLimits): readonly Issue[] {
    try {
      const copy = this.#copy(input, limits);
      this.#rename(copy);
      const issues = this.#validate(copy);
      if (issues) return issues;
      const refined = this.#normalized.standard?.['~standard'].validate(copy);
      // Rules that need to wait are only asked when the tool is called.
      return !refined || refined instanceof Promise ? [] : refinementsOf(refined);
    } catch (error) {
      if (!ToolError.isToolError(error) || error.code === 'INVALID_CONFIG') throw error;
      return [{path: '', rule: 'type', code: error.code as Issue['code'], message: error.message}];
    }
  }

  #copy(input: unknown, limits: CloneLimits): Record<string, unknown> {
    if (input === undefined) return {};
    if (typeof input !== 'object' || input === null || isList(input)) {
      const received = preview(input);
      throw new ToolError('TYPE_MISMATCH', `Input must be an object, received ${received}`, {
        outcome: 'not_executed',
        suggestions: ['Pass the parameters as one JSON object'],
      });
    }
    return (this.#flatCopy(input) ?? cloneJson(input, limits)) as Record<string, unknown>;
  }

  #flatCopy(input: object): Record<string, unknown> | undefined {
    if (!this.#flat) return undefined;
    const {schema, aliases} = this.#normalized;
    this.#copier ??= compileFlatCopy([...Object.keys(schema.properties ?? {}), ...Object.keys(aliases)]);
    try {
      return this.#copier(input);
    } catch {
      // A getter that throws: `cloneJson` says which.
      return undefined;
    }
  }

  #rename(copy: Record<string, unknown>): void {
    for (const [alias, name] of this.#aliases) {
      if (!Object.hasOwn(copy, alias)) continue;
      if (Object.hasOwn(copy, name)) {
        throw new ToolError('INVALID_PARAMETER', `Parameter "${name}" is given twice, as "${name}" and as "${alias}"`, {
          outcome: 'not_executed',
          suggestions: [`Give "${name}" only`],
        });
      }
      copy[name] = copy[alias];
      Reflect.deleteProperty(copy, alias);
    }
  }

  async #refine(copy: Record<string, unknown>): Promise<Readonly<Record<string, unknown>>> {
    const result = await this.#normalized.standard?.['~standard'].validate(copy);
    const issues = result ? refinementsOf(result) : [];
    if (result?.issues) throw inputError(issues);
    return deepFreeze((result?.value ?? copy) as Record<string, unknown>);
  }
}
