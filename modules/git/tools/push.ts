import {defineTool, ToolError} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import {localService} from '../safety/local-transport.js';
import {parsePush} from '../parsers/push.js';
import {confine, isDirectory} from '../checks/paths.js';
import {redactUrls} from '../safety/redact.js';
import {checkBranchName, checkRemoteName} from '../checks/refs.js';
import type {Repository} from '../repository.js';
import {parseRemote} from '../checks/urls.js';
import type {Remote} from '../checks/urls.js';
import {readHead, remoteErrors, repositoryErrors, repositoryInput} from './shared.js';
import type {GitModule} from './shared.js';

export const push = defineTool({
  name: 'push',
  description:
    'Send the commits of a branch to a named remote of the repository, to the branch of the same name there.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'push', 'remote', 'upload'],
  input: {
    repository: repositoryInput,
    remote: {type: 'string', default: 'origin', description: "Name of the remote in the repository's configuration"},
    branch: {type: 'string', description: 'Branch to send; default the one that is checked out'},
    setUpstream: {
      type: 'boolean',
      default: false,
      description: 'Let the branch follow the one of the remote from now on',
    },
  },
  output: {
    remote: 'string',
    branch: 'string',
    url: {type: 'string', required: true, description: 'Where it went'},
    pushed: {
      type: 'boolean',
      required: true,
      description: 'The remote was changed; false when it had everything already',
    },
    created: {type: 'boolean', required: true, description: 'The branch is new there'},
  },
  returns: 'What the remote took',
  errors: {
    ...repositoryErrors,
    ...remoteErrors,
    PERMISSION_DENIED:
      "The config does not allow the remote's protocol, host or path, or the repository would lead elsewhere",
    INVALID_PARAMETER: 'The name of the remote or branch can not be used',
    INVALID_URL: "The remote's URL can not be read",
    RESOURCE_NOT_FOUND: 'There is no such remote or branch',
    REPOSITORY_NOT_FOUND: 'There is no repository at the remote',
    CONFLICT: 'The remote has commits that the branch has not, or refuses the update',
    OPERATION_FAILED: 'git could not push',
  },
  planning: {
    cost: 'medium',
    reliability: 'medium',
    idempotent: true,
    sideEffects: true,
    reversible: false,
    dependencies: ['git.commit'],
  },
  positional: ['repository', 'remote', 'branch'],
  requirements: ['Network access for a remote that is not local'],
  limitations: ['Neither tags nor submodules are sent, and nothing is forced'],
  securityTier: 2,
  timeout: 300_000,
  examples: [
    {
      description: 'Push to the repository that was cloned',
      input: {repository: '$copy', remote: 'origin', branch: 'main'},
      setup: {
        steps: [
          {tool: 'init', input: {directory: 'shared', bare: true, branch: 'main'}, as: 'shared'},
          {tool: 'clone', input: {url: './shared', directory: 'copy'}, as: 'copy'},
          {tool: 'checkout', input: {repository: '$copy', branch: 'main', create: true}, as: 'on'},
          {tool: 'commit', input: {repository: '$copy', message: 'Begin', allowEmpty: true}, as: 'committed'},
        ],
      },
    },
    {
      description: 'Push to a remote that is not there',
      input: {repository: '$made', branch: 'main'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository} = input;
    const {signal} = call;
    const name = checkRemoteName(input.remote);
    if (input.branch !== undefined) checkBranchName(input.branch);
    const remote = await resolveTarget(git, repository, name, signal);
    const branch = input.branch ?? (await readHead(git, repository, signal)).branch;
    if (branch === undefined) {
      throw new ToolError('INVALID_STATE', 'No branch is checked out', {
        outcome: 'not_executed',
        suggestions: ['Give branch'],
      });
    }
    const args = ['push', '--porcelain', '--no-recurse-submodules', '--no-signed', '--no-follow-tags'];
    if (!git.settings.hooks) args.push('--no-verify');
    if (input.setUpstream) args.push('--set-upstream');
    if (remote.protocol === 'file') args.push(`--receive-pack=${localService(git.settings, 'receive-pack')}`);
    args.push('--', name, `refs/heads/${branch}:refs/heads/${branch}`);
    const said = await git.exclusive(repository, () => git.text(repository, args, {signal, remote}));
    const [ref] = parsePush(said);
    const created = ref?.status === 'created';
    const url = redactUrls(remote.protocol === 'file' ? remote.path : remote.url);
    return {remote: name, branch, url, pushed: created || ref?.status === 'pushed', created};
  },
});

/** The one URL of a named remote, checked like that of a clone. */
async function resolveTarget(git: Git, repository: Repository, name: string, signal: AbortSignal): Promise<Remote> {
  const pushUrls = await git.configValues(repository, `remote.${name}.pushurl`, signal);
  const urls = pushUrls.length > 0 ? pushUrls : await git.configValues(repository, `remote.${name}.url`, signal);
  const [url, ...others] = urls;
  if (url === undefined) {
    throw new ToolError('RESOURCE_NOT_FOUND', `The repository has no remote '${name}'`, {
      outcome: 'not_executed',
      suggestions: ["Use a remote of the repository; a clone has 'origin'"],
    });
  }
  if (others.length > 0) {
    throw new ToolError('INVALID_STATE', `The remote '${name}' has ${urls.length} URLs`, {
      outcome: 'not_executed',
      suggestions: ['Leave it one URL in the .git/config of the repository'],
    });
  }
  const remote = parseRemote(url, git.settings, isDirectory);
  if (remote.protocol !== 'file') return remote;
  const path = confine(remote.path, git.settings.roots);
  if (!isDirectory(path)) {
    throw new ToolError('REPOSITORY_NOT_FOUND', `There is no repository at the remote '${name}'`, {
      outcome: 'not_executed',
      suggestions: ["Check the remote's URL in the .git/config of the repository"],
    });
  }
  await git.discover(path, signal);
  return {protocol: 'file', path};
}
