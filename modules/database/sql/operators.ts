import type {Column} from '../catalog/table.js';
import {encodeScalar} from '../values/encode.js';
import type {Binder} from './bindings.js';
import {pictured, refuse} from './refusals.js';
import {listText, toBound} from './values.js';

/** One comparison: a column, an operator's value, and where it stands in the input. */
interface Comparison {
  readonly column: Column;
  /** The column in the statement. */
  readonly reference: string;
  readonly value: unknown;
  readonly path: string;
  readonly binder: Binder;
  /** Nulls and empty lists must be meant: `isNull` says so (DB04). */
  readonly explicit: boolean;
}

interface Operator {
  readonly description: string;
  readonly toSql: (comparison: Comparison) => string;
}

/** Every operator of a where, by its name. */
export const operators: Readonly<Record<string, Operator>> = Object.freeze({
  eq: {description: 'Equal; null is IS NULL', toSql: (it) => equality(it, '=', 'is null')},
  ne: {
    description: 'Not equal; null is IS NOT NULL. A row without a value matches no other',
    toSql: (it) => equality(it, '<>', 'is not null'),
  },
  gt: {description: 'Greater', toSql: (it) => compared(it, '>')},
  gte: {description: 'Greater or equal', toSql: (it) => compared(it, '>=')},
  lt: {description: 'Less', toSql: (it) => compared(it, '<')},
  lte: {description: 'Less or equal', toSql: (it) => compared(it, '<=')},
  between: {description: 'From the first to the second of two values, both included', toSql: between},
  in: {description: 'One of a list', toSql: (it) => listed(it, 'in')},
  notIn: {description: 'None of a list', toSql: (it) => listed(it, 'not in')},
  like: {description: 'Matches a pattern: % any text, _ any character', toSql: (it) => matched(it, 'like')},
  notLike: {description: 'Does not match a pattern', toSql: (it) => matched(it, 'not like')},
  ilike: {description: 'The same as like, in upper or lower case', toSql: (it) => matched(it, 'ilike')},
  notIlike: {description: 'The same as notLike, in upper or lower case', toSql: (it) => matched(it, 'not ilike')},
  startsWith: {description: 'Begins with this text, letter by letter', toSql: startsWith},
  isNull: {description: 'true: has no value; false: has one', toSql: isNull},
  contains: {description: 'Arrays, json and ranges: holds all of this', toSql: (it) => held(it, '@>')},
  containedBy: {description: 'Arrays, json and ranges: is held by this', toSql: (it) => held(it, '<@')},
  overlaps: {description: 'Arrays and ranges: has something in common with this', toSql: (it) => held(it, '&&')},
});

const isJson = ({column}: Comparison): boolean => column.shape === 'json' && !column.array;

/** json has no operators of its own; jsonb has. */
const jsonb = (it: Comparison, sql: string): string => (isJson(it) ? `${sql}::jsonb` : sql);

const left = (it: Comparison): string => jsonb(it, it.reference);

const bound = (it: Comparison, value: unknown, path = it.path): string =>
  jsonb(it, it.binder.bind(toBound(value, it.column, path), path, it.column));

function equality(it: Comparison, operator: string, ofNull: string): string {
  if (it.value !== null) return `${left(it)} ${operator} ${bound(it, it.value)}`;
  if (it.explicit) throw unclearNull(it.path);
  return `${it.reference} ${ofNull}`;
}

/** What reads as "no value was given" must not decide what is changed (DB04). */
export const unclearNull = (path: string) =>
  refuse(
    path,
    'is null, which here must be said in words',
    'Write {isNull: true} for rows without a value, {isNull: false} for those with one',
  );

function compared(it: Comparison, operator: string): string {
  if (it.value === null)
    throw refuse(it.path, 'is null, which is neither more nor less', 'Use isNull for rows without a value');
  return `${left(it)} ${operator} ${bound(it, it.value)}`;
}

function between(it: Comparison): string {
  const {value, path} = it;
  if (!Array.isArray(value) || value.length !== 2 || value.includes(null)) {
    throw refuse(path, `must be two values, received ${pictured(value)}`, 'Give [from, to]');
  }
  return `${left(it)} between ${bound(it, value[0], `${path}[0]`)} and ${bound(it, value[1], `${path}[1]`)}`;
}

function listed(it: Comparison, operator: 'in' | 'not in'): string {
  const {value, path, column, binder} = it;
  if (!Array.isArray(value)) throw refuse(path, `must be a list, received ${pictured(value)}`, 'Give [one, two]');
  const missing = value.indexOf(null);
  if (missing >= 0)
    throw refuse(`${path}[${missing}]`, 'is null, which equals nothing', 'Use isNull beside it, in an or');
  if (value.length === 0) {
    if (it.explicit) throw refuse(path, 'is an empty list', 'Give at least one value, or leave the call out');
    return operator === 'in' ? 'false' : 'true';
  }
  if (column.array || column.shape === 'json') {
    return `${left(it)} ${operator} (${value.map((item, index) => bound(it, item, `${path}[${index}]`)).join(', ')})`;
  }
  const list = binder.bind(listText(value, column, path), path, column);
  return operator === 'in' ? `${it.reference} = any(${list})` : `${it.reference} <> all(${list})`;
}

const text = ({column, reference}: Comparison): string => (column.category === 'S' ? reference : `${reference}::text`);

function textOf({value, path}: Comparison): string | null {
  if (typeof value !== 'string') throw refuse(path, `must be a text, received ${pictured(value)}`);
  return encodeScalar(value, `Parameter "${path}"`);
}

const matched = (it: Comparison, operator: string): string => `${text(it)} ${operator} ${it.binder.bind(textOf(it))}`;

function startsWith(it: Comparison): string {
  return `starts_with(${it.reference}::text, ${it.binder.bind(textOf(it))})`;
}

function isNull({value, path, reference}: Comparison): string {
  if (typeof value !== 'boolean') throw refuse(path, `must be true or false, received ${pictured(value)}`);
  return value ? `${reference} is null` : `${reference} is not null`;
}

function held(it: Comparison, operator: '@>' | '<@' | '&&'): string {
  const {column, value, path} = it;
  const fits = column.array || column.category === 'R' || (isJson(it) && operator !== '&&');
  if (!fits)
    throw refuse(path, `does not work with ${column.type}, the type of column "${column.name}"`, 'Use like, or in');
  if (value === null) throw refuse(path, 'is null, which holds nothing');
  return `${left(it)} ${operator} ${bound(it, value)}`;
}
