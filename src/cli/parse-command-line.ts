import {parseArgs} from 'node:util';
import {nearest} from '../contract/nearest.js';
import {globalOptions} from './command.js';
import type {Command, OptionSpec, OptionSpecs, OptionValues} from './command.js';
import {usageError} from './usage-error.js';

type ParsedOption = Extract<ReturnType<typeof readTokens>[number], {kind: 'option'}>;

export interface CommandLine {
  /** undefined when none was named. */
  readonly command: Command | undefined;
  readonly options: OptionValues;
  readonly positionals: readonly string[];
}

/** Tokens by the options of all commands, so that options may stand before the command's name. */
function readTokens(argv: readonly string[], commands: readonly Command[]) {
  const all: OptionSpecs = Object.assign(
    {},
    ...commands.map(({options}) => options ?? {}),
    globalOptions,
  ) as OptionSpecs;
  const options = Object.fromEntries(
    Object.entries(all).map(([name, {type, short}]) => [
      name,
      {type: type === 'boolean' ? ('boolean' as const) : ('string' as const), ...(short !== undefined && {short})},
    ]),
  );
  return parseArgs({args: [...argv], options, allowPositionals: true, strict: false, tokens: true}).tokens;
}

/**
 * Reads a command line. Throws INVALID_PARAMETER with the nearest name for a command or an option that is not known, and
 * for values that are missing or are of no use.
 */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): CommandLine {
  const tokens = readTokens(argv, commands);
  const positionals = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const [name, ...rest] = positionals;
  const given = tokens.filter((token): token is ParsedOption => token.kind === 'option');
  const wantsHelp = given.some((token) => token.name === 'help' || token.name === 'version');
  const command = name === undefined ? undefined : findCommand(name, commands, wantsHelp);
  const known: OptionSpecs = {...command?.options, ...globalOptions};
  const values = new Map<string, readonly (string | number | true)[]>();
  for (const token of given) {
    const spec = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (!spec) throw unknownOption(token, known, command, commands);
    const value = readValue(token, spec);
    values.set(token.name, spec.multiple ? [...(values.get(token.name) ?? []), value] : [value]);
  }
  return {command, options: optionValues(values), positionals: rest};
}

function findCommand(name: string, commands: readonly Command[], wantsHelp: boolean): Command | undefined {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const near = nearest(
    name,
    commands.map((command) => command.name),
  );
  const list = `Commands are ${commands.map((command) => command.name).join(', ')}`;
  const isTool = /^[\w-]+\.[\w.-]+$/.test(name);
  const hint = isTool ? `To call a tool: haft call ${name}` : near === undefined ? list : `Did you mean '${near}'?`;
  if (wantsHelp && near === undefined && !isTool) return undefined;
  throw usageError(`Unknown command '${name}'`, hint, 'haft --help lists the commands');
}

function unknownOption(
  token: ParsedOption,
  known: OptionSpecs,
  command: Command | undefined,
  commands: readonly Command[],
): Error {
  const subject = `Unknown option '${token.rawName}'${command ? ` of haft ${command.name}` : ''}`;
  const owners = commands.filter(({options}) => options && Object.hasOwn(options, token.name)).map(({name}) => name);
  const [owner] = owners;
  if (owner !== undefined)
    return usageError(`${subject}; it belongs to haft ${owners.join(', ')}`, `haft help ${command?.name ?? owner}`);
  const near = nearest(token.name, Object.keys(known));
  const help = command ? `haft help ${command.name} lists its options` : 'haft --help lists the options';
  return near === undefined ? usageError(subject, help) : usageError(subject, `Did you mean '--${near}'?`, help);
}

function readValue(token: ParsedOption, spec: OptionSpec): string | number | true {
  const {rawName, value} = token;
  if (spec.type === 'boolean') {
    if (value === undefined) return true;
    throw usageError(`Option ${rawName} takes no value, received '${value}'`, `Write ${rawName}`);
  }
  const example = `${rawName} ${spec.value ?? 'VALUE'}`;
  if (value === undefined || (!token.inlineValue && /^-./.test(value))) {
    throw usageError(`Option ${rawName} needs a value`, `Write ${example}`);
  }
  if (spec.type === 'string') return checkedChoice(`Option ${rawName}`, value, spec.choices);
  const number = Number(value);
  const least = spec.minimum ?? 0;
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < least) {
    throw usageError(
      `Option ${rawName} must be an integer of at least ${least}, received '${value}'`,
      `Write ${example}`,
    );
  }
  return number;
}

/** One of the choices, if there are any. Throws INVALID_PARAMETER with the nearest. */
function checkedChoice(subject: string, value: string, choices: readonly string[] | undefined): string {
  if (!choices || choices.includes(value)) return value;
  // Of single letters every one is near to every other.
  const near = value.length > 1 ? nearest(value, choices) : undefined;
  throw usageError(
    `${subject} must be one of ${choices.join(', ')}; received '${value}'`,
    near === undefined ? `Write ${choices.join(' or ')}` : `Did you mean '${near}'?`,
  );
}

function optionValues(values: ReadonlyMap<string, readonly (string | number | true)[]>): OptionValues {
  const last = (name: string): string | number | true | undefined => values.get(name)?.at(-1);
  return {
    text: (name) => (last(name) === undefined ? undefined : String(last(name))),
    integer: (name) => (last(name) === undefined ? undefined : Number(last(name))),
    flag: (name) => last(name) === true,
    list: (name) => (values.get(name) ?? []).map(String),
  };
}

/** Arguments by name. Throws INVALID_PARAMETER where one is missing, or too many are given. */
export function namedArguments(command: Command, positionals: readonly string[]): (name: string) => string | undefined {
  const specs = command.arguments ?? [];
  const values = new Map<string, string>();
  specs.forEach((spec, index) => {
    const value = spec.rest ? positionals.slice(index).join(' ') : positionals[index];
    if (value !== undefined && (value !== '' || !spec.rest)) {
      values.set(spec.name, checkedChoice(`${spec.name} of haft ${command.name}`, value, spec.choices));
    } else if (!spec.optional) {
      throw usageError(
        `haft ${command.name} needs ${spec.name}: ${spec.description}`,
        `haft help ${command.name} shows how`,
      );
    }
  });
  const surplus = specs.some(({rest}) => rest) ? [] : positionals.slice(specs.length);
  if (surplus.length > 0) {
    throw usageError(
      `haft ${command.name} takes ${specs.length === 0 ? 'no arguments' : `${specs.length} at most`}, received also '${surplus.join(' ')}'`,
      `haft help ${command.name} shows how`,
      ...(surplus.length + specs.length > 2 ? ['Put JSON and texts with spaces into quotes'] : []),
    );
  }
  return (name) => values.get(name);
}
