import type {ToolExample} from '../../contract/metadata.js';
import type {RetryPolicy, RetryPreset} from '../../contract/retry-policy.js';
import type {SecurityTier} from '../../contract/security-tier.js';
import type {SchemaSpec} from '../../schema/spec.js';

/** JSONata, or an object whose values are JSONata. */
type ExpressionSpec = string | {readonly [key: string]: ExpressionSpec};

/* eslint-disable @typescript-eslint/no-explicit-any -- what a wrapped library answers and takes is only known to the author of the config */
type OutputTransform = (result: any, input: any) => unknown;
type InputTransform = (input: any) => unknown;
type UndoInput = (data: any, input: any) => unknown;
/* eslint-enable @typescript-eslint/no-explicit-any */

interface ErrorRule {
  readonly description?: string;
  /** Native codes, names, HTTP statuses, exit codes. */
  readonly when?: readonly (string | number)[];
  readonly recoverable?: boolean;
}

interface RateLimit {
  readonly requests: number;
  /** ms */
  readonly per: number;
}

interface UndoRule {
  /** Name of a tool of the same config. */
  readonly tool: string;
  readonly input?: ExpressionSpec | UndoInput;
}

interface HandleFacts {
  readonly description?: string;
  readonly dispose?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** ms */
  readonly idleTtl?: number;
  /** A type of handle of the same config. */
  readonly parent?: string;
}

export interface CommonModuleKeys {
  readonly $schema?: string;
  readonly extends?: string | object | readonly (string | object)[];
  readonly name?: string;
  readonly description?: string;
  readonly version?: string;
  readonly category?: string;
  readonly resource?: string;
  readonly tags?: readonly string[];
  readonly requirements?: readonly string[];
  readonly limitations?: readonly string[];
  readonly config?: SchemaSpec;
  readonly handles?: Readonly<Record<string, HandleFacts>>;
  readonly securityTier?: SecurityTier;
  /** ms */
  readonly timeout?: number;
  readonly retry?: RetryPreset | RetryPolicy;
  readonly rateLimit?: RateLimit;
}

export interface CommonToolKeys {
  readonly description?: string;
  readonly input?: SchemaSpec;
  readonly inputSchema?: SchemaSpec;
  readonly output?: SchemaSpec;
  readonly outputSchema?: SchemaSpec;
  readonly transform?: {
    readonly input?: ExpressionSpec | InputTransform;
    readonly output?: ExpressionSpec | OutputTransform;
  };
  readonly outputTransform?: ExpressionSpec | OutputTransform;
  readonly paths?: readonly string[];
  readonly errors?: Readonly<Record<string, string | ErrorRule>>;
  readonly planning?: {
    readonly cost?: 'free' | 'low' | 'medium' | 'high';
    readonly reliability?: 'low' | 'medium' | 'high';
    readonly idempotent?: boolean;
    readonly sideEffects?: boolean;
    readonly reversible?: boolean;
    readonly dependencies?: readonly string[];
  };
  readonly undo?: UndoRule;
  readonly positional?: readonly string[];
  readonly aliases?: readonly string[];
  readonly category?: string;
  readonly resource?: string;
  readonly tags?: readonly string[];
  readonly requirements?: readonly string[];
  readonly limitations?: readonly string[];
  readonly examples?: readonly ToolExample[];
  readonly securityTier?: SecurityTier;
  /** ms */
  readonly timeout?: number;
  readonly retry?: RetryPreset | RetryPolicy;
  readonly rateLimit?: RateLimit;
  readonly rate?: RateLimit;
  readonly concurrency?: number;
}
