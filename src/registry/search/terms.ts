import {stem} from './stem.js';

/** Words that say nothing about a tool. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be by can do does for from how i in into is it its me my of on or our out please ' +
    'should so some that the their them then there these this to us was we what when where which who will with you your'
  ).split(' '),
);

const runs = /[\p{L}\p{N}_$]+/gu;
/** `HTTPServer2` is HTTP, Server and 2. */
const parts = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|\p{L}+/gu;
/** The same, several times as fast, for nearly every text. */
const asciiRuns = /[A-Za-z0-9_$]+/g;
// ASCII is what is meant
const isAscii = /^[\x00-\x7f]*$/;
const isWord = /^[A-Za-z0-9_$]{1,64}$/;
const plainWord = /^[a-z]+$/;

const maxRemembered = 50_000;
const maxRememberedLength = 64;
/** Descriptions from outside can be of any length; what a tool does is said in its first words. */
const maxText = 10_000;

/** Reads text into terms: lower case, split at `.`, `_`, `-` and camelCase, stemmed, without stop words. */
export class TermReader {
  readonly #remembered = new Map<string, readonly string[]>();

  read(text: string): readonly string[] {
    const bounded = text.slice(0, maxText);
    if (isWord.test(bounded)) return this.#termsOf(bounded);
    const terms: string[] = [];
    for (const run of bounded.match(isAscii.test(bounded) ? asciiRuns : runs) ?? []) {
      for (const term of this.#termsOf(run)) terms.push(term);
    }
    return terms;
  }

  #termsOf(run: string): readonly string[] {
    const known = this.#remembered.get(run);
    if (known) return known;
    const terms = termsOf(run);
    if (run.length > maxRememberedLength) return terms;
    // A vocabulary is small; a flood of invented words must not fill the memory.
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    this.#remembered.set(run, terms);
    return terms;
  }
}

/** The words of a run, and of several also the whole: `readFile` is found by `read file` and by `readfile`. */
function termsOf(run: string): readonly string[] {
  if (plainWord.test(run)) return stopWords.has(run) ? [] : [stem(run)];
  const words = (run.match(parts) ?? []).map((word) => word.toLowerCase());
  const terms = words.filter((word) => !stopWords.has(word)).map(stem);
  return words.length > 1 ? [...terms, stem(words.join(''))] : terms;
}
