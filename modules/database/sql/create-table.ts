import type {Column} from '../catalog/table.js';
import {checkText, columnDefinition} from './column-definition.js';
import type {ColumnInput, ReferenceAction, ReferenceInput, ReferenceText} from './column-definition.js';
import type {FindType} from './column-type.js';
import {quoted} from './names.js';
import type {TableInput} from './names.js';
import {refuse, refuseName} from './refusals.js';
import type {Where} from './where.js';

export interface ForeignKeyInput {
  readonly columns: readonly string[];
  readonly table: TableInput;
  /** Default: the primary key of the table. */
  readonly references?: readonly string[] | undefined;
  readonly onDelete?: ReferenceAction | undefined;
  readonly onUpdate?: ReferenceAction | undefined;
}

/** A table to be made. */
export interface TableDefinition {
  readonly columns: Readonly<Record<string, ColumnInput>>;
  readonly primaryKey?: readonly string[] | undefined;
  readonly unique?: readonly (readonly string[])[] | undefined;
  readonly foreignKeys?: readonly ForeignKeyInput[] | undefined;
  readonly checks?: readonly Where[] | undefined;
}

/** What the definition refers to, as the catalog has it. */
export interface DefinitionContext {
  readonly find: FindType;
  readonly reference: ReferenceText;
  /** A table that is referred to, and its columns, as text. */
  readonly target: (table: TableInput, columns: readonly string[] | undefined, path: string) => Promise<string>;
}

/** What stands between the parentheses of `create table`. Answers INVALID_PARAMETER. */
export async function definitionText(definition: TableDefinition, context: DefinitionContext): Promise<string> {
  const {primaryKey, unique = [], foreignKeys = [], checks = []} = definition;
  const columns = new Map<string, Column>();
  const parts: string[] = [];
  for (const [name, input] of Object.entries(definition.columns)) {
    const {text, column} = await columnDefinition(name, input, `columns.${name}`, context);
    columns.set(name, column);
    parts.push(text);
  }
  if (parts.length === 0) throw refuse('columns', 'is empty', 'Give at least one column');
  const list = (names: readonly string[], path: string): string => {
    if (names.length === 0) throw refuse(path, 'names no column');
    const stranger = names.find((name) => !columns.has(name));
    if (stranger !== undefined) throw refuseName(path, 'column of the table', stranger, [...columns.keys()]);
    return names.map(quoted).join(', ');
  };
  if (primaryKey !== undefined) parts.push(`primary key (${list(primaryKey, 'primaryKey')})`);
  unique.forEach((names, index) => parts.push(`unique (${list(names, `unique[${index}]`)})`));
  for (const [index, {columns: own, table, references, ...actions}] of foreignKeys.entries()) {
    const path = `foreignKeys[${index}]`;
    const target = await context.target(table, references, path);
    parts.push(`foreign key (${list(own, `${path}.columns`)}) references ${target}${actionsText(actions)}`);
  }
  checks.forEach((check, index) => parts.push(checkText(check, columns, `checks[${index}]`)));
  return parts.join(', ');
}

/** What happens to rows that refer, as text. */
export function actionsText({onDelete, onUpdate}: Pick<ForeignKeyInput, 'onDelete' | 'onUpdate'>): string {
  return `${onDelete === undefined ? '' : ` on delete ${onDelete}`}${onUpdate === undefined ? '' : ` on update ${onUpdate}`}`;
}

/** A reference of one column, in its long spelling. */
export function referenceParts(reference: ReferenceInput): Exclude<ReferenceInput, string> {
  return typeof reference === 'string' ? {table: reference} : reference;
}
