import {loadCsv} from '../client.js';
import {linesOf, unexpected} from './output.js';
import type {Parser} from './output.js';
import {toRow, uniqueNames} from './rows.js';
import type {CellTypes} from './rows.js';

interface CsvOptions {
  readonly delimiter: string;
  /** Whether the first line has the names. */
  readonly header: boolean;
  /** Names of the fields, instead of those of the header. */
  readonly columns: readonly string[] | undefined;
  readonly types: CellTypes;
}

/** Comma-separated values: an object a line, or a list where nothing has names. */
export function csv({delimiter, header, columns, types}: CsvOptions): Parser {
  return async (output, secrets) => {
    const {parse} = await loadCsv();
    // What begins a file on Windows is no part of the first name.
    const text = output.stdout.replace(/^\uFEFF/, '');
    const {data, errors} = parse<string[]>(text, {delimiter, skipEmptyLines: true, newline: newlineOf(text)});
    const [error] = errors;
    if (error) throw unexpected(`Row ${String((error.row ?? 0) + 1)} is no CSV: ${error.message}`, output, secrets);
    const rows = header ? data.slice(1) : data;
    const names = columns ?? (header ? uniqueNames(data[0] ?? []) : undefined);
    if (!names) return rows;
    return rows.map((fields, index) => {
      const where = `Row ${String(index + (header ? 2 : 1))}`;
      if (fields.length > names.length) {
        const what = `${where} has ${String(fields.length)} fields, of which ${String(names.length)} have names`;
        throw unexpected(what, output, secrets);
      }
      try {
        return toRow(
          fields.map((field, at) => [names[at] ?? '', field]),
          types,
        );
      } catch (cause) {
        throw unexpected(`${where} is not as types say: ${(cause as Error).message}`, output, secrets);
      }
    });
  };
}

/** How the first line ends; a guess of the parser could be led by what is in quotes. */
function newlineOf(text: string): '\r\n' | '\n' {
  const [first = ''] = linesOf(text);
  return text.startsWith('\r\n', first.length) ? '\r\n' : '\n';
}
