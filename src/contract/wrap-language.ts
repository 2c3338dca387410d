export type ShapeType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';
/** Places of the config language by their keys. */
export type Shapes = Readonly<Record<string, Shape>>;

/**
 * One place of the config language: JSON Schema, whether templates stand there, and what may stand there in code only.
 * The published schema, the check before loading and the tables of docs/wrapping.md are made from these.
 */
export interface Shape {
  readonly description?: string;
  readonly type?: ShapeType | readonly ShapeType[];
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly items?: Shape;
  readonly properties?: Shapes;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly anyOf?: readonly Shape[];
  /** What the tool does when the key is left out, for the docs. */
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  /** The value is a template, or made of templates; `uri` has the operators of RFC 6570 in it. */
  readonly template?: boolean | 'uri';
  /** In code a function or a live object may stand here: `(result, input) => data`. */
  readonly code?: string;
}

/** One thing that is wrong with a config, where it was found. */
export interface WrapProblem {
  /** Where it stands: `tools.readFile.args[0]`. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
  /** A short picture of what stands there. */
  readonly received?: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** What a kind knows of a tool by its binding. */
export interface WrapFacts {
  readonly planning?: {
    readonly idempotent?: boolean;
    readonly sideEffects?: boolean;
    readonly cost?: 'free' | 'low' | 'medium' | 'high';
  };
  readonly securityTier?: 0 | 1 | 2 | 3 | 4;
}

/** The language of one kind of wrap config: its keys at both levels, beside those that all kinds have. */
export interface WrapLanguage {
  /** In one line: what is wrapped. */
  readonly summary: string;
  /** Keys of the config itself. */
  readonly module: Shapes;
  /** Keys of a tool. */
  readonly tool: Shapes;
  /** Keys of the config that must be there. */
  readonly required: readonly string[];
  /** Keys of a tool that must be there. */
  readonly toolRequired?: readonly string[];
  /** Keys of a tool of which at least one must be there. */
  readonly toolAnyOf?: readonly string[];
  /** Keys of which exactly one must be there. */
  readonly oneOf?: readonly string[];
  /** Whether the tools follow from what is wrapped, so that `tools` may be left out. */
  readonly discovers?: boolean;
  /** Whether the kind holds `rateLimit` of the module itself, where one call may send several requests. */
  readonly paces?: boolean;
  /** What follows from a binding for a planner and a policy, where the config says nothing: a GET changes nothing. */
  readonly facts?: (tool: Readonly<Record<string, unknown>>, module: Readonly<Record<string, unknown>>) => WrapFacts;
  /** The input that follows from a binding where none is declared; `placeholders` are the inputs that its templates name. */
  readonly input?: (tool: Readonly<Record<string, unknown>>, placeholders: readonly string[]) => object | undefined;
  /** Common codes that its tools can answer, beside those that a config declares. */
  readonly errors?: readonly string[];
}
