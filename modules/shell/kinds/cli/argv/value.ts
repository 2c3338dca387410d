import {isRecord} from '../../../../../src/sdk.js';
import {checkKeys} from '../reading.js';
import type {Reading, Values} from '../reading.js';
import {listOf, refuse, textOf} from './argument.js';

/** What a part of the arguments says with these inputs; undefined where one is missing. */
export type Value = (values: Values) => unknown;

/** A template, or the items of a list in one argument: `{"join": "{columns}", "with": ","}`. */
export function readValue(spec: unknown, at: string, reading: Reading): Value {
  if (isRecord(spec) && 'join' in spec) return readJoin(spec, at, reading);
  const {fill} = reading.template(spec);
  return fill;
}

function readJoin(spec: Values, at: string, {template, problem}: Reading): Value {
  checkKeys(spec, ['join', 'with'], at, problem);
  const {fill} = template(spec['join']);
  const separator = typeof spec['with'] === 'string' ? spec['with'] : ',';
  return (values) => {
    const value = fill(values);
    const items = listOf(value).map(textOf);
    // One item would be read as two.
    const double = separator === '' ? undefined : items.find((item) => items.length > 1 && item.includes(separator));
    if (double !== undefined)
      throw refuse(double, `holds ${JSON.stringify(separator)}, which stands between values here`);
    return items.length === 0 ? undefined : items.join(separator);
  };
}
