import type {ArgumentSpec, Command, Completion, OptionSpec, OptionSpecs} from '../command.js';
import {globalOptions} from '../command.js';
import type {Candidate, Candidates} from './candidates.js';
import {beginningWith} from './candidates.js';
import type {ProjectNames} from './names.js';
import {wordsOf} from './words-of.js';

/** Names of the project, read only where they are wanted. `config` is the file that the line names. */
export type ReadNames = (config: string | undefined) => Promise<ProjectNames>;

/** A command line as far as it is typed, its last word being completed. */
interface Line {
  readonly command: Command | undefined;
  readonly options: OptionSpecs;
  readonly arguments: readonly string[];
  readonly config: string | undefined;
  /** The option whose value is typed. */
  readonly option: OptionSpec | undefined;
  /** After `--` nothing is an option. */
  readonly isEnded: boolean;
  /** What is typed of the word, without `--option=`. */
  readonly start: string;
  /** `--option=`, where it stands before the value in one word. */
  readonly before: string;
}

/** What may stand in the place of the last word. `words` begin with `haft`. */
export async function completeLine(
  words: readonly string[],
  commands: readonly Command[],
  readNames: ReadNames,
): Promise<Candidates> {
  const line = readLine(words.slice(1), commands);
  const {option, start, before} = line;
  const spec =
    option ?? (start.startsWith('-') && !line.isEnded ? {completes: {with: 'options' as const}} : argumentOf(line));
  const wanted: Completion['with'] = spec?.completes?.with ?? 'words';
  if (wanted === 'files' || wanted === 'folders') return {kind: wanted};
  const found = await candidatesFor(wanted, spec?.choices ?? [], line, commands, readNames);
  const fitting = beginningWith(start, found);
  return {kind: 'words', words: fitting.map((candidate) => ({...candidate, text: `${before}${candidate.text}`}))};
}

function readLine(words: readonly string[], commands: readonly Command[]): Line {
  const last = words.at(-1) ?? '';
  const positionals: string[] = [];
  let command: Command | undefined;
  let options: OptionSpecs = globalOptions;
  let config: string | undefined;
  let pending: {readonly name: string; readonly spec: OptionSpec} | undefined;
  let isEnded = false;
  for (const word of words.slice(0, -1)) {
    if (pending) {
      if (pending.name === 'config') config = word;
      pending = undefined;
    } else if (isEnded || !word.startsWith('-') || word === '-') {
      if (command) positionals.push(word);
      else command = commands.find(({name}) => name === word);
      options = {...command?.options, ...globalOptions};
    } else if (word === '--') isEnded = true;
    else {
      const {name, spec, value} = readOption(word, options);
      if (name === 'config' && value !== undefined) config = value;
      if (name !== undefined && spec && spec.type !== 'boolean' && value === undefined) pending = {name, spec};
    }
  }
  const inline = pending || isEnded ? undefined : /^(--[\w-]+=)(.*)$/s.exec(last);
  const option = inline ? readOption(inline[1] ?? '', options).spec : pending?.spec;
  const [before, start] = inline ? [inline[1] ?? '', inline[2] ?? ''] : ['', last];
  return {command, options, arguments: positionals, config, option, isEnded, start, before};
}

interface ReadOption {
  readonly name?: string;
  readonly spec?: OptionSpec;
  readonly value?: string;
}

function readOption(word: string, options: OptionSpecs): ReadOption {
  const [flag = '', ...rest] = word.split('=');
  const entry = Object.entries(options).find(([name, {short}]) => flag === `--${name}` || flag === `-${short ?? '-'}`);
  if (!entry) return {};
  return {name: entry[0], spec: entry[1], ...(rest.length > 0 && {value: rest.join('=')})};
}

/** The argument whose turn it is; the command's name comes first. */
function argumentOf({command, arguments: given}: Line): Pick<ArgumentSpec, 'completes' | 'choices'> | undefined {
  if (!command) return {completes: {with: 'commands'}};
  const specs = command.arguments ?? [];
  const spec = specs[given.length];
  return spec ?? (specs.at(-1)?.rest === true ? specs.at(-1) : undefined);
}

async function candidatesFor(
  wanted: Completion['with'],
  choices: readonly string[],
  line: Line,
  commands: readonly Command[],
  readNames: ReadNames,
): Promise<readonly Candidate[]> {
  switch (wanted) {
    case 'commands':
      return commands.map(({name, summary}) => ({text: name, description: summary}));
    case 'options':
      return Object.entries(line.options).map(([name, {description}]) => ({text: `--${name}`, description}));
    case 'files':
    case 'folders':
      return [];
    case 'words':
      return choices.map((text) => ({text}));
    default:
      return wordsOf(wanted, line.arguments[0], line.start, await readNames(line.config));
  }
}
