import {defineTool, ToolError} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import {requireResolved} from '../failures/conflicts.js';
import {operationIn, requireNoOperation} from '../operation/operation.js';
import {checkBranchName} from '../checks/refs.js';
import type {Repository} from '../repository.js';
import type {RepositoryHandle} from '../handles.js';
import {
  findCommit,
  readHead,
  refused,
  repositoryErrors,
  repositoryInput,
  repositoryOutput,
  requireWorkTree,
  resolveCommit,
  reversibly,
} from './shared.js';
import type {GitModule, Head} from './shared.js';

interface CheckoutRecord {
  readonly repository: Repository;
  readonly before: Head;
  /** The branch that the call made. */
  readonly created?: string;
  readonly after?: Head;
}

export const checkout = defineTool({
  name: 'checkout',
  description:
    'Switch the working tree to a branch, or to a tag or commit without one; with create make the branch first.',
  aliases: ['switch'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'checkout', 'branch', 'switch'],
  input: {
    repository: repositoryInput,
    branch: {type: 'string', required: true, aliases: ['ref'], description: 'Branch; or a tag or commit'},
    create: {type: 'boolean', default: false, description: 'Make the branch'},
    from: {type: 'string', default: 'HEAD', description: 'Where the new branch begins: a branch, tag or commit'},
  },
  output: {
    repository: repositoryOutput,
    branch: {type: 'string', required: true, description: 'What was asked for'},
    created: {type: 'boolean', required: true, description: 'The branch was made, also to follow one of a remote'},
    detached: {type: 'boolean', required: true, description: 'HEAD is a commit, not a branch'},
    hash: {type: 'string', description: 'The commit; left out before the first'},
  },
  returns: 'The repository and where it is now',
  errors: {
    ...repositoryErrors,
    CHECKOUT_FAILED: 'Local changes would be overwritten, or git could not switch',
    MERGE_CONFLICT: 'Unresolved merge conflicts exist',
    INVALID_PARAMETER: 'The name is no name of a branch, tag or commit',
    RESOURCE_NOT_FOUND: 'There is no such branch, tag or commit',
    RESOURCE_EXISTS: 'There is a branch of that name already',
    UNDO_REFUSED: 'Something was committed or switched since',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['git.branch'],
  },
  positional: ['repository', 'branch'],
  limitations: [
    'Hooks do not run unless the config says hooks: true; filters (Git LFS) do not run: their files stay pointers',
  ],
  securityTier: 1,
  timeout: 120_000,
  examples: [
    {
      description: 'Make a branch and switch to it',
      input: {repository: '$made', branch: 'feature/x', create: true},
      setup: {
        files: {'project/a.txt': 'a\n'},
        steps: [
          {tool: 'init', input: {directory: 'project'}, as: 'made'},
          {tool: 'add', input: {repository: '$made'}, as: 'added'},
          {tool: 'commit', input: {repository: '$made', message: 'Add a'}, as: 'committed'},
        ],
      },
    },
    {
      description: 'Switch to a branch that is not there',
      input: {repository: '$made', branch: 'nowhere'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const {repository} = input;
    requireWorkTree(repository);
    const git = module.wrappedInstance;
    const {signal} = call;
    return git.exclusive(repository, async () => {
      // git would switch all the same, and forget the merge or the rebase.
      if (operationIn(repository) !== undefined) await requireResolved(git, repository, 'MERGE_CONFLICT', signal);
      requireNoOperation(repository);
      const way = input.create
        ? await createWay(git, repository, checkBranchName(input.branch), input.from, signal)
        : await findWay(git, repository, input.branch, signal);
      const before = await readHead(git, repository, signal);
      const created = way.creates ? {created: input.branch} : {};
      const record: CheckoutRecord = {repository, before, ...created};
      return reversibly(call, record, async () => {
        await switchTo(git, repository, way.args, signal);
        const after = await readHead(git, repository, signal);
        const data = {
          // The handle that the repository of this call came from.
          repository: call.handles.of(repository) as RepositoryHandle,
          branch: input.branch,
          created: way.creates,
          detached: after.branch === undefined,
          ...(after.hash !== undefined && {hash: after.hash}),
        };
        return {data, left: {after}};
      });
    });
  },
  async undo(module: GitModule, {repository, before, created, after}: CheckoutRecord, call) {
    const git = module.wrappedInstance;
    const {signal} = call;
    await git.exclusive(repository, async () => {
      const now = await readHead(git, repository, signal);
      if (after === undefined || now.branch !== after.branch || now.hash !== after.hash) {
        throw refused('Something was committed or another branch was checked out since');
      }
      await goBack(git, repository, before, signal);
      if (created === undefined || after.hash === undefined) return;
      await git.in(repository, ['update-ref', '-d', `refs/heads/${created}`, after.hash], {signal});
    });
  },
});

/** git itself keeps local changes: it refuses rather than overwrite them. */
async function switchTo(git: Git, repository: Repository, args: readonly string[], signal: AbortSignal): Promise<void> {
  const options = {signal, failure: 'CHECKOUT_FAILED'};
  await git.in(repository, ['checkout', '--quiet', '--no-recurse-submodules', ...args], options);
}

interface Way {
  readonly args: readonly string[];
  readonly creates: boolean;
}

async function createWay(
  git: Git,
  repository: Repository,
  name: string,
  from: string,
  signal: AbortSignal,
): Promise<Way> {
  if ((await findCommit(git, repository, `refs/heads/${name}`, 'branch', signal)) !== undefined) {
    throw new ToolError('RESOURCE_EXISTS', `There is a branch '${name}' already`, {
      outcome: 'not_executed',
      suggestions: ['Leave out create to switch to it'],
    });
  }
  const head = from === 'HEAD' ? await findCommit(git, repository, 'HEAD', 'from', signal) : undefined;
  if (from === 'HEAD' && head === undefined) return {args: ['-b', name], creates: true};
  const start = head ?? (await resolveCommit(git, repository, from, 'from', signal));
  return {args: ['-b', name, '--no-track', start, '--'], creates: true};
}

/** A branch; else the one branch of that name that a remote has; else whatever commit is meant. */
async function findWay(git: Git, repository: Repository, name: string, signal: AbortSignal): Promise<Way> {
  const hash = await findCommit(git, repository, name, 'branch', signal);
  if ((await findCommit(git, repository, `refs/heads/${name}`, 'branch', signal)) !== undefined) {
    return {args: [checkBranchName(name), '--'], creates: false};
  }
  const listed = await git.text(repository, ['for-each-ref', '--format=%(refname)', `refs/remotes/*/${name}`], {
    signal,
  });
  const [followed, ...others] = listed.split('\n').filter((ref) => ref !== '');
  if (hash === undefined && followed !== undefined && others.length === 0) {
    return {args: ['-b', checkBranchName(name), '--track', followed.replace('refs/remotes/', ''), '--'], creates: true};
  }
  return {
    args: ['--detach', hash ?? (await resolveCommit(git, repository, name, 'branch', signal)), '--'],
    creates: false,
  };
}

async function goBack(git: Git, repository: Repository, before: Head, signal: AbortSignal): Promise<void> {
  if (before.hash === undefined && before.branch !== undefined) {
    await git.in(repository, ['symbolic-ref', 'HEAD', `refs/heads/${before.branch}`], {signal});
    return;
  }
  const target = before.branch === undefined ? ['--detach', before.hash ?? 'HEAD'] : [before.branch];
  if (before.branch !== undefined) {
    const there = await findCommit(git, repository, `refs/heads/${before.branch}`, 'branch', signal);
    if (there !== before.hash) throw refused(`The branch '${before.branch}' was changed since`);
  }
  await switchTo(git, repository, [...target, '--'], signal).catch((cause: unknown) => {
    throw new ToolError('UNDO_REFUSED', 'Files were changed that going back would overwrite', {
      outcome: 'not_executed',
      cause,
    });
  });
}
