/** A part of a statement that tells something: a word, a quoted name, or a mark. Literals and comments are left out. */
export interface SqlToken {
  readonly kind: 'word' | 'quoted' | 'mark';
  /** A word in small letters; of a quoted name nothing; one character of a mark. */
  readonly text: string;
}

/** A statement taken apart, as far as that is safe without the server. */
export interface SqlScan {
  readonly tokens: readonly SqlToken[];
  /** Where each of them begins in the text. */
  readonly starts: readonly number[];
  /** Whether the text was read to its end. */
  readonly whole: boolean;
  /** False when the server may read the text in another way, or when it has more than is looked at. */
  readonly sure: boolean;
}

/** Tokens that are looked at; statements with more of them are lists of values. */
const maxTokens = 20_000;

const wordStart = /[A-Za-z_\u0080-\uffff]/;
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const digits = /\d+/y;

/**
 * Splits a statement as the server does: comments nest, a carriage return ends a line, a tag ends what it began. Goes through
 * the text once (https://www.postgresql.org/docs/current/sql-syntax-lexical.html).
 */
export function scanSql(text: string): SqlScan {
  const tokens: SqlToken[] = [];
  const starts: number[] = [];
  let sure = true;
  let at = 0;
  const add = (kind: SqlToken['kind'], value: string): void => {
    tokens.push({kind, text: value});
    starts.push(at);
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    if (tokens.length >= maxTokens) return {tokens, starts, sure: false, whole: false};
    const char = text[at] ?? '';
    const pair = char + (text[at + 1] ?? '');
    let end: number | undefined = at + 1;
    if (pair === '--') end = lineEnd(text, at);
    else if (pair === '/*') end = commentEnd(text, at);
    else if (char === "'") {
      const string = stringEnd(text, at, isEscaped(text, at));
      // Whether a backslash escapes in an ordinary literal is a setting of the server.
      if (string.backslash && !isEscaped(text, at)) sure = false;
      end = string.end;
      add('mark', "'");
    } else if (char === '"') {
      end = stringEnd(text, at, false, '"').end;
      add('quoted', '');
    } else if (char === '$') {
      const tag = match(dollarTag);
      if (tag !== undefined) {
        const close = text.indexOf(tag, at + tag.length);
        end = close < 0 ? undefined : close + tag.length;
        add('mark', "'");
      }
    } else if (wordStart.test(char)) {
      const found = match(word) ?? char;
      end = at + found.length;
      // Letters beyond ASCII are no letters of a key word, whatever their small form looks like.
      add('word', /^[\w$]+$/.test(found) ? found.toLowerCase() : found);
    } else if (/\d/.test(char)) {
      end = at + (match(digits)?.length ?? 1);
      add('mark', '0');
    } else if (!/\s/.test(char)) add('mark', char);
    // What nothing ends, the server refuses.
    if (end === undefined) return {tokens, starts, sure: false, whole: false};
    at = end;
  }
  return {tokens, starts, sure, whole: true};
}

function lineEnd(text: string, at: number): number {
  let end = at + 2;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

function commentEnd(text: string, at: number): number | undefined {
  let depth = 0;
  for (let end = at; end < text.length; end++) {
    const pair = text.slice(end, end + 2);
    if (pair === '/*') depth++;
    else if (pair === '*/') depth--;
    else continue;
    end++;
    if (depth === 0) return end + 1;
  }
  return undefined;
}

/** Whether the quote at this place begins a literal with escapes, `E'…'`. */
const isEscaped = (text: string, at: number): boolean =>
  /e/i.test(text[at - 1] ?? '') && !/[\w$\u0080-\uffff]/.test(text[at - 2] ?? ' ');

function stringEnd(
  text: string,
  at: number,
  escapes: boolean,
  quote = "'",
): {readonly end: number | undefined; readonly backslash: boolean} {
  let backslash = false;
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') {
      backslash = true;
      if (escapes) end++;
    } else if (text[end] === quote) {
      if (text[end + 1] !== quote) return {end: end + 1, backslash};
      end++;
    }
  }
  return {end: undefined, backslash};
}
