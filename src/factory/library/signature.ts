import type {ParameterMap} from '../../schema/spec.js';

/** How a well-known function is called, so that a tool of it needs no `inputMapping` (C60). */
export interface Signature {
  /** Parameters in long form, `positional` and `options` together. */
  readonly input: ParameterMap;
  /** Those given by position. */
  readonly positional: readonly string[];
  /** Those that go into one object behind them. */
  readonly options: readonly string[];
  /** Other names of a parameter, as methods call it: `data` of writeFile. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Whether its options take an AbortSignal, so that a timeout really ends it. */
  readonly signal?: boolean;
  /** Whether it opens a file, which then must be a regular one: a pipe would never answer. */
  readonly opens?: boolean;
  /** Arguments that are paths, by position: of what stands there, or of the directory entry itself (a link). */
  readonly paths?: readonly PathRole[];
}

export type PathRole = 'target' | 'entry';

export type Signatures = Readonly<Record<string, Signature>>;

/** The parameter that a method calls `name`. */
export const parameterOf = ({input, aliases}: Signature, name: string): string =>
  !Object.hasOwn(input, name) && aliases && Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
