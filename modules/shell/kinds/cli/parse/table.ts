import {mapInTurns} from './in-turns.js';
import {linesOf, unexpected} from './output.js';
import type {Parser} from './output.js';
import {findColumns, namedColumns} from './table-columns.js';
import type {Column} from './table-columns.js';
import {maxCells, tooMany, toRow} from './rows.js';
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
  return async (output, secrets) => {
    const lines = linesOf(output.stdout);
    const start = lines.findIndex((line) => line.trim() !== '');
    if (start < 0) return [];
    const header = withoutTabs(lines[start] ?? '');
    const words = await mapInTurns(lines.slice(start + 1), (line) => wordsOf(withoutTabs(line)));
    const rows = words.flatMap((row, index) => (isUnderline(row) ? [] : [{line: start + index + 2, words: row}]));
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
    const cells = rows.length * columns.length;
    if (cells > maxCells) {
      throw unexpected(`The table can not be read: ${tooMany('cells', cells, maxCells)}`, output, secrets);
    }
    return mapInTurns(rows, ({line, words: row}) => {
      try {
        return toRow(cellsOf(row, columns), types);
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
  const first = firstEndingBehind(start, columns);
  let best = -1;
  let most = 0;
  for (let index = first; index < columns.length; index++) {
    const column = columns[index];
    if (!column || column.start >= end) break;
    const shared = Math.min(end, column.end) - Math.max(start, column.start);
    if (shared > most) [best, most] = [index, shared];
  }
  return best >= 0 ? best : Math.max(0, first - 1);
}

/** The first column that ends behind a place; columns are in order, and each word asks. */
function firstEndingBehind(place: number, columns: readonly Column[]): number {
  let [low, high] = [0, columns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether a line is none, or an underline. */
const isUnderline = (words: readonly Word[]): boolean => words.every(({text}) => /^[-=+|]+$/.test(text));

const withoutTabs = (line: string): string => {
  let text = '';
  for (const [index, part] of line.split('\t').entries())
    text += (index === 0 ? '' : ' '.repeat(8 - (text.length % 8))) + part;
  return text;
};
