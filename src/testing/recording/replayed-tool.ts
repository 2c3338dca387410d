import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import {isRecord} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import type {ErrorObject} from '../../contract/result.js';
import type {Redactor, Services} from '../../contract/services.js';
import type {MockBehaviour} from '../mock/mock-behaviour.js';
import {recordSchemasOf} from '../mock/tool-schemas.js';
import {withoutSecrets} from './call-log.js';
import type {SavedCall} from './recorded-call.js';
import {namesOnly} from './tape.js';
import type {Tape} from './tape.js';

/** Answers calls of one tool from its recorded calls. */
export class ReplayedTool implements MockBehaviour {
  readonly #tool: ToolMetadata;
  readonly #calls: readonly SavedCall[];
  readonly #tape: Tape;
  /** Answers by input, in the order in which they were recorded. */
  #answers: Map<string, SavedCall[]> | undefined;

  constructor(tool: ToolMetadata, calls: readonly SavedCall[], tape: Tape) {
    this.#tool = tool;
    this.#calls = calls;
    this.#tape = tape;
  }

  async run(input: Readonly<Record<string, unknown>>, call: Call, services: Services): Promise<unknown> {
    this.#answers ??= this.#byInput(services);
    const key = keyOf(this.#tape.asRecorded(input), services.redactor);
    const answers = this.#answers.get(key);
    // The last answer stays.
    const answer = answers && answers.length > 1 ? answers.shift() : answers?.[0];
    if (!answer) throw this.#missing(key);
    const {result} = answer as {result: Record<string, unknown>};
    if (isRecord(result['metadata']) && result['metadata']['undo'] !== undefined) call.undo({input});
    if (result['success'] === true) return this.#tape.play(result['data'], call);
    throw errorOf(result['error'] as ErrorObject);
  }

  #byInput({limits, redactor}: Services): Map<string, SavedCall[]> {
    const {input: schema} = recordSchemasOf(this.#tool);
    const answers = new Map<string, SavedCall[]>();
    for (const saved of this.#calls) {
      // What was refused then is refused now, by the same pipeline.
      const given = namesOnly(saved.input);
      if (schema.check(given, limits).length > 0) continue;
      // Without a Standard Schema, which a record does not hold, this is never a promise.
      const key = keyOf(schema.accept(given, limits), redactor);
      answers.set(key, [...(answers.get(key) ?? []), saved]);
    }
    return answers;
  }

  #missing(key: string): ToolError {
    const recorded = [...(this.#answers?.keys() ?? [])].slice(0, 5);
    return new ToolError(
      'EXECUTION_ERROR',
      `No recorded call of ${this.#tool.name} has the input ${key.slice(0, 300)}`,
      {
        outcome: 'not_executed',
        suggestions: [
          recorded.length === 0
            ? 'Record such a call'
            : `Recorded were ${recorded.map((it) => it.slice(0, 200)).join(', ')}`,
        ],
      },
    );
  }
}

/** The same text for the same input, whatever the order of its properties; without secrets, as it was recorded. */
function keyOf(input: unknown, redactor: Redactor): string {
  return JSON.stringify(sorted(withoutSecrets(input, redactor)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function errorOf({code, message, outcome, recoverable, suggestions, details}: ErrorObject): ToolError {
  return new ToolError(code, message, {outcome, recoverable, suggestions, context: details.context});
}
