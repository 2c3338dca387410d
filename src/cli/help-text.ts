import {globalOptions} from './command.js';
import type {ArgumentSpec, Command, OptionSpecs} from './command.js';
import {exitCodes} from './exit-codes.js';
import {renderTable} from './table.js';

const columns = [{title: ''}, {title: ''}];

/** Two columns; the second wrapped to the width of a usual terminal. */
function definitions(rows: readonly (readonly [string, string])[], indent = '  '): string[] {
  const first = Math.max(...rows.map(([name]) => name.length));
  const room = 100 - indent.length - first - 2;
  const wrapped = rows.flatMap(([name, text]) =>
    wrap(text, room).map((line, index) => [index === 0 ? name : '', line]),
  );
  return renderTable(columns, wrapped, {indent});
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

const argumentText = ({name, optional, rest}: ArgumentSpec): string => {
  const shown = rest ? `${name}...` : name;
  return optional ? `[${shown}]` : shown;
};

function optionRows(options: OptionSpecs): (readonly [string, string])[] {
  return Object.entries(options).map(([name, {short, value, description}]) => {
    const long = `--${name}${value === undefined ? '' : ` ${value}`}`;
    return [short === undefined ? `    ${long}` : `-${short}, ${long}`, description];
  });
}

const exitRows = Object.values(exitCodes).map(({code, meaning}) => [String(code), meaning] as const);

const usageOf = (command: Command): string =>
  ['haft', command.name, ...(command.arguments ?? []).map(argumentText), '[OPTIONS]'].join(' ');

/** `haft --help`. */
export function generalHelp(commands: readonly Command[]): string {
  const rows = commands.map(
    (command) => [[command.name, ...(command.arguments ?? []).map(argumentText)].join(' '), command.summary] as const,
  );
  return [
    'haft: libraries, programs, APIs, databases and repositories as tools with one contract',
    '',
    'Usage: haft COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    'Commands',
    ...definitions(rows),
    '',
    'Options',
    ...definitions(optionRows(globalOptions)),
    '',
    'Exit codes',
    ...definitions(exitRows),
    '',
    'Without a config there are the modules fs (the current folder, read-only) and git (the current folder).',
    'haft help COMMAND tells more about one. NO_COLOR turns colours off, HAFT_DEBUG=1 adds stacks to errors.',
  ].join('\n');
}

/** `haft help COMMAND`. */
export function commandHelp(command: Command): string {
  const {arguments: args = [], options = {}, details = [], examples = []} = command;
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines];
  const argumentRows = args.map(({name, description}) => [name, description] as const);
  return [
    command.summary,
    '',
    `Usage: ${usageOf(command)}`,
    ...section('Arguments', argumentRows.length === 0 ? [] : definitions(argumentRows)),
    ...section('Options', definitions(optionRows({...options, ...globalOptions}))),
    ...details.flatMap((text) => ['', ...wrap(text, 100)]),
    ...section(
      'Examples',
      examples.map((example) => `  ${example}`),
    ),
  ].join('\n');
}
