import {linesOf, unexpected} from './output.js';
import type {Parser} from './output.js';
import {findColumns, namedColumns} from './table-columns.js';
import type {Column} from './table-columns.js';
import {toRow} from './rows.js';
import type {CellTypes} from './rows.js';
import {wordsOf} from './words.js';
import type {Word} from './words.js';

interface TableOptions {
  /** The names of the header as they stand there, all of them; left out, they are found. */
  readonly columns: readonly string[] | undefined;
  readonly types: CellTypes;
}

/** Columns under a header, with blanks between them, as `docker ps`, `kubectl get` and `df` write them. */
export function table({columns: names, types}: TableOptions): Parser {
  return (output, secrets) => {
    const lines = linesOf(output.stdout).map(withoutTabs);
    const start = lines.findIndex((line) => line.trim() !== '');
    const header = lines[start];
    if (header === undefined) return [];
    const rows = lines.slice(start + 1).flatMap((line, index) =>
      // An underline is no row.
      line.trim() === '' || /^[-=+|\s]+$/.test(line) ? [] : [{line: start + index + 2, words: wordsOf(line)}],
    );
    let columns: readonly Column[];
    try {
      columns = names
        ? namedColumns(header, names)
        : findColumns(
            header,
            rows.map(({words}) => words),
          );
    } catch (cause) {
      throw unexpected(`The header of the table is another one: ${(cause as Error).message}`, output, secrets);
    }
    return rows.map(({line, words}) => {
      try {
        return toRow(cellsOf(words, columns), types);
      } catch (cause) {
        throw unexpected(`Line ${String(line)} is not as types say: ${(cause as Error).message}`, output, secrets);
      }
    });
  };
}

/** The words of a row, put under the columns that they stand under; blanks between words of one column stay one. */
function cellsOf(words: readonly Word[], columns: readonly Column[]): [string, string][] {
  const cells = new Map<Column, string>();
  let last = 0;
  for (const word of words) {
    const at = Math.max(last, columnOf(word, columns));
    const column = columns[at];
    if (!column) continue;
    const before = cells.get(column);
    cells.set(column, before === undefined ? word.text : `${before} ${word.text}`);
    last = at;
  }
  return columns.map((column) => [column.name, cells.get(column) ?? '']);
}

/** The column whose name it stands under most, else the one on its left, whose text goes on. */
function columnOf({start, end}: Word, columns: readonly Column[]): number {
  let best = -1;
  let most = 0;
  let left = 0;
  for (const [index, column] of columns.entries()) {
    const shared = Math.min(end, column.end) - Math.max(start, column.start);
    if (shared > most) [best, most] = [index, shared];
    if (column.start < start) left = index;
  }
  return best >= 0 ? best : left;
}

const withoutTabs = (line: string): string => {
  let text = '';
  for (const [index, part] of line.split('\t').entries())
    text += (index === 0 ? '' : ' '.repeat(8 - (text.length % 8))) + part;
  return text;
};
