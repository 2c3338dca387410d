import {ToolError, isRecord} from '../../../src/sdk.js';
import type {WrapSetup} from '../../../src/sdk.js';

type Values = Readonly<Record<string, unknown>>;

/** Adds the arguments of one item to argv; false when an input that it names is missing. */
type Item = (values: Values, argv: string[]) => boolean;

/** How the argv of a tool is made from its `args`; each value is one argument, whatever is in it. */
export function argvOf(args: unknown, setup: Pick<WrapSetup, 'template'>): (values: Values) => string[] {
  const items = (Array.isArray(args) ? args : []).map((item) => readItem(item, setup));
  return (values) => {
    const argv: string[] = [];
    for (const item of items) item(values, argv);
    return argv;
  };
}

function readItem(item: unknown, setup: Pick<WrapSetup, 'template'>): Item {
  if (Array.isArray(item)) return readGroup(item, setup);
  if (isRecord(item) && 'args' in item) return readCondition(item, setup);
  const {fill} = setup.template(item);
  // An option is what the author of the config wrote as one; a value of the config itself is the operator's word.
  const isAuthored = typeof item !== 'string' || item.startsWith('-') || !item.includes('{');
  return (values, argv) => {
    const value = fill(values);
    if (value === undefined || value === null) return false;
    for (const one of Array.isArray(value) ? value : [value]) argv.push(checked(textOf(one), isAuthored, argv));
    return true;
  };
}

/** All of a list, or nothing of it: `["-n", "{limit}"]`. */
function readGroup(list: readonly unknown[], setup: Pick<WrapSetup, 'template'>): Item {
  const items = list.map((item) => readItem(item, setup));
  return (values, argv) => {
    const start = argv.length;
    if (items.every((item) => item(values, argv))) return true;
    argv.length = start;
    return false;
  };
}

/** Arguments that are there when an input is: `{"when": "{all}", "args": ["--all"]}`. */
function readCondition(item: Values, setup: Pick<WrapSetup, 'template'>): Item {
  const when = setup.template(item['when'] ?? true);
  const group = readGroup(Array.isArray(item['args']) ? item['args'] : [], setup);
  return (values, argv) => {
    const value = when.fill(values);
    return value === undefined || value === null || value === false ? true : group(values, argv);
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value that would be read as an option is refused (SH03); behind `--` nothing is one. */
function checked(text: string, isAuthored: boolean, argv: readonly string[]): string {
  if (text.includes('\0')) throw refuse(text, 'holds a NUL character');
  if (isAuthored || !text.startsWith('-') || argv.includes('--')) return text;
  throw refuse(text, 'begins with "-" and would be read as an option');
}

const refuse = (text: string, why: string): ToolError =>
  new ToolError('INVALID_PARAMETER', `${text.length > 80 ? 'A value' : `The value ${JSON.stringify(text)}`} ${why}`, {
    outcome: 'not_executed',
    suggestions: ['Give another value', 'For a file, write ./ before its name'],
  });
