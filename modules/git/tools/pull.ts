import {defineTool, ToolError} from '../../../src/sdk.js';
import {fetchRefspec} from '../checks/refspecs.js';
import {checkBranchName} from '../checks/refs.js';
import type {Git} from '../git.js';
import {moveHead, undoMove} from '../undo/head-move.js';
import type {HeadMoveRecord} from '../undo/head-move.js';
import {committer, identity} from '../identity.js';
import type {Repository} from '../repository.js';
import {serviceOption} from '../safety/remote-service.js';
import {namedRemote} from '../safety/remotes.js';
import {explainShallow} from '../failures/shallow.js';
import {mergeArguments} from './merge.js';
import {rebaseArguments} from './rebase.js';
import {
  namedRemoteErrors,
  readHead,
  remoteInput,
  repositoryErrors,
  repositoryInput,
  requireWorkTree,
  resolveCommit,
} from './shared.js';
import type {GitModule, Head} from './shared.js';

export const pull = defineTool({
  name: 'pull',
  description:
    'Bring the commits of a branch of a named remote into the branch that is checked out: fetched, then fast-forwarded, merged, or with rebase put below the own ones.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'pull', 'remote', 'download', 'merge', 'rebase', 'update'],
  input: {
    repository: repositoryInput,
    remote: remoteInput,
    branch: {
      type: 'string',
      description: 'Branch of the remote; default the one that the own branch follows, else the one of the same name',
    },
    fastForwardOnly: {
      type: 'boolean',
      default: false,
      description: 'Answer NOT_FAST_FORWARD rather than merge, when both sides have commits of their own',
    },
    rebase: {
      type: 'boolean',
      default: false,
      description: 'Put the own commits on top of the remote ones, instead of a merge commit',
    },
  },
  output: {
    remote: 'string',
    url: {type: 'string', required: true, description: 'Where it came from'},
    branch: {type: 'string', required: true, description: 'The branch of the remote'},
    changed: {type: 'boolean', required: true, description: 'HEAD is another commit than before'},
    fastForward: {type: 'boolean', required: true, description: 'There were no own commits to bring together with'},
    hash: {type: 'string', required: true, description: 'The commit that is checked out now'},
  },
  returns: 'Where the branch is now',
  errors: {
    ...repositoryErrors,
    ...namedRemoteErrors,
    INVALID_PARAMETER: 'The name of the remote or branch can not be used, or fastForwardOnly comes with rebase',
    RESOURCE_NOT_FOUND: 'The remote has no such branch',
    DETACHED_HEAD: 'No branch is checked out, and none was named',
    NOT_FAST_FORWARD: 'Both sides have commits of their own; what was fetched is kept',
    MERGE_CONFLICT: 'The merge stopped at conflicts, which wait to be resolved',
    REBASE_CONFLICT: 'The rebase stopped at conflicts, which wait to be resolved',
    UNRELATED_HISTORIES: 'The two histories have no commit in common',
    SHALLOW_REPOSITORY: 'A part of the history that this needs is not here',
    WORKING_TREE_DIRTY: 'Changes that are not committed stand in the way',
    INVALID_AUTHOR: 'A commit has to be made, and it is not known who commits',
    OPERATION_FAILED: 'git could not pull',
    UNDO_REFUSED: 'Something was committed, staged or pushed since',
  },
  planning: {
    cost: 'medium',
    reliability: 'medium',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['git.open', 'git.clone'],
  },
  positional: ['repository', 'remote', 'branch'],
  requirements: ['Network access for a remote that is not local'],
  limitations: [
    'Submodules are not updated',
    'Hooks do not run unless the config says hooks: true; filters (Git LFS) do not run',
    'Undo brings the own branch back; what was fetched stays',
  ],
  securityTier: 1,
  timeout: 600_000,
  examples: [
    {
      description: 'Bring the clone up to date',
      input: {repository: '$copy'},
      output: {remote: 'origin', branch: 'main', changed: true, fastForward: true},
      setup: {
        files: {'project/a.txt': 'a\n'},
        steps: [
          {tool: 'init', input: {directory: 'project', branch: 'main'}, as: 'made'},
          {tool: 'add', input: {repository: '$made'}},
          {tool: 'commit', input: {repository: '$made', message: 'Begin'}},
          {tool: 'clone', input: {url: './project', directory: 'copy'}, as: 'copy'},
          {tool: 'commit', input: {repository: '$made', message: 'Go on', allowEmpty: true}},
        ],
      },
    },
    {
      description: 'Pull from a remote that is not there',
      input: {repository: '$made'},
      output: {success: false, error: {code: 'REMOTE_NOT_FOUND'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository} = input;
    const {signal} = call;
    requireWorkTree(repository);
    if (input.fastForwardOnly && input.rebase) {
      throw new ToolError('INVALID_PARAMETER', 'fastForwardOnly and rebase say different things', {
        outcome: 'not_executed',
        suggestions: ['Give one of them'],
      });
    }
    const {name, remote, url} = await namedRemote(git, repository, input.remote, 'fetch', signal);
    return git.exclusive(repository, async () => {
      const head = await readHead(git, repository, signal);
      const branch = input.branch ?? (await followed(git, repository, head, name, signal));
      const args = ['fetch', '--quiet', '--no-recurse-submodules', '--no-auto-maintenance', '--refmap='];
      args.push(...serviceOption(git.settings, remote, 'upload-pack'));
      await git.in(repository, [...args, '--', name, fetchRefspec(checkBranchName(branch), name)], {signal, remote});
      const theirs = await resolveCommit(git, repository, `refs/remotes/${name}/${branch}`, 'branch', signal);
      const done = {remote: name, url, branch};
      if (head.hash === undefined) {
        await git.in(repository, ['merge', '--ff-only', '--quiet', theirs], {signal});
        return {...done, changed: true, fastForward: true, hash: theirs};
      }
      if (await isAncestor(git, repository, theirs, head.hash, signal)) {
        return {...done, changed: false, fastForward: true, hash: head.hash};
      }
      const fastForward = await isAncestor(git, repository, head.hash, theirs, signal);
      if (!fastForward && input.fastForwardOnly) throw notFastForward(name, branch);
      const rebases = input.rebase && !fastForward;
      const {after} = await moveHead({
        call,
        git,
        repository,
        operation: rebases ? 'rebase' : 'merge',
        target: theirs,
        conflict: rebases ? 'REBASE_CONFLICT' : 'MERGE_CONFLICT',
        act: async () => {
          if (rebases) await rebaseOnto(git, repository, theirs, signal);
          else await mergeWith(git, repository, theirs, `Merge branch '${branch}' of ${url}`, signal);
        },
      }).catch((error: unknown) => {
        throw explainShallow(repository, error);
      });
      return {...done, changed: true, fastForward, hash: after.hash};
    });
  },
  async undo(module: GitModule, record: HeadMoveRecord, call) {
    const git = module.wrappedInstance;
    await git.exclusive(record.repository, () => undoMove(git, record, call.signal));
  },
});

/** The branch of the remote that the own one follows; else the one of the same name. */
async function followed(
  git: Git,
  repository: Repository,
  {branch}: Head,
  remote: string,
  signal: AbortSignal,
): Promise<string> {
  if (branch === undefined) {
    throw new ToolError('DETACHED_HEAD', 'No branch is checked out, so it is not clear what to pull', {
      outcome: 'not_executed',
      suggestions: ['Give branch', 'Check out a branch with git.checkout first'],
    });
  }
  const [follows] = await git.configValues(repository, `branch.${branch}.remote`, signal);
  const [merge] = await git.configValues(repository, `branch.${branch}.merge`, signal);
  return follows === remote && merge !== undefined ? merge.replace(/^refs\/heads\//, '') : branch;
}

async function isAncestor(
  git: Git,
  repository: Repository,
  ancestor: string,
  hash: string,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = await git.in(repository, ['merge-base', '--is-ancestor', ancestor, hash], {signal, accept: [0, 1]});
  return asked.exitCode === 0;
}

const notFastForward = (remote: string, branch: string): ToolError =>
  new ToolError('NOT_FAST_FORWARD', `The own branch and '${branch}' of '${remote}' both have commits of their own`, {
    outcome: 'partial',
    suggestions: [
      'Pull without fastForwardOnly to merge them, or with rebase: true',
      'Compare them with git.log first',
    ],
  });

async function mergeWith(
  git: Git,
  repository: Repository,
  theirs: string,
  message: string,
  signal: AbortSignal,
): Promise<void> {
  const environment = await identity(git, repository, undefined, signal);
  const args = mergeArguments({strategy: 'recursive', noFastForward: false, allowUnrelatedHistories: false});
  await git.in(repository, [...args, '-m', message, theirs], {signal, environment, nested: true});
}

async function rebaseOnto(git: Git, repository: Repository, theirs: string, signal: AbortSignal): Promise<void> {
  const environment = await committer(git, repository, signal);
  await git.in(repository, [...rebaseArguments, theirs], {signal, environment, nested: true});
}
