import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {defineTool, ToolError} from '../../../src/sdk.js';
import {clearDirectory} from '../clear-directory.js';
import type {Git} from '../git.js';
import {gitRepository} from '../handles.js';
import {serviceOption} from '../safety/remote-service.js';
import {allowedRemote, locationOf} from '../safety/remotes.js';
import {confine, isVacant} from '../checks/paths.js';
import {checkBranchName} from '../checks/refs.js';
import type {Repository} from '../repository.js';
import {humanishName} from '../checks/urls.js';
import {refused, remoteErrors, repositoryErrors} from './shared.js';
import type {GitModule} from './shared.js';

interface CloneRecord {
  readonly path: string;
  readonly existed: boolean;
  readonly repository?: Repository;
  readonly references?: string;
}

export const clone = defineTool({
  name: 'clone',
  description: 'Clone a repository',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'repository', 'clone', 'download'],
  input: {
    url: {
      type: 'string',
      required: true,
      description: 'https, http or ssh URL, or the path of a local repository, as far as the config allows them',
    },
    directory: {
      type: 'string',
      description: "Where to, under basePath; default the last part of the URL without '.git', as git names it",
    },
    branch: {type: 'string', description: "Branch or tag to check out; default the one the remote's HEAD names"},
    depth: {type: 'integer', minimum: 1, description: 'Only so many commits of history; default all'},
    singleBranch: {
      type: 'boolean',
      description: 'Only the branch that is checked out, now and in later fetches; default with a depth alone',
    },
  },
  output: {handle: gitRepository},
  returns: 'The repository handle that other git tools take',
  errors: {
    ...repositoryErrors,
    ...remoteErrors,
    INVALID_URL: 'The url is no URL and no path of a repository',
    INVALID_PARAMETER: 'The directory or the name of the branch can not be used',
    PERMISSION_DENIED: 'The config does not allow this protocol, host or directory',
    REPOSITORY_NOT_FOUND: 'There is no repository at the url',
    INVALID_STATE: 'The directory exists and is not empty',
    CLONE_FAILED: 'git could not clone the repository',
    LIMIT_EXCEEDED: 'The remote sent more than maxTransferBytes, or git answered more than maxOutputBytes',
    RESOURCE_NOT_FOUND: 'The remote has no such branch or tag',
    RESOURCE_EXISTS: 'Something came to be at the directory meanwhile',
    UNDO_REFUSED: 'The clone was changed since',
  },
  planning: {
    cost: 'high',
    reliability: 'medium',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: [],
  },
  positional: ['url', 'directory'],
  requirements: ['Network access for a remote url'],
  limitations: [
    'Submodules are not cloned: see git.submodule',
    'Filters (Git LFS) do not run: their files stay pointers',
  ],
  securityTier: 1,
  timeout: 600_000,
  examples: [
    {
      description: 'Clone a local repository',
      input: {url: './project', directory: 'copy'},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
    {
      description: 'Clone something that is no URL',
      input: {url: 'invalid-url'},
      output: {success: false, error: {code: 'INVALID_URL'}},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {signal} = call;
    const remote = await allowedRemote(git, input.url, signal);
    const path = confine(input.directory ?? humanishName(input.url), git.settings.roots);
    const branch = input.branch === undefined ? undefined : checkBranchName(input.branch);
    if (!isVacant(path)) {
      throw new ToolError(
        'INVALID_STATE',
        `The directory '${input.directory ?? humanishName(input.url)}' exists and is not empty`,
        {
          outcome: 'not_executed',
          suggestions: ['Give another directory, or use git.open for a repository that is there'],
        },
      );
    }
    const existed = existsSync(path);
    const entry = call.undo({path, existed} satisfies CloneRecord);
    const args = ['clone', '--quiet', '--no-local', '--no-recurse-submodules', '--origin=origin'];
    if (branch !== undefined) args.push(`--branch=${branch}`);
    if (input.depth !== undefined) args.push(`--depth=${String(input.depth)}`);
    if (input.singleBranch !== undefined) args.push(input.singleBranch ? '--single-branch' : '--no-single-branch');
    args.push(...serviceOption(git.settings, remote, 'upload-pack'), '--', locationOf(remote), path);
    const objects = join(path, '.git', 'objects');
    try {
      await git.run(args, git.settings.basePath, {signal, remote, objects, failure: 'CLONE_FAILED'});
      const repository = await git.discover(path, signal, input.url);
      const references = await readReferences(git, repository, signal);
      entry.complete({path, existed, repository, references} satisfies CloneRecord);
      return call.handles.create(gitRepository, repository);
    } catch (error) {
      // git takes away what it made when it may end by itself; a killed one leaves it (GIT08).
      await clearDirectory(path, existed);
      entry.discard();
      throw error;
    }
  },
  async undo(module: GitModule, {path, existed, repository, references}: CloneRecord, call) {
    if (repository === undefined || references === undefined)
      throw refused(`It is not known how far git.clone came in '${path}'`);
    const git = module.wrappedInstance;
    const {signal} = call;
    const args = ['status', '--porcelain', '-z', '--untracked-files=all', '--ignored', '--ignore-submodules=none'];
    const [now, changes] = [
      await readReferences(git, repository, signal),
      await git.text(repository, args, {signal, nested: true}),
    ];
    if (now !== references) throw refused(`The clone at '${path}' has other commits or branches by now`);
    if (changes !== '') throw refused(`There are changed or further files in the clone at '${path}'`);
    await clearDirectory(path, existed);
  },
});

/** Everything a clone's references point to, HEAD included. */
async function readReferences(git: Git, repository: Repository, signal: AbortSignal): Promise<string> {
  return git.text(repository, ['show-ref', '--head'], {signal, accept: [0, 1]});
}
