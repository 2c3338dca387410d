import {isRecord} from '../../../../../src/sdk.js';
import type {ToolError} from '../../../../../src/sdk.js';
import type {Reading, Values} from '../reading.js';
import {isAuthored, listOf, refuse, textOf} from './argument.js';
import type {ArgumentList, Item} from './argument-list.js';
import {readValue} from './value.js';

const optionName = /^-{1,2}[^-\s={}][^\s={}]*=?$/;

/**
 * Options by name: `{"--all": "{all}", "--tag": "{tags}", "--author=": "{author}"}`. True gives the option alone, false and
 * what is missing none, where the input is declared to be a boolean; a list gives one for each item. A name that ends in `=` has its value in the same argument, which can
 * then begin with `-`.
 */
export function readOptions(options: Values, at: string, reading: Reading): Item {
  const items = Object.entries(options).map(([name, spec]) => readOption(name, spec, at, reading));
  return (values, argv) => {
    for (const item of items) item(values, argv);
    return true;
  };
}

function readOption(name: string, spec: unknown, at: string, reading: Reading): Item {
  const place = `${at}.${name}`;
  if (!optionName.test(name)) {
    reading.problem(
      place,
      `"${name}" is no option`,
      'Options begin with "-": {"--all": "{all}", "--limit=": "{limit}"}; beside them there are {when, unless, is, args}, {each, args} and {join, with}',
    );
  }
  const value = readValue(spec, place, reading);
  const isOwn = isAuthored(spec) && !(isRecord(spec) && 'join' in spec);
  const isFlag = isOwn || reading.isFlag(spec);
  return (values, argv) => {
    for (const one of listOf(value(values))) {
      if (name.endsWith('=')) argv.addOwn(name + textOf(one));
      else if (typeof one === 'boolean') {
        if (!isFlag) throw notDeclared(name, one);
        if (one) addAlone(name, argv, isOwn);
      } else if (isOwn) {
        argv.addOwn(name);
        argv.addOwn(textOf(one));
      } else argv.addValue(textOf(one), name);
    }
    return true;
  };
}

/** An option that an input turns on takes no value; of one that the config wrote nobody knows. */
function addAlone(name: string, argv: ArgumentList, isOwn: boolean): void {
  if (isOwn) argv.addOwn(name);
  else argv.addFlag(name);
}

/** Alone, an option that wants a value would take the next argument for it, `--` as well (SH03). */
const notDeclared = (name: string, value: boolean): ToolError =>
  refuse(String(value), `is no value of the option ${name}`, [
    `Declare the input as "boolean" if ${name} takes no value`,
    `Give a text as value of ${name}`,
  ]);
