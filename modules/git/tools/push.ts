import {defineTool, ToolError} from '../../../src/sdk.js';
import {checkBranchName} from '../checks/refs.js';
import type {Remote} from '../checks/urls.js';
import {gitFailure} from '../failures/failures.js';
import type {Git} from '../git.js';
import {parsePush} from '../parsers/push.js';
import {pushRejection} from '../failures/push-rejection.js';
import type {Repository} from '../repository.js';
import {redactUrls} from '../safety/redact.js';
import {serviceOption} from '../safety/remote-service.js';
import {namedRemote} from '../safety/remotes.js';
import {findCommit, namedRemoteErrors, readHead, remoteInput, repositoryErrors, repositoryInput} from './shared.js';
import type {GitModule} from './shared.js';

export const push = defineTool({
  name: 'push',
  description:
    'Send the commits of a branch, and tags that are named, to a named remote of the repository; with delete take a branch or tags away there.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'push', 'remote', 'upload', 'publish'],
  input: {
    repository: repositoryInput,
    remote: remoteInput,
    branch: {type: 'string', description: 'Branch to send; default the one that is checked out, unless tags are named'},
    target: {type: 'string', description: 'Name of the branch there; default the same name'},
    tags: {type: 'array', items: {type: 'string'}, description: 'Tags to send, by name'},
    setUpstream: {
      type: 'boolean',
      default: false,
      description: 'Let the branch follow the one of the remote from now on',
    },
    delete: {
      type: 'boolean',
      default: false,
      description: 'Delete the named branch or tags at the remote; needs allowForcePush in the config',
    },
    forceWithLease: {
      type: 'boolean',
      default: false,
      description:
        'Overwrite the branch there, if it is still what was last fetched (or `expected`); needs allowForcePush in the config',
    },
    expected: {
      type: 'string',
      pattern: '^[0-9a-f]{40}([0-9a-f]{24})?$',
      description: 'The whole hash of the commit that the branch has there, for forceWithLease or delete',
    },
  },
  output: {
    remote: 'string',
    branch: {type: 'string', description: 'The branch that was sent or deleted; left out when there were tags only'},
    url: {type: 'string', required: true, description: 'Where it went'},
    pushed: {
      type: 'boolean',
      required: true,
      description: 'The remote was changed; false when it had everything already',
    },
    created: {type: 'boolean', required: true, description: 'The branch is new there'},
    refs: {
      type: 'array',
      required: true,
      description: 'What became of each reference there',
      items: {
        type: 'object',
        properties: {
          ref: {type: 'string', description: 'The whole name: refs/heads/main'},
          status: {type: 'string', enum: ['pushed', 'created', 'forced', 'deleted', 'up_to_date']},
        },
        required: ['ref', 'status'],
      },
    },
  },
  returns: 'What the remote took',
  errors: {
    ...repositoryErrors,
    ...namedRemoteErrors,
    INVALID_PARAMETER: 'The name of the remote, branch or a tag can not be used, or parameters do not go together',
    RESOURCE_NOT_FOUND: 'There is no such branch or tag',
    RESOURCE_EXISTS: 'The remote has another tag of that name',
    DETACHED_HEAD: 'No branch is checked out, and none was named',
    PUSH_REJECTED: 'The remote has commits that the branch has not, or changed since it was last looked at',
    PUSH_DECLINED: 'A rule or a hook of the remote refuses the update: a protected branch, a branch checked out there',
    SHALLOW_REPOSITORY: 'The remote takes nothing from a shallow repository',
    PRECONDITION_FAILED: 'It is not known what the branch is there, so that nothing can hold the lease',
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
  limitations: ['Submodules are not sent', 'Nothing is ever forced without a lease', 'Push options are not sent'],
  securityTier: 2,
  timeout: 300_000,
  examples: [
    {
      description: 'Push to the repository that was cloned',
      input: {repository: '$copy', remote: 'origin', branch: 'main'},
      output: {branch: 'main', pushed: true, created: true, refs: [{ref: 'refs/heads/main', status: 'created'}]},
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
      output: {success: false, error: {code: 'REMOTE_NOT_FOUND'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository} = input;
    const {signal} = call;
    const wanted = checkWanted(git, input);
    const {name, remote, url} = await namedRemote(git, repository, input.remote, 'push', signal);
    const named = input.branch ?? (wanted.tags.length > 0 ? undefined : await currentBranch(git, repository, signal));
    const branch = named === undefined ? undefined : {from: named, to: input.target ?? named};
    const args = ['push', '--porcelain', '--no-recurse-submodules', '--no-signed', '--no-follow-tags'];
    if (!git.settings.hooks) args.push('--no-verify');
    if (input.setUpstream) args.push('--set-upstream');
    if (wanted.rewrites && branch !== undefined) {
      args.push(await lease(git, repository, {remote: name, branch: branch.to, expected: input.expected}, signal));
    }
    args.push(...serviceOption(git.settings, remote, 'receive-pack'), '--', name);
    args.push(...refspecs(branch, wanted.tags, input.delete));
    return git.exclusive(repository, async () => {
      const refs = await send(git, repository, args, {signal, remote});
      return {
        remote: name,
        ...(named !== undefined && {branch: named}),
        url,
        pushed: refs.some(({status}) => status !== 'up_to_date'),
        created: refs.some(({ref, status}) => ref === `refs/heads/${branch?.to ?? ''}` && status === 'created'),
        refs,
      };
    });
  },
});

interface Wanted {
  readonly branch?: string | undefined;
  readonly target?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly delete: boolean;
  readonly forceWithLease: boolean;
  readonly expected?: string | undefined;
}

/** Refuses names that can be none, parameters that do not go together, and what the config does not allow. */
function checkWanted(git: Git, wanted: Wanted): {tags: readonly string[]; rewrites: boolean} {
  if (wanted.branch !== undefined) checkBranchName(wanted.branch);
  if (wanted.target !== undefined) checkBranchName(wanted.target, 'target');
  const tags = (wanted.tags ?? []).map((tag) => checkBranchName(tag, 'tags'));
  const rewrites = wanted.delete || wanted.forceWithLease;
  if (wanted.delete && wanted.branch === undefined && tags.length === 0) {
    throw unfit('delete needs the name of a branch or of tags', 'Give branch or tags');
  }
  if (wanted.expected !== undefined && !rewrites) {
    throw unfit('expected is for forceWithLease and delete', 'Give one of them, or leave out expected');
  }
  if (rewrites && !git.settings.allowForcePush) {
    throw new ToolError('PERMISSION_DENIED', 'The config does not allow to overwrite or delete at a remote', {
      context: {reason: 'force_push'},
      outcome: 'not_executed',
      suggestions: ['Bring the commits of the remote in with git.pull', 'Allow it in the config: allowForcePush: true'],
    });
  }
  return {tags, rewrites};
}

const unfit = (why: string, next: string): ToolError =>
  new ToolError('INVALID_PARAMETER', why, {outcome: 'not_executed', suggestions: [next]});

async function currentBranch(git: Git, repository: Repository, signal: AbortSignal): Promise<string> {
  const {branch} = await readHead(git, repository, signal);
  if (branch !== undefined) return branch;
  throw new ToolError('DETACHED_HEAD', 'No branch is checked out, so it is not clear what to push', {
    outcome: 'not_executed',
    suggestions: ['Give branch', 'Make a branch here with git.checkout {branch, create: true}'],
  });
}

interface Lease {
  readonly remote: string;
  readonly branch: string;
  readonly expected: string | undefined;
}

/** The option that lets a branch be overwritten only while it is the commit that is known of it. */
async function lease(git: Git, repository: Repository, {remote, branch, expected}: Lease, signal: AbortSignal) {
  const hash = expected ?? (await findCommit(git, repository, `refs/remotes/${remote}/${branch}`, 'target', signal));
  if (hash !== undefined) return `--force-with-lease=refs/heads/${branch}:${hash}`;
  throw new ToolError('PRECONDITION_FAILED', `It is not known what '${branch}' is at '${remote}'`, {
    outcome: 'not_executed',
    suggestions: ['Use git.fetch first, or give expected: the whole hash of the commit it has there'],
  });
}

/** What goes where: the branch, then the tags; nothing goes where something is deleted. */
function refspecs(
  branch: {readonly from: string; readonly to: string} | undefined,
  tags: readonly string[],
  deletes: boolean,
): string[] {
  const sides = tags.map((tag) => ({from: `refs/tags/${tag}`, to: `refs/tags/${tag}`}));
  if (branch !== undefined) sides.unshift({from: `refs/heads/${branch.from}`, to: `refs/heads/${branch.to}`});
  return sides.map(({from, to}) => `${deletes ? '' : from}:${to}`);
}

/** Pushes, and answers what the remote took of it; an error where it refused anything. */
async function send(
  git: Git,
  repository: Repository,
  args: readonly string[],
  options: {readonly signal: AbortSignal; readonly remote: Remote},
) {
  const {exitCode, stdout, stderr} = await git.in(repository, args, {...options, accept: [0, 1]});
  const said = stdout.toString('utf8');
  const refs = parsePush(said);
  if (exitCode !== 0) {
    const failed = {command: 'push', exitCode, said: `${stderr}\n${said}`, remote: true, fallback: 'OPERATION_FAILED'};
    throw pushRejection(refs, redactUrls(stderr)) ?? gitFailure(failed);
  }
  return refs.flatMap(({to, status}) => (status === 'rejected' ? [] : [{ref: to, status}]));
}
