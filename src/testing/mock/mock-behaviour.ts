import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import {isRecord} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import type {Clock, Services} from '../../contract/services.js';
import {jsonCopy} from './json-copy.js';
import {AnswerMaker} from './made-up-answer.js';
import type {MockHandles} from './mock-handles.js';
import {failureOf} from './mock-options.js';
import type {MockFunction, MockOptions} from './mock-options.js';

/** What a mocked tool does in place of `run`. */
export interface MockBehaviour {
  run(input: Readonly<Record<string, unknown>>, call: Call, services: Services): Promise<unknown>;
}

/** Waits, fails or answers, as the options say; what they leave open is made up. */
export class MadeUpBehaviour implements MockBehaviour {
  readonly #tool: ToolMetadata;
  readonly #options: MockOptions;
  readonly #handles: MockHandles;
  readonly #maker: AnswerMaker | undefined;
  #calls = 0;

  constructor(tool: ToolMetadata, options: MockOptions, handles: MockHandles) {
    this.#tool = tool;
    this.#options = options;
    this.#handles = handles;
    this.#maker = tool.outputSchema && new AnswerMaker(tool.outputSchema);
  }

  async run(input: Readonly<Record<string, unknown>>, call: Call, {clock}: Services): Promise<unknown> {
    const number = ++this.#calls;
    const {tool} = this.#tool;
    const {latency = 0} = this.#options;
    const ms = typeof latency === 'number' ? latency : (latency[tool] ?? 0);
    if (ms > 0) await pause(ms, clock, call.signal);
    this.#failIfTold(number);
    if (this.#isReversible(input)) call.undo({input});
    const {answers = {}} = this.#options;
    if (!Object.hasOwn(answers, tool)) return this.#madeUp(input, call);
    const answer = answers[tool];
    return typeof answer === 'function'
      ? (answer as MockFunction)(input, call)
      : this.#completed(answer, () => this.#madeUp(input, call));
  }

  #failIfTold(number: number): void {
    const told = this.#options.failures?.[this.#tool.tool];
    if (told === undefined) return;
    const {code, message, times = Infinity, ...rest} = failureOf(told);
    if (number <= times) throw new ToolError(code, message ?? this.#tool.output.error.codes[code], rest);
  }

  #isReversible(input: Readonly<Record<string, unknown>>): boolean {
    const {reversible} = this.#tool.planning;
    return typeof reversible === 'function' ? reversible({...input}) : reversible;
  }

  /** The same for the same seed, tool and input, in whatever order calls come. */
  #madeUp(input: Readonly<Record<string, unknown>>, call: Call): unknown {
    if (!this.#maker) return null;
    const seed = JSON.stringify([this.#options.seed ?? 1, this.#tool.tool, input]);
    try {
      return this.#maker.make(seed, (type) => this.#handles.handleOf(this.#handles.resourceOf(type), call));
    } catch (error) {
      if (!ToolError.isToolError(error)) throw error;
      const {tool, name} = this.#tool;
      throw new ToolError('EXECUTION_ERROR', `An answer of ${name} can not be made up. ${error.message}`, {
        outcome: 'failed',
        suggestions: [`Give it: mockModule(definition, {answers: {${tool}: …}})`],
      });
    }
  }

  /** An object without some required property is filled up. */
  #completed(answer: unknown, makeUp: () => unknown): unknown {
    const {required = []} = this.#tool.outputSchema ?? {};
    if (!isRecord(answer) || required.every((name) => Object.hasOwn(answer, name))) return jsonCopy(answer);
    const rest = makeUp() as Record<string, unknown>;
    return {...Object.fromEntries(required.map((name) => [name, rest[name]])), ...(jsonCopy(answer) as object)};
  }
}

/** Waits by the runtime's clock, until it is told to stop. */
async function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clock.clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, {once: true});
  });
}
