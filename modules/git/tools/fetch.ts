import {defineTool, ToolError} from '../../../src/sdk.js';
import {fetchRefspec, requireTrackingOnly} from '../checks/refspecs.js';
import {gitFailure} from '../failures/failures.js';
import {changedReferences, readReferences, referenceChangeSchema} from '../undo/reference-changes.js';
import {serviceOption} from '../safety/remote-service.js';
import {namedRemote} from '../safety/remotes.js';
import {isShallow} from '../failures/shallow.js';
import {namedRemoteErrors, remoteInput, repositoryErrors, repositoryInput} from './shared.js';
import type {GitModule} from './shared.js';

export const fetch = defineTool({
  name: 'fetch',
  description:
    'Bring what is new at a named remote: its branches (as origin/main and the like) and tags. Own branches and files stay as they are; git.pull merges as well.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'fetch', 'remote', 'download', 'unshallow'],
  input: {
    repository: repositoryInput,
    remote: remoteInput,
    refs: {
      type: 'array',
      items: {type: 'string'},
      description:
        "Only these: branches by name ('main'), tags as 'refs/tags/v1'; default what the remote is set up for",
    },
    prune: {
      type: 'boolean',
      default: false,
      description: 'Forget branches of the remote that are gone there',
    },
    tags: {type: 'boolean', description: 'true: all tags; false: none; default those of the commits that come'},
    depth: {
      type: 'integer',
      minimum: 1,
      description: 'Only so many commits of history; the repository becomes shallow',
    },
    unshallow: {type: 'boolean', default: false, description: 'Bring the rest of the history of a shallow repository'},
  },
  output: {
    remote: 'string',
    url: {type: 'string', required: true, description: 'Where it came from'},
    updated: {type: 'array', required: true, items: referenceChangeSchema, description: 'The references that changed'},
    shallow: {type: 'boolean', required: true, description: 'A part of the history is not here'},
  },
  returns: 'What changed',
  errors: {
    ...repositoryErrors,
    ...namedRemoteErrors,
    INVALID_PARAMETER: 'The name of the remote or of a reference can not be used, or depth comes with unshallow',
    RESOURCE_NOT_FOUND: 'The remote has no such branch or tag',
    CONFLICT: 'A tag of the remote is another one here; everything else was fetched',
    OPERATION_FAILED: 'git could not fetch',
  },
  planning: {
    cost: 'medium',
    reliability: 'medium',
    idempotent: true,
    sideEffects: true,
    reversible: false,
    dependencies: ['git.open', 'git.clone'],
  },
  positional: ['repository', 'remote', 'refs'],
  requirements: ['Network access for a remote that is not local'],
  limitations: ['Submodules are not fetched', 'Missing objects of a partial clone are not fetched'],
  securityTier: 1,
  timeout: 600_000,
  examples: [
    {
      description: 'Fetch what is new',
      input: {repository: '$copy'},
      output: {remote: 'origin', updated: [{ref: 'refs/remotes/origin/new', change: 'created'}], shallow: false},
      setup: {
        files: {'project/a.txt': 'a\n'},
        steps: [
          {tool: 'init', input: {directory: 'project', branch: 'main'}, as: 'made'},
          {tool: 'add', input: {repository: '$made'}},
          {tool: 'commit', input: {repository: '$made', message: 'Begin'}},
          {tool: 'clone', input: {url: './project', directory: 'copy'}, as: 'copy'},
          {tool: 'branch', input: {repository: '$made', name: 'new'}},
        ],
      },
    },
    {
      description: 'Fetch from a remote that is not there',
      input: {repository: '$made', remote: 'upstream'},
      output: {success: false, error: {code: 'REMOTE_NOT_FOUND'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository} = input;
    const {signal} = call;
    if (input.unshallow && input.depth !== undefined) {
      throw new ToolError('INVALID_PARAMETER', 'depth and unshallow say opposite things', {
        outcome: 'not_executed',
        suggestions: ['Give one of them'],
      });
    }
    const {name, remote, url} = await namedRemote(git, repository, input.remote, 'fetch', signal);
    const refspecs = (input.refs ?? []).map((ref) => fetchRefspec(ref, name));
    const args = ['fetch', '--no-progress', '--no-recurse-submodules', '--no-auto-maintenance'];
    // What the repository is set up for would be updated as well.
    if (refspecs.length > 0) args.push('--refmap=');
    else {
      const configured = await git.configValues(repository, `remote.${name}.fetch`, signal);
      requireTrackingOnly(configured, name, repository.bare);
    }
    args.push(input.prune ? '--prune' : '--no-prune', ...serviceOption(git.settings, remote, 'upload-pack'));
    if (input.tags !== undefined) args.push(input.tags ? '--tags' : '--no-tags');
    if (input.depth !== undefined) args.push(`--depth=${String(input.depth)}`);
    return git.exclusive(repository, async () => {
      // git calls it an error where there is nothing to bring.
      if (input.unshallow && isShallow(repository)) args.push('--unshallow');
      const before = await readReferences(git, repository, signal);
      const options = {signal, remote, accept: [0, 1]};
      const {exitCode, stderr} = await git.in(repository, [...args, '--', name, ...refspecs], options);
      if (exitCode !== 0) throw incomplete(exitCode, stderr);
      const updated = changedReferences(before, await readReferences(git, repository, signal));
      return {remote: name, url, updated, shallow: isShallow(repository)};
    });
  },
});

/** Some references could not be updated: tags that are others here, mostly. */
function incomplete(exitCode: number, stderr: string): ToolError {
  const kept = stderr.split('\n').flatMap((line) => /^ ! \[rejected\]\s+(\S+)\s+->/.exec(line)?.[1] ?? []);
  if (kept.length === 0) {
    return gitFailure({command: 'fetch', exitCode, said: stderr, remote: true, fallback: 'OPERATION_FAILED'});
  }
  return new ToolError(
    'CONFLICT',
    `The remote has others of what is here by the name of ${kept.slice(0, 5).join(', ')}`,
    {
      outcome: 'partial',
      context: {kept},
      suggestions: [
        'Delete the tags of details.context.kept with git.tag and fetch again',
        'Fetch without tags: tags: false',
      ],
    },
  );
}
