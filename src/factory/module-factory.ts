import {ToolError} from '../contract/errors.js';
import type {Handle} from '../contract/handle.js';
import type {HandleInput} from '../contract/handle-input.js';
import type {WrapLanguage} from '../contract/wrap-language.js';
import type {WrapKind} from '../core/wrap-kind.js';
import type {ModuleInstance} from '../core/module-instance.js';
import type {ToolMethod} from '../core/module-types.js';
import {Runtime} from '../core/runtime.js';
import type {Tool} from '../core/tool.js';
import type {ReservedName} from '../core/tool-methods.js';
import type {InferInput, InferOutput} from '../schema/spec.js';
import type {ConfigProblem} from './config-problem.js';
import {configError, invalidConfig} from './config-problem.js';
import {allProblems} from './kind-problems.js';
import {kindLanguages} from './language/kinds.js';
import type {PreparedConfig} from './prepare-config.js';
import {prepareConfig} from './prepare-config.js';
import type {WrapConfig} from './wrap-config.js';
import {wrapDefinition} from './wrap-definition.js';
import type {WrapDefinition} from './wrap-definition.js';

/** Kinds by the name that a config gives as `type`; a function loads one when it is first needed. */
export type WrapKinds = Readonly<Record<string, WrapKind | (() => WrapKind | Promise<WrapKind>)>>;

/** What `new ModuleFactory` takes. */
export interface ModuleFactoryOptions {
  /** Wrap kinds by the name that a config gives as `type`. */
  readonly kinds: WrapKinds;
  /** Packages and programs that every config of this factory may name. */
  readonly allow?: readonly string[];
}

export interface DefineOptions {
  /**
   * Packages that the config may load and programs that it may run, beside the factory's. Left out: none for data,
   * any for a config that holds a function, which only code can (docs/decisions/0020).
   */
  readonly allow?: readonly string[];
}

/** The fourth argument of `createFromConfig`. */
export interface CreateOptions extends DefineOptions {
  /** Shared services; default one of its own. */
  readonly runtime?: Runtime;
}

type HandleNameOf<T> = T extends {on: infer O}
  ? O extends {as: infer A}
    ? A
    : O extends {handle: infer H}
      ? H
      : O
  : never;
type HandleTypeOf<T> = T extends {on: infer O} ? (O extends {handle: infer H} ? H : O) : never;

type DeclaredInput<T> = T extends {input: infer I}
  ? InferInput<I>
  : T extends {inputSchema: infer I}
    ? InferInput<I>
    : Record<string, unknown>;

type InputOf<T> =
  string extends HandleNameOf<T>
    ? Record<string, unknown>
    : DeclaredInput<T> & Readonly<Record<HandleNameOf<T> & string, HandleInput<HandleTypeOf<T> & string>>>;

type OutputOf<T> = T extends {returns: {handle: infer H extends string}}
  ? Handle<H>
  : T extends {output: infer O}
    ? InferOutput<O>
    : T extends {outputSchema: infer O}
      ? InferOutput<O>
      : unknown;

type NamesOf<T> = T extends {positional: infer P extends readonly string[]} ? P : readonly [];

/** The methods of a module made from a config that was written `as const`. */
type WrappedMethods<Tools> = {
  readonly [N in keyof Tools as N extends ReservedName ? never : N]: ToolMethod<
    InputOf<Tools[N]>,
    OutputOf<Tools[N]>,
    NamesOf<Tools[N]>
  >;
};

type AliasOf<T> = T extends {aliases: readonly (infer A extends string)[]} ? A : never;

type ToolName<Tools> = {[K in keyof Tools & string]: K | AliasOf<Tools[K]>}[keyof Tools & string];

/** The tool of a name or an alias. */
type Named<Tools, N> = N extends keyof Tools
  ? Tools[N]
  : {[K in keyof Tools]: N extends AliasOf<Tools[K]> ? Tools[K] : never}[keyof Tools];

/** `getTool` of such a module, by the names and aliases that the config says; another name answers any tool. */
interface WrappedTools<Tools> {
  getTool<N extends ToolName<Tools>>(name: N): Tool<InputOf<Named<Tools, N>>, OutputOf<Named<Tools, N>>>;
}

