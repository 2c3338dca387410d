import type {MatchKind} from './query.js';
import type {FactMatch} from './read-criteria.js';
import type {SearchField} from './tool-texts.js';

/** Why a tool was found by a word of the text. */
export interface TermMatch {
  /** As it stands in the text that was searched for, in lower case. */
  readonly word: string;
  /** The stem that the tool has for it. */
  readonly term: string;
  /** The word itself, its beginning, a word that means the same, or the word that a slip of the keyboard was meant to be. */
  readonly kind: MatchKind;
  /** Where in the record of the tool it stands, the weightiest first. */
  readonly fields: readonly SearchField[];
  /** What it adds to the score of the tool. */
  readonly score: number;
}

/** Why a tool was found. */
export interface SearchMatch {
  /** The sum of the scores of the terms; 0 without a text. */
  readonly score: number;
  /** For each word of the text that the tool was found by, what counted, the most first. */
  readonly terms: readonly TermMatch[];
  /** Words of the text that the tool has nothing for. */
  readonly missing: readonly string[];
  /** The criteria, each with what the tool has. */
  readonly facts: readonly FactMatch[];
}
