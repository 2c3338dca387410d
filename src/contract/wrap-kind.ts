import type {Call} from './call.js';

export type ShapeType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';
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
  /** The value is a template, or made of templates. */
  readonly template?: boolean;
  /** In code a function or a live object may stand here: `(result, input) => data`. */
  readonly code?: string;
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
  /** Keys of which exactly one must be there. */
  readonly oneOf?: readonly string[];
  /** Whether the tools follow from what is wrapped, so that `tools` may be left out. */
  readonly discovers?: boolean;
  /** Common codes that its tools can answer, beside those that a config declares. */
  readonly errors?: readonly string[];
}

/** A template that was read. */
interface WrapTemplate {
  /** With these values of the input; undefined where one that it names is missing. */
  readonly fill: (values: Readonly<Record<string, unknown>>) => unknown;
}

/** What a kind gets to make a module alive. */
export interface WrapSetup {
  /** Name of the module. */
  readonly name: string;
  /** The config as it was checked; frozen. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The tools of the config, by name. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Runtime values, validated. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Reads a template of the config; `$config` and `$env` are bound. */
  template(template: unknown): WrapTemplate;
  /** Throws INVALID_CONFIG unless the caller lets this config load or run what has this name. */
  assertAllowed(name: string, path: string): void;
  /** A text without the secrets that are known: to be asked before a text is cut. */
  redact(text: string): string;
  /** A text that was cut at an edge, without what may be the part of a secret there. */
  torn(text: string, edge: 'start' | 'end'): string;
  /** INVALID_CONFIG that names the config, the tool and the place. */
  problem(path: string, message: string, remedy: string, cause?: unknown): Error;
}

/** One call of a tool, as its kind sees it. */
export interface WrapRequest {
  /** Name of the tool in the module. */
  readonly tool: string;
  /** The input after `transform.input`, paths confined, resources in place of handles. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The object behind the handle named by `on`. */
  readonly target?: unknown;
}

/** What a kind made: how its tools are called. */
export interface WrapSession {
  /** What users see as `wrappedInstance`. */
  readonly wrapped: unknown;
  /** Answers the raw result of the tool; may throw anything. */
  call(request: WrapRequest, call: Call): unknown;
  /** Ends what was wrapped; called once. */
  close?(): void | Promise<void>;
  /** Throws when the module can not do its work. */
  check?(): unknown;
}

/** A kind of wrap config: a language and a small interpreter of it. */
export interface WrapKind {
  /** The name that configs give as `type`. */
  readonly type: string;
  /** For a kind that is not in the published schema. */
  readonly language?: WrapLanguage;
  /** Loads what is wrapped. Throws INVALID_CONFIG for what is not there. */
  connect(setup: WrapSetup): Promise<WrapSession>;
}
