import {ToolError} from '../contract/errors.js';
import {isSensitiveKey} from '../contract/sensitive.js';
import type {Redactor} from '../contract/services.js';
import {isRecord} from '../contract/json.js';
import {compileSchema} from '../schema/compile.js';
import type {Validator} from '../schema/compile.js';
import type {Issue} from '../schema/issue.js';
import {normalizeSchema} from '../schema/normalize.js';
import type {NormalizedSchema} from '../schema/normalize.js';
import type {SchemaSpec} from '../schema/spec.js';
import type {JsonSchema} from '../contract/json.js';

/** The config side of a module: validates, fills defaults, hides secrets. Compiled when first used. */
export class ConfigSchema {
  readonly #normalized: NormalizedSchema;
  #validator: Validator | undefined;

  constructor(spec: SchemaSpec) {
    this.#normalized = normalizeSchema(spec, {direction: 'input'});
  }

  get schema(): JsonSchema {
    return this.#normalized.schema;
  }

  /** Values that the schema does not describe and that are named like secrets: a wrap config rarely says which are. */
  #likelySecrets(config: Record<string, unknown>, redactor: Redactor): string[] {
    const described = this.schema.properties ?? {};
    const others = Object.keys(config).filter((name) => !Object.hasOwn(described, name));
    for (const name of others) addSensitive(config[name], redactor);
    return others.filter(isSensitiveKey);
  }

  /**
   * A frozen config with defaults; `undefined` counts as not given. Secrets are made known to the redactor and are not
   * enumerable. Live objects and functions are kept as they are. Throws INVALID_CONFIG with every problem.
   */
  accept(module: string, given: unknown, redactor: Redactor): Readonly<Record<string, unknown>> {
    if (given !== undefined && !isRecord(given)) {
      throw new ToolError(
        'INVALID_CONFIG',
        `Config of ${module} must be an object, received ${given === null ? 'null' : typeof given}`,
        {
          outcome: 'not_executed',
          suggestions: [`Give an object with any of ${Object.keys(this.schema.properties ?? {}).join(', ')}`],
        },
      );
    }
    const copies: object[] = [];
    const described = {...this.schema, properties: this.schema.properties ?? {}};
    const config = copyDescribed(given ?? {}, described, copies) as Record<string, unknown>;
    const secrets = new Set([...this.#normalized.secrets, ...this.#likelySecrets(config, redactor)]);
    for (const name of secrets) hide(config, name, redactor);
    const issues = (this.#validator ??= compileSchema(this.schema))(config);
    if (!issues) {
      for (const copy of copies) Object.freeze(copy);
      return config;
    }
    const problems = issues.map((issue) => {
      const {path, rule, message, expected, received, suggestion} = secrets.has(firstStep(issue.path))
        ? untold(issue)
        : issue;
      const readable = message.replace(/^Input/, 'The config').replace(/[Pp]arameter/, 'property');
      // What a pattern means, its property says in words.
      const about = rule === 'pattern' ? this.schema.properties?.[path]?.description : undefined;
      return {path, message: readable, expected, received, remedy: suggestion ?? about};
    });
    throw new ToolError('INVALID_CONFIG', `Config of ${module}: ${problems.map(({message}) => message).join('; ')}`, {
      outcome: 'not_executed',
      suggestions: problems.flatMap(({remedy}) => remedy ?? []),
      context: {module, problems},
    });
  }
}

/** Makes every text under a key that is named like a secret known, however deep. */
function addSensitive(value: unknown, redactor: Redactor, depth = 8): void {
  if (!isPlain(value) || depth === 0) return;
  for (const [key, item] of Object.entries(value)) {
    if (isSensitiveKey(key)) for (const secret of texts(item)) redactor.add(secret);
    else addSensitive(item, redactor, depth - 1);
  }
}

const firstStep = (path: string): string => path.split(/[.[]/, 1)[0] ?? '';

/** What is wrong with a secret, without what was received. */
function untold({received: _received, ...issue}: Issue): Issue {
  const [start = ''] = issue.message.split(/, received |; received /);
  return {...issue, message: start};
}

/**
 * A copy of what the schema describes, where defaults will be filled in, with the parts that it is made of. Live objects
 * are kept as they are.
 */
function copyDescribed(value: unknown, schema: JsonSchema | undefined, copies: object[]): unknown {
  const {properties, items} = schema ?? {};
  let copy: object | undefined;
  if (properties && isPlain(value)) {
    const own = (name: string): JsonSchema | undefined =>
      Object.hasOwn(properties, name) ? properties[name] : undefined;
    const given = Object.entries(value).filter(([, item]) => item !== undefined);
    copy = Object.fromEntries(given.map(([name, item]) => [name, copyDescribed(item, own(name), copies)]));
  } else if (typeof items === 'object' && Array.isArray(value)) {
    copy = value.map((item) => copyDescribed(item, items, copies));
  }
  if (!copy) return value;
  copies.push(copy);
  return copy;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function hide(config: Record<string, unknown>, name: string, redactor: Redactor): void {
  const value = config[name];
  if (value === undefined) return;
  for (const secret of texts(value)) redactor.add(secret);
  Object.defineProperty(config, name, {value, enumerable: false});
}

/** Every text inside a secret: a token, or the parts of a credentials object. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
