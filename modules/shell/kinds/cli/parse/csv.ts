import {loadCsv} from '../client.js';
import type {Secrets} from '../../../secrets.js';
import {mapInTurns} from './in-turns.js';
import {linesOf, unexpected} from './output.js';
import type {CliOutput, Parser} from './output.js';
import {toRow, uniqueNames} from './rows.js';
import type {CellTypes} from './rows.js';

interface CsvOptions {
  readonly delimiter: string;
  /** Whether the first line has the names. */
  readonly header: boolean;
  /** Names of the fields, instead of those of the header. */
  readonly columns: readonly string[] | undefined;
  /** Whether fields can stand in quotes. */
  readonly quote: boolean;
  readonly types: CellTypes;
}

/** Comma-separated values: an object a line, or a list where nothing has names. */
export function csv({delimiter, header, columns, quote, types}: CsvOptions): Parser {
  return async (output, secrets) => {
    const data = quote ? await quotedFields(output, delimiter, secrets) : plainFields(output, delimiter);
    const rows = header ? data.slice(1) : data;
    const names = columns ?? (header ? namesOf(data[0] ?? [], output, secrets) : undefined);
    if (!names) return rows;
    return mapInTurns(rows, (fields, index) => {
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

function namesOf(header: readonly string[], output: CliOutput, secrets: Secrets): readonly string[] {
  try {
    return uniqueNames(header);
  } catch (cause) {
    throw unexpected(`The header of the CSV can not be used: ${(cause as Error).message}`, output, secrets);
  }
}

// What begins a file on Windows is no part of the first name.
const textOf = ({stdout}: CliOutput): string => stdout.replace(/^\uFEFF/, '');

/** Fields of lines in which a quote is a character like others. */
const plainFields = (output: CliOutput, delimiter: string): string[][] =>
  linesOf(textOf(output)).flatMap((line) => (line === '' ? [] : [line.split(delimiter)]));

/** Fields that can stand in quotes, with delimiters and lines in them. */
async function quotedFields(output: CliOutput, delimiter: string, secrets: Secrets): Promise<string[][]> {
  const {parse} = await loadCsv();
  const text = textOf(output);
  const {data, errors} = parse<string[]>(text, {delimiter, skipEmptyLines: true, newline: newlineOf(text)});
  const [error] = errors;
  if (!error) return data;
  const hint = error.type === 'Quotes' ? '; "quote": false takes quotes as they are' : '';
  throw unexpected(`Row ${String((error.row ?? 0) + 1)} is no CSV: ${error.message}${hint}`, output, secrets);
}

/** How the first line ends; a guess of the parser could be led by what is in quotes. */
function newlineOf(text: string): '\r\n' | '\n' {
  const [first = ''] = linesOf(text);
  return text.startsWith('\r\n', first.length) ? '\r\n' : '\n';
}
