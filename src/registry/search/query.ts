import {withoutPhrases} from './phrases.js';
import {synonymsOf} from './synonyms.js';
import type {Term, TermReader} from './terms.js';
import type {Vocabulary} from './vocabulary.js';

/** Why a term of a tool fits a word of the text that is searched for. */
export type MatchKind = 'exact' | 'prefix' | 'synonym' | 'typo';

/** A term that counts for a word. */
export interface Alternative {
  readonly term: string;
  readonly number: number;
  readonly kind: MatchKind;
}

/** A word that is searched for, and the terms that are found by it; the best of them counts. */
export interface QueryWord {
  readonly word: string;
  readonly alternatives: readonly Alternative[];
}

/** What each kind counts beside the word itself. */
export const kindFactors: Readonly<Record<MatchKind, number>> = {exact: 1, prefix: 0.6, synonym: 0.6, typo: 0.8};

/** What anyone can ask in a text of any length. */
const maxText = 1000;
const maxWords = 32;
const minPrefix = 3;
const maxPrefixed = 16;

/** Reads the text that is searched for into words, each with what the vocabulary has for it. `documents` tells how many have a term. */
export function readQuery(
  text: string,
  reader: TermReader,
  vocabulary: Vocabulary,
  documents: (number: number) => number,
): QueryWord[] {
  const terms = new Map<string, Term>();
  for (const term of reader.read(withoutPhrases(text.slice(0, maxText)))) {
    if (terms.size >= maxWords) break;
    if (!terms.has(term.stem)) terms.set(term.stem, term);
  }
  const lookup = (term: string, kind: MatchKind): Alternative[] => {
    const number = vocabulary.get(term);
    return number !== undefined && documents(number) > 0 ? [{term, number, kind}] : [];
  };
  return [...terms.values()].map((term) => {
    const exact = lookup(term.stem, 'exact');
    const found = exact.length > 0 ? exact : beginningWith(term);
    const meant = [...found, ...synonymsOf(term).flatMap((synonym) => lookup(synonym, 'synonym'))];
    return {word: term.word, alternatives: meant.length > 0 ? meant : corrected(term)};
  });

  /** `downl` is on the way to `download`. */
  function beginningWith({stem}: Term): Alternative[] {
    if (stem.length < minPrefix) return [];
    const longer = vocabulary.startingWith(stem, maxPrefixed, (number) => documents(number) > 0);
    return longer.flatMap((each) => lookup(each, 'prefix'));
  }

  function corrected({stem}: Term): Alternative[] {
    const near = vocabulary.nearest(stem, documents);
    return near === undefined ? [] : lookup(near, 'typo');
  }
}
