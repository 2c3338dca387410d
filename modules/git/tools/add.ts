import {defineTool} from '../../../src/sdk.js';
import {indexFingerprint, restoreIndex, takeIndex} from '../undo/index-snapshot.js';
import type {IndexSnapshot} from '../undo/index-snapshot.js';
import {toPathspec} from '../checks/paths.js';
import type {Repository} from '../repository.js';
import {refused, repositoryErrors, repositoryInput, requireWorkTree, reversibly} from './shared.js';
import type {GitModule} from './shared.js';

interface AddRecord {
  readonly repository: Repository;
  readonly before: IndexSnapshot;
  /** Of the index that the call left. */
  readonly left?: string;
}

export const add = defineTool({
  name: 'add',
  description: 'Stage files for the next commit: new and changed ones, and the removal of those that are gone.',
  aliases: ['stage'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'add', 'stage', 'index'],
  input: {
    repository: repositoryInput,
    files: {
      type: 'array',
      items: {type: 'string'},
      minItems: 1,
      maxItems: 10_000,
      default: ['.'],
      aliases: ['paths'],
      description: "Files, directories or wildcards ('src/**/*.ts') of the working tree; default everything",
    },
    force: {type: 'boolean', default: false, description: 'Also files that .gitignore ignores'},
  },
  output: {
    staged: {type: 'array', items: {type: 'string'}, required: true, description: 'All files that are staged now'},
  },
  returns: 'What is staged for the next commit',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'A file is empty or holds a NUL character',
    RESOURCE_NOT_FOUND: 'No file matches, or the repository is not there',
    PERMISSION_DENIED: "A file is outside of the repository, in git's own directory, or uses pathspec magic",
    PRECONDITION_FAILED: 'A file is ignored by .gitignore',
    OPERATION_FAILED: 'git could not stage the files',
    UNDO_REFUSED: 'Something else was staged or committed since',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: true,
    reversible: true,
    dependencies: ['git.status'],
  },
  positional: ['repository', 'files'],
  limitations: ['Filters (Git LFS) do not run: files are stored as they are'],
  securityTier: 1,
  timeout: 120_000,
  examples: [
    {
      description: 'Stage one file',
      input: {repository: '$made', files: ['a.txt']},
      output: {staged: ['a.txt']},
      setup: {
        files: {'project/a.txt': 'a\n', 'project/b.txt': 'b\n'},
        steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}],
      },
    },
    {
      description: 'Stage a file that is not there',
      input: {repository: '$made', files: ['missing.txt']},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, {repository, files, force}, call) {
    requireWorkTree(repository);
    const git = module.wrappedInstance;
    const {signal} = call;
    const input = files.map((file) => toPathspec(repository.path, file)).join('\0');
    return git.exclusive(repository, async () => {
      const before = await takeIndex(repository);
      const args = ['add', '--all', ...(force ? ['--force'] : []), '--pathspec-from-file=-', '--pathspec-file-nul'];
      return reversibly<AddRecord, {staged: string[]}>(call, {repository, before}, async () => {
        await git.in(repository, args, {signal, input, nested: true});
        const left = await indexFingerprint(git, repository, signal);
        const names = ['diff', '--cached', '--name-only', '--no-renames', '--ignore-submodules=dirty', '-z', '--'];
        const staged = (await git.text(repository, names, {signal})).split('\0').filter((path) => path !== '');
        return {data: {staged}, left: {left}};
      });
    });
  },
  async undo(module: GitModule, {repository, before, left}: AddRecord, call) {
    const git = module.wrappedInstance;
    await git.exclusive(repository, async () => {
      if (left !== (await indexFingerprint(git, repository, call.signal))) {
        throw refused('Something else was staged or committed since these files were');
      }
      await restoreIndex(repository, before);
    });
  },
});
