import {isRecord} from '../../../../../src/sdk.js';
import type {Reading, Values} from '../reading.js';
import {argument, isAuthored, listOf, textOf, valueArgument} from './argument.js';
import type {Item} from './argument.js';
import {readValue} from './value.js';

const optionName = /^-{1,2}[^-\s={}][^\s={}]*=?$/;

/**
 * Options by name: `{"--all": "{all}", "--tag": "{tags}", "--author=": "{author}"}`. True gives the option alone, false and
 * what is missing none, a list one for each item. A name that ends in `=` has its value in the same argument, which can
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
  return (values, argv) => {
    for (const one of listOf(value(values))) {
      if (name.endsWith('=')) argv.push(argument(name + textOf(one)));
      else if (one === true) argv.push(name);
      else if (one !== false) {
        // It is looked at before the option stands there.
        const text = isOwn ? argument(textOf(one)) : valueArgument(textOf(one), argv);
        argv.push(name, text);
      }
    }
    return true;
  };
}
