import type {JsonSchema} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import type {ToolHost, ToolSource} from '../../core/tool-source.js';
import {fullName} from '../../core/tool-source.js';
import type {CallFunction} from '../../execution/call-spec.js';
import {compileCall} from '../../execution/pipeline.js';
import {handlePaths} from '../../schema/handle-paths.js';
import type {Issue} from '../../schema/issue.js';
import type {MockBehaviour} from './mock-behaviour.js';
import {recordSchemasOf} from './tool-schemas.js';

/** A tool that is known by its record only: the real pipeline, with a behaviour in place of `run`. */
export class MockTool implements ToolSource {
  readonly #tool: ToolMetadata;
  readonly #behaviour: MockBehaviour;
  readonly #schemas: ReturnType<typeof recordSchemasOf>;

  constructor(tool: ToolMetadata, behaviour: MockBehaviour) {
    this.#tool = tool;
    this.#behaviour = behaviour;
    this.#schemas = recordSchemasOf(tool);
  }

  get name(): string {
    return this.#tool.tool;
  }

  compile(host: ToolHost): CallFunction {
    const {planning, securityTier, timeout} = this.#tool;
    const {sideEffects, reversible} = planning;
    return compileCall(
      {
        name: fullName(host, this.name),
        module: host.name,
        instance: host.instance,
        tier: securityTier,
        metadata: () => this.metadata(host),
        input: this.#schemas.input,
        output: this.#schemas.output,
        handles: handlePaths(this.#tool.inputSchema),
        idempotent: planning.idempotent,
        changes: (input) => (typeof sideEffects === 'function' ? sideEffects({...input}) : sideEffects),
        timeout,
        retry: undefined,
        rate: undefined,
        concurrency: undefined,
        ready: () => {
          host.assertReady();
        },
        run: (input, call) => this.#behaviour.run(input, call, host.services),
        undo: reversible === false ? undefined : () => undefined,
        mayAnswerResult: false,
      },
      host.services,
    );
  }

  check(input: unknown, host: ToolHost): readonly Issue[] {
    return this.#schemas.input.check(input, host.services.limits);
  }

  inputSchema(): JsonSchema {
    return this.#tool.inputSchema;
  }

  outputSchema(): JsonSchema | undefined {
    return this.#tool.outputSchema;
  }

  metadata(host: ToolHost): ToolMetadata {
    return {...this.#tool, name: fullName(host, this.name), source: 'mock'};
  }
}
