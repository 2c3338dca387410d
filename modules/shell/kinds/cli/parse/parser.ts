import {isRecord} from '../../../../../src/sdk.js';
import {keptBase64} from '../../../running/kept-text.js';
import {checkKeys} from '../reading.js';
import type {Problem, Values} from '../reading.js';
import {csv} from './csv.js';
import {json, jsonl} from './json.js';
import {linesOf} from './output.js';
import type {Parser} from './output.js';
import {regex} from './regex.js';
import {checkTypes} from './rows.js';
import type {CellTypes} from './rows.js';
import {table} from './table.js';

/** Options of `parse`, as the language has checked their types. */
interface ParseOptions extends Values {
  readonly format?: string;
  readonly regex?: string;
  readonly split?: string;
  readonly each?: 'line' | 'match' | 'once';
  readonly delimiter?: string;
  readonly header?: boolean;
  readonly columns?: readonly string[];
  readonly quote?: boolean;
  readonly types?: CellTypes;
}

const plain: Readonly<Record<string, Parser>> = {
  text: ({stdout}) => stdout,
  lines: ({stdout}) => linesOf(stdout),
  json,
  jsonl,
  base64: ({kept}, secrets) => keptBase64(kept.stdout, secrets),
};

/** Where nothing is said: the streams, the exit code, and whether something is missing of them. */
const whole: Parser = ({stdout, stderr, exitCode, kept}) => ({
  stdout,
  stderr,
  exitCode,
  ...(kept.stdout.dropped + kept.stderr.dropped > 0 && {truncated: true}),
});

/** Whether a parser makes sense of output whose middle is missing. */
export const readsParts = (parse: unknown): boolean => parse === undefined || parse === 'text' || parse === 'lines';

/** The parser that `parse` of a tool says. */
export function readParser(parse: unknown, at: string, problem: Problem): Parser {
  if (parse === undefined) return whole;
  const options: ParseOptions = isRecord(parse) ? parse : {format: typeof parse === 'string' ? parse : ''};
  const kinds = ['format', 'regex', 'split'].filter((key) => options[key] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    problem(
      at,
      'It must have one of "format", "regex" and "split"',
      'Give {"regex": "^(?<name>.*)$"}, for example',
      parse,
    );
    return whole;
  }
  const {format = kind} = options;
  checkKeys(options, [kind, ...(optionsOf[format] ?? [])], at, problem);
  return makeParser(format, options, at, problem);
}

/** What each format can be told. */
const optionsOf: Readonly<Record<string, readonly string[]>> = {
  csv: ['delimiter', 'header', 'columns', 'quote', 'types'],
  table: ['columns', 'types'],
  regex: ['each', 'types'],
};

function makeParser(format: string, options: ParseOptions, at: string, problem: Problem): Parser {
  const {columns, types = {}} = options;
  if (columns && new Set(columns).size < columns.length) {
    problem(`${at}.columns`, 'Two columns have the same name', 'Rename one of them', columns);
  }
  if (format === 'csv') return readCsv(options, at, problem);
  if (format === 'table') {
    checkTypes(types, columns, `${at}.types`, problem);
    return table({columns, types});
  }
  if (options.regex !== undefined)
    return regex({source: options.regex, each: options.each ?? 'line', types}, at, problem) ?? whole;
  const {split} = options;
  if (split !== undefined) return ({stdout}) => partsOf(stdout, split);
  return (Object.hasOwn(plain, format) ? plain[format] : undefined) ?? whole;
}

function readCsv(
  {delimiter = ',', columns, header = columns === undefined, quote = true, types = {}}: ParseOptions,
  at: string,
  problem: Problem,
): Parser {
  if (/["\r\n]/.test(delimiter)) {
    problem(`${at}.delimiter`, 'Fields can not be delimited by this', 'Use , or ; or a tab', delimiter);
  }
  if (!header && !columns && Object.keys(types).length > 0) {
    problem(`${at}.types`, 'Nothing has names here', 'Add "columns": the names of the fields');
  } else checkTypes(types, columns, `${at}.types`, problem);
  return csv({delimiter, header, columns, quote, types});
}

/** What is between separators; one at the end ends the last part. */
function partsOf(text: string, separator: string): string[] {
  const parts = text.split(separator);
  if (parts.at(-1) === '') parts.pop();
  return parts;
}
