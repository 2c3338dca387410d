import type {Call} from '../contract/call.js';
import type {PlanningFacts, ToolExample} from '../contract/metadata.js';
import type {RetryPolicy, RetryPreset} from '../contract/retry-policy.js';
import type {SecurityTier} from '../contract/security-tier.js';
import type {Rate} from '../execution/call-spec.js';
import type {SchemaSpec} from '../schema/spec.js';

/** Everything about a tool but its types: what `defineTool` takes and keeps. */
export interface ToolFacts {
  /** What it does, detailed enough for a model to choose it. */
  readonly description: string;
  /** For search and listings; default that of the module. */
  readonly category?: string;
  /** What kind of resource the tool works with. */
  readonly resource?: string;
  /** Further words that a search may use. */
  readonly tags?: readonly string[];
  /** Codes that `run` can answer, with when; a list for common codes. The pipeline's own are added by themselves. */
  readonly errors?: Readonly<Record<string, string>> | readonly string[];
  /** Default: low cost, medium reliability, not idempotent, with side effects. */
  readonly planning?: Partial<Omit<PlanningFacts, 'produces' | 'consumes'>>;
  /** What it needs to work, in words. */
  readonly requirements?: readonly string[];
  /** What it can not do, in words. */
  readonly limitations?: readonly string[];
  /** Calls that people and models learn from; the contract suite executes them. */
  readonly examples?: readonly ToolExample[];
  /** Default 1, STANDARD. */
  readonly securityTier?: SecurityTier;
  /** ms of one attempt; 0 is no limit; default that of the runtime. */
  readonly timeout?: number;
  /** Default NONE. */
  readonly retry?: RetryPolicy | RetryPreset;
  /** Calls that may start in a time. */
  readonly rate?: Rate;
  /** Calls that may run at the same time. */
  readonly concurrency?: number;
  readonly version?: string;
  /** Default `native`. */
  readonly source?: string;
  /** What the data of a success is, in words. */
  readonly returns?: string;
}

/** A tool as data: what `defineTool` answers and `defineModule` takes. */
export interface ToolDefinition<
  Name extends string = string,
  Input extends SchemaSpec = SchemaSpec,
  Output extends SchemaSpec | undefined = SchemaSpec | undefined,
  Alias extends string = string,
  Positional extends readonly string[] = readonly string[],
> extends ToolFacts {
  readonly name: Name;
  /** Other names, for those who know the tool under one. */
  readonly aliases: readonly Alias[];
  /** Names of parameters that may be given in order. */
  readonly positional: Positional | undefined;
  readonly input: Input;
  readonly output: Output;
  /** Gets validated, frozen input with resources in place of handles. */
  readonly run: (module: never, input: never, call: Call) => unknown;
  /** Takes a call back by the record it kept. */
  readonly undo: ((module: never, record: never, call: Call) => unknown) | undefined;
}
