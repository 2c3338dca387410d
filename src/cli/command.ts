import type {Io} from './io.js';
import type {Output} from './output.js';

export interface OptionSpec {
  readonly type: 'string' | 'boolean' | 'integer';
  /** One letter: `-c`. */
  readonly short?: string;
  /** What the value is called in the help: `FILE`. */
  readonly value?: string;
  readonly description: string;
  /** May be given more than once. */
  readonly multiple?: boolean;
  /** Least value of an integer. */
  readonly minimum?: number;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** An argument by place. `[NAME]` in the help when it may be left out. */
export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  /** Takes all that are left, joined by spaces. */
  readonly rest?: boolean;
}

/** Option values as they were read: texts, integers, true, lists. */
export interface OptionValues {
  text(name: string): string | undefined;
  integer(name: string): number | undefined;
  flag(name: string): boolean;
  list(name: string): readonly string[];
}

export interface Invocation {
  readonly io: Io;
  readonly output: Output;
  readonly options: OptionValues;
  /** All there are, for the help. */
  readonly commands: readonly Command[];
  /** By the name of the argument; undefined where it was left out. */
  readonly argument: (name: string) => string | undefined;
}

/** A command as data, with what it does. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: OptionSpecs;
  /** Paragraphs of the help. */
  readonly details?: readonly string[];
  readonly examples?: readonly string[];
  /** Answers the exit code; throws ToolError. */
  run(invocation: Invocation): Promise<number>;
}

/** Options of every command. */
export const globalOptions = {
  config: {
    type: 'string',
    short: 'c',
    value: 'FILE',
    description: 'Names modules and wrap configs; default: haft.config.json, .js or .mjs of the current folder',
  },
  set: {
    type: 'string',
    short: 's',
    value: 'NAME=VALUE',
    multiple: true,
    description: 'A runtime value, for {"$config": "NAME"} in the config',
  },
  json: {type: 'boolean', description: 'Print one JSON document on stdout; all else goes to stderr'},
  help: {type: 'boolean', short: 'h', description: 'Show help and stop'},
  version: {type: 'boolean', short: 'v', description: 'Show the version and stop'},
} as const satisfies OptionSpecs;
