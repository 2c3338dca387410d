/** What a shell may put in the place of a word. */
export interface Candidate {
  readonly text: string;
  readonly description?: string | undefined;
  /** More follows without a space: `path=`. */
  readonly isOpen?: boolean;
}

/** Words, or leave it to the shell to list files or folders. */
export type Candidates =
  {readonly kind: 'words'; readonly words: readonly Candidate[]} | {readonly kind: 'files' | 'folders'};

/** Text that every shell reads as it stands. Others are left out: a completion must not become code of the command line. */
const isPlain = (text: string): boolean => /^[\w./:@%+,=-]+$/.test(text);

/** The words that begin like this, each once. */
export const beginningWith = (start: string, words: readonly Candidate[]): Candidate[] => {
  const seen = new Set<string>();
  return words.filter(({text}) => {
    const isNew = text.startsWith(start) && isPlain(text) && !seen.has(text);
    if (isNew) seen.add(text);
    return isNew;
  });
};
