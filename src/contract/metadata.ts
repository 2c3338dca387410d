import type {JsonSchema} from './json.js';
import type {SecurityTier} from './security-tier.js';

/** An input, and the answer a person may expect: data of a success, or the code of a failure. */
export interface ToolExample {
  readonly description: string;
  /** Input of the call, as a caller would write it. */
  readonly input: unknown;
  /** A result, or the data of one. Left out: any success. */
  readonly output?: unknown;
  /** What must exist before: files, or calls of other tools of the module. Used where examples are executed. */
  readonly setup?: Readonly<Record<string, unknown>>;
}

/** What a planner may rely on (DESIGN 8). `produces` and `consumes` follow from the handle types of the schemas. */
export interface PlanningFacts {
  /** What a call costs, in time or money, beside other tools. */
  readonly cost: 'free' | 'low' | 'medium' | 'high';
  /** How often a correct call succeeds: `low` for what depends on others' servers. */
  readonly reliability: 'low' | 'medium' | 'high';
  /** Doing it twice is the same as doing it once. */
  readonly idempotent: boolean;
  /** It changes something outside of the module. May depend on the input. */
  readonly sideEffects: boolean | ((input: Record<string, unknown>) => boolean);
  /** It can be taken back by its undo handle. May depend on the input. */
  readonly reversible: boolean | ((input: Record<string, unknown>) => boolean);
  /** Full names of tools that are often used before this one. */
  readonly dependencies: readonly string[];
  /** Handle types. */
  readonly produces: readonly string[];
  /** Handle types. */
  readonly consumes: readonly string[];
}

/** The whole record of a tool (R16). */
export interface ToolMetadata {
  /** Full name, `module.tool`. */
  readonly name: string;
  /** Name of the tool in its module. */
  readonly tool: string;
  /** Name of the provider, `git`, whatever the instance is called. */
  readonly provider: string;
  /** Name of the kind of module: `GitModule`. */
  readonly module: string;
  readonly description: string;
  readonly category: string;
  /** What kind of resource the tool works with. */
  readonly resource: string;
  /** The author's spelling of the input, parameter by parameter. */
  readonly input: Readonly<Record<string, unknown>>;
  /** JSON Schema of the input, whatever it was written as. */
  readonly inputSchema: JsonSchema;
  /** JSON Schema of the data; undefined when the tool promises none. */
  readonly outputSchema: JsonSchema | undefined;
  /** Same as `input`, the name that prompt builders of seed 004 read. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Data and codes that the tool can answer. */
  readonly output: {
    readonly success: {readonly description: string; readonly schema: unknown; readonly example?: unknown};
    readonly error: {
      readonly description: string;
      /** Every code the tool can answer, with when. */
      readonly codes: Readonly<Record<string, string>>;
      readonly example?: unknown;
    };
  };
  readonly examples: readonly ToolExample[];
  /** Facts that a planner may rely on. */
  readonly planning: PlanningFacts;
  /** Whether the tool works on a handle, and of which type (C3). */
  readonly focus: {readonly required: boolean; readonly type?: string};
  readonly requirements: readonly string[];
  readonly limitations: readonly string[];
  readonly tags: readonly string[];
  /** Other names of the tool. */
  readonly aliases: readonly string[];
  /** Names of the parameters that a method takes in order. */
  readonly positional: readonly string[] | undefined;
  /** How much harm it can do, 0 to 4. */
  readonly securityTier: SecurityTier;
  /** ms that one attempt may take; 0 is no limit. */
  readonly timeout: number;
  /** Of the tool; default that of its module. */
  readonly version: string;
  /** Where the tool comes from: `native`, `config`, `mcp_server` … */
  readonly source: string;
}

/** The record of a module, there before any instance is. */
export interface ModuleMetadata {
  /** Name of the provider, which instances have by default: `git`. */
  readonly name: string;
  /** Name of the kind of module: `GitModule`. */
  readonly module: string;
  readonly description: string;
  /** As the author gave it; `0.0.0` when there is none. */
  readonly version: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly requirements: readonly string[];
  readonly limitations: readonly string[];
  /** JSON Schema of the config that `create` takes. */
  readonly configSchema: JsonSchema;
  /** Handle types that the module makes, with what they are. */
  readonly handles: Readonly<Record<string, string>>;
  /** By name of the tool in the module. */
  readonly tools: Readonly<Record<string, ToolMetadata>>;
  /** Whether a live module has further tools, which only what it wraps can tell: those of an MCP server, say. */
  readonly discovers?: boolean;
  /** At most so many calls of all its tools together in so many ms. */
  readonly rate?: {readonly requests: number; readonly per: number};
}
