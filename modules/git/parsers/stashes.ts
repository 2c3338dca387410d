/** Changes that were put aside. */
export interface Stash {
  /** 0 is the latest. */
  index: number;
  hash: string;
  message: string;
  /** When they were put aside, ms since the epoch. */
  timestamp: number;
}

/** For `git stash list -z`. */
export const stashFormat = '%H%x00%gs%x00%ct';

/** Reads it: three fields for each, newest first. */
export function parseStashes(output: string): Stash[] {
  const fields = output.split('\0');
  const stashes: Stash[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [hash = '', message = '', time = ''] = fields.slice(at, at + 3);
    stashes.push({index: stashes.length, hash, message, timestamp: Number(time) * 1000});
  }
  return stashes;
}
