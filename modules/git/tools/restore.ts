import {defineTool, ToolError} from '../../../src/sdk.js';
import {toPathspec} from '../checks/paths.js';
import type {Git} from '../git.js';
import type {Repository} from '../repository.js';
import {goBack, withWayBack} from '../undo/work-snapshot.js';
import type {WorkRecord} from '../undo/work-snapshot.js';
import {nameOptions} from './diff-options.js';
import {oneCommit} from './example-setups.js';
import {
  listPaths,
  readHead,
  repositoryErrors,
  repositoryInput,
  requireCommit,
  requireWorkTree,
  resolveCommit,
} from './shared.js';
import type {GitModule} from './shared.js';

export const restore = defineTool({
  name: 'restore',
  description:
    'Bring files back as they are staged, or as they were at a commit; with staged take them out of what is staged.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'restore', 'discard', 'unstage', 'files'],
  input: {
    repository: repositoryInput,
    files: {
      type: 'array',
      items: {type: 'string'},
      minItems: 1,
      maxItems: 1000,
      required: true,
      aliases: ['paths'],
      description: "Files, directories or wildcards ('src/**/*.ts') of the repository",
    },
    staged: {type: 'boolean', default: false, description: 'Restore what is staged, as it is at source'},
    worktree: {type: 'boolean', description: 'Restore the files themselves; default unless staged is given'},
    source: {
      type: 'string',
      aliases: ['ref', 'from'],
      description: 'Branch, tag or commit; default what is staged, for staged the current commit',
    },
  },
  output: {
    restored: {type: 'array', items: {type: 'string'}, required: true, description: 'Files that were other before'},
  },
  returns: 'What was brought back',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'Neither staged nor worktree is wanted, or a file or revision is of no allowed form',
    INVALID_STATE: 'No working tree, or no commit yet',
    PERMISSION_DENIED: "A file is outside of the repository, in git's own directory, or uses pathspec magic",
    RESOURCE_NOT_FOUND: 'No file matches, or there is no such commit',
    MERGE_CONFLICT: 'The file has unresolved conflicts: name a source',
    OPERATION_FAILED: 'git could not restore the files',
    UNDO_REFUSED: 'HEAD, what is staged, or one of the files was changed since',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['git.status'],
  },
  positional: ['repository', 'files'],
  limitations: [
    'Changes that are not committed are discarded; the undo brings them back, up to 20,000 files or 1 GiB',
    'Filters (Git LFS) do not run: their files stay pointers',
  ],
  securityTier: 2,
  timeout: 120_000,
  examples: [
    {
      description: 'Unstage a file',
      input: {repository: '$made', files: ['b.txt'], staged: true},
      output: {restored: ['b.txt']},
      setup: {
        files: {'project/a.txt': 'a\n', 'project/b.txt': 'b\n'},
        steps: [
          {tool: 'init', input: {directory: 'project'}, as: 'made'},
          {tool: 'add', input: {repository: '$made', files: ['a.txt']}, as: 'added'},
          {tool: 'commit', input: {repository: '$made', message: 'Add a'}, as: 'committed'},
          {tool: 'add', input: {repository: '$made', files: ['b.txt']}, as: 'staged'},
        ],
      },
    },
    {
      description: 'Restore a file that git does not know',
      input: {repository: '$made', files: ['missing.txt']},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const {repository, staged} = input;
    requireWorkTree(repository);
    const worktree = input.worktree ?? !staged;
    if (!worktree && !staged) {
      throw new ToolError('INVALID_PARAMETER', 'worktree: false without staged leaves nothing to restore', {
        outcome: 'not_executed',
        suggestions: ['Leave out worktree, or give staged: true'],
      });
    }
    const git = module.wrappedInstance;
    const {signal} = call;
    const specs = input.files.map((file) => toPathspec(repository.path, file));
    return git.exclusive(repository, async () => {
      const source = await findSource(git, repository, staged ? (input.source ?? 'HEAD') : input.source, signal);
      const paths = await changedPaths(git, repository, {source, staged, worktree, specs}, signal);
      const args = ['restore', '--no-recurse-submodules', '--no-progress', ...(staged ? ['--staged'] : [])];
      args.push(...(worktree ? ['--worktree'] : []), ...(source === undefined ? [] : [`--source=${source}`]));
      return withWayBack({call, git, repository, paths: worktree ? paths : []}, async () => {
        await git.in(repository, [...args, '--pathspec-from-file=-', '--pathspec-file-nul'], {
          signal,
          input: specs.join('\0'),
        });
        return {restored: paths};
      });
    });
  },
  async undo(module: GitModule, record: WorkRecord, call) {
    const git = module.wrappedInstance;
    await git.exclusive(record.repository, async () => goBack(git, record, call.signal));
  },
});

async function findSource(git: Git, repository: Repository, source: string | undefined, signal: AbortSignal) {
  if (source === undefined) return undefined;
  if (source === 'HEAD') return requireCommit(await readHead(git, repository, signal)).hash;
  return resolveCommit(git, repository, source, 'source', signal);
}

interface Scope {
  readonly source: string | undefined;
  readonly staged: boolean;
  readonly worktree: boolean;
  readonly specs: readonly string[];
}

async function changedPaths(git: Git, repository: Repository, scope: Scope, signal: AbortSignal): Promise<string[]> {
  const {source, staged, worktree, specs} = scope;
  const from = source === undefined ? [] : [source];
  const paths: string[] = [];
  if (worktree)
    paths.push(...(await listPaths(git, repository, ['diff', ...nameOptions, ...from, '--', ...specs], signal)));
  // Also a file of the source that git does not know here.
  if (staged || source !== undefined) {
    const args = ['diff', '--cached', ...nameOptions, ...from, '--', ...specs];
    paths.push(...(await listPaths(git, repository, args, signal)));
  }
  return [...new Set(paths)].sort();
}
