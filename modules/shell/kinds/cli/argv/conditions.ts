import {isRecord} from '../../../../../src/sdk.js';
import {checkKeys, inputNamed, isFilled} from '../reading.js';
import type {Reading, Values} from '../reading.js';
import {listOf} from './argument.js';
import type {Item} from './argument-list.js';

const isOfForm = (key: string): boolean => ['when', 'unless', 'is', 'each', 'args'].includes(key);

/** Reports keys of another form; where `args` is a list, those of none are told by the language. */
function checkForm(item: Values, known: readonly string[], at: string, {problem}: Reading): void {
  const isTold = Array.isArray(item['args']);
  const keys = Object.entries(item).filter(([key]) => !isTold || isOfForm(key));
  checkKeys(Object.fromEntries(keys), known, at, problem);
}

/** Whether an input is there, or is one of some values. */
type Condition = (values: Values) => boolean;

/** Arguments that depend on an input: `{"when": "{format}", "is": "json", "args": ["--json"]}`, or `unless`. */
export function readCondition(item: Values, at: string, reading: Reading, args: Item): Item {
  checkForm(item, ['when', 'unless', 'is', 'args'], at, reading);
  if (item['when'] === undefined && item['unless'] === undefined && Object.keys(item).every(isOfForm)) {
    const remedy = 'Add "when": "{name}", or write a list for arguments that belong together';
    reading.problem(at, '"args" has no condition', remedy, item);
  }
  if (item['when'] !== undefined && item['unless'] !== undefined) {
    reading.problem(`${at}.unless`, '"unless" can not stand beside "when"', 'Remove one of them');
  }
  const isNegated = item['when'] === undefined;
  const condition = readInput(item, isNegated ? 'unless' : 'when', at, reading);
  return (values, argv) => (condition(values) === isNegated ? true : args(values, argv));
}

function readInput(item: Values, key: 'when' | 'unless', at: string, {template, problem}: Reading): Condition {
  const named = item[key];
  if (named !== undefined && !isFilled(named)) {
    problem(`${at}.${key}`, `"${key}" names no input, and would always be the same`, 'Write "{name}"', named);
  }
  const {fill} = template(named);
  const wanted = item['is'];
  if (wanted === undefined) {
    return (values) => {
      const value = fill(values);
      return value !== undefined && value !== null && value !== false;
    };
  }
  const accepted: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  return (values) => accepted.includes(fill(values));
}

/**
 * Arguments that come once for each item of a list: `{"each": "{variables}", "args": ["-e", "{variables.name}"]}`, where the
 * input is one item at a time. Of an object, an item is `{key, value}`.
 */
export function readEach(item: Values, at: string, reading: Reading, args: Item): Item {
  checkForm(item, ['each', 'args'], at, reading);
  const name = inputNamed(item['each']);
  if (name === undefined) {
    reading.problem(
      `${at}.each`,
      '"each" must be one input',
      'Write "{name}" of an input that is a list',
      item['each'],
    );
    return () => true;
  }
  return (values, argv) => {
    for (const one of itemsOf(Object.hasOwn(values, name) ? values[name] : undefined))
      args({...values, [name]: one}, argv);
    return true;
  };
}

const itemsOf = (value: unknown): readonly unknown[] =>
  isRecord(value) ? Object.entries(value).map(([key, entry]) => ({key, value: entry})) : listOf(value);
