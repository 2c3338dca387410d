/** A working tree of a repository. */
export interface Worktree {
  path: string;
  /** The one that the repository was made with. */
  main: boolean;
  bare: boolean;
  detached: boolean;
  locked: boolean;
  /** Its directory is gone. */
  prunable: boolean;
  hash?: string;
  branch?: string;
}

/** Reads `git worktree list --porcelain`: records of lines `<word> <value>`, ended by an empty line, the main one first. */
export function parseWorktrees(output: string): Worktree[] {
  const worktrees: Worktree[] = [];
  for (const record of output.split('\n\n')) {
    const lines = record.split('\n').filter((line) => line !== '');
    const value = (word: string): string | undefined =>
      lines.find((line) => line === word || line.startsWith(`${word} `))?.slice(word.length + 1);
    const path = value('worktree');
    if (path === undefined) continue;
    const hash = value('HEAD');
    const branch = value('branch')?.replace(/^refs\/heads\//, '');
    worktrees.push({
      path,
      main: worktrees.length === 0,
      bare: value('bare') !== undefined,
      detached: value('detached') !== undefined,
      locked: value('locked') !== undefined,
      prunable: value('prunable') !== undefined,
      // Zeros stand for a branch without a commit.
      ...(hash !== undefined && !/^0+$/.test(hash) && {hash}),
      ...(branch !== undefined && {branch}),
    });
  }
  return worktrees;
}
