import {isRecord} from '../../../../../src/sdk.js';
import {isFilled} from '../reading.js';
import type {Reading, Values} from '../reading.js';
import {isAuthored, listOf, textOf} from './argument.js';
import {ArgumentList} from './argument-list.js';
import type {Item} from './argument-list.js';
import {readCondition, readEach} from './conditions.js';
import {readOptions} from './options.js';
import {readValue} from './value.js';

/** How the argv of a tool is made from its `args`; each value is one argument, whatever is in it (SH01). */
export function readArgv(args: unknown, at: string, reading: Reading): (values: Values) => string[] {
  const list: readonly unknown[] = Array.isArray(args) ? args : [];
  const items = list.map((item, index) => (item === '--' ? end : readItem(item, `${at}[${String(index)}]`, reading)));
  return (values) => {
    const argv = new ArgumentList();
    for (const item of items) item(values, argv);
    return argv.texts;
  };
}

/** What follows is no option. */
const end: Item = (_values, argv) => {
  argv.addEnd();
  return true;
};

/** The same, where an option that the config wrote can see that its value is missing. */
function readItem(spec: unknown, at: string, reading: Reading): Item {
  const item = readAny(spec, at, reading);
  if (!isValue(spec)) return item;
  return (values, argv) => {
    const before = argv.length;
    const isThere = item(values, argv);
    if (argv.length === before) argv.skipValue();
    return isThere;
  };
}

/** Whether what stands here can be the value of an option before it. */
function isValue(spec: unknown): boolean {
  if (typeof spec === 'string') return !spec.startsWith('-');
  const list: unknown = isRecord(spec) ? spec['args'] : spec;
  if (Array.isArray(list)) return isValue(list[0]);
  return !isRecord(spec) || !Object.keys(spec).some((key) => key.startsWith('-'));
}

function readAny(item: unknown, at: string, reading: Reading): Item {
  if (Array.isArray(item)) return readGroup(item, at, reading);
  if (!isRecord(item) || 'join' in item || '$config' in item || '$env' in item) return readOne(item, at, reading);
  const args = Array.isArray(item['args']) ? item['args'] : undefined;
  const isStructure = ['when', 'unless', 'each', 'is', 'args'].some((key) => key in item);
  if (!isStructure) return readOptions(item, at, reading);
  if (args === undefined)
    reading.problem(`${at}.args`, '"args" is missing', 'Add "args": the arguments that are added');
  const group = readGroup(args ?? [], `${at}.args`, reading);
  return 'each' in item ? readEach(item, at, reading, group) : readCondition(item, at, reading, group);
}

/** One argument, or one for each item of a list. */
function readOne(item: unknown, at: string, reading: Reading): Item {
  if (typeof item === 'string') checkOptionName(item, at, reading);
  const value = readValue(item, at, reading);
  const isOwn = isAuthored(item) && !(isRecord(item) && 'join' in item);
  return (values, argv) => {
    const all = listOf(value(values));
    for (const one of all) {
      if (isOwn) argv.addOwn(textOf(one));
      else argv.addValue(textOf(one));
    }
    return all.length > 0;
  };
}

/**
 * All of a list, or nothing of it: `["-n", "{limit}"]`. An option without its value would take the next argument for it. A
 * `--` directly behind an option is its value here, as they belong together.
 */
function readGroup(list: readonly unknown[], at: string, reading: Reading): Item {
  const items = list.map((item, index) => {
    const before = list[index - 1];
    const isEnd = item === '--' && !(typeof before === 'string' && before.startsWith('-'));
    return isEnd ? end : readItem(item, `${at}[${String(index)}]`, reading);
  });
  return (values, argv) => {
    const start = argv.mark();
    if (items.every((item) => item(values, argv))) return true;
    argv.backTo(start);
    return false;
  };
}

/** `--{name}` would let the input choose the option, where it is not one of a few texts or a number. */
function checkOptionName(text: string, at: string, {problem, isClosed}: Reading): void {
  if (!text.startsWith('-') || !isFilled(text)) return;
  const [, before = '', input = ''] = /^((?:\{\{[^{}]*\}\}|[^{])*)\{([\w$-]+)/.exec(text) ?? [];
  if (before.includes('=') || /^-[^-]/.test(before) || isClosed(input)) return;
  problem(
    at,
    `The input "${input}" would choose the option itself`,
    `Write "--name={${input}}" for a value, {"when": "{${input}}", "is": "x", "args": ["--x"]} for a choice, or give the input an enum`,
    text,
  );
}
