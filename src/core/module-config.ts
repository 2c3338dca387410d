import {ToolError} from '../contract/errors.js';
import type {Redactor} from '../contract/services.js';
import {isRecord} from '../contract/json.js';
import {compileSchema} from '../schema/compile.js';
import type {Validator} from '../schema/compile.js';
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

  /**
   * A frozen config with defaults; `undefined` counts as not given. Secrets are made known to the redactor and are not
   * enumerable. Live objects and functions are kept as they are. Throws INVALID_CONFIG with every problem.
   */
  accept(module: string, given: unknown, redactor: Redactor): Readonly<Record<string, unknown>> {
    if (given !== undefined && !isRecord(given)) {
      throw new ToolError(
        'INVALID_CONFIG',
        `Config of ${module} must be an object, received ${given === null ? 'null' : typeof given}`,
      );
    }
    const config = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined));
    const secrets = new Set(this.#normalized.secrets);
    for (const name of secrets) hide(config, name, redactor);
    const issues = (this.#validator ??= compileSchema(this.schema))(config);
    if (!issues) return Object.freeze(config);
    const problems = issues.map(({path, message, expected, received, suggestion}) => {
      const readable = message.replace(/^Input/, 'The config').replace(/[Pp]arameter/, 'property');
      return {path, message: readable, expected, received, remedy: suggestion};
    });
    throw new ToolError('INVALID_CONFIG', `Config of ${module}: ${problems.map(({message}) => message).join('; ')}`, {
      outcome: 'not_executed',
      suggestions: problems.flatMap(({remedy}) => remedy ?? []),
      context: {module, problems},
    });
  }
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
  return isRecord(value) ? Object.values(value).flatMap(texts) : [];
}
