import {realpathSync, statSync} from 'node:fs';
import {resolve} from 'node:path';
import {findProgram, ToolError} from '../../src/sdk.js';
import type {ProgramStart} from './client.js';
import {AllowedCommands} from './commands/allowed-commands.js';
import {splitCommandLine} from './commands/command-line.js';
import {callEnvironment, configuredEnvironment} from './commands/environment.js';
import {workingDirectory} from './commands/working-directory.js';
import type {ShellConfig} from './options.js';
import type {Secrets} from './secrets.js';
import type {BackgroundProgram} from './running/background-program.js';

/** What a call says of the program that it wants to run. */
export interface ProgramRequest {
  readonly command: string | readonly string[];
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly env?: unknown;
}

/** A request that was checked against the config. */
export interface CheckedRequest extends Omit<ProgramStart, 'stdin'> {
  /** As people write it, for messages. */
  readonly command: string;
}

/** The programs of one module: which may run, how they are started, and those that run in the background. */
export class Shell {
  readonly config: ShellConfig;
  readonly commands: AllowedCommands;
  /** Started and not stopped yet. */
  readonly background = new Set<BackgroundProgram>();
  /** What no program may be heard to say. */
  readonly secrets: Secrets;
  #places = 0;
  readonly #base: string;
  readonly #environment: Readonly<Record<string, string>>;
  /** The shell that runs command lines, where the config opens it. */
  readonly #sh: string | undefined;

  private constructor(
    config: ShellConfig,
    parts: {commands: AllowedCommands; sh: string | undefined; secrets: Secrets},
  ) {
    this.config = config;
    this.commands = parts.commands;
    this.secrets = parts.secrets;
    this.#sh = parts.sh;
    this.#base = baseDirectory(config.basePath ?? process.cwd());
    this.#environment = configuredEnvironment(config);
  }

  /** Checks the config and finds the programs. Throws INVALID_CONFIG. */
  static async open(config: ShellConfig, secrets: Secrets): Promise<Shell> {
    const commands = await AllowedCommands.find(config.commands);
    return new Shell(config, {commands, secrets, sh: config.shell ? await findShell(commands) : undefined});
  }

  /** A place for a program in the background; answers how to leave it. Throws LIMIT_EXCEEDED. */
  takePlace(): () => void {
    const {maxProcesses} = this.config;
    if (this.#places >= maxProcesses) throw noPlace(maxProcesses);
    this.#places++;
    let taken = true;
    return () => {
      if (taken) this.#places--;
      taken = false;
    };
  }

  /** What is started for a request, nothing of which happened yet. Throws PERMISSION_DENIED, PROGRAM_NOT_FOUND and input codes. */
  async check(request: ProgramRequest): Promise<CheckedRequest> {
    const cwd = workingDirectory(this.#base, request.cwd);
    const env = callEnvironment(this.#environment, request.env, this.config.allowedEnv);
    const {command, args = []} = request;
    if (typeof command === 'string' && command.trim() === '') throw noProgram();
    if (typeof command === 'string' && this.#sh !== undefined) {
      // `$0` and what follows: more arguments reach the line as "$@", and are no part of it.
      const argv = ['-c', requireNoNul(command), 'sh', ...args.map(requireNoNul)];
      return {command: this.#shown(command), file: this.#sh, args: argv, cwd, env};
    }
    const [name = '', ...given] = typeof command === 'string' ? wordsOf(command) : command;
    if (name === '') throw noProgram();
    const {file, argv0, check} = await this.commands.get(name);
    const checked = check([...given, ...args].map(requireNoNul));
    return {command: this.#shown([name, ...given, ...args].join(' ')), file, argv0, args: checked, cwd, env};
  }

  /** A command as it is told: secrets go before it is cut. */
  #shown(command: string): string {
    const text = this.secrets.text(command);
    return text.length > 200 ? `${text.slice(0, 200)}…` : text;
  }
}

const noPlace = (limit: number): ToolError =>
  new ToolError('LIMIT_EXCEEDED', `There are ${String(limit)} programs in the background already`, {
    outcome: 'not_executed',
    context: {limit},
    suggestions: [
      'Stop those that are no longer needed with shell.stop, also those that have ended',
      'Raise maxProcesses in the config',
    ],
  });

const noProgram = (): ToolError =>
  new ToolError('INVALID_PARAMETER', 'The command names no program', {
    outcome: 'not_executed',
    suggestions: ["Give a line, 'git status', or a list, ['git', 'status']"],
    context: {parameter: 'command'},
  });

/** A name with a space before or behind it is not that name (SH02); between words, spaces are what they are in a shell. */
function wordsOf(line: string): readonly string[] {
  if (line.includes('\0')) return [line];
  const words = splitCommandLine(line);
  return words.length === 1 && line !== line.trim() ? [line] : words;
}

function requireNoNul(argument: string): string {
  if (!argument.includes('\0')) return argument;
  throw new ToolError('INVALID_PARAMETER', 'An argument holds a NUL character, which no program can be given', {
    outcome: 'not_executed',
  });
}

async function findShell(commands: AllowedCommands): Promise<string> {
  if (!commands.any) {
    throw new ToolError('INVALID_CONFIG', 'shell: a shell can run any program, and commands names only some', {
      outcome: 'not_executed',
      suggestions: ["Give commands: '*' with shell: true, or leave shell out"],
    });
  }
  const sh = await findProgram('sh');
  if (sh !== undefined) return sh;
  throw new ToolError('INVALID_CONFIG', 'shell: there is no sh on the PATH', {
    outcome: 'not_executed',
    suggestions: ['Install one, or leave shell out'],
  });
}

function baseDirectory(path: string): string {
  try {
    const real = realpathSync(resolve(path));
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Told below.
  }
  throw new ToolError('INVALID_CONFIG', `shell: basePath '${path}' is no directory`, {
    outcome: 'not_executed',
    suggestions: ['Create it, or name another one'],
  });
}
