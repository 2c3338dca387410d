import type {Call} from '../contract/call.js';
import type {WrapLanguage, WrapProblem} from '../contract/wrap-language.js';
import type {Runtime} from './runtime.js';
import type {ToolDefinition} from './tool-definition.js';
import type {SchemaSpec} from '../schema/spec.js';

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
  /** The runtime that the module belongs to: its clock, its redactor. */
  readonly runtime: Runtime;
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

/** A tool that only what is wrapped knows, in the language of its kind, like one of a config. */
export interface FoundTool {
  readonly name: string;
  /** The keys of a tool, `input` and `output` among them. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Something that could have become a tool and did not. */
export interface LeftOut {
  /** What it is called where it comes from: `GET /pets`. */
  readonly name: string;
  /** In a sentence. */
  readonly reason: string;
}

/** What a kind found in what is wrapped. */
export interface FoundTools {
  /** As data, which `overrides` of the config are put over, or as definitions, which stay as they are. */
  readonly tools: readonly (FoundTool | ToolDefinition)[];
  readonly leftOut?: readonly LeftOut[];
}

/** Schemas of tools of the config, by their names: for what a config leaves out. */
export type RefinedTools = Readonly<
  Record<string, {readonly input?: SchemaSpec | undefined; readonly output?: SchemaSpec | undefined}>
>;

/** What a kind made: how its tools are called. */
export interface WrapSession {
  /** What users see as `wrappedInstance`. */
  readonly wrapped: unknown;
  /** Answers the raw result of the tool; may throw anything. */
  call(request: WrapRequest, call: Call): unknown;
  /** For a kind that discovers: the tools now, and by `update` whenever there are others. Asked once. */
  discover?(update: (found: FoundTools) => void): FoundTools | Promise<FoundTools>;
  /**
   * What can be known of the tools of the config when what is wrapped is there: the input and output of those that declare
   * none. Asked once.
   */
  refine?(): RefinedTools | Promise<RefinedTools>;
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
  /**
   * Reports what the language can not say of a config: nothing is loaded or sent. The config may have problems that are
   * reported already.
   */
  check?(config: Readonly<Record<string, unknown>>, report: (problem: WrapProblem) => void): void | Promise<void>;
  /** Loads what is wrapped. Throws INVALID_CONFIG for what is not there. */
  connect(setup: WrapSetup): Promise<WrapSession>;
}
