import {realpath} from 'node:fs/promises';
import {isAbsolute} from 'node:path';
import {findProgram, nearest, ToolError} from '../../../src/sdk.js';
import type {CommandRules, ShellConfig} from '../options.js';
import {argumentCheck} from './argument-rules.js';
import type {ArgumentCheck} from './argument-rules.js';

/** A program that may be run, where it was found when the module was made. */
export interface Command {
  readonly name: string;
  /** Its file, links resolved: a link or a PATH that changes afterwards changes nothing (SH02). */
  readonly file: string;
  /** Where it was found; programs that go by many names (busybox, venv's python) look at it. */
  readonly argv0: string;
  readonly check: ArgumentCheck;
  readonly description: string | undefined;
}

/** The programs that the config names, and no others. */
export class AllowedCommands {
  readonly #commands: Map<string, Command | undefined>;
  /** The PATH as it was, where any program is allowed. */
  readonly #path: string | undefined;

  private constructor(commands: Map<string, Command | undefined>, path: string | undefined) {
    this.#commands = commands;
    this.#path = path;
  }

  /** Finds them all. Throws INVALID_CONFIG for what can not be read; one that is not there is told when it is called. */
  static async find(commands: ShellConfig['commands']): Promise<AllowedCommands> {
    if (commands === '*') return new AllowedCommands(new Map(), process.env['PATH'] ?? '');
    const rules = rulesOf(commands);
    if (rules.length === 0) {
      throw new ToolError('INVALID_CONFIG', 'shell: no commands are named, so that nothing could be run', {
        outcome: 'not_executed',
        suggestions: [
          "Name the programs: commands: ['npm', 'node']",
          "Or with rules for their arguments: commands: {git: {subcommands: ['status', 'log'], flags: ['--oneline']}}",
          "Or any program with any arguments: commands: '*'",
        ],
      });
    }
    for (const [name] of rules) assertName(name);
    const found = await Promise.all(
      rules.map(async ([name, own]) => [name, await readCommand(name, own, process.env['PATH'])] as const),
    );
    return new AllowedCommands(new Map(found), undefined);
  }

  /** Whether any program may be run. */
  get any(): boolean {
    return this.#path !== undefined;
  }

  /** What may be run; of the names that are not there, the names. */
  list(): {readonly found: readonly Command[]; readonly missing: readonly string[]} {
    const entries = [...this.#commands];
    return {
      found: entries.flatMap(([, command]) => command ?? []),
      missing: entries.filter(([, command]) => !command).map(([name]) => name),
    };
  }

  /** The command of a name, letter by letter. Throws PERMISSION_DENIED and PROGRAM_NOT_FOUND. */
  async get(name: string): Promise<Command> {
    if (!this.#commands.has(name)) {
      if (this.#path === undefined) throw this.#denied(name);
      this.#commands.set(name, await readCommand(name, {flags: '*'}, this.#path));
    }
    return this.#commands.get(name) ?? this.#missing(name);
  }

  #missing(name: string): never {
    // What is not there now may be there later, where any program is allowed.
    if (this.any) this.#commands.delete(name);
    throw new ToolError('PROGRAM_NOT_FOUND', `The program ${shownName(name)} is not installed where haft runs`, {
      outcome: 'not_executed',
      suggestions: ['Install it and make the module again, or give its absolute path in the config'],
    });
  }

  #denied(name: string): ToolError {
    const names = [...this.#commands.keys()];
    const close = nearest(name, names);
    return new ToolError('PERMISSION_DENIED', `The command ${shownName(name)} is not allowed`, {
      outcome: 'not_executed',
      context: {reason: 'command_not_allowed', allowed: names},
      suggestions: [
        ...(close === undefined ? [] : [`Did you mean ${close}? Names count letter by letter`]),
        `Allowed are ${names.join(', ')}; whoever runs this can name more in commands of the config`,
      ],
    });
  }
}

/** Whole, or not at all: a part of a secret is not known for one. */
const shownName = (name: string): string =>
  name.length > 80 ? `of ${String(name.length)} characters` : JSON.stringify(name);

function rulesOf(commands: Exclude<ShellConfig['commands'], '*'>): readonly (readonly [string, CommandRules])[] {
  if (commands === undefined) return [];
  const isList = (given: typeof commands): given is readonly string[] => Array.isArray(given);
  return isList(commands) ? commands.map((name) => [name, {}]) : Object.entries(commands);
}

/** A path may have blanks; a name that has some is most likely a line with arguments, and no program is called so. */
function assertName(name: string): void {
  if (!name.includes('\0') && (isAbsolute(name) || !/\s/.test(name))) return;
  throw problem(
    JSON.stringify(name.slice(0, 80)),
    'is no name of a program: it has a blank or a NUL character',
    "Name the program alone; its arguments go into rules: commands: {node: {flags: ['-e <script>']}}",
  );
}

async function readCommand(name: string, rules: CommandRules, path?: string): Promise<Command | undefined> {
  if (rules.path !== undefined && !isAbsolute(rules.path)) {
    throw problem(
      name,
      `has the path "${rules.path}", which is not absolute`,
      'Give an absolute path, or leave it out',
    );
  }
  const found = await findProgram(rules.path ?? name, path);
  const check = checkOf(name, rules);
  if (found === undefined) return undefined;
  return {name, file: await realpath(found), argv0: found, check, description: rules.description};
}

function checkOf(name: string, rules: CommandRules): ArgumentCheck {
  try {
    return argumentCheck(name, rules);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw problem(name, `has rules that can not be read: ${why}`, 'Correct its flags or values');
  }
}

const problem = (name: string, what: string, next: string): ToolError =>
  new ToolError('INVALID_CONFIG', `shell: commands.${name} ${what}`, {outcome: 'not_executed', suggestions: [next]});
