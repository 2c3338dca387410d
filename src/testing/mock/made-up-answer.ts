import type {JsonSchema} from '../../contract/json.js';
import {ToolError} from '../../contract/errors.js';
import {isRecord} from '../../contract/json.js';
import type {Validator} from '../../schema/compile.js';
import {compileRecordSchema} from '../record-schema.js';
import {Random} from './random.js';
import {PendingHandle, ValueMaker} from './value.js';

/** How often a value is tried before it is given up: one try is enough for all but `not` and tight `oneOf`. */
const tries = 100;

/** Makes values that fit one schema, the same for the same seed. Compiled when first used. */
export class AnswerMaker {
  readonly #schema: JsonSchema;
  #validate: Validator | undefined;

  constructor(schema: JsonSchema) {
    this.#schema = schema;
  }

  /**
   * A value that the validator has accepted; `handle` makes what stands where the schema has a handle. Throws
   * EXECUTION_ERROR when none is found.
   */
  make(seed: string, handle: (type: string) => unknown): unknown {
    this.#validate ??= compileRecordSchema(this.#schema);
    const random = new Random(seed);
    let problem = '';
    for (let attempt = 0; attempt < tries; attempt++) {
      try {
        const value = new ValueMaker(this.#schema, random).make();
        const issues = this.#validate(value);
        if (!issues) return withHandles(value, handle);
        problem = issues[0]?.message ?? '';
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        problem = error.message;
      }
    }
    throw new ToolError('EXECUTION_ERROR', `No value was found that fits the schema: ${problem}`, {outcome: 'failed'});
  }
}

function withHandles(value: unknown, handle: (type: string) => unknown): unknown {
  if (value instanceof PendingHandle) return handle(value.type);
  if (Array.isArray(value)) return value.map((item) => withHandles(item, handle));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withHandles(item, handle)]));
}
