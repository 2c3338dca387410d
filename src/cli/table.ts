import {onOneLine} from './printable.js';
import {textWidth, truncate} from './text-width.js';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

export interface TableOptions {
  /** Columns of the terminal; the last column is shortened to fit, and never below 16. */
  readonly width?: number;
  readonly indent?: string;
  /** Decorates a title or a cell after it was laid out. */
  readonly decorate?: (text: string, column: number, row: number | 'title') => string;
}

const gap = '  ';

/** Rows of text as aligned lines, with a title above each column. Cells are made fit for a terminal. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  {width = Number.POSITIVE_INFINITY, indent = '', decorate = (text) => text}: TableOptions = {},
): string[] {
  const cells = rows.map((row) => row.map(onOneLine));
  const last = columns.length - 1;
  const widths = columns.map(({title}, index) =>
    Math.max(textWidth(title), ...cells.map((row) => textWidth(row[index] ?? ''))),
  );
  const before = indent.length + widths.slice(0, last).reduce((sum, columnWidth) => sum + columnWidth + gap.length, 0);
  widths[last] = Math.min(widths[last] ?? 0, Math.max(16, width - before));

  const layOut = (row: readonly string[], name: number | 'title'): string => {
    const laid = columns.map(({align}, index) => {
      const text = truncate(row[index] ?? '', widths[index] ?? 0);
      const space = ' '.repeat((widths[index] ?? 0) - textWidth(text));
      const decorated = decorate(text, index, name);
      return align === 'right' ? space + decorated : decorated + (index === last ? '' : space);
    });
    return indent + laid.join(gap).trimEnd();
  };
  const titles = columns.map(({title}) => title);
  const head = titles.some((title) => title !== '') ? [layOut(titles, 'title')] : [];
  return [...head, ...cells.map((row, index) => layOut(row, index))];
}
