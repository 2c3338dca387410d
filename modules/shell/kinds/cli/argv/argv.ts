import {isRecord} from '../../../../../src/sdk.js';
import {isFilled} from '../reading.js';
import type {Reading, Values} from '../reading.js';
import {argument, isAuthored, listOf, textOf, valueArgument} from './argument.js';
import type {Item} from './argument.js';
import {readCondition, readEach} from './conditions.js';
import {readOptions} from './options.js';
import {readValue} from './value.js';

/** How the argv of a tool is made from its `args`; each value is one argument, whatever is in it (SH01). */
export function readArgv(args: unknown, at: string, reading: Reading): (values: Values) => string[] {
  const items = (Array.isArray(args) ? args : []).map((item, index) => readItem(item, `${at}[${index}]`, reading));
  return (values) => {
    const argv: string[] = [];
    for (const item of items) item(values, argv);
    return argv;
  };
}

function readItem(item: unknown, at: string, reading: Reading): Item {
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
    for (const one of all) argv.push(isOwn ? argument(textOf(one)) : valueArgument(textOf(one), argv));
    return all.length > 0;
  };
}

/** All of a list, or nothing of it: `["-n", "{limit}"]`. An option without its value would take the next argument for it. */
function readGroup(list: readonly unknown[], at: string, reading: Reading): Item {
  const items = list.map((item, index) => readItem(item, `${at}[${index}]`, reading));
  return (values, argv) => {
    const start = argv.length;
    if (items.every((item) => item(values, argv))) return true;
    argv.length = start;
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
