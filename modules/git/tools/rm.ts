import {defineTool, ToolError} from '../../../src/sdk.js';
import {toPathspec} from '../checks/paths.js';
import type {Git} from '../git.js';
import type {Repository} from '../repository.js';
import {goBack, withWayBack} from '../undo/work-snapshot.js';
import type {WorkRecord} from '../undo/work-snapshot.js';
import {oneCommit} from './example-setups.js';
import {listPaths, repositoryErrors, repositoryInput, requireWorkTree} from './shared.js';
import type {GitModule} from './shared.js';

export const rm = defineTool({
  name: 'rm',
  description: 'Remove files from the working tree and from what the next commit holds; with cached the files stay.',
  aliases: ['remove'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'rm', 'remove', 'delete', 'files', 'untrack'],
  input: {
    repository: repositoryInput,
    files: {
      type: 'array',
      items: {type: 'string'},
      minItems: 1,
      maxItems: 1000,
      required: true,
      aliases: ['paths'],
      description: "Files, directories or wildcards ('src/**/*.ts') that git knows",
    },
    cached: {type: 'boolean', default: false, description: 'The files stay, and git does not know them any more'},
    recursive: {type: 'boolean', default: false, description: 'Also all files of a directory'},
    force: {type: 'boolean', default: false, description: 'Also files with changes that are not committed'},
  },
  output: {
    removed: {
      type: 'array',
      items: {type: 'string'},
      required: true,
      description: 'Files that git does not know any more',
    },
  },
  returns: 'What was removed',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'A directory is named without recursive, or a file is empty or holds a NUL character',
    INVALID_STATE: 'No working tree, or a submodule would be removed',
    PERMISSION_DENIED: "A file is outside of the repository, in git's own directory, or uses pathspec magic",
    RESOURCE_NOT_FOUND: 'No file that git knows matches',
    WORKING_TREE_DIRTY: 'A file has changes that are not committed',
    MERGE_CONFLICT: 'A file has unresolved conflicts',
    OPERATION_FAILED: 'git could not remove the files',
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
  securityTier: 2,
  timeout: 120_000,
  examples: [
    {
      description: 'Remove a file',
      input: {repository: '$made', files: ['a.txt']},
      output: {removed: ['a.txt']},
      setup: oneCommit,
    },
    {
      description: 'Remove a file that git does not know',
      input: {repository: '$made', files: ['missing.txt']},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const {repository, cached} = input;
    requireWorkTree(repository);
    const git = module.wrappedInstance;
    const {signal} = call;
    const specs = input.files.map((file) => toPathspec(repository.path, file));
    return git.exclusive(repository, async () => {
      const removed = await knownFiles(git, repository, specs, signal);
      const args = ['rm', '--quiet', ...(cached ? ['--cached'] : []), ...(input.recursive ? ['-r'] : [])];
      args.push(...(input.force ? ['--force'] : []), '--pathspec-from-file=-', '--pathspec-file-nul');
      return withWayBack({call, git, repository, paths: cached ? [] : removed}, async () => {
        await git.in(repository, args, {signal, input: specs.join('\0'), nested: true});
        return {removed};
      });
    });
  },
  async undo(module: GitModule, record: WorkRecord, call) {
    const git = module.wrappedInstance;
    await git.exclusive(record.repository, async () => goBack(git, record, call.signal));
  },
});

/** The files that match; answers INVALID_STATE for a submodule, whose own repository would be moved. */
async function knownFiles(
  git: Git,
  repository: Repository,
  specs: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const entries = await listPaths(git, repository, ['ls-files', '--stage', '-z', '--', ...specs], signal);
  const pathOf = (entry: string): string => entry.slice(entry.indexOf('\t') + 1);
  const submodule = entries.find((entry) => entry.startsWith('160000 '));
  if (submodule === undefined) return [...new Set(entries.map(pathOf))];
  throw new ToolError('INVALID_STATE', `'${pathOf(submodule)}' is a submodule`, {
    outcome: 'not_executed',
    suggestions: ['Name the other files'],
  });
}
