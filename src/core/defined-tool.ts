import type {JsonSchema} from '../contract/json.js';
import type {ToolMetadata} from '../contract/metadata.js';
import {RetryPolicies} from '../contract/retry-policy.js';
import {SecurityTier} from '../contract/security-tier.js';
import type {CallFunction, CallSpec} from '../execution/call-spec.js';
import {compileCall} from '../execution/pipeline.js';
import type {Issue} from '../schema/issue.js';
import type {ToolDefinition} from './tool-definition.js';
import {toolMetadata} from './tool-metadata.js';
import {schemasOf} from './tool-schemas.js';
import {fullName} from './tool-source.js';
import type {ToolHost, ToolSource} from './tool-source.js';

/** A tool of `defineTool`, bound to whatever module it is in. */
export class DefinedTool implements ToolSource {
  readonly #definition: ToolDefinition;

  constructor(definition: ToolDefinition) {
    this.#definition = definition;
  }

  get name(): string {
    return this.#definition.name;
  }

  compile(host: ToolHost): CallFunction {
    const definition = this.#definition;
    const {run, undo, retry, planning = {}} = definition;
    const {sideEffects = true} = planning;
    const schemas = schemasOf(definition);
    const module = host.instance as never;
    let metadata: ToolMetadata | undefined;
    const spec: CallSpec = {
      name: fullName(host, definition.name),
      module: host.name,
      instance: host.instance,
      tier: definition.securityTier ?? SecurityTier.STANDARD,
      metadata: () => (metadata ??= this.metadata(host)),
      input: schemas.input,
      output: schemas.output,
      handles: schemas.consumed,
      idempotent: planning.idempotent ?? false,
      changes: typeof sideEffects === 'function' ? sideEffects : () => sideEffects,
      timeout: definition.timeout,
      retry: typeof retry === 'string' ? RetryPolicies[retry] : retry,
      rate: definition.rate,
      limiter: host.limiter,
      concurrency: definition.concurrency,
      ready: () => {
        host.assertReady();
      },
      run: (input, call) => run(module, input as never, call),
      undo: undo && ((record, call) => undo(module, record as never, call)),
      mayAnswerResult: false,
    };
    return compileCall(spec, host.services);
  }

  check(input: unknown, host: ToolHost): readonly Issue[] {
    return schemasOf(this.#definition).input.check(input, host.services.limits);
  }

  inputSchema(): JsonSchema {
    return schemasOf(this.#definition).input.schema;
  }

  outputSchema(): JsonSchema | undefined {
    return schemasOf(this.#definition).output?.schema;
  }

  metadata(host: ToolHost): ToolMetadata {
    const {name, provider, module, category, version, services} = host;
    return toolMetadata(this.#definition, {
      name,
      provider,
      module,
      category,
      version,
      timeout: services.limits.timeout,
    });
  }
}