type TypedTools<C> = C extends {readonly tools: infer Tools}
  ? string extends keyof Tools
    ? unknown
    : WrappedMethods<Tools> & WrappedTools<Tools>
  : unknown;

/** A module made from a config: an instance with a method for each tool, and a `getTool` that knows them. */
export type WrappedModule<C> = TypedTools<C> & ModuleInstance;

/** Builds modules from wrap configs (R6, DESIGN 9). */
export class ModuleFactory {
  readonly #kinds: WrapKinds;
  readonly #allow: readonly string[] | undefined;

  constructor(options: ModuleFactoryOptions) {
    this.#kinds = options.kinds;
    this.#allow = options.allow;
  }

  /**
   * Checks a config, loads what it wraps, and answers the module. `values` are the runtime values that the config takes
   * by `$config`, `basePath` among them. Throws INVALID_CONFIG with every problem in `context.problems`.
   */
  async createFromConfig<const C extends WrapConfig | object>(
    name: string,
    config: C,
    values: object = {},
    options: CreateOptions = {},
  ): Promise<WrappedModule<C>> {
    const definition = this.defineFromConfig(name, config, options);
    const instance = await definition.create(
      values as Readonly<Record<string, unknown>>,
      options.runtime ?? new Runtime(),
    );
    return instance as WrappedModule<C>;
  }

  /**
   * A definition that a registry takes as a provider: its metadata is there before anything is loaded. Throws
   * INVALID_CONFIG.
   */
  defineFromConfig(name: string, config: WrapConfig | object, options: DefineOptions = {}): WrapDefinition {
    const prepared = this.#prepare(name, config, options);
    if (prepared.problems.length > 0) throw invalidConfig(name, prepared.problems);
    return wrapDefinition(prepared, this.#languageOf(prepared.type), () => this.#load(prepared));
  }

  /** Everything that is wrong with a config, without loading anything; empty when it can be used. */
  validate(config: unknown, options: DefineOptions & {readonly name?: string} = {}): readonly ConfigProblem[] {
    return this.#prepare(options.name ?? 'config', config, options).problems;
  }

  /**
   * Everything that is wrong with a config, what its kind can tell included (statements, path templates, documents):
   * nothing is run, sent or opened.
   */
  async check(
    config: unknown,
    options: DefineOptions & {readonly name?: string} = {},
  ): Promise<readonly ConfigProblem[]> {
    const prepared = this.#prepare(options.name ?? 'config', config, options);
    return Object.hasOwn(this.#kinds, prepared.type)
      ? allProblems(prepared, await this.#load(prepared))
      : prepared.problems;
  }

  #prepare(name: string, config: unknown, options: DefineOptions): PreparedConfig {
    if (typeof name === 'object' && name !== null) {
      throw new ToolError('INVALID_CONFIG', 'The name of the module comes before its config', {
        outcome: 'not_executed',
        suggestions: ["Write createFromConfig('notes', config, values)"],
      });
    }
    if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) {
      throw new ToolError('INVALID_CONFIG', `A module can not be named ${JSON.stringify(name)}`, {
        outcome: 'not_executed',
        suggestions: ['Use letters, digits, _ and -, a letter first'],
      });
    }
    const allow = options.allow || this.#allow ? [...(this.#allow ?? []), ...(options.allow ?? [])] : undefined;
    const kinds = Object.fromEntries(
      Object.entries(this.#kinds).map(([type, kind]) => [type, typeof kind === 'function' ? undefined : kind.language]),
    );
    return prepareConfig(name, config, {kinds, allow});
  }

  #languageOf(type: string): WrapLanguage {
    const kind = this.#kinds[type];
    const own = typeof kind === 'function' ? undefined : kind?.language;
    return own ?? kindLanguages[type as keyof typeof kindLanguages];
  }

  async #load({name, type}: PreparedConfig): Promise<WrapKind> {
    const kind = Object.hasOwn(this.#kinds, type) ? this.#kinds[type] : undefined;
    if (kind) return typeof kind === 'function' ? kind() : kind;
    throw configError(name, {
      path: 'type',
      message: `The kind "${type}" is not available in this build`,
      remedy: 'Choose another kind',
    });
  }
}
