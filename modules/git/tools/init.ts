import {existsSync} from 'node:fs';
import {readdir, rm, rmdir} from 'node:fs/promises';
import {join} from 'node:path';
import {defineTool, ToolError} from '../../../src/sdk.js';
import {gitRepository} from '../handles.js';
import {confine, isDirectory, isVacant} from '../checks/paths.js';
import {checkBranchName} from '../checks/refs.js';
import type {Repository} from '../repository.js';
import {readHead, refused, repositoryErrors} from './shared.js';
import type {GitModule} from './shared.js';

interface InitRecord {
  readonly path: string;
  readonly existed: boolean;
  readonly repository?: Repository;
}

export const init = defineTool({
  name: 'init',
  description:
    'Make a new, empty git repository in a directory, which is created when it is not there; files in it stay.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'repository', 'create'],
  input: {
    directory: {
      type: 'string',
      default: '.',
      aliases: ['path'],
      description: 'Directory of the repository, under basePath or absolute inside of it',
    },
    branch: {
      type: 'string',
      aliases: ['defaultBranch'],
      description: "First branch; default the config's defaultBranch",
    },
    bare: {type: 'boolean', default: false, description: 'Without a working tree: to be pushed to'},
  },
  output: {handle: gitRepository},
  returns: 'The repository handle that other git tools take',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'The directory or the name of the branch can not be used',
    RESOURCE_EXISTS: 'There is a repository already',
    OPERATION_FAILED: 'git could not make the repository',
    UNDO_REFUSED: 'Something was added to the repository since',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: [],
  },
  positional: ['directory'],
  securityTier: 1,
  timeout: 30_000,
  examples: [
    {description: 'Make a repository', input: {directory: 'project'}},
    {
      description: 'Make one where there is one',
      input: {directory: 'project'},
      output: {success: false, error: {code: 'RESOURCE_EXISTS'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {settings} = git;
    const path = confine(input.directory, settings.roots);
    const branch = checkBranchName(input.branch ?? settings.defaultBranch);
    const existed = existsSync(path);
    if (existed && !isDirectory(path)) {
      throw new ToolError('INVALID_STATE', `'${input.directory}' is not a directory`, {
        suggestions: ['Give another directory'],
      });
    }
    if (existsSync(join(path, '.git')) || (existsSync(join(path, 'HEAD')) && existsSync(join(path, 'objects')))) {
      throw new ToolError('RESOURCE_EXISTS', `There is a repository at '${input.directory}' already`, {
        outcome: 'not_executed',
        suggestions: ['Use git.open'],
      });
    }
    if (input.bare && !isVacant(path)) {
      throw new ToolError(
        'INVALID_STATE',
        `'${input.directory}' is not empty, and a bare repository fills its directory`,
        {
          outcome: 'not_executed',
          suggestions: ['Give an empty or a new directory'],
        },
      );
    }
    const entry = call.undo({path, existed} satisfies InitRecord);
    const args = ['init', '--quiet', `--initial-branch=${branch}`, ...(input.bare ? ['--bare'] : []), '--', path];
    await git.run(args, settings.basePath, {signal: call.signal});
    const repository = await git.discover(path, call.signal);
    entry.complete({path, existed, repository} satisfies InitRecord);
    return call.handles.create(gitRepository, repository);
  },
  async undo(module: GitModule, {path, existed, repository}: InitRecord, call) {
    if (repository === undefined) throw refused(`It is not known how far git.init came in '${path}'`);
    const git = module.wrappedInstance;
    const {hash} = await readHead(git, repository, call.signal);
    const refs = await git.text(repository, ['for-each-ref', '--count=1'], {signal: call.signal});
    if (hash !== undefined || refs !== '') throw refused(`The repository at '${path}' has commits by now`);
    if (existsSync(join(repository.gitDir, 'index'))) throw refused(`Files were added to the repository at '${path}'`);
    if (!repository.bare) await rm(repository.gitDir, {recursive: true, force: true});
    else for (const name of await readdir(path)) await rm(join(path, name), {recursive: true, force: true});
    if (!existed && isVacant(path)) await rmdir(path);
  },
});
