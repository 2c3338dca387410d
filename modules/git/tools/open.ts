import {defineTool, ToolError} from '../../../src/sdk.js';
import {gitRepository} from '../handles.js';
import {confine, isDirectory} from '../checks/paths.js';
import {repositoryErrors} from './shared.js';
import type {GitModule} from './shared.js';

export const open = defineTool({
  name: 'open',
  description: 'Open a git repository that exists already, by the directory that holds .git (or of a bare repository).',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'repository', 'open'],
  input: {
    path: {
      type: 'string',
      required: true,
      aliases: ['directory'],
      description: 'Directory of the repository, under basePath or absolute inside of it',
    },
  },
  output: {handle: gitRepository},
  returns: 'The repository handle that other git tools take',
  errors: {...repositoryErrors, INVALID_PARAMETER: 'The path is empty or holds a control character'},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: [],
  },
  positional: ['path'],
  securityTier: 0,
  timeout: 30_000,
  examples: [
    {
      description: 'Open a repository',
      input: {path: 'project'},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
    {
      description: 'Open a directory that is none',
      input: {path: 'notes'},
      output: {success: false, error: {code: 'REPOSITORY_NOT_FOUND'}},
      setup: {files: {'notes/today.txt': 'none'}},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const path = confine(input.path, git.settings.roots);
    if (!isDirectory(path)) {
      throw new ToolError('RESOURCE_NOT_FOUND', `There is no directory '${input.path}'`, {
        outcome: 'not_executed',
        suggestions: ['Make the repository with git.init or git.clone'],
      });
    }
    return call.handles.create(gitRepository, await git.discover(path, call.signal));
  },
});
