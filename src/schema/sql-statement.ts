import {scanSql} from './sql-scan.js';
import type {SqlScan} from './sql-scan.js';

/** A statement whose parameters have names. */
export interface SqlStatement {
  /** As the server takes it: `$1` where `:name` stood, and everything else at its place. */
  readonly text: string;
  /** Names of `$1`, `$2` …; one that stands in the statement twice is one value. */
  readonly names: readonly string[];
  /** Those that the statement tests for null itself (`:status is null or …`, `coalesce(:limit, 10)`): they may be left out. */
  readonly optional: ReadonlySet<string>;
  /** Names behind a colon that begins no parameter, since something stands directly before it: `list[low:high]`. */
  readonly attached: readonly string[];
  /** It has a `$1` of its own. */
  readonly numbered: boolean;
  readonly scan: SqlScan;
}

/**
 * What can stand directly before the colon of a parameter: nothing of a word, a number, a literal or a closing bracket. There it
 * is a slice (`a[1:n]`) or a pair of JSON (`json_object('a':b)`), and a second colon is a cast (`::text`).
 */
const attaching = /[\w$\u0080-\uffff'")\]:]/;

/** Finds the parameters `:name` of a statement, as the server reads it: not in literals, quoted names or comments. */
export function readSql(sql: string): SqlStatement {
  const found = scanSql(sql);
  const {tokens, starts} = found;
  const names: string[] = [];
  const optional = new Set<string>();
  const attached: string[] = [];
  let text = '';
  let end = 0;
  let numbered = false;
  for (const [index, {kind, text: mark}] of tokens.entries()) {
    const start = starts[index] ?? 0;
    const isNext = starts[index + 1] === start + 1;
    const next = tokens[index + 1];
    if (mark === '0' && sql[start - 1] === '$') numbered = true;
    if (kind !== 'mark' || mark !== ':' || !isNext || next?.kind !== 'word') continue;
    const name = sql.slice(start + 1, start + 1 + next.text.length);
    const before = sql[start - 1] ?? ' ';
    if (before === ':') continue;
    if (attaching.test(before)) {
      attached.push(name);
      continue;
    }
    if (!names.includes(name)) names.push(name);
    if (isTested(found, index)) optional.add(name);
    // As long as what it takes the place of, so that the server tells places of the statement as it was written.
    text += sql.slice(end, start) + `$${String(names.indexOf(name) + 1)}`.padEnd(name.length + 1);
    end = start + 1 + name.length;
  }
  return {text: text + sql.slice(end), names, optional, attached, numbered, scan: found};
}

/** Tokens that the type of a cast can have: `::timestamp(3) with time zone`, `::app.mood[]`. */
const longestType = 10;

/** `:name is null`, `:name::type is not null`, `coalesce(:name …`. */
function isTested({tokens}: SqlScan, index: number): boolean {
  const word = (at: number): string | undefined => tokens[at]?.text;
  if (word(index - 1) === '(' && word(index - 2) === 'coalesce') return true;
  let at = index + 2;
  if (word(at) === ':' && word(at + 1) === ':') {
    const last = at + longestType;
    while (at < last && word(at) !== undefined && word(at) !== 'is') at++;
  }
  return word(at) === 'is' && (word(at + 1) === 'null' || (word(at + 1) === 'not' && word(at + 2) === 'null'));
}
