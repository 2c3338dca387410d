import {ToolError} from '../../../src/sdk.js';
import {checkBranchName} from './refs.js';

/**
 * What is fetched for a name: a branch goes to the remote's tracking branch, `refs/tags/<name>` to the tag of that
 * name. Answers INVALID_PARAMETER.
 */
export function fetchRefspec(ref: string, remote: string): string {
  if (ref.startsWith('refs/tags/')) {
    const tag = checkBranchName(ref.slice('refs/tags/'.length), 'refs');
    return `refs/tags/${tag}:refs/tags/${tag}`;
  }
  const branch = checkBranchName(ref.replace(/^refs\/heads\//, ''), 'refs');
  return `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`;
}

/**
 * Refuses a repository whose configuration says that a fetch writes elsewhere than to what is known of remotes: its own
 * branches would be overwritten. A bare repository that mirrors another has no others.
 */
export function requireTrackingOnly(refspecs: readonly string[], remote: string, bare: boolean): void {
  const elsewhere = refspecs.find((refspec) => {
    const to = /^[^:]*:(.+)$/.exec(refspec)?.[1] ?? '';
    return to !== '' && !/^refs\/(remotes|tags|notes)\//.test(to);
  });
  if (elsewhere === undefined || bare) return;
  throw new ToolError('PERMISSION_DENIED', `The repository's configuration would let a fetch write to '${elsewhere}'`, {
    context: {reason: 'repository_config', keys: [`remote.${remote}.fetch`]},
    outcome: 'not_executed',
    suggestions: ['Name the branches to fetch in refs', 'Remove the key from the .git/config of the repository'],
  });
}
