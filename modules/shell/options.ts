/** Which options a command takes and what its values look like. */
const argumentRules = {
  flags: {
    anyOf: [
      {type: 'string', enum: ['*']},
      {type: 'array', items: {type: 'string', minLength: 1}},
    ],
    description:
      "Options that a call may give: '--all', '-n <count>' or '--format <text>' with a value; '*' is any, of a command with subcommands only behind them. Default none",
  },
  clusters: {
    type: 'boolean',
    description:
      "Take '-la' for -l and -a, and '-n5' for -n with its value, of options that are declared; for programs that have no long options with one '-', as find has. Default as declared, letter by letter",
  },
  values: {
    type: 'string',
    description: 'A regular expression that every value that is no option must match as a whole; default anything',
  },
  separator: {
    type: 'boolean',
    description:
      "Put '--' before the values, which may then begin with '-'; for programs that understand it, and with flags that are declared",
  },
  description: {type: 'string', description: 'What it is for, told by shell.list'},
} as const;

/** What the config says of one command. */
const commandRules = {
  path: {type: 'string', description: 'Absolute path of the program; default where the PATH leads'},
  ...argumentRules,
  subcommands: {
    anyOf: [
      {type: 'array', items: {type: 'string', minLength: 1}},
      {
        type: 'object',
        additionalProperties: {type: 'object', properties: argumentRules, additionalProperties: false},
      },
    ],
    description: 'What the first value must be: names, or names with rules of their own for what follows',
  },
} as const;

/** The config of the module: nothing runs that it does not name (SECURITY 4). */
export const shellConfig = {
  commands: {
    anyOf: [
      {type: 'string', enum: ['*']},
      {type: 'array', items: {type: 'string', minLength: 1}},
      {type: 'object', additionalProperties: {type: 'object', properties: commandRules, additionalProperties: false}},
    ],
    description:
      "Programs that may be run: names, of which none takes options; names with rules, {git: {subcommands: ['status'], flags: ['--short']}}; or '*', any program with any arguments",
  },
  shell: {
    type: 'boolean',
    default: false,
    description:
      "Give command lines to sh, with pipes, globs, variables and all. A shell can run anything: it needs commands: '*'",
  },
  basePath: {
    type: 'string',
    description: 'Directory in which programs are started, or in one under it; default the working directory',
  },
  env: {
    type: 'object',
    additionalProperties: {type: 'string'},
    description: 'Values of the environment, beside PATH, HOME, LANG, LC_ALL, TZ and TMPDIR of this process',
  },
  secrets: {
    type: 'object',
    additionalProperties: {type: 'string'},
    secret: true,
    description: 'The same for secrets, which no answer, error or log shows',
  },
  inheritEnv: {
    type: 'array',
    items: {type: 'string', minLength: 1},
    description: 'Names of further variables that programs get of the environment of this process',
  },
  allowedEnv: {
    type: 'array',
    items: {type: 'string', minLength: 1},
    description: 'Names of variables that a call may set; default none',
  },
  timeout: {
    type: 'integer',
    minimum: 1,
    maximum: 86_400_000,
    default: 30_000,
    description: 'ms that a program may run where the call does not say',
  },
  maxTimeout: {
    type: 'integer',
    minimum: 1,
    maximum: 86_400_000,
    default: 600_000,
    description: 'ms that a call may ask for; default ten minutes',
  },
  killGrace: {
    type: 'integer',
    minimum: 0,
    maximum: 60_000,
    // Within the time that a stopped call has for telling how far it came.
    default: 400,
    description: 'ms between asking a program to end (SIGTERM) and killing it with all that it started',
  },
  maxOutput: {
    type: 'integer',
    minimum: 1024,
    maximum: 268_435_456,
    default: 1_048_576,
    description: 'Bytes of stdout and stderr together that are kept of one program; default 1 MiB',
  },
  maxInput: {
    type: 'integer',
    minimum: 1024,
    maximum: 268_435_456,
    default: 16_777_216,
    description: 'Bytes that may wait for a background program to read them; default 16 MiB',
  },
  overflow: {
    type: 'string',
    enum: ['error', 'truncate'],
    default: 'error',
    description:
      "What happens at more: the program is ended with LIMIT_EXCEEDED, or beginning and end are kept and it goes on ('truncate')",
  },
  maxProcesses: {
    type: 'integer',
    minimum: 0,
    maximum: 1000,
    default: 16,
    description: 'Background programs at a time, those included that ended and were not stopped yet',
  },
} as const;

/** What a command may be given; the parts of `commands` that the schema leaves to a table. */
export interface ArgumentRules {
  readonly flags?: '*' | readonly string[];
  readonly clusters?: boolean;
  readonly values?: string;
  readonly separator?: boolean;
  readonly description?: string;
}

/** What may be run of one command: where it is, its subcommands, options and values. */
export interface CommandRules extends ArgumentRules {
  readonly path?: string;
  readonly subcommands?: readonly string[] | Readonly<Record<string, ArgumentRules>>;
}

/** What `ShellModuleDefinition.create` takes, with the defaults filled in. */
export interface ShellConfig {
  readonly commands?: '*' | readonly string[] | Readonly<Record<string, CommandRules>>;
  readonly shell: boolean;
  readonly basePath?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly inheritEnv?: readonly string[];
  readonly allowedEnv?: readonly string[];
  readonly timeout: number;
  readonly maxTimeout: number;
  readonly killGrace: number;
  readonly maxOutput: number;
  readonly maxInput: number;
  readonly overflow: 'error' | 'truncate';
  readonly maxProcesses: number;
}
