import {defineTool} from '../../../src/sdk.js';
import {conflictedFiles, requireResolved} from '../failures/conflicts.js';
import type {Git} from '../git.js';
import {abortOperation, moveHead, undoMove} from '../undo/head-move.js';
import type {HeadMoveRecord} from '../undo/head-move.js';
import {identity} from '../identity.js';
import {requireOperation} from '../operation/operation.js';
import type {Repository} from '../repository.js';
import {strategies} from '../safety/sequence.js';
import {goBack, withWayBack} from '../undo/work-snapshot.js';
import type {WorkRecord} from '../undo/work-snapshot.js';
import {nameOptions} from './diff-options.js';
import {oneCommit, sideBranch} from './example-setups.js';
import {checkMessage, requireOneOf, steps} from './operation-input.js';
import {
  listPaths,
  readHead,
  repositoryErrors,
  repositoryInput,
  requireCommit,
  requireWorkTree,
  resolveCommit,
} from './shared.js';
import type {GitModule, Head} from './shared.js';

export const merge = defineTool({
  name: 'merge',
  description:
    'Bring the commits of another branch into the one that is checked out. Conflicts stop it half-way: resolve the files, git.add them, and call again with continue, or with abort.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'merge', 'branch', 'combine', 'conflict'],
  input: {
    repository: repositoryInput,
    from: {type: 'string', aliases: ['branch', 'ref'], description: 'Branch, tag or commit to bring in'},
    strategy: {
      type: 'string',
      enum: strategies,
      default: 'recursive',
      description: "How: 'ours' keeps the files as they are and records the merge alone",
    },
    favor: {type: 'string', enum: ['ours', 'theirs'], description: 'Whose lines win where both changed the same ones'},
    noFastForward: {type: 'boolean', default: false, description: 'Make a merge commit even when none is needed'},
    message: {type: 'string', minLength: 1, maxLength: 100_000, description: 'Message of the merge commit'},
    allowUnrelatedHistories: {
      type: 'boolean',
      default: false,
      description: 'Merge even when the histories have no commit in common',
    },
    continue: {type: 'boolean', default: false, description: 'End a merge whose conflicts are resolved and added'},
    abort: {type: 'boolean', default: false, description: 'Take back a merge that conflicts stopped'},
  },
  output: {
    merged: {type: 'boolean', required: true, description: 'The branch has new commits; false when it had them all'},
    fastForward: {type: 'boolean', required: true, description: 'The branch was moved, without a merge commit'},
    upToDate: {type: 'boolean', required: true, description: 'The branch had all commits already'},
    aborted: {type: 'boolean', required: true, description: 'A merge was taken back'},
    hash: {type: 'string', required: true, description: 'The commit after the call'},
    branch: {type: 'string', description: 'Left out when HEAD is no branch'},
    files: {type: 'array', items: {type: 'string'}, required: true, description: 'Files that are other than before'},
  },
  returns: 'What the merge did',
  errors: {
    ...repositoryErrors,
    MERGE_CONFLICT: 'Both sides changed the same lines: details.context.conflicted lists the files',
    UNRELATED_HISTORIES: 'The two histories have no commit in common',
    WORKING_TREE_DIRTY: 'Changes that are not committed would be overwritten',
    INVALID_AUTHOR: 'It is not known who makes the merge commit',
    INVALID_PARAMETER: 'Not exactly one of from, continue and abort is given, or the revision is of no allowed form',
    INVALID_STATE: 'No commit yet, no working tree, another operation is under way, or none to continue or abort',
    RESOURCE_NOT_FOUND: 'There is no such branch, tag or commit',
    OPERATION_FAILED: 'git could not merge',
    UNDO_REFUSED: 'Something was committed, staged, changed, checked out or pushed since',
  },
  planning: {
    cost: 'medium',
    reliability: 'medium',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['git.branch', 'git.status'],
  },
  positional: ['repository', 'from'],
  limitations: [
    "Merge drivers that the repository's configuration names do not run: their files are in conflict",
    'Commits are not signed; hooks do not run unless the config says hooks: true',
  ],
  securityTier: 1,
  timeout: 300_000,
  examples: [
    {
      description: 'Merge a branch',
      input: {repository: '$made', from: 'side'},
      output: {merged: true, fastForward: true, upToDate: false, branch: 'main', files: ['a.txt', 'b.txt']},
      setup: sideBranch,
    },
    {
      description: 'Merge what is there already',
      input: {repository: '$made', from: 'main'},
      output: {merged: false, fastForward: false, upToDate: true, files: []},
      setup: oneCommit,
    },
    {
      description: 'Merge a branch that is not there',
      input: {repository: '$made', from: 'nowhere'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const {repository, from} = input;
    requireWorkTree(repository);
    requireOneOf(input, ['from', ...steps]);
    const message = checkMessage(input.message);
    const git = module.wrappedInstance;
    const {signal} = call;
    return git.exclusive(repository, async () => {
      const before = requireCommit(await readHead(git, repository, signal));
      if (from === undefined) {
        requireOperation(repository, 'merge');
        if (input.continue) await requireResolved(git, repository, 'MERGE_CONFLICT', signal);
        const paths = input.abort ? await pathsOfMerge(git, repository, signal) : [];
        return withWayBack({call, git, repository, paths}, async () => {
          if (input.abort) await abortOperation(git, repository, 'merge', signal);
          else await conclude(git, repository, message, signal);
          return describe(git, repository, before, undefined, signal);
        });
      }
      const target = await resolveCommit(git, repository, from, 'from', signal);
      const environment = await identity(git, repository, undefined, signal);
      const act = async ({branch}: Head): Promise<void> => {
        const said = message ?? (await defaultMessage(git, repository, from, branch, signal));
        const args = [...mergeArguments(input), '-m', said, target];
        await git.in(repository, args, {signal, environment, nested: true});
      };
      await moveHead({call, git, repository, operation: 'merge', conflict: 'MERGE_CONFLICT', target, act});
      return describe(git, repository, before, target, signal);
    });
  },
  async undo(module: GitModule, record: HeadMoveRecord | WorkRecord, call) {
    const git = module.wrappedInstance;
    await git.exclusive(record.repository, async () =>
      'operation' in record ? undoMove(git, record, call.signal) : goBack(git, record, call.signal),
    );
  },
});

/** The options of `git merge`: what the configuration of a repository says of merges does not count. */
export function mergeArguments(input: {
  readonly strategy: string;
  readonly favor?: string;
  readonly noFastForward: boolean;
  readonly allowUnrelatedHistories: boolean;
}): string[] {
  const args = ['merge', '--commit', '--no-squash', '--no-edit', '--no-stat', '--no-log', '--no-autostash'];
  args.push('--no-gpg-sign', '--no-verify-signatures', '--no-rerere-autoupdate', '--cleanup=whitespace', '--quiet');
  args.push(input.noFastForward ? '--no-ff' : '--ff', `--strategy=${input.strategy}`);
  if (input.favor !== undefined) args.push(`--strategy-option=${input.favor}`);
  if (input.allowUnrelatedHistories) args.push('--allow-unrelated-histories');
  return args;
}

/** What git itself would say of the name. */
async function defaultMessage(
  git: Git,
  repository: Repository,
  from: string,
  branch: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const args = ['rev-parse', '--symbolic-full-name', '--end-of-options', from];
  const [ref = ''] = (await git.text(repository, args, {signal, accept: [0, 128]})).split('\n').slice(-1);
  const kinds = {'refs/heads/': 'branch', 'refs/remotes/': 'remote-tracking branch', 'refs/tags/': 'tag'};
  const [prefix, kind] = Object.entries(kinds).find(([start]) => ref.startsWith(start)) ?? ['', 'commit'];
  const name = kind === 'commit' ? from : ref.slice(prefix.length);
  const into = branch === undefined || branch === git.settings.defaultBranch ? '' : ` into ${branch}`;
  return `Merge ${kind} '${name}'${into}`;
}

/** With a message of one's own, or with the one that git has kept. */
async function conclude(
  git: Git,
  repository: Repository,
  message: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const environment = await identity(git, repository, undefined, signal);
  const args = ['commit', '--quiet', '--no-gpg-sign', '--no-status'];
  if (!git.settings.hooks) args.push('--no-verify');
  const words = message === undefined ? ['--no-edit', '--cleanup=strip'] : ['--file=-', '--cleanup=whitespace'];
  await git.in(repository, [...args, ...words], {
    signal,
    environment,
    nested: true,
    ...(message !== undefined && {input: message}),
  });
}

/** What taking a merge back may change: every file that is other than before it. */
async function pathsOfMerge(git: Git, repository: Repository, signal: AbortSignal): Promise<string[]> {
  const changed = await listPaths(git, repository, ['diff', ...nameOptions, 'HEAD', '--'], signal);
  const staged = await listPaths(git, repository, ['diff', '--cached', ...nameOptions, 'HEAD', '--'], signal);
  return [...new Set([...changed, ...staged, ...(await conflictedFiles(git, repository, signal))])];
}

async function describe(
  git: Git,
  repository: Repository,
  before: Head & {readonly hash: string},
  target: string | undefined,
  signal: AbortSignal,
) {
  const {branch, hash} = requireCommit(await readHead(git, repository, signal));
  const merged = hash !== before.hash;
  const changed = ['diff', ...nameOptions, before.hash, hash, '--'];
  return {
    merged,
    fastForward: merged && hash === target,
    upToDate: !merged && target !== undefined,
    aborted: !merged && target === undefined,
    hash,
    ...(branch !== undefined && {branch}),
    files: merged ? await listPaths(git, repository, changed, signal) : [],
  };
}
