import type {Handle, HandleType} from '../contract/handle.js';
import type {HandleInput} from '../contract/handle-input.js';
import type {JsonSchema} from '../contract/json.js';

/** The part of a Standard Schema that haft uses (standardschema.dev): it must give JSON Schema, as zod 4 does. */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** What the Standard Schema specification asks for. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: {readonly input: Input; readonly output: Output} | undefined;
  };
}

export type StandardResult<T> =
  | {readonly value: T; readonly issues?: undefined}
  | {readonly issues: readonly {readonly message: string; readonly path?: readonly unknown[] | undefined}[]};

const wrapped: unique symbol = Symbol.for('haft.jsonSchema');

/** JSON Schema that is meant as such, whatever its root looks like. */
export interface WrappedJsonSchema<T = unknown> {
  readonly [wrapped]: JsonSchema;
  readonly _type?: T;
}

/** Marks an object as JSON Schema: `jsonSchema<{n: number}>({type: 'object', patternProperties: …})`. */
export function jsonSchema<T = unknown>(schema: JsonSchema): WrappedJsonSchema<T> {
  return {[wrapped]: schema};
}

export function unwrapJsonSchema(spec: object): JsonSchema | undefined {
  return wrapped in spec ? (spec as WrappedJsonSchema)[wrapped] : undefined;
}

/**
 * Parameters by name, each a shorthand, or in long form: JSON Schema with `required: true`, `handle`, `aliases` (other
 * names it is taken under) and, in a config, `secret: true` (never enumerable, printed or logged).
 * `{path: 'string', limit: {type: 'integer', default: 10}, repository: {handle: gitRepository, required: true}}`
 */
export type ParameterMap = Readonly<Record<string, unknown>>;

/** Every spelling of a schema (DESIGN 5). */
export type SchemaSpec = string | ParameterMap | JsonSchema | WrappedJsonSchema | StandardSchema;

/** `input` what a caller gives, `run` what a tool gets, `output` what a caller gets back. */
type Mode = 'input' | 'run' | 'output';

type HandleValue<H, M extends Mode> =
  H extends HandleType<infer T, infer R, infer F>
    ? M extends 'input'
      ? HandleInput<T>
      : M extends 'run'
        ? R
        : Handle<T, F>
    : H extends string
      ? M extends 'input'
        ? HandleInput<H>
        : M extends 'run'
          ? unknown
          : Handle<H>
      : unknown;

interface Scalars {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  object: Record<string, unknown>;
  array: unknown[];
  null: null;
  any: unknown;
}

/** A caller may give a list that can not be changed. */
type List<T, M extends Mode> = M extends 'input' ? readonly T[] : T[];

type ShorthandValue<S extends string, M extends Mode> = S extends `${infer B}?`
  ? ShorthandValue<B, M>
  : S extends `${infer B}[]`
    ? List<ShorthandValue<B, M>, M>
    : S extends keyof Scalars
      ? Scalars[S]
      : S extends `${infer H}_handle`
        ? HandleValue<H, M>
        : unknown;

type TypedValue<T, P, M extends Mode> = T extends 'array'
  ? P extends {items: infer I}
    ? List<Value<I, M>, M>
    : List<unknown, M>
  : T extends 'object'
    ? P extends {properties: infer Properties}
      ? ObjectValue<Properties, RequiredNames<P>, M>
      : Record<string, unknown>
    : T extends keyof Scalars
      ? Scalars[T]
      : unknown;

type Value<P, M extends Mode> = P extends string
  ? ShorthandValue<P, M>
  : P extends {readonly handle: infer H}
    ? HandleValue<H, M>
    : P extends {readonly enum: readonly (infer E)[]}
      ? E
      : P extends {readonly const: infer C}
        ? C
        : P extends {readonly anyOf: readonly (infer A)[]}
          ? Value<A, M>
          : P extends {readonly oneOf: readonly (infer A)[]}
            ? Value<A, M>
            : P extends {readonly type: infer T extends string | readonly string[]}
              ? T extends readonly (infer U)[]
                ? TypedValue<U, P, M>
                : TypedValue<T, P, M>
              : P extends {readonly description: string}
                ? unknown
                : P extends object
                  ? ObjectValue<P, never, M>
                  : unknown;

type RequiredNames<P> = P extends {readonly required: readonly (infer R)[]} ? R : never;

/** Keywords of which one makes an object a schema; without any, it is a map of parameters. */
type Keyword =
  | 'type'
  | 'handle'
  | 'enum'
  | 'const'
  | 'anyOf'
  | 'oneOf'
  | 'allOf'
  | 'items'
  | 'properties'
  | 'default'
  | 'description';

/**
 * Present for sure: a bare shorthand, a nested map, `required: true`, named in JSON Schema's `required`, or defaulted where
 * that was applied.
 */
type IsPresent<K, P, Names, M extends Mode> = K extends Names
  ? true
  : P extends string
    ? P extends `${string}?`
      ? false
      : true
    : P extends {readonly required: true}
      ? true
      : P extends {readonly default: unknown}
        ? M extends 'run'
          ? true
          : false
        : [Names, Extract<keyof P, Keyword | 'required'>] extends [never, never]
          ? P extends object
            ? true
            : false
          : false;

type Flatten<T> = {[K in keyof T]: T[K]};

type ObjectValue<Properties, Names, M extends Mode> = Flatten<
  {
    -readonly [K in keyof Properties as IsPresent<K, Properties[K], Names, M> extends true ? K : never]: Value<
      Properties[K],
      M
    >;
  } & {
    -readonly [K in keyof Properties as IsPresent<K, Properties[K], Names, M> extends true ? never : K]?:
      Value<Properties[K], M> | (M extends 'input' ? undefined : never);
  } & (M extends 'input' ? Aliases<Properties> : unknown)
>;

/** Other spellings of what may be left out. What is required is asked for by its own name. */
type Aliases<Properties> = {
  -readonly [K in keyof Properties as AliasOf<Properties[K]>]?: Value<Properties[K], 'input'> | undefined;
};

type AliasOf<P> = P extends {readonly required: true}
  ? never
  : P extends {readonly aliases: readonly (infer A extends string)[]}
    ? string extends A
      ? never
      : A
    : never;

type Spec<S, M extends Mode> =
  S extends StandardSchema<infer I, infer O>
    ? M extends 'input'
      ? I
      : O
    : S extends WrappedJsonSchema<infer T>
      ? T
      : string extends S
        ? unknown
        : S extends string
          ? ShorthandValue<S, M>
          : S extends {readonly type: 'object'; readonly properties: infer P}
            ? ObjectValue<P, RequiredNames<S>, M>
            : M extends 'output'
              ? Value<S, M>
              : S extends object
                ? string extends keyof S
                  ? Record<string, unknown>
                  : ObjectValue<S, never, M>
                : unknown;

/** What a caller gives for a schema. */
export type InferInput<S> = Spec<S, 'input'>;
/** What a tool's `run` gets: defaults applied, handles replaced by their resources. */
export type InferRun<S> = Spec<S, 'run'>;
/** What a caller gets back. */
export type InferOutput<S> = S extends undefined ? unknown : Spec<S, 'output'>;
