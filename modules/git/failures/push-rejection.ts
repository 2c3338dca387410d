import {ToolError} from '../../../src/sdk.js';
import type {PushedRef} from '../parsers/push.js';

/** What a refusal of a push means, by the words in which git sums it up. */
interface Rejection {
  readonly pattern: RegExp;
  readonly code: string;
  readonly message: string;
  readonly suggestion: string;
}

/** The first that matches wins. */
const rejections: readonly Rejection[] = [
  {
    pattern: /shallow/,
    code: 'SHALLOW_REPOSITORY',
    message: 'The remote takes nothing from a shallow repository',
    suggestion: 'Bring the whole history with git.fetch {unshallow: true}, then push again',
  },
  {
    pattern: /stale info|remote ref updated since checkout/,
    code: 'PUSH_REJECTED',
    message: 'The remote has changed since it was last looked at',
    suggestion: 'Use git.fetch and look at what is new before anything is overwritten',
  },
  {
    pattern: /already exists|would clobber existing tag/,
    code: 'RESOURCE_EXISTS',
    message: 'The remote has another tag of that name',
    suggestion: 'Use another name for the tag',
  },
  {
    pattern: /^\[rejected\]|non-fast-forward|fetch first|needs force/,
    code: 'PUSH_REJECTED',
    message: 'The remote has commits that the branch has not',
    suggestion: 'Bring them in with git.pull, then push again',
  },
];

/** What is left: the remote could take it, and does not want to. */
const declined = {
  code: 'PUSH_DECLINED',
  message: 'The remote does not take this: a rule or a hook of it says no',
  suggestion: 'Push to another branch and propose the change there; details.context.remoteSaid is what the remote said',
};

/** What the other side prints for people: lines after `remote:`, at most 2,000 characters. */
function remoteWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith('remote:'));
  return lines
    .map((line) => line.slice('remote:'.length).trim())
    .join('\n')
    .trim()
    .slice(0, 2000);
}

/** The error of a push that the remote refused, by the first reference it refused; `stderr` is without secrets. */
export function pushRejection(refs: readonly PushedRef[], stderr: string): ToolError | undefined {
  const rejected = refs.filter(({status}) => status === 'rejected');
  const [first] = rejected;
  if (first === undefined) return undefined;
  const taken = refs.filter(({status}) => status !== 'rejected' && status !== 'up_to_date').map(({to}) => to);
  const {code, message, suggestion} = rejections.find(({pattern}) => pattern.test(first.summary)) ?? declined;
  const said = remoteWords(stderr);
  return new ToolError(code, `${message}: ${first.to} ${first.summary}`, {
    outcome: taken.length > 0 ? 'partial' : 'failed',
    suggestions: [suggestion],
    context: {
      rejected: rejected.map(({to, summary}) => ({ref: to, reason: summary})),
      ...(taken.length > 0 && {pushed: taken}),
      ...(said !== '' && {remoteSaid: said}),
    },
  });
}
