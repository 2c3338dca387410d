const [other, joint, digit, upper, lower] = [0, 1, 2, 3, 4];

/** What a character is: part of a word, or `_` and `$`, which join words to a run. */
function kindOf(code: number): number {
  if (code >= 97) return code <= 122 ? lower : other;
  if (code >= 65) return code <= 90 ? upper : code === 95 ? joint : other;
  if (code >= 48) return code <= 57 ? digit : other;
  return code === 36 ? joint : other;
}

/**
 * Calls back with the words of each run of an ASCII text, in lower case: `HTTPServer_2` is http, server and 2. The same can be
 * said in a regular expression, which takes several times as long, and thousands of tools are read at once.
 */
export function eachAsciiRun(text: string, visit: (words: readonly string[]) => void): void {
  const lowerText = text.toLowerCase();
  let words: string[] = [];
  let start = -1;
  let before = other;
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? kindOf(text.charCodeAt(at)) : other;
    if (start >= 0 && kind !== before) {
      // A capital begins the word of the small letters that follow it, the last of several as well.
      const end = before === upper && kind === lower ? at - 1 : at;
      if (end > start) words.push(lowerText.slice(start, end));
      start = end === at ? -1 : end;
    }
    if (start < 0 && kind >= digit) start = at;
    if (kind === other && words.length > 0) {
      visit(words);
      words = [];
    }
    before = kind;
  }
}
