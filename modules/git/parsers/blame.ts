/** One line of a file, and who wrote it. */
export interface BlamedLine {
  /** From 1. */
  line: number;
  content: string;
  /** The commit; only zeros for a line that is not committed. */
  hash: string;
  author: string;
  email: string;
  /** When it was written, ms since the epoch. */
  timestamp: number;
  /** First line of the commit's message. */
  summary: string;
}

interface Commit {
  author: string;
  email: string;
  timestamp: number;
  summary: string;
}

/**
 * Reads `git blame --porcelain`: for each line `<hash> <line there> <line here> [<count>]`, what is to say about a
 * commit where it comes first, and the content behind a tab.
 */
export function parseBlame(output: string): BlamedLine[] {
  const commits = new Map<string, Commit>();
  const lines: BlamedLine[] = [];
  let hash = '';
  let line = 0;
  for (const text of output.split('\n')) {
    if (text.startsWith('\t')) {
      const commit = commits.get(hash);
      if (commit) lines.push({line, content: text.slice(1), hash, ...commit});
      continue;
    }
    const head = /^([0-9a-f]{40,64}) \d+ (\d+)( \d+)?$/.exec(text);
    if (head) {
      [hash, line] = [head[1] ?? '', Number(head[2])];
      if (!commits.has(hash)) commits.set(hash, {author: '', email: '', timestamp: 0, summary: ''});
      continue;
    }
    readField(commits.get(hash), text);
  }
  return lines;
}

function readField(commit: Commit | undefined, text: string): void {
  if (commit === undefined) return;
  const space = text.indexOf(' ');
  const value = text.slice(space + 1);
  const key = text.slice(0, space);
  if (key === 'author') commit.author = value;
  if (key === 'author-mail') commit.email = value.replace(/^<|>$/g, '');
  if (key === 'author-time') commit.timestamp = Number(value) * 1000;
  if (key === 'summary') commit.summary = value;
}
