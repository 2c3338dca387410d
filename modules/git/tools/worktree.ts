import {existsSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {defineTool, ToolError} from '../../../src/sdk.js';
import {confine, isDirectory, isInside, isVacant} from '../checks/paths.js';
import {checkBranchName} from '../checks/refs.js';
import {clearDirectory} from '../clear-directory.js';
import type {Git} from '../git.js';
import {gitRepository} from '../handles.js';
import {parseWorktrees} from '../parsers/worktrees.js';
import type {Worktree} from '../parsers/worktrees.js';
import type {Repository} from '../repository.js';
import {requireOwnWorktrees} from '../safety/worktrees.js';
import {findCommit, readHead, refused, repositoryErrors, repositoryInput, resolveCommit} from './shared.js';
import type {GitModule, Head} from './shared.js';

interface WorktreeRecord {
  readonly repository: Repository;
  readonly path: string;
  readonly existed: boolean;
  /** The branch that the call made. */
  readonly created?: string;
  readonly added?: Repository;
  readonly head?: Head;
}

export const worktree = defineTool({
  name: 'worktree',
  description:
    'List the working trees of a repository; add one in a directory of its own, to work on another branch at the same time, and get a handle of it; remove one, or forget those whose directory is gone.',
  aliases: ['worktrees'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'worktree', 'branch', 'directory', 'parallel'],
  input: {
    repository: repositoryInput,
    action: {
      type: 'string',
      enum: ['list', 'add', 'remove', 'prune'],
      default: 'list',
      description: 'What to do; add and remove need path',
    },
    path: {
      type: 'string',
      aliases: ['directory'],
      description: 'Directory of the working tree, under basePath or absolute inside of it; for add new or empty',
    },
    branch: {type: 'string', description: 'add: branch to check out; default none, HEAD is then the commit of `from`'},
    create: {type: 'boolean', default: false, description: 'add: make the branch'},
    from: {type: 'string', default: 'HEAD', description: 'add: where a new branch or a HEAD without one begins'},
    force: {type: 'boolean', default: false, description: 'remove: also with changed or further files, which are lost'},
  },
  output: {
    worktrees: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          path: {type: 'string'},
          main: {type: 'boolean', description: 'The one that the repository was made with'},
          bare: {type: 'boolean'},
          detached: {type: 'boolean', description: 'HEAD is a commit, not a branch'},
          locked: {type: 'boolean'},
          prunable: {type: 'boolean', description: 'Its directory is gone'},
          hash: {type: 'string', description: 'The commit; left out before the first'},
          branch: {type: 'string'},
        },
        required: ['path', 'main', 'bare', 'detached', 'locked', 'prunable'],
      },
      description: 'The working trees after the call, the main one first; those outside of basePath are left out',
    },
    repository: {handle: gitRepository, description: 'add: the new working tree, as a repository for other git tools'},
    removed: {type: 'array', items: {type: 'string'}, description: 'remove and prune: paths that are none any more'},
  },
  returns: 'The working trees after the call, and a handle of the one that was added',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'The path, the branch or the starting point can not be used, or the action needs a path',
    INVALID_STATE:
      'The directory is not empty, the branch is checked out elsewhere, or there are changed files in the working tree',
    RESOURCE_NOT_FOUND: 'There is no such working tree, branch or commit',
    RESOURCE_EXISTS: 'There is a branch of that name already',
    RESOURCE_LOCKED: 'The working tree is locked, or another git process holds a lock',
    OPERATION_FAILED: 'git could not change the working trees',
    UNDO_REFUSED: 'Something was changed or committed in the working tree since',
  },
  planning: {
    cost: 'medium',
    reliability: 'high',
    idempotent: false,
    sideEffects: (input) => input['action'] !== undefined && input['action'] !== 'list',
    reversible: (input) => input['action'] === 'add',
    dependencies: ['git.open', 'git.clone'],
  },
  positional: ['repository', 'action', 'path', 'branch'],
  limitations: ['Submodules are not checked out', 'Filters (Git LFS) do not run: their files stay pointers'],
  securityTier: 1,
  timeout: 120_000,
  examples: [
    {
      description: 'Work on a new branch beside the one that is checked out',
      input: {repository: '$made', action: 'add', path: 'beside', branch: 'fix', create: true},
      output: {
        worktrees: [
          {main: true, branch: 'main'},
          {main: false, branch: 'fix', detached: false},
        ],
      },
      setup: {
        files: {'project/a.txt': 'a\n'},
        steps: [
          {tool: 'init', input: {directory: 'project', branch: 'main'}, as: 'made'},
          {tool: 'add', input: {repository: '$made'}},
          {tool: 'commit', input: {repository: '$made', message: 'Begin'}},
        ],
      },
    },
    {
      description: 'Add one outside of basePath',
      input: {repository: '$made', action: 'add', path: '../beside'},
      output: {success: false, error: {code: 'PERMISSION_DENIED'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository, action} = input;
    const {signal} = call;
    requireOwnWorktrees(repository);
    if (action === 'list') return {worktrees: await listWorktrees(git, repository, signal)};
    return git.exclusive(repository, async () => {
      const before = await listWorktrees(git, repository, signal);
      if (action === 'prune') {
        await git.in(repository, ['worktree', 'prune', '--expire=now'], {signal});
        const worktrees = await listWorktrees(git, repository, signal);
        const gone = before.filter(({path}) => !worktrees.some((left) => left.path === path));
        return {worktrees, removed: gone.map(({path}) => path)};
      }
      const path = confine(neededPath(action, input.path), git.settings.roots);
      if (action === 'remove') {
        await removeWorktree(git, repository, requireLinked(before, path), input.force, signal);
        return {worktrees: await listWorktrees(git, repository, signal), removed: [path]};
      }
      const start = await startOf(git, repository, input, signal);
      if (!isVacant(path)) {
        throw new ToolError('INVALID_STATE', `The directory '${input.path ?? ''}' exists and is not empty`, {
          outcome: 'not_executed',
          suggestions: ['Give another directory'],
        });
      }
      const record: WorktreeRecord = {repository, path, existed: existsSync(path), ...start.creates};
      const entry = call.undo(record);
      try {
        const args = ['worktree', 'add', '--quiet', '--no-guess-remote', ...start.options];
        await git.in(repository, [...args, '--', path, start.commit], {signal});
        const added = await git.discover(path, signal);
        entry.complete({...record, added, head: await readHead(git, added, signal)} satisfies WorktreeRecord);
        const worktrees = await listWorktrees(git, repository, signal);
        return {worktrees, repository: call.handles.create(gitRepository, added)};
      } catch (error) {
        await takeAway(git, record, start.commit);
        entry.discard();
        throw error;
      }
    });
  },
  async undo(module: GitModule, {repository, path, created, added, head, existed}: WorktreeRecord, call) {
    if (added === undefined || head === undefined) throw refused(`It is not known how far the call came in '${path}'`);
    const git = module.wrappedInstance;
    const {signal} = call;
    await git.exclusive(repository, async () => {
      requireOwnWorktrees(repository);
      const now = await readHead(git, added, signal);
      if (now.branch !== head.branch || now.hash !== head.hash) {
        throw refused(`Something was committed or switched in '${path}' since`);
      }
      const all = ['status', '--porcelain', '-z', '--untracked-files=all', '--ignored', '--ignore-submodules=none'];
      if ((await git.text(added, all, {signal, nested: true})) !== '') {
        throw refused(`There are changed or further files in '${path}'`);
      }
      await git.in(repository, ['worktree', 'remove', '--', path], {signal});
      if (existed) await mkdir(path);
      if (created === undefined || head.hash === undefined) return;
      await git.in(repository, ['update-ref', '-d', `refs/heads/${created}`, head.hash], {signal});
    });
  },
});

