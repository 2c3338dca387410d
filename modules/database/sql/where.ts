import {isRecord} from '../../../src/sdk.js';
import type {Table} from '../catalog/table.js';
import type {Binder} from './bindings.js';
import {operators, unclearNull} from './operators.js';
import {quoted, unquoted} from './names.js';
import {pictured, refuse, refuseName} from './refusals.js';

/** `{age: {gt: 30}, or: [{name: 'Ada'}, {name: {like: 'B%'}}]}` */
export type Where = Readonly<Record<string, unknown>>;

export interface WhereOptions {
  readonly columns: Table['columns'];
  readonly binder: Binder;
  /** What stands before a column: the table's name in the statement; default nothing. */
  readonly prefix?: string;
  /** Where the condition stands in the input; default `where`. */
  readonly path?: string;
  /** Of a change: what may match everything without being meant to is refused (DB04). Default false. */
  readonly explicit?: boolean;
}

const links: Readonly<Record<string, (place: Place, value: unknown) => string>> = {
  and: (place, value) => branches(place, value, ' and '),
  or: (place, value) => branches(place, value, ' or '),
  not: (place, value) => `not (${condition({...place, inner: true}, value)})`,
};

interface Place extends Required<WhereOptions> {
  /** In an `and`, `or` or `not`, where an empty condition would match everything. */
  readonly inner: boolean;
}

/**
 * The text of a condition, without `where`; empty for an empty one. All conditions of an object hold together. Only names
 * of columns that the table has, quoted, and placeholders are in it: no character of a value ever is (R10.6). Answers
 * INVALID_PARAMETER with the path of what is wrong (decision 0045).
 */
export function whereText(where: Where, options: WhereOptions): string {
  return condition({prefix: '', path: 'where', explicit: false, ...options, inner: false}, where);
}

function condition(place: Place, where: unknown): string {
  const {path, inner} = place;
  if (!isRecord(where)) {
    throw refuse(path, `must be an object of conditions, received ${pictured(where)}`, 'Write {column: value}');
  }
  const entries = Object.entries(where);
  if (inner && entries.length === 0) {
    throw refuse(path, 'is an empty condition, which would match every row', 'Name a column in it, or leave it out');
  }
  return entries.map(([key, value]) => part({...place, path: `${path}.${key}`}, key, value)).join(' and ');
}

function part(place: Place, key: string, value: unknown): string {
  const link = Object.hasOwn(links, key) ? links[key] : undefined;
  return link ? link(place, value) : column(place, key, value);
}

function branches(place: Place, value: unknown, between: string): string {
  const {path} = place;
  if (!Array.isArray(value) || value.length === 0) {
    throw refuse(path, `must be a list of conditions, received ${pictured(value)}`, 'Write [{column: value}, …]');
  }
  const texts = value.map((item, index) => `(${condition({...place, path: `${path}[${index}]`, inner: true}, item)})`);
  return `(${texts.join(between)})`;
}

function column(place: Place, key: string, value: unknown): string {
  const {columns, prefix, path, explicit, binder} = place;
  const found = columns.get(unquoted(key));
  if (found === undefined) throw refuseName(path, 'column', key, [...columns.keys()]);
  const reference = `${prefix}${quoted(found.name)}`;
  if (value === null) {
    if (explicit) throw unclearNull(path);
    return `${reference} is null`;
  }
  if (Array.isArray(value)) {
    throw refuse(
      path,
      `is a list; column "${found.name}" is compared by an operator`,
      'Write {in: […]} for one of several, {eq: […]} for an array',
    );
  }
  const compared = isRecord(value) ? Object.entries(value) : [['eq', value] as const];
  if (compared.length === 0) throw refuse(path, 'names no operator', `Use one of ${operatorNames.join(', ')}`);
  const texts = compared.map(([name, operand]) => {
    const at = isRecord(value) ? `${path}.${name}` : path;
    const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (operator === undefined) throw refuseName(at, 'operator', name, operatorNames);
    return operator.toSql({column: found, reference, value: operand, path: at, binder, explicit});
  });
  return texts.join(' and ');
}

const operatorNames = Object.keys(operators);
