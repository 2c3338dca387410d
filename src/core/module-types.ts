import type {CallOptions} from '../contract/call.js';
import type {InferInput, InferOutput, SchemaSpec} from '../schema/spec.js';
import type {Tool} from './tool.js';
import type {ToolDefinition} from './tool-definition.js';
import type {ReservedName} from './tool-methods.js';

/** Whether every parameter may be left out. */
type NothingRequired<I> = Record<never, never> extends I ? true : false;

/** Values in the order of `positional`; from the first that may be left out, all may be. */
type PositionalArguments<I, Names extends readonly string[]> = Names extends readonly [
  infer First,
  ...infer Rest extends readonly string[],
]
  ? First extends keyof I
    ? undefined extends I[First]
      ? [value?: I[First], ...rest: Partial<PositionalArguments<I, Rest>>]
      : [value: I[First], ...rest: PositionalArguments<I, Rest>]
    : []
  : [];

/** A tool as a method of its instance: returns data, throws ToolError. */
export type ToolMethod<I, O, Names extends readonly string[] = readonly []> = (Names extends readonly []
  ? unknown
  : (...args: [...PositionalArguments<I, Names>, options?: CallOptions]) => Promise<O>) &
  // Last, for it is the form that others infer from.
  (NothingRequired<I> extends true
    ? (input?: I, options?: CallOptions) => Promise<O>
    : (input: I, options?: CallOptions) => Promise<O>);

type MethodOf<D> =
  D extends ToolDefinition<string, infer I extends SchemaSpec, infer O extends SchemaSpec | undefined, string, infer P>
    ? ToolMethod<InferInput<I>, InferOutput<O>, P>
    : never;

type TypedTool<D> =
  D extends ToolDefinition<string, infer I extends SchemaSpec, infer O extends SchemaSpec | undefined>
    ? Tool<InferInput<I>, InferOutput<O>>
    : Tool;

type AnyName<D> = D extends {
  readonly name: infer N extends string;
  readonly aliases: readonly (infer A extends string)[];
}
  ? N | A
  : never;

type Named<D, N> = D extends {readonly name: infer M; readonly aliases: readonly (infer A)[]}
  ? N extends M | A
    ? D
    : never
  : never;

/** Names that are left of an order when some values are filled in. */
type Unbound<Names extends readonly string[], Bound> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? First extends Bound
    ? Unbound<Rest, Bound>
    : readonly [First, ...Unbound<Rest, Bound>]
  : readonly [];

type FocusedMethod<D, Bound> =
  D extends ToolDefinition<string, infer I extends SchemaSpec, infer O extends SchemaSpec | undefined, string, infer P>
    ? ToolMethod<Omit<InferInput<I>, Bound & string>, InferOutput<O>, Unbound<P, Bound>>
    : never;

/** The tools of a module with some parameters filled in. */
export type FocusedTools<Tools extends readonly unknown[], Bound> = {
  readonly [N in Exclude<AnyName<Tools[number]>, 'then' | 'toJSON'>]: FocusedMethod<Named<Tools[number], N>, Bound>;
};

/** Methods and typed `getTool` and `focus` of an instance, from the definitions of its tools; members of its `Own` win. */
export type ModuleTools<Tools extends readonly unknown[], Own = never> = {
  readonly [N in AnyName<Tools[number]> as N extends ReservedName | Own ? never : N]: MethodOf<Named<Tools[number], N>>;
} & {
  getTool<N extends AnyName<Tools[number]>>(name: N): TypedTool<Named<Tools[number], N>>;
  focus<const Bound extends object>(bound: Bound): FocusedTools<Tools, keyof Bound>;
};
