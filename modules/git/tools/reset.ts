import {defineTool} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import type {Repository} from '../repository.js';
import {goBack, withWayBack} from '../undo/work-snapshot.js';
import type {WorkRecord} from '../undo/work-snapshot.js';
import {nameOptions} from './diff-options.js';
import {oneCommit} from './example-setups.js';
import {listPaths, readHead, repositoryErrors, repositoryInput, requireWorkTree, resolveCommit} from './shared.js';
import type {GitModule} from './shared.js';

export const reset = defineTool({
  name: 'reset',
  description:
    'Move the branch that is checked out to another commit. soft keeps what is staged and the files, mixed keeps the files, hard makes the files those of the commit.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'reset', 'unstage', 'discard', 'history'],
  input: {
    repository: repositoryInput,
    to: {
      type: 'string',
      default: 'HEAD',
      aliases: ['ref', 'commit'],
      description: 'Branch, tag or commit to go to; default the current one, which unstages or discards alone',
    },
    mode: {
      type: 'string',
      enum: ['soft', 'mixed', 'hard'],
      default: 'mixed',
      description: 'What follows the branch: nothing, what is staged, or that and the files',
    },
  },
  output: {
    hash: {type: 'string', description: 'The commit after the call; left out before the first'},
    previous: {type: 'string', description: 'The commit before the call'},
    branch: {type: 'string', description: 'Left out when HEAD is no branch'},
    mode: {type: 'string', required: true},
    files: {
      type: 'array',
      items: {type: 'string'},
      required: true,
      description: 'Files that hard made other, or removed',
    },
  },
  returns: 'Where the branch is now',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'The revision is of no allowed form',
    INVALID_STATE: 'No working tree, or a merge is under way and mode is soft',
    RESOURCE_NOT_FOUND: 'There is no such branch, tag or commit',
    WORKING_TREE_DIRTY: 'A file stands in the way',
    OPERATION_FAILED: 'git could not reset',
    UNDO_REFUSED: 'HEAD, what is staged, or one of the files was changed since',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    // HEAD~1 is another commit each time.
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['git.status', 'git.log'],
  },
  positional: ['repository', 'to'],
  limitations: [
    'hard discards changes that are not committed; the undo brings them back, up to 20,000 files or 1 GiB',
    'For single files see git.restore',
  ],
  securityTier: 2,
  timeout: 120_000,
  examples: [
    {
      description: 'Discard all changes',
      input: {repository: '$made', mode: 'hard'},
      output: {mode: 'hard', branch: 'main', files: ['a.txt', 'b.txt']},
      setup: {
        ...oneCommit,
        steps: [
          ...oneCommit.steps,
          {tool: 'mv', input: {repository: '$made', from: 'a.txt', to: 'b.txt'}, as: 'moved'},
        ],
      },
    },
    {
      description: 'Go to a commit that is not there',
      input: {repository: '$made', to: 'HEAD~5'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, {repository, to, mode}, call) {
    requireWorkTree(repository);
    const git = module.wrappedInstance;
    const {signal} = call;
    return git.exclusive(repository, async () => {
      const before = await readHead(git, repository, signal);
      // Before the first commit HEAD is no commit, and git takes the empty one.
      const target =
        to === 'HEAD' && before.hash === undefined ? undefined : await resolveCommit(git, repository, to, 'to', signal);
      const paths = mode === 'hard' ? await pathsAtStake(git, repository, target, signal) : [];
      return withWayBack({call, git, repository, paths}, async () => {
        const args = ['reset', `--${mode}`, '--quiet', '--no-recurse-submodules'];
        await git.in(repository, [...args, ...(target === undefined ? [] : [target]), '--'], {signal});
        return {
          ...(target !== undefined && {hash: target}),
          ...(before.hash !== undefined && {previous: before.hash}),
          ...(before.branch !== undefined && {branch: before.branch}),
          mode,
          files: paths,
        };
      });
    });
  },
  async undo(module: GitModule, record: WorkRecord, call) {
    const git = module.wrappedInstance;
    await git.exclusive(record.repository, async () => goBack(git, record, call.signal));
  },
});

/** Every file that is other in the working tree or the index than in the commit; also one that git does not know yet. */
async function pathsAtStake(
  git: Git,
  repository: Repository,
  target: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  if (target === undefined) return listPaths(git, repository, ['ls-files', '-z'], signal);
  const changed = await listPaths(git, repository, ['diff', ...nameOptions, target, '--'], signal);
  const staged = await listPaths(git, repository, ['diff', '--cached', ...nameOptions, target, '--'], signal);
  return [...new Set([...changed, ...staged])].sort();
}
