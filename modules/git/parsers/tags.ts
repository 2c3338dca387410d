/** A name for a commit that stays. */
export interface Tag {
  name: string;
  /** The commit. */
  hash: string;
  /** It has a message, an author and a date of its own. */
  annotated: boolean;
  /** First line. */
  message?: string;
  tagger?: string;
  /** When the tag was made, ms since the epoch; of one without a date of its own, the commit's. */
  timestamp: number;
}

/** For `git for-each-ref`: fields ended by NUL, a line for each tag. */
export const tagFormat = [
  '%(refname)',
  '%(objecttype)',
  '%(objectname)',
  '%(*objectname)',
  '%(creatordate:unix)',
  '%(taggername) %(taggeremail)',
  '%(contents:subject)',
].join('%00');

/** Reads what `tagFormat` prints. */
export function parseTags(output: string): Tag[] {
  const tags: Tag[] = [];
  for (const line of output.split('\n')) {
    const [ref = '', type = '', object = '', commit = '', time = '', tagger = '', message = ''] = line.split('\0');
    if (ref === '') continue;
    const annotated = type === 'tag';
    tags.push({
      name: ref.replace(/^refs\/tags\//, ''),
      hash: annotated ? commit : object,
      annotated,
      ...(annotated && {message}),
      ...(annotated && tagger.trim() !== '' && {tagger}),
      timestamp: Number(time) * 1000,
    });
  }
  return tags;
}
