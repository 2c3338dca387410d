import type {Table} from '../catalog/table.js';
import {columnDefinition, defaultText} from './column-definition.js';
import type {ColumnInput} from './column-definition.js';
import {columnType} from './column-type.js';
import type {DefinitionContext} from './create-table.js';
import {checkNewName, quoted} from './names.js';
import {refuse} from './refusals.js';
import {columnOf, tableText} from './table-text.js';

/** What a column becomes; what is left out stays. */
interface ColumnChange {
  readonly type?: string | undefined;
  readonly nullable?: boolean | undefined;
  /** `null` for none. */
  readonly default?: unknown;
  readonly defaultFunction?: string | undefined;
}

/** Changes of a table; names of columns are those before the call, but for `addColumns`. */
export interface TableChanges {
  readonly dropColumns?: readonly string[] | undefined;
  readonly alterColumns?: Readonly<Record<string, ColumnChange>> | undefined;
  readonly renameColumns?: Readonly<Record<string, string>> | undefined;
  readonly addColumns?: Readonly<Record<string, ColumnInput>> | undefined;
  readonly renameTo?: string | undefined;
  readonly cascade: boolean;
}

/** The statements of the changes, in their order: drop, alter, rename, add, rename the table. Answers INVALID_PARAMETER. */
export async function alterTexts(table: Table, changes: TableChanges, context: DefinitionContext): Promise<string[]> {
  const {dropColumns = [], alterColumns = {}, renameColumns = {}, addColumns = {}, renameTo, cascade} = changes;
  const actions: string[] = [];
  dropColumns.forEach((name, index) => {
    const column = columnOf(table, name, `dropColumns[${index}]`);
    actions.push(`drop column ${quoted(column.name)}${cascade ? ' cascade' : ''}`);
  });
  for (const [name, change] of Object.entries(alterColumns)) {
    actions.push(...(await columnActions(table, name, change, context)));
  }
  for (const [name, to] of Object.entries(renameColumns)) {
    const column = columnOf(table, name, `renameColumns.${name}`);
    actions.push(`rename column ${quoted(column.name)} to ${quoted(checkNewName(to, `renameColumns.${name}`))}`);
  }
  for (const [name, input] of Object.entries(addColumns)) {
    actions.push(`add column ${(await columnDefinition(name, input, `addColumns.${name}`, context)).text}`);
  }
  if (renameTo !== undefined) actions.push(`rename to ${quoted(checkNewName(renameTo, 'renameTo'))}`);
  if (actions.length === 0) {
    throw refuse(
      'table',
      'is to be changed, but nothing says how',
      'Give addColumns, dropColumns, renameColumns, alterColumns or renameTo',
    );
  }
  return actions.map((action) => `alter table ${tableText(table)} ${action}`);
}

async function columnActions(
  table: Table,
  name: string,
  change: ColumnChange,
  {find}: DefinitionContext,
): Promise<string[]> {
  const path = `alterColumns.${name}`;
  const column = columnOf(table, name, path);
  const at = `alter column ${quoted(column.name)}`;
  const actions: string[] = [];
  let present = column;
  if (change.type !== undefined) {
    const {text, ...facts} = await columnType(change.type, `${path}.type`, find);
    present = {...column, type: text, ...facts};
    actions.push(`${at} type ${text} using ${quoted(column.name)}::${text}`);
  }
  if (change.nullable !== undefined) actions.push(`${at} ${change.nullable ? 'drop' : 'set'} not null`);
  const start = change.default === null ? null : defaultText(change, present, path);
  if (start === null) actions.push(`${at} drop default`);
  else if (start !== undefined) actions.push(`${at} set default ${start}`);
  if (actions.length === 0)
    throw refuse(path, 'is to be changed, but nothing says how', 'Give type, nullable, default or defaultFunction');
  return actions;
}