async function listWorktrees(git: Git, repository: Repository, signal: AbortSignal): Promise<Worktree[]> {
  const listed = parseWorktrees(await git.text(repository, ['worktree', 'list', '--porcelain'], {signal}));
  return listed.filter(({path}) => git.settings.roots.some((root) => isInside(path, root)));
}

function neededPath(action: string, path: string | undefined): string {
  if (path !== undefined) return path;
  throw new ToolError('INVALID_PARAMETER', `action '${action}' needs path`, {
    outcome: 'not_executed',
    context: {parameter: 'path'},
    suggestions: ['Give path'],
  });
}

/** What a failed or stopped `add` left: git knows it by name before all of it is there. */
async function takeAway(git: Git, {repository, path, existed, created}: WorktreeRecord, commit: string): Promise<void> {
  const ignore = (): undefined => undefined;
  await git.in(repository, ['worktree', 'remove', '--force', '--', path]).catch(ignore);
  await clearDirectory(path, existed);
  if (created === undefined) return;
  await git.in(repository, ['update-ref', '-d', `refs/heads/${created}`, commit]).catch(ignore);
}

interface Start {
  readonly options: readonly string[];
  readonly commit: string;
  readonly creates: {readonly created?: string};
}

/** The branch that is checked out, made before if it is asked for; or the commit of a HEAD without a branch. */
async function startOf(
  git: Git,
  repository: Repository,
  {branch, create, from}: {readonly branch?: string | undefined; readonly create: boolean; readonly from: string},
  signal: AbortSignal,
): Promise<Start> {
  const hash = (): Promise<string> => resolveCommit(git, repository, from, 'from', signal);
  if (branch === undefined) return {options: ['--detach'], commit: await hash(), creates: {}};
  checkBranchName(branch);
  const there = await findCommit(git, repository, `refs/heads/${branch}`, 'branch', signal);
  if (create && there !== undefined) {
    throw new ToolError('RESOURCE_EXISTS', `There is a branch '${branch}' already`, {
      outcome: 'not_executed',
      suggestions: ['Leave out create to use it'],
    });
  }
  if (create) return {options: ['--no-track', '-b', branch], commit: await hash(), creates: {created: branch}};
  if (there !== undefined) return {options: [], commit: branch, creates: {}};
  throw new ToolError('RESOURCE_NOT_FOUND', `There is no branch '${branch}'`, {
    outcome: 'not_executed',
    suggestions: ['Give create: true to make it, with from for where it begins'],
  });
}

