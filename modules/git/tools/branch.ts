import {defineTool, ToolError} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import {branchFormat, parseBranches} from '../parsers/branches.js';
import {checkBranchName} from '../checks/refs.js';
import type {Repository} from '../repository.js';
import {readHead, refused, repositoryErrors, repositoryInput, resolveCommit, reversibly} from './shared.js';
import type {GitModule} from './shared.js';

interface BranchRecord {
  readonly repository: Repository;
  readonly name: string;
  /** Where it was made, or where it was when it was deleted. */
  readonly hash?: string;
  readonly deleted: boolean;
  readonly remote?: string;
  readonly merge?: string;
}

export const branch = defineTool({
  name: 'branch',
  description:
    'List the branches; with a name make a new branch, or delete one. The branch that is checked out stays: see git.checkout.',
  aliases: ['branches'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'branch', 'list', 'create', 'delete'],
  input: {
    repository: repositoryInput,
    name: {type: 'string', description: 'Branch to make or to delete; without it branches are listed'},
    from: {type: 'string', default: 'HEAD', description: 'Where the new branch begins: a branch, tag or commit'},
    delete: {type: 'boolean', default: false, description: 'Delete the branch'},
    force: {type: 'boolean', default: false, description: 'Delete it even when its commits are nowhere else'},
    remotes: {type: 'boolean', default: false, description: 'List branches of remotes as well'},
  },
  output: {
    current: {type: 'string', description: 'Left out when HEAD is no branch'},
    branches: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          name: {type: 'string'},
          hash: {type: 'string'},
          current: {type: 'boolean'},
          remote: {type: 'boolean'},
          upstream: {type: 'string'},
        },
        required: ['name', 'hash', 'current', 'remote'],
      },
    },
    created: {type: 'string', description: 'The branch that was made'},
    deleted: {type: 'string', description: 'The branch that was deleted'},
  },
  returns: 'The branches after the call',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'The name is no name of a branch, or delete has none',
    RESOURCE_NOT_FOUND: 'There is no such branch or starting point',
    RESOURCE_EXISTS: 'There is a branch of that name already',
    CONFLICT: 'The branch has commits that are nowhere else',
    OPERATION_FAILED: 'git could not change the branch',
    UNDO_REFUSED: 'The branch was changed since',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: (input) => input['name'] !== undefined,
    reversible: (input) => input['name'] !== undefined,
    dependencies: ['git.open', 'git.clone'],
  },
  positional: ['repository', 'name'],
  securityTier: 1,
  timeout: 30_000,
  examples: [
    {
      description: 'List the branches of a new repository',
      input: {repository: '$made'},
      output: {current: 'main', branches: []},
      setup: {steps: [{tool: 'init', input: {directory: 'project', branch: 'main'}, as: 'made'}]},
    },
    {
      description: 'Make a branch with a name that can be none',
      input: {repository: '$made', name: '--force'},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository, name} = input;
    const {signal} = call;
    if (name === undefined) {
      if (!input.delete) return listBranches(git, repository, input.remotes, signal);
      throw new ToolError('INVALID_PARAMETER', 'delete needs the name of a branch', {
        outcome: 'not_executed',
        suggestions: ['Give name'],
      });
    }
    checkBranchName(name, 'name');
    return git.exclusive(repository, async () => {
      if (input.delete) {
        const record = await describeBranch(git, repository, name, signal);
        return reversibly(call, record, async () => {
          await deleteBranch(git, repository, name, input.force, signal);
          return {data: {...(await listBranches(git, repository, input.remotes, signal)), deleted: name}, left: {}};
        });
      }
      const hash = await resolveCommit(git, repository, input.from, 'from', signal);
      const record: BranchRecord = {repository, name, deleted: false};
      return reversibly(call, record, async () => {
        await git.in(repository, ['branch', '--no-track', '--', name, hash], {signal});
        return {data: {...(await listBranches(git, repository, input.remotes, signal)), created: name}, left: {hash}};
      });
    });
  },
  async undo(module: GitModule, record: BranchRecord, call) {
    const git = module.wrappedInstance;
    const {repository, name, hash, deleted, remote, merge} = record;
    const {signal} = call;
    if (hash === undefined) throw refused(`It is not known whether the branch '${name}' was made`);
    await git.exclusive(repository, async () => {
      const ref = `refs/heads/${name}`;
      const head = await readHead(git, repository, signal);
      if (!deleted && head.branch === name) throw refused(`The branch '${name}' is checked out by now`);
      const change = deleted ? [ref, hash, '0'.repeat(hash.length)] : ['-d', ref, hash];
      await git
        .in(repository, ['update-ref', '-m', 'haft: undo of branch', ...change], {signal})
        .catch((cause: unknown) => {
          throw new ToolError('UNDO_REFUSED', `The branch '${name}' was changed since`, {
            outcome: 'not_executed',
            cause,
          });
        });
      if (remote !== undefined)
        await git.in(repository, ['config', '--local', `branch.${name}.remote`, remote], {signal});
      if (merge !== undefined) await git.in(repository, ['config', '--local', `branch.${name}.merge`, merge], {signal});
    });
  },
});

async function listBranches(git: Git, repository: Repository, remotes: boolean, signal: AbortSignal) {
  const [{branch: current}, listed] = await Promise.all([
    readHead(git, repository, signal),
    git.text(
      repository,
      ['for-each-ref', `--format=${branchFormat}`, 'refs/heads', ...(remotes ? ['refs/remotes'] : [])],
      {signal},
    ),
  ]);
  return {...(current !== undefined && {current}), branches: parseBranches(listed)};
}

async function describeBranch(
  git: Git,
  repository: Repository,
  name: string,
  signal: AbortSignal,
): Promise<BranchRecord> {
  const hash = await resolveCommit(git, repository, `refs/heads/${name}`, 'name', signal);
  const [remote] = await git.configValues(repository, `branch.${name}.remote`, signal);
  const [merge] = await git.configValues(repository, `branch.${name}.merge`, signal);
  return {
    repository,
    name,
    hash,
    deleted: true,
    ...(remote !== undefined && {remote}),
    ...(merge !== undefined && {merge}),
  };
}

async function deleteBranch(
  git: Git,
  repository: Repository,
  name: string,
  force: boolean,
  signal: AbortSignal,
): Promise<void> {
  const head = await readHead(git, repository, signal);
  if (head.branch === name) {
    throw new ToolError('INVALID_STATE', `The branch '${name}' is checked out`, {
      outcome: 'not_executed',
      suggestions: ['Check out another branch with git.checkout first'],
    });
  }
  await git.in(repository, ['branch', '--delete', ...(force ? ['--force'] : []), '--', name], {signal});
}
