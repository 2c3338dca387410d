import {nearest, ToolError} from '../../../src/sdk.js';
import type {ArgumentRules, CommandRules} from '../options.js';
import {Flags} from './flags.js';
import {missingFlags} from './missing-flags.js';

/** What one level of a command takes. */
interface Level {
  /** Where its rules are in the config, for messages. */
  readonly place: string;
  readonly flags: Flags;
  readonly values: RegExp | undefined;
  readonly separator: boolean;
  readonly subcommands: ReadonlyMap<string, Level> | undefined;
}

/** Checks the arguments of a command against the rules of the config (SH03). */
export type ArgumentCheck = (args: readonly string[]) => readonly string[];

/** Makes the check of a command. Throws a text for rules that can not be read. */
export function argumentCheck(command: string, rules: CommandRules): ArgumentCheck {
  const level = readLevel(`commands.${command}`, rules, rules.subcommands);
  return (args) => checkLevel(command, args, level);
}

function readLevel(place: string, rules: ArgumentRules, subcommands?: CommandRules['subcommands']): Level {
  // An option that is not declared may have the next word for its value, which would be moved behind '--'.
  if (rules.separator === true && rules.flags === '*')
    throw new Error("separator needs flags that are declared, and has '*'");
  const level = {
    place,
    flags: new Flags(rules.flags, rules.clusters),
    values: rules.values === undefined ? undefined : new RegExp(`^(?:${rules.values})$`, 'u'),
    separator: rules.separator ?? false,
    subcommands: undefined,
  };
  if (subcommands === undefined) return level;
  const isList = (given: typeof subcommands): given is readonly string[] => Array.isArray(given);
  // What a list names takes what the command takes.
  const inner: readonly (readonly [string, Level])[] = isList(subcommands)
    ? subcommands.map((name) => [name, level])
    : Object.entries(subcommands).map(([name, own]) => [name, readLevel(`${place}.subcommands.${name}`, own)]);
  // Of an option that is not declared nobody knows whether the next word is its value or the subcommand.
  const flags = rules.flags === '*' ? new Flags() : level.flags;
  return {...level, flags, separator: false, subcommands: new Map(inner)};
}

/** The arguments as the program gets them. Throws INVALID_PARAMETER for those that the rules do not know. */
function checkLevel(command: string, args: readonly string[], level: Level): string[] {
  const {flags, values, separator, subcommands} = level;
  const options: string[] = [];
  const operands: string[] = [];
  // In their order, unless `--` must come between them.
  const [toOptions, toOperands] = separator ? [options, operands] : [operands, operands];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? '';
    if (separator && argument === '--') {
      operands.push(...args.slice(at + 1).map((value) => checkValue(command, value, values)));
      break;
    }
    if (!argument.startsWith('-')) {
      if (subcommands) return [...operands, ...checkSubcommand(command, args.slice(at), subcommands)];
      toOperands.push(checkValue(command, argument, values));
      continue;
    }
    const flag = flags.read(argument);
    if (flag === undefined) throw undeclared(command, argument, args[at + 1], level);
    toOptions.push(argument);
    if (flag === 'flag') continue;
    const value = args[++at];
    if (value === undefined) throw refuse(`${command}: the option ${argument} needs a value`, [`${argument} <value>`]);
    if (value.startsWith('-')) throw undeclared(command, value, args[at + 1], level);
    toOptions.push(value);
  }
  if (subcommands) throw unknownSubcommand(command, undefined, subcommands);
  return separator && operands.length > 0 ? [...options, '--', ...operands] : [...options, ...operands];
}

function checkSubcommand(command: string, args: readonly string[], subcommands: ReadonlyMap<string, Level>): string[] {
  const [name = '', ...rest] = args;
  const level = subcommands.get(name);
  if (!level) throw unknownSubcommand(command, name, subcommands);
  return [name, ...checkLevel(`${command} ${name}`, rest, level)];
}

function checkValue(command: string, value: string, values: RegExp | undefined): string {
  if (!values || values.test(value)) return value;
  throw refuse(`${command} does not take the value ${shown(value)}`, [`Values must match ${values.source}`]);
}

const shown = (text: string): string =>
  text.length > 80 ? `of ${String(text.length)} characters` : JSON.stringify(text);

function undeclared(
  command: string,
  argument: string,
  next: string | undefined,
  {flags, separator, place}: Level,
): ToolError {
  const {names} = flags;
  const apart = flags.apart(argument);
  const isDeclared = apart?.every((word) => !word.startsWith('-') || names.includes(word)) === true;
  const missing = missingFlags(argument, next, flags).map((flag) => (flag.length > 80 ? '…' : `'${flag}'`));
  const more = isDeclared ? `${place}.clusters: true` : `${place}.flags: [${missing.join(', ')}], or '*' for any`;
  const known = names.length > 0 ? `It takes ${names.join(', ')}` : 'No option is declared for it in the config';
  return refuse(`${command} does not take the option ${shown(argument)}`, [
    known,
    ...(apart ? [`Write options apart: ${apart.join(' ')}`] : []),
    ...(separator ? ["A value that begins with '-' goes after '--'"] : ["For a file, write './' before its name"]),
    `Whoever runs this can declare it in the config: ${more}`,
  ]);
}

function unknownSubcommand(
  command: string,
  name: string | undefined,
  subcommands: ReadonlyMap<string, Level>,
): ToolError {
  const names = [...subcommands.keys()];
  const close = name === undefined ? undefined : nearest(name, names);
  return new ToolError(
    'PERMISSION_DENIED',
    name === undefined
      ? `${command} needs one of its subcommands`
      : `${command} may not be run with the subcommand ${shown(name)}`,
    {
      outcome: 'not_executed',
      context: {reason: 'subcommand_not_allowed', allowed: names},
      suggestions: [...(close === undefined ? [] : [`Did you mean ${close}?`]), `Allowed are ${names.join(', ')}`],
    },
  );
}

const refuse = (message: string, suggestions: readonly string[]): ToolError =>
  new ToolError('INVALID_PARAMETER', message, {outcome: 'not_executed', suggestions});
