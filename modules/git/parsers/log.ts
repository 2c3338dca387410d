/** One commit of `git log`. */
export interface Commit {
  hash: string;
  shortHash: string;
  author: string;
  email: string;
  /** When it was written, ms since the epoch. */
  timestamp: number;
  /** The same, ISO 8601. */
  date: string;
  /** First line of the message. */
  message: string;
  /** The rest of it. */
  body: string;
  parents: string[];
  /** With `--numstat`. */
  files?: FileChange[];
}

/** What a change did to one file. A binary file has no lines. */
export interface FileChange {
  path: string;
  /** Where it was before it was moved. */
  oldPath?: string;
  insertions: number;
  deletions: number;
  binary: boolean;
}

const marker = 'commit:';
const fields = ['%H', '%h', '%P', '%an', '%ae', '%at', '%s', '%b'];

/** For `git log -z`: a marker that no line of --numstat can begin with, then each field, all ended by NUL. */
export const logFormat = `tformat:${marker}%x00${fields.join('%x00')}`;

/**
 * Reads `git log -z --format=<logFormat> [--numstat]`. git keeps NUL out of everything it prints between two of them, so
 * counting fields is exact whatever names and messages hold.
 */
export function parseLog(output: string, withFiles: boolean): Commit[] {
  const tokens = output.split('\0');
  const commits: Commit[] = [];
  let index = 0;
  while (index < tokens.length) {
    if (tokens[index] !== marker) {
      index += 1;
      continue;
    }
    const commit = readCommit(tokens, index + 1);
    index += 1 + fields.length;
    const files: FileChange[] = [];
    while (index < tokens.length && tokens[index] !== marker) index = readFile(tokens, index, files);
    if (withFiles) commit.files = files;
    commits.push(commit);
  }
  return commits;
}

function readCommit(tokens: readonly string[], at: number): Commit {
  const field = (offset: number): string => tokens[at + offset] ?? '';
  const timestamp = Number(field(5)) * 1000;
  return {
    hash: field(0),
    shortHash: field(1),
    author: field(3),
    email: field(4),
    timestamp,
    date: new Date(timestamp).toISOString(),
    message: field(6),
    body: field(7).replace(/\n+$/, ''),
    parents: field(2) === '' ? [] : field(2).split(' '),
  };
}

const numstat = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/;

/** Reads one entry of `--numstat -z`: `1⇥2⇥path`, or `1⇥2⇥` followed by the old and the new path. */
function readFile(tokens: readonly string[], index: number, files: FileChange[]): number {
  // Between the format and the first entry git puts a line break.
  const match = numstat.exec((tokens[index] ?? '').replace(/^\n/, ''));
  if (!match) return index + 1;
  const [, added = '', deleted = '', path = ''] = match;
  const lines = {insertions: Number(added) || 0, deletions: Number(deleted) || 0, binary: added === '-'};
  if (path !== '') {
    files.push({path, ...lines});
    return index + 1;
  }
  files.push({path: tokens[index + 2] ?? '', oldPath: tokens[index + 1] ?? '', ...lines});
  return index + 3;
}

/** Reads the output of `git diff --numstat -z`. */
export function parseNumstat(output: string): FileChange[] {
  const tokens = output.split('\0');
  const files: FileChange[] = [];
  let index = 0;
  while (index < tokens.length) index = readFile(tokens, index, files);
  return files;
}
