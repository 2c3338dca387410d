import type {Column} from '../catalog/table.js';
import {arrayText} from '../values/array-text.js';
import {encodeScalar} from '../values/encode.js';
import type {Bound} from './bindings.js';
import {pictured, refuse} from './refusals.js';

type ValueColumn = Pick<Column, 'name' | 'type' | 'shape' | 'array'>;

/**
 * A JSON value as the text that a column takes: lists for arrays, any JSON for json and jsonb, scalars for the rest. What a
 * select answers can be given back as it is. Answers INVALID_PARAMETER that names column and type for everything else:
 * drivers would turn a list into a text without a word (DB03).
 */
export function toBound(value: unknown, column: ValueColumn, path: string): Bound {
  if (value === null) return null;
  if (!column.array) return scalarText(value, column, path);
  if (!Array.isArray(value)) throw unfit(value, column, path, 'Give a list');
  return arrayText(itemTexts(value, column, path), String, delimiterOf(column));
}

/** Several values of one column that is no array, as one array of them. */
export function listText(values: readonly unknown[], column: ValueColumn, path: string): string {
  const texts = values.map((value, index) => scalarText(value, column, `${path}[${index}]`));
  return arrayText(texts, String, delimiterOf(column));
}

/** What stands between the elements of an array; only boxes hold commas themselves. */
const delimiterOf = ({type}: ValueColumn): string => (type.startsWith('box') ? ';' : ',');

/** The text of each element, in lists as deep as the value's own. */
function itemTexts(list: readonly unknown[], column: ValueColumn, path: string): unknown[] {
  const item = {...column, type: column.type.replace(/(\[\])+$/, '')};
  return list.map((value, index) => {
    const at = `${path}[${index}]`;
    if (value === null) return null;
    // A list in an array of json is an element: no more is known of how deep the array is.
    if (Array.isArray(value) && column.shape !== 'json') return itemTexts(value, column, at);
    return scalarText(value, item, at);
  });
}

function scalarText(value: unknown, column: ValueColumn, path: string): string | null {
  if (column.shape === 'json') return JSON.stringify(value);
  if (typeof value === 'string' || typeof value === 'number') return encodeScalar(value, `Parameter "${path}"`);
  if (typeof value === 'boolean' && column.shape === 'boolean') return String(value);
  throw unfit(value, column, path, typeof value === 'boolean' ? 'Give it as text' : 'Give a text or a number');
}

function unfit(value: unknown, {name, type}: ValueColumn, path: string, suggestion: string) {
  return refuse(path, `can not be stored as ${type}: column "${name}" received ${pictured(value)}`, suggestion);
}