function requireLinked(worktrees: readonly Worktree[], path: string): string {
  const found = worktrees.find((candidate) => candidate.path === path);
  if (found?.main === true) {
    throw new ToolError('INVALID_PARAMETER', `'${path}' is the main working tree, which stays`, {
      outcome: 'not_executed',
      suggestions: ['Give the path of one that was added: git.worktree lists them'],
    });
  }
  if (found !== undefined) return path;
  throw new ToolError('RESOURCE_NOT_FOUND', `The repository has no working tree at '${path}'`, {
    outcome: 'not_executed',
    suggestions: ['Use git.worktree to list them'],
  });
}

/** git looks into the files of the working tree first, so its configuration and that of what is in it counts. */
async function removeWorktree(
  git: Git,
  repository: Repository,
  path: string,
  force: boolean,
  signal: AbortSignal,
): Promise<void> {
  const target = isDirectory(path) ? await git.discover(path, signal) : repository;
  if (target.commonDir !== repository.commonDir) {
    throw new ToolError('INVALID_STATE', `There is another repository at '${path}' by now`, {
      outcome: 'not_executed',
      suggestions: ['Forget the working tree with git.worktree {action: prune}'],
    });
  }
  const args = ['worktree', 'remove', ...(force ? ['--force'] : []), '--', path];
  await git.in(target, args, {signal, nested: true});
}
