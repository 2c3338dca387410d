/** The state of a working tree and its index; paths from the top of the repository. */
export interface Status {
  /** Left out when HEAD is no branch. */
  branch?: string;
  detached: boolean;
  /** Left out before the first commit. */
  head?: string;
  upstream?: string;
  ahead: number;
  behind: number;
  /** In the index, other than in HEAD. */
  staged: string[];
  /** In the working tree, other than in the index. */
  modified: string[];
  /** Gone from the working tree or the index. */
  deleted: string[];
  renamed: {from: string; to: string}[];
  untracked: string[];
  conflicted: string[];
  clean: boolean;
}

/** Reads `git status --porcelain=v2 --branch -z`. */
export function parseStatus(output: string): Status {
  const status: Status = {
    detached: false,
    ahead: 0,
    behind: 0,
    staged: [],
    modified: [],
    deleted: [],
    renamed: [],
    untracked: [],
    conflicted: [],
    clean: true,
  };
  const tokens = output.split('\0');
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    const kind = token[0];
    if (kind === '#') readHeader(status, token.slice(2));
    else if (kind === '?') status.untracked.push(token.slice(2));
    else if (kind === 'u') status.conflicted.push(after(token, 10));
    else if (kind === '1') readChange(status, token.slice(2, 4), after(token, 8));
    else if (kind === '2') {
      const to = after(token, 9);
      status.renamed.push({from: tokens[(index += 1)] ?? '', to});
      readChange(status, token.slice(2, 4), to);
    }
  }
  const {staged, modified, deleted, untracked, conflicted} = status;
  status.clean = [staged, modified, deleted, untracked, conflicted].every((list) => list.length === 0);
  return status;
}

/** What follows the n-th space: a path, which may hold spaces itself. */
function after(token: string, spaces: number): string {
  let at = -1;
  for (let count = 0; count < spaces; count += 1) at = token.indexOf(' ', at + 1);
  return token.slice(at + 1);
}

function readHeader(status: Status, header: string): void {
  const [name, ...rest] = header.split(' ');
  const value = rest.join(' ');
  if (name === 'branch.oid' && value !== '(initial)') status.head = value;
  if (name === 'branch.head') {
    if (value === '(detached)') status.detached = true;
    else status.branch = value;
  }
  if (name === 'branch.upstream') status.upstream = value;
  if (name === 'branch.ab') {
    const [ahead = '0', behind = '0'] = rest;
    status.ahead = Number(ahead);
    status.behind = -Number(behind) || 0;
  }
}

/** `XY`: X is the index against HEAD, Y the working tree against the index. */
function readChange(status: Status, [index, tree]: string, path: string): void {
  if (index !== '.') status.staged.push(path);
  if (tree !== '.' && tree !== 'D') status.modified.push(path);
  if (index === 'D' || tree === 'D') status.deleted.push(path);
}
