/** A word of a line and where it stands. */
export interface Word {
  readonly text: string;
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
}

/** What is between blanks. */
export const wordsOf = (line: string): Word[] =>
  [...line.matchAll(/\S+/g)].map(({0: text, index}) => ({text, start: index, end: index + text.length}));
