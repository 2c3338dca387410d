import type {CallContext} from '../contract/call-context.js';
import type {Call} from '../contract/call.js';
import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import type {JsonSchema} from '../contract/json.js';
import type {PlanningFacts, ToolExample, ToolMetadata} from '../contract/metadata.js';
import {SecurityTier} from '../contract/security-tier.js';
import type {CallFunction} from '../execution/call-spec.js';
import {compileCall} from '../execution/pipeline.js';
import {InputSchema} from '../schema/input-schema.js';
import type {Issue} from '../schema/issue.js';
import {normalizeSchema} from '../schema/normalize.js';
import {declaredCodes} from './pipeline-codes.js';
import {fullName} from './tool-source.js';
import type {ToolHost, ToolSource} from './tool-source.js';

/** A tool of user code in the shape of seed 004 (R1.10). Neither function uses `this`. */
export interface ForeignTool {
  /** Name of the tool. */
  readonly name: string;
  /** Gets the input and the context of the call; answers a result or data, or throws. */
  readonly execute: (input: never, context: CallContext & {readonly call: Call}) => unknown;
  /** Any part of a tool's metadata; `input` is validated as far as it can be read, parameters not named are let through. */
  readonly getMetadata?: () => object;
}

const openInput: JsonSchema = Object.freeze({type: 'object'});

/** A tool whose answer may be a result already, and whose metadata is the author's, completed. */
export class ForeignToolSource implements ToolSource {
  readonly name: string;
  readonly #tool: ForeignTool;
  #input: InputSchema | null | undefined;

  constructor(tool: ForeignTool) {
    if (typeof tool.name !== 'string' || tool.name === '' || typeof tool.execute !== 'function') {
      throw new ToolError('INVALID_CONFIG', 'A tool needs a name and an execute function', {
        suggestions: ["new Tool({name: 'add', async execute(input) { … }, getMetadata: () => ({…})})"],
      });
    }
    this.name = tool.name;
    this.#tool = tool;
  }

  /** Metadata of user code is read late, and a failing getMetadata must not keep the tool from running. */
  #own(): Record<string, unknown> {
    try {
      const own: unknown = this.#tool.getMetadata?.();
      return isRecord(own) ? own : {};
    } catch {
      return {};
    }
  }

  /** Null when the author's input can not be read as a schema, which is documentation then. */
  #schema(): InputSchema | null {
    if (this.#input !== undefined) return this.#input;
    const own = this.#own();
    const spec = own['inputSchema'] ?? own['input'] ?? own['parameters'];
    try {
      this.#input = isRecord(spec) ? new InputSchema(normalizeSchema(spec, {direction: 'input', open: true})) : null;
    } catch {
      this.#input = null;
    }
    return this.#input;
  }

  compile(host: ToolHost): CallFunction {
    const {execute} = this.#tool;
    const own = this.#own();
    const planning = isRecord(own['planning']) ? own['planning'] : {};
    const {idempotent = false, sideEffects = true} = planning as Partial<PlanningFacts>;
    return compileCall(
      {
        name: fullName(host, this.name),
        module: host.name,
        instance: host.instance,
        tier: tierOf(own),
        metadata: () => this.metadata(host),
        input: this.#schema() ?? undefined,
        output: undefined,
        handles: [],
        idempotent,
        changes: typeof sideEffects === 'function' ? sideEffects : () => sideEffects,
        timeout: typeof own['timeout'] === 'number' ? own['timeout'] : undefined,
        retry: undefined,
        rate: undefined,
        concurrency: undefined,
        ready: () => {
          host.assertReady();
        },
        run: (input, call) => execute.call(this.#tool, input as never, {...call.context, call}),
        undo: undefined,
        mayAnswerResult: true,
      },
      host.services,
    );
  }

  check(input: unknown, host: ToolHost): readonly Issue[] {
    return this.#schema()?.check(input, host.services.limits) ?? [];
  }

  inputSchema(): JsonSchema {
    return this.#schema()?.schema ?? openInput;
  }

  outputSchema(): undefined {
    return undefined;
  }

  /** The author's record as it is given, with what is missing filled in (C29). */
  metadata(host: ToolHost): ToolMetadata {
    const own = this.#own();
    const input = (own['input'] ?? own['parameters'] ?? own['inputSchema'] ?? {}) as Record<string, unknown>;
    const planning = (isRecord(own['planning']) ? own['planning'] : {}) as Partial<PlanningFacts>;
    const record: ToolMetadata & Record<string, unknown> = {
      category: host.category,
      resource: host.name,
      examples: [] as readonly ToolExample[],
      requirements: [],
      limitations: [],
      tags: [],
      aliases: [],
      positional: undefined,
      timeout: host.services.limits.timeout,
      version: host.version,
      source: 'user',
      ...own,
      name: fullName(host, this.name),
      tool: this.name,
      provider: host.provider,
      module: host.module,
      description: typeof own['description'] === 'string' ? own['description'] : this.name,
      input,
      parameters: isRecord(own['parameters']) ? own['parameters'] : input,
      inputSchema: this.inputSchema(),
      outputSchema: undefined,
      output: outputOf(own['output'] ?? own['returns']),
      planning: {
        cost: 'low',
        reliability: 'medium',
        idempotent: false,
        sideEffects: true,
        reversible: false,
        dependencies: [],
        produces: [],
        consumes: [],
        ...planning,
      },
      focus: focusOf(own),
      securityTier: tierOf(own),
    };
    return Object.freeze(record);
  }
}

function tierOf(own: Record<string, unknown>): SecurityTier {
  const tier = own['securityTier'];
  const known: readonly unknown[] = Object.values(SecurityTier);
  return known.includes(tier) ? (tier as SecurityTier) : SecurityTier.STANDARD;
}

function focusOf(own: Record<string, unknown>): ToolMetadata['focus'] {
  if (isRecord(own['focus'])) return own['focus'] as unknown as ToolMetadata['focus'];
  const type = own['focusType'];
  return {required: own['focusRequired'] === true, ...(typeof type === 'string' && {type})};
}

/** `'repository_handle'`, a map, or `{success, error: {codes}}`: one form, codes as a table. */
function outputOf(output: unknown): ToolMetadata['output'] {
  const whole = isRecord(output) && ('success' in output || 'error' in output) ? output : {success: output};
  const success =
    isRecord(whole['success']) && 'schema' in whole['success'] ? whole['success'] : {schema: whole['success']};
  const error = isRecord(whole['error']) ? whole['error'] : {};
  const codes = error['codes'] as Readonly<Record<string, string>> | readonly string[] | undefined;
  return {
    success: {description: 'Answer of the tool', ...success, schema: success.schema ?? 'any'},
    error: {
      description: 'Codes this tool can answer',
      ...error,
      codes: declaredCodes({handles: false, limits: false}, codes),
    },
  };
}
