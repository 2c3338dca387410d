import type {Table} from '../catalog/table.js';
import {quoted, unquoted} from './names.js';
import {refuse, refuseName, shown} from './refusals.js';

/** One column to sort by. */
interface Order {
  readonly column: string;
  readonly direction?: 'asc' | 'desc' | undefined;
  readonly nulls?: 'first' | 'last' | undefined;
}

export type OrderBy = string | Order | readonly (string | Order)[];

/** The text of an order, without `order by`; empty for none. Answers INVALID_PARAMETER for all but the table's own columns. */
export function orderByText(orderBy: OrderBy, columns: Table['columns'], prefix: string): string {
  const items = Array.isArray(orderBy) ? (orderBy as readonly (string | Order)[]) : [orderBy as string | Order];
  return items
    .flatMap((item, index) => {
      const path = Array.isArray(orderBy) ? `orderBy[${index}]` : 'orderBy';
      return typeof item === 'string' ? readText(item, columns, path) : [{...item, path: `${path}.column`}];
    })
    .map(({column, direction, nulls, path}) => {
      const found = columns.get(unquoted(column));
      if (found === undefined) throw refuseName(path, 'column', column, [...columns.keys()]);
      const end = nulls === undefined ? '' : ` nulls ${nulls}`;
      return `${prefix}${quoted(found.name)}${direction === 'desc' ? ' desc' : ''}${end}`;
    })
    .join(', ');
}

/** `name`, `-name`, `name desc nulls last`, `"a name" asc`; several with commas between them, as seed 004 writes it. */
const order = /^(-?)\s*("(?:[^"]|"")+"|[^\s",]+)(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?$/i;

function readText(text: string, columns: Table['columns'], path: string): (Order & {path: string})[] {
  if (columns.has(text)) return [{column: quoted(text), path}];
  return text.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((item) => {
    const match = order.exec(item.trim());
    const [, minus, column, direction, nulls] = match ?? [];
    if (column === undefined || (minus === '-' && direction !== undefined)) {
      throw refuse(
        path,
        `is no order: ${shown(text)}`,
        "Write 'name', '-name', 'name desc nulls last', or {column, direction}",
      );
    }
    const down = minus === '-' || direction?.toLowerCase() === 'desc';
    return {
      column,
      direction: down ? 'desc' : 'asc',
      nulls: nulls?.toLowerCase() as Order['nulls'],
      path,
    };
  });
}
