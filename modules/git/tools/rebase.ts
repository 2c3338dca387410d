import {defineTool, ToolError} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import {goOn} from '../operation/go-on.js';
import {moveHead, undoMove} from '../undo/head-move.js';
import type {HeadMoveRecord} from '../undo/head-move.js';
import {committer} from '../identity.js';
import type {Repository} from '../repository.js';
import {oneCommit, sideBranch} from './example-setups.js';
import {requireOneOf} from './operation-input.js';
import {readHead, repositoryErrors, repositoryInput, requireCommit, requireWorkTree, resolveCommit} from './shared.js';
import type {GitModule} from './shared.js';

const endings = ['continue', 'skip', 'abort'] as const;

export const rebase = defineTool({
  name: 'rebase',
  description:
    'Put the commits of the branch that is checked out onto another one, as new commits. Conflicts stop it half-way: resolve the files, git.add them, and call again with continue, skip or abort.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'rebase', 'branch', 'history', 'conflict'],
  input: {
    repository: repositoryInput,
    upstream: {
      type: 'string',
      aliases: ['branch', 'from'],
      description:
        'Commits that this branch, tag or commit does not have are put anew; default what the branch follows',
    },
    onto: {type: 'string', description: 'Where they are put; default upstream. Given alone it is upstream as well'},
    continue: {type: 'boolean', default: false, description: 'Go on, with conflicts resolved and added'},
    skip: {type: 'boolean', default: false, description: 'Go on without the commit that the conflicts are in'},
    abort: {type: 'boolean', default: false, description: 'Take back a rebase that conflicts stopped'},
  },
  output: {
    rebased: {type: 'boolean', required: true, description: 'The branch is at another commit than before'},
    aborted: {type: 'boolean', required: true, description: 'A rebase was taken back'},
    hash: {type: 'string', required: true, description: 'The commit after the call'},
    branch: {type: 'string', description: 'Left out when HEAD is no branch'},
  },
  returns: 'Where the branch is now',
  errors: {
    ...repositoryErrors,
    REBASE_CONFLICT: 'A commit changes lines that were changed: details.context.conflicted lists the files',
    WORKING_TREE_DIRTY: 'There are changes that are not committed, or files would be overwritten',
    DETACHED_HEAD: 'HEAD is no branch, so there is none that it follows: give upstream',
    NO_UPSTREAM: 'The branch follows no other: give upstream',
    INVALID_AUTHOR: 'It is not known who makes the new commits',
    MERGE_CONFLICT: 'There are unresolved conflicts of something else',
    INVALID_PARAMETER: 'continue, skip and abort are combined, or a revision is of no allowed form',
    INVALID_STATE: 'No commit yet, no working tree, another operation is under way, or none to continue or abort',
    RESOURCE_NOT_FOUND: 'There is no such branch, tag or commit',
    OPERATION_FAILED: 'git could not rebase',
    UNDO_REFUSED: 'Something was committed, staged, changed, checked out or pushed since',
  },
  planning: {
    cost: 'medium',
    reliability: 'medium',
    idempotent: false,
    sideEffects: true,
    reversible: (input) => endings.every((ending) => input[ending] !== true),
    dependencies: ['git.log', 'git.status'],
  },
  positional: ['repository', 'upstream'],
  limitations: [
    'Never interactive; merge commits are left out, as git does',
    'A rebase that was gone on with after conflicts can not be taken back',
    'Commits are not signed; hooks do not run unless the config says hooks: true',
  ],
  securityTier: 2,
  timeout: 600_000,
  examples: [
    {
      description: 'Put a branch onto one that is ahead',
      input: {repository: '$made', upstream: 'side'},
      output: {rebased: true, aborted: false, branch: 'main'},
      setup: sideBranch,
    },
    {
      description: 'Rebase a branch that follows none',
      input: {repository: '$made'},
      output: {success: false, error: {code: 'NO_UPSTREAM'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const {repository} = input;
    requireWorkTree(repository);
    const git = module.wrappedInstance;
    const {signal} = call;
    const step = endings.find((ending) => input[ending]);
    if (step !== undefined) requireOneOf(input, ['upstream', 'onto', ...endings]);
    return git.exclusive(repository, async () => {
      const before = requireCommit(await readHead(git, repository, signal));
      if (step !== undefined) {
        await goOn({git, repository, operation: 'rebase', conflict: 'REBASE_CONFLICT', step, signal});
        return describe(git, repository, step === 'abort' ? undefined : before.hash, signal);
      }
      const {upstream = input.onto, onto = upstream} = input;
      const base =
        upstream === undefined
          ? await followed(git, repository, before.branch, signal)
          : await resolveCommit(git, repository, upstream, 'upstream', signal);
      const target = onto === undefined ? base : await resolveCommit(git, repository, onto, 'onto', signal);
      const environment = await committer(git, repository, signal);
      const act = async (): Promise<void> => {
        await git.in(repository, [...rebaseArguments, '--onto', target, base], {signal, environment, nested: true});
      };
      await moveHead({call, git, repository, operation: 'rebase', conflict: 'REBASE_CONFLICT', target, act});
      return describe(git, repository, before.hash, signal);
    });
  },
  async undo(module: GitModule, record: HeadMoveRecord, call) {
    const git = module.wrappedInstance;
    await git.exclusive(record.repository, async () => undoMove(git, record, call.signal));
  },
});

/** `git rebase` and its options: what the configuration of a repository says of rebases does not count. */
export const rebaseArguments = [
  ...['rebase', '--merge', '--quiet', '--empty=drop', '--no-stat', '--no-fork-point', '--no-verify'],
  ...['--no-autosquash', '--no-autostash', '--no-gpg-sign', '--no-rerere-autoupdate', '--no-rebase-merges'],
  // Else git takes it from the repository's pull.twohead, which may be a program.
  '--strategy=ort',
];

/** The commit of the branch that this one follows. */
async function followed(
  git: Git,
  repository: Repository,
  branch: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (branch === undefined) {
    throw new ToolError('DETACHED_HEAD', 'HEAD is no branch, so there is none that it follows', {
      outcome: 'not_executed',
      suggestions: ['Give upstream, or check out a branch with git.checkout'],
    });
  }
  const args = ['for-each-ref', '--format=%(upstream)', `refs/heads/${branch}`];
  const upstream = await git.text(repository, args, {signal});
  if (upstream !== '') return resolveCommit(git, repository, upstream, 'upstream', signal);
  throw new ToolError('NO_UPSTREAM', `The branch '${branch}' follows no other`, {
    outcome: 'not_executed',
    suggestions: ["Give upstream, such as 'main'"],
  });
}

/** `before` left out: it was taken back. */
async function describe(git: Git, repository: Repository, before: string | undefined, signal: AbortSignal) {
  const {branch, hash} = requireCommit(await readHead(git, repository, signal));
  const aborted = before === undefined;
  return {rebased: !aborted && hash !== before, aborted, hash, ...(branch !== undefined && {branch})};
}
