/** A branch and where it stands. */
export interface Branch {
  name: string;
  hash: string;
  current: boolean;
  remote: boolean;
  upstream?: string;
}

/** For `git for-each-ref`: fields ended by NUL, a line for each branch. */
export const branchFormat = '%(HEAD)%00%(refname)%00%(objectname)%00%(upstream:short)%00%(symref)';

/** Reads what `branchFormat` prints; names of references hold neither NUL nor line breaks. */
export function parseBranches(output: string): Branch[] {
  const branches: Branch[] = [];
  for (const line of output.split('\n')) {
    const [head, ref = '', hash = '', upstream = '', symbolic = ''] = line.split('\0');
    // `origin/HEAD` is another name of a branch, not one itself.
    if (ref === '' || symbolic !== '') continue;
    const remote = ref.startsWith('refs/remotes/');
    const name = ref.replace(/^refs\/(heads|remotes)\//, '');
    branches.push({name, hash, current: head === '*', remote, ...(upstream !== '' && {upstream})});
  }
  return branches;
}
