import {ToolError} from '../contract/errors.js';
import type {JsonSchema} from '../contract/json.js';
import {workFor} from './checking-work.js';
import type {Work} from './checking-work.js';
import {cloneJson, flatAnswer} from './clone-json.js';
import type {CloneLimits} from './clone-json.js';
import {compileSchema} from './compile.js';
import type {Validator} from './compile.js';
import type {Issue} from './issue.js';
import {inPieces} from './long-list.js';
import type {NormalizedSchema} from './normalize.js';

/** Whether a schema leaves no place for a value it does not describe, so that what passes it is JSON for sure. */
function isClosed(schema: JsonSchema | boolean | undefined): boolean {
  if (typeof schema !== 'object') return false;
  if (schema.enum !== undefined) return schema.enum.every((value) => typeof value !== 'object' || value === null);
  // Which object is a handle is seen when the answer is copied.
  if (schema.handle !== undefined) return false;
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return true;
    case 'array':
      return isClosed(schema.items);
    case 'object':
      return schema.additionalProperties === false && Object.values(schema.properties ?? {}).every(isClosed);
    default:
      return false;
  }
}

/** Keywords that say the same of a list and of its pieces. */
const forPieces = new Set(['type', 'items', 'title', 'description', 'examples', '$schema', '$defs', 'definitions']);

/** The output side of one schema: the data is JSON and is what the schema says. Compiled when first used. */
export class OutputSchema {
  readonly schema: JsonSchema;
  readonly #closed: boolean;
  readonly #trusted: boolean;
  #validator: Validator | undefined;

  constructor({schema, trusted}: NormalizedSchema) {
    this.schema = schema;
    this.#trusted = trusted ?? false;
    this.#closed = isClosed(schema);
  }

  /** Returns the data as JSON. Throws INVALID_OUTPUT: the tool ran, and broke its own word. */
  accept(data: unknown, limits: CloneLimits): unknown {
    const json = this.#closed ? data : jsonOf(data, limits);
    this.#assert(json);
    return json;
  }

  /** The same for a long list. It is copied at once, as it is, and checked with turns for others in between. */
  async acceptLong(list: readonly unknown[], limits: CloneLimits): Promise<unknown> {
    const json = (this.#closed ? list : jsonOf(list, limits)) as readonly unknown[];
    if (Object.keys(this.schema).every((keyword) => forPieces.has(keyword))) {
      const work = workFor(json);
      let isValid = true;
      const checked = await inPieces(json, (piece) => {
        isValid &&= !this.#check(piece, work);
        return piece;
      });
      if (isValid) return checked;
    }
    // What is wrong, and where, only the whole list can tell.
    this.#assert(json);
    return json;
  }

  #check(json: unknown, work?: Work): readonly Issue[] | undefined {
    return (this.#validator ??= compileSchema(this.schema, {trusted: this.#trusted}))(json, work);
  }

  #assert(json: unknown): void {
    const issues = this.#check(json);
    if (!issues) return;
    const [first] = issues;
    const message = (first?.message ?? '').replace(/^Input/, 'Data').replace(/[Pp]arameter/, 'property');
    throw new ToolError(
      'INVALID_OUTPUT',
      `The tool ran, but its answer is not what its output schema says: ${message}`,
      {
        outcome: 'unknown',
        suggestions: ['Change the output schema, or what the tool returns (in a wrap config: transform.output)'],
        context: {issues},
      },
    );
  }
}

/** Data as JSON that a caller can keep. Throws INVALID_OUTPUT for BigInt, functions and cycles. */
export function jsonOf(data: unknown, limits: CloneLimits): unknown {
  try {
    return flatAnswer(data) ?? cloneJson(data, limits, {keepHandles: true}) ?? null;
  } catch (error) {
    const why =
      error instanceof Error ? error.message.replace(/^Input/, 'The answer').replace(/^Parameter/, 'Property') : '';
    throw new ToolError('INVALID_OUTPUT', `The tool ran, but its answer is not JSON: ${why}`, {
      outcome: 'unknown',
      suggestions: ['Return plain JSON, or keep the object as a handle'],
    });
  }
}
