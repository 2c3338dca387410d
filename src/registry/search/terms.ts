import {eachAsciiRun} from './ascii-runs.js';
import {stem} from './stem.js';

/** Words that say nothing about a tool. `who` and `when` are none: they ask for an author and a time. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be by can could did do does for from had has have how i if in into is it its me my of on or our ' +
    'out please should so some something that the their them then there these this to us was we were what where which will ' +
    'with would you your want need like let tool tools'
  ).split(' '),
);

const runs = /[\p{L}\p{M}\p{N}_$]+/gu;
/** `HTTPServer2` is HTTP, Server and 2. */
const parts = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|\p{L}+/gu;
// ASCII is what is meant
const isAscii = /^[\x00-\x7f]*$/;
/** Scripts that put no space between words. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3,}$/u;

/** A word of a text as it is compared. */
export interface Term {
  /** As it stands in the text, in lower case. */
  readonly word: string;
  readonly stem: string;
}

const [maxWords, maxTexts] = [20_000, 5_000];
/** A name or the description of a parameter, not of a tool. */
const maxShort = 40;
/** Longer runs are no words, and longer ones of several words nobody writes in one. */
const maxRun = 64;
const maxJoined = 32;
const maxJoinedWords = 4;
const hasDigit = /\d/;
/** Descriptions from outside can be of any length; what a tool does is said in its first words. */
const maxText = 10_000;

/** Reads text into terms: lower case, split at `.`, `_`, `-`, camelCase and digits, stemmed, without stop words. */
export class TermReader {
  /** Words and short texts come again and again; a flood of invented ones must not fill the memory. */
  readonly #words = new Map<string, Term | null>();
  readonly #texts = new Map<string, readonly Term[]>();

  read(text: string): readonly Term[] {
    if (text.length > maxShort) return this.#read(text.slice(0, maxText));
    let terms = this.#texts.get(text);
    if (!terms) {
      terms = this.#read(text);
      if (this.#texts.size >= maxTexts) this.#texts.clear();
      this.#texts.set(text, terms);
    }
    return terms;
  }

  #read(text: string): readonly Term[] {
    const terms: Term[] = [];
    if (isAscii.test(text)) {
      eachAsciiRun(text, (words) => {
        for (const word of words) this.#addWord(word, terms);
        if (words.length > 1) this.#addWhole(words, terms);
      });
      return terms;
    }
    for (const run of plainLetters(text).match(runs) ?? []) {
      const words = (run.match(parts) ?? []).map((word) => word.toLowerCase());
      for (const word of words) {
        if (unspaced.test(word)) terms.push(...pairsOf(word));
        else this.#addWord(word, terms);
      }
      if (words.length > 1) this.#addWhole(words, terms);
    }
    return terms;
  }

  /** `readFile` is found by `read file` and by `readfile`. */
  #addWhole(words: readonly string[], terms: Term[]): void {
    if (words.length > maxJoinedWords) return;
    const whole = words.join('');
    if (whole.length <= maxJoined && !hasDigit.test(whole)) this.#addWord(whole, terms);
  }

  #addWord(word: string, terms: Term[]): void {
    let term = this.#words.get(word);
    if (term === undefined) {
      term = isTelling(word) ? {word, stem: stem(word)} : null;
      if (this.#words.size >= maxWords) this.#words.clear();
      this.#words.set(word, term);
    }
    if (term) terms.push(term);
  }
}

/** `Café` is found by `cafe`, and full-width letters are letters. */
const plainLetters = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');

/** One letter is what is left of `don't` and `it's`. */
const isTelling = (word: string): boolean =>
  word.length <= maxRun && !stopWords.has(word) && !(word.length === 1 && word >= 'a' && word <= 'z');

/** Of a script without spaces every two neighbours are a term. */
function pairsOf(word: string): Term[] {
  const letters = Array.from(word);
  return letters.slice(1).map((letter, index) => {
    const pair = `${letters[index] ?? ''}${letter}`;
    return {word: pair, stem: pair};
  });
}
