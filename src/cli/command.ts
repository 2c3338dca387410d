import type {Io} from './io.js';
import type {Output} from './output.js';

/** What a shell may complete a value with: names of the project, files, or what the command line has. */
export interface Completion {
  readonly with:
    | 'commands'
    | 'files'
    | 'folders'
    | 'handles'
    | 'modules'
    | 'options'
    | 'packages'
    | 'parameters'
    | 'providers'
    | 'settings'
    | 'tags'
    | 'tools'
    | 'words';
}

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
  /** The only values it may have. */
  readonly choices?: readonly string[];
  readonly completes?: Completion;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** An argument by place. `[NAME]` in the help when it may be left out. */
export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  readonly optional?: boolean;
  /** Takes all that are left, joined by spaces. */
  readonly rest?: boolean;
  /** The only values it may have. */
  readonly choices?: readonly string[];
  readonly completes?: Completion;
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
  /** What stands on the command line, the command's name left out and options read. */
  readonly words: readonly string[];
}

/** A command as data. What it does is loaded when it runs: `haft --help` answers at once. */
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
    completes: {with: 'files'},
    description: 'Names modules and wrap configs; default: haft.config.json, .js or .mjs of the current folder',
  },
  set: {
    type: 'string',
    short: 's',
    value: 'NAME=VALUE',
    multiple: true,
    completes: {with: 'settings'},
    description: 'A runtime value, for {"$config": "NAME"} in the config',
  },
  json: {type: 'boolean', description: 'Print one JSON document on stdout; all else goes to stderr'},
  'no-color': {type: 'boolean', description: 'Print without colours, whatever the terminal and FORCE_COLOR say'},
  help: {type: 'boolean', short: 'h', description: 'Show help and stop'},
  version: {type: 'boolean', short: 'v', description: 'Show the version and stop'},
} as const satisfies OptionSpecs;
