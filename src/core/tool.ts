import type {CallOptions} from '../contract/call.js';
import {ToolError} from '../contract/errors.js';
import type {JsonSchema} from '../contract/json.js';
import type {ToolMetadata} from '../contract/metadata.js';
import type {ToolFailure, ToolResult} from '../contract/result.js';
import type {CallFunction} from '../execution/call-spec.js';
import type {Issue} from '../schema/issue.js';
import {ForeignToolSource} from './foreign-tool.js';
import type {ForeignTool} from './foreign-tool.js';
import {Runtime} from './runtime.js';
import type {ToolHost, ToolSource} from './tool-source.js';

/** What `tool.validate` answers. */
export interface Validation {
  /** Whether `execute` would take the input. */
  readonly valid: boolean;
  /** One for each thing that is wrong, with its place and what would be accepted. */
  readonly errors: readonly Issue[];
}

/** Gives a tool a new home: its name, its runtime. For modules and registries. */
export let bindTool: (tool: Tool<never>, host: ToolHost) => void;

/**
 * One method of a module: JSON in, JSON out, with metadata. Made by `defineTool` and a module, or from user code by
 * `new Tool({name, execute, getMetadata})`, whose answer may be a result already or any data.
 */
export class Tool<Input = Record<string, unknown>, Output = unknown> {
  readonly #source: ToolSource;
  #host: ToolHost | undefined;
  #call: CallFunction | undefined;

  static {
    bindTool = (tool, host) => {
      if (tool.#host === host) return;
      tool.#host = host;
      tool.#call = undefined;
    };
  }

  constructor(tool: ForeignTool | ToolSource) {
    this.#source = 'compile' in tool ? tool : new ForeignToolSource(tool);
  }

  get #home(): ToolHost {
    return (this.#host ??= standalone(this));
  }

  /** Name of the tool in its module, `commit`. */
  get name(): string {
    return this.#source.name;
  }

  /** What it does, for a person or a model that chooses. */
  get description(): string {
    return this.getMetadata().description;
  }

  /** JSON Schema of the input, whatever it was written as. */
  get inputSchema(): JsonSchema {
    return this.#source.inputSchema();
  }

  /** JSON Schema of the data; undefined when the tool promises none. */
  get outputSchema(): JsonSchema | undefined {
    return this.#source.outputSchema();
  }

  /** Never rejects: answers `{success: true, data, metadata}` or `{success: false, error, metadata}`. */
  execute(input?: Input, options?: CallOptions): Promise<ToolResult<Output>> {
    const call = (this.#call ??= this.#source.compile(this.#home));
    return call(input, options) as Promise<ToolResult<Output>>;
  }

  /** The same call for scripts: answers the data, throws ToolError. */
  async call(input?: Input, options?: CallOptions): Promise<Output> {
    const result = await this.execute(input, options);
    if (result.success) return result.data;
    throw errorOf(result);
  }

  /** Says what is wrong with an input without running anything. */
  validate(input: unknown): Validation {
    const errors = this.#source.check(input, this.#home);
    return {valid: errors.length === 0, errors};
  }

  /** The whole record: schemas, codes, examples, facts for planners. */
  getMetadata(): ToolMetadata {
    return this.#source.metadata(this.#home);
  }
}

/** A tool on its own has a runtime of its own. */
function standalone(instance: object): ToolHost {
  return {
    name: '',
    provider: '',
    module: '',
    category: 'general',
    version: '0.0.0',
    services: new Runtime(),
    instance,
    assertReady: () => undefined,
  };
}

/** The error of a failed result as something to throw. */
export function errorOf({error, metadata}: ToolFailure): ToolError {
  return new ToolError(error.code, error.message, {
    outcome: error.outcome,
    recoverable: error.recoverable,
    suggestions: error.suggestions,
    context: error.details.context,
    cause: error.details.cause,
    metadata,
  });
}
