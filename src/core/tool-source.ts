import type {JsonSchema} from '../contract/json.js';
import type {ToolMetadata} from '../contract/metadata.js';
import type {LimiterService, Services} from '../contract/services.js';
import type {CallFunction} from '../execution/call-spec.js';
import type {Issue} from '../schema/issue.js';

/** Where a tool lives: a module instance, or nothing but a runtime of its own. */
export interface ToolHost {
  /** Name of the instance; the full name of its tools begins with it. Empty for a tool on its own. */
  readonly name: string;
  readonly provider: string;
  /** Name of the kind of module. */
  readonly module: string;
  readonly category: string;
  readonly version: string;
  readonly services: Services;
  /** Holds all tools of the module together to its rate. */
  readonly limiter?: LimiterService | undefined;
  /** What `run` gets as its module, and what owns the handles it makes. */
  readonly instance: object;
  /** Throws INVALID_STATE when the module can not be used. */
  assertReady(): void;
}

/** What a Tool is made of: a definition, or functions of user code. */
export interface ToolSource {
  readonly name: string;
  /** Puts the way of a call together for a host. */
  compile(host: ToolHost): CallFunction;
  check(input: unknown, host: ToolHost): readonly Issue[];
  inputSchema(): JsonSchema;
  outputSchema(): JsonSchema | undefined;
  metadata(host: ToolHost): ToolMetadata;
}

/** Full name of a tool in its host. */
export function fullName(host: ToolHost, tool: string): string {
  return host.name === '' ? tool : `${host.name}.${tool}`;
}
