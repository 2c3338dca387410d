import type {Column, Table} from '../catalog/table.js';
import {literals} from './bindings.js';
import {columnType} from './column-type.js';
import type {FindType} from './column-type.js';
import {checkNewName, quoted} from './names.js';
import type {TableInput} from './names.js';
import {refuse} from './refusals.js';
import {toBound} from './values.js';
import {whereText} from './where.js';
import type {Where} from './where.js';

/** What happens to rows that refer to one that is deleted, or gets another key. */
export type ReferenceAction = 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';

/** A column to be made; a text is its type. */
export type ColumnInput =
  | string
  | {
      readonly type: string;
      readonly nullable?: boolean | undefined;
      readonly primaryKey?: boolean | undefined;
      readonly unique?: boolean | undefined;
      readonly default?: unknown;
      readonly defaultFunction?: string | undefined;
      readonly identity?: 'always' | 'byDefault' | undefined;
      readonly references?: ReferenceInput | undefined;
      readonly check?: Where | undefined;
    };

export type ReferenceInput =
  | string
  | {
      readonly table: TableInput;
      readonly column?: string | undefined;
      readonly onDelete?: ReferenceAction | undefined;
      readonly onUpdate?: ReferenceAction | undefined;
    };

/** Functions that a default may be; each takes nothing and is PostgreSQL's own. */
export const defaultFunctions: Readonly<Record<string, string>> = Object.freeze({
  now: 'pg_catalog.now()',
  clock_timestamp: 'pg_catalog.clock_timestamp()',
  current_date: 'current_date',
  current_time: 'current_time',
  current_timestamp: 'current_timestamp',
  localtime: 'localtime',
  localtimestamp: 'localtimestamp',
  current_user: 'current_user',
  gen_random_uuid: 'pg_catalog.gen_random_uuid()',
});

/** The text of a reference: the table it leads to is one that the catalog has. */
export type ReferenceText = (reference: ReferenceInput, path: string) => Promise<string>;

interface Surroundings {
  readonly find: FindType;
  readonly reference: ReferenceText;
}

/** A column as `create table` and `add column` take it, and as values of it are read. Answers INVALID_PARAMETER. */
export async function columnDefinition(
  name: string,
  input: ColumnInput,
  path: string,
  {find, reference}: Surroundings,
): Promise<{readonly text: string; readonly column: Column}> {
  checkNewName(name, path);
  const given = typeof input === 'string' ? {type: input} : input;
  const {text, ...facts} = await columnType(given.type, `${path}.type`, find);
  const column: Column = {name, type: text, computed: undefined, ...facts};
  const parts = [quoted(name), text];
  if (given.identity !== undefined) {
    parts.push(`generated ${given.identity === 'always' ? 'always' : 'by default'} as identity`);
  }
  if (given.nullable === false) parts.push('not null');
  const start = defaultText(given, column, path);
  if (start !== undefined) parts.push(`default ${start}`);
  if (given.primaryKey === true) parts.push('primary key');
  if (given.unique === true) parts.push('unique');
  if (given.check !== undefined)
    parts.push(checkText({[quoted(name)]: given.check}, new Map([[name, column]]), `${path}.check`));
  if (given.references !== undefined)
    parts.push(`references ${await reference(given.references, `${path}.references`)}`);
  return {text: parts.join(' '), column};
}

/** What a column gets that an insert does not name; undefined for nothing. */
export function defaultText(
  given: {readonly default?: unknown; readonly defaultFunction?: string | undefined},
  column: Column,
  path: string,
): string | undefined {
  const called = given.defaultFunction;
  if (called !== undefined) {
    if (given.default !== undefined) throw refuse(path, 'has a default and a defaultFunction', 'Give one of them');
    return Object.hasOwn(defaultFunctions, called) ? defaultFunctions[called] : undefined;
  }
  return given.default === undefined ? undefined : literals.bind(toBound(given.default, column, `${path}.default`));
}

/** A condition that every row must meet. */
export function checkText(check: Where, columns: Table['columns'], path: string): string {
  const condition = whereText(check, {columns, binder: literals, path});
  if (condition === '') throw refuse(path, 'is an empty condition', 'Name a column in it');
  return `check (${condition})`;
}
