import type {Table} from '../catalog/table.js';
import {Parameters} from './bindings.js';
import {orderByText} from './order-by.js';
import type {OrderBy} from './order-by.js';
import {aliasedTable, columnsText, prefix} from './table-text.js';
import {refuse} from './refusals.js';
import {whereText} from './where.js';
import type {Where} from './where.js';

/** A statement and its values. */
export interface Statement {
  readonly text: string;
  readonly parameters: Parameters;
}

export interface Selection {
  readonly columns: readonly string[];
  readonly where?: Where | undefined;
  readonly orderBy?: OrderBy | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly distinct?: boolean | undefined;
}

/** The rows of a table that a condition chooses. Answers INVALID_PARAMETER. */
export function selectStatement(table: Table, selection: Selection): Statement {
  const {columns, where = {}, orderBy = [], limit, offset = 0, distinct = false} = selection;
  const binder = new Parameters();
  const chosen = columnsText(columns, table, 'columns');
  if (chosen === '') throw refuse('columns', 'names no column', "Give ['*'] for all of them");
  const condition = whereText(where, {columns: table.columns, binder, prefix});
  const order = orderByText(orderBy, table.columns, prefix);
  const text = [
    `select ${distinct ? 'distinct ' : ''}${chosen} from ${aliasedTable(table)}`,
    condition && `where ${condition}`,
    order && `order by ${order}`,
    `limit ${binder.bind(String(limit))}::bigint`,
    offset > 0 && `offset ${binder.bind(String(offset))}::bigint`,
  ];
  return {text: text.filter((it) => it !== '' && it !== false).join(' '), parameters: binder};
}
