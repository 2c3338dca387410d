import {defineTool, ToolError} from '../../../src/sdk.js';
import {checkRemoteName} from '../checks/refs.js';
import type {Git} from '../git.js';
import {readReferences} from '../undo/reference-changes.js';
import type {Repository} from '../repository.js';
import {redactUrls} from '../safety/redact.js';
import {valuesOf} from '../safety/repository-config.js';
import type {ConfigEntry} from '../safety/environment.js';
import {allowedRemote, locationOf, remoteNames, remoteNotFound} from '../safety/remotes.js';
import {refused, repositoryErrors, repositoryInput, reversibly} from './shared.js';
import type {GitModule} from './shared.js';

/** What a repository knows of one remote: its configuration, the branches that follow it, and the references of it. */
interface Known {
  readonly entries: readonly ConfigEntry[];
  readonly references: ReadonlyMap<string, string>;
  /** The branch that the HEAD of the remote stands for. */
  readonly head: string;
}

interface RemoteRecord {
  readonly repository: Repository;
  readonly name: string;
  readonly before: Known;
  readonly after?: Known;
}

export const remote = defineTool({
  name: 'remote',
  description:
    'List the remotes of a repository; add one, remove one with all that is known of it, or give one another URL. Nothing is sent or fetched.',
  aliases: ['remotes'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'remote', 'url', 'origin', 'list', 'add', 'remove'],
  input: {
    repository: repositoryInput,
    action: {
      type: 'string',
      enum: ['list', 'add', 'remove', 'set-url'],
      default: 'list',
      description: 'What to do; the last three need name, add and set-url also url',
    },
    name: {type: 'string', description: "Name of the remote, such as 'origin'"},
    url: {
      type: 'string',
      description: 'https, http, ssh or git URL, or the path of a local repository, as far as the config allows them',
    },
  },
  output: {
    remotes: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          name: {type: 'string'},
          url: {type: 'string', description: 'Without credentials'},
          pushUrl: {type: 'string', description: 'Where it is pushed to, if that is another'},
        },
        required: ['name', 'url'],
      },
      description: 'The remotes after the call',
    },
  },
  returns: 'The remotes after the call',
  errors: {
    ...repositoryErrors,
    REMOTE_NOT_FOUND: 'The repository has no remote of that name',
    RESOURCE_EXISTS: 'There is a remote of that name already',
    REPOSITORY_NOT_FOUND: 'There is no repository at the path',
    INVALID_URL: 'The url is no URL and no path of a repository',
    PERMISSION_DENIED: 'The config does not allow this protocol, host or path',
    INVALID_PARAMETER: 'The name can not be used, or the action needs a name or url that is not there',
    OPERATION_FAILED: 'git could not change the remote',
    UNDO_REFUSED: 'The remote was changed since',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: (input) => input['action'] !== undefined && input['action'] !== 'list',
    reversible: (input) => input['action'] !== undefined && input['action'] !== 'list',
    dependencies: ['git.open', 'git.init'],
  },
  positional: ['repository', 'action', 'name', 'url'],
  securityTier: 1,
  timeout: 30_000,
  examples: [
    {
      description: 'Add a remote',
      input: {repository: '$made', action: 'add', name: 'backup', url: 'https://github.com/ada/engine.git'},
      output: {remotes: [{name: 'backup', url: 'https://github.com/ada/engine.git'}]},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
    {
      description: 'Add a remote that runs a program',
      input: {repository: '$made', action: 'add', name: 'backup', url: 'ext::sh -c date'},
      output: {success: false, error: {code: 'INVALID_URL'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository, action} = input;
    const {signal} = call;
    const listed = async () => ({remotes: await listRemotes(git, repository, signal)});
    if (action === 'list') return listed();
    const name = checkRemoteName(needed(action, 'name', input.name));
    const url =
      action === 'remove' ? undefined : locationOf(await allowedRemote(git, needed(action, 'url', input.url), signal));
    return git.exclusive(repository, async () => {
      const names = await remoteNames(git, repository, signal);
      if (action !== 'add' && !names.includes(name)) throw await remoteNotFound(git, repository, name, signal);
      if (action === 'add' && names.includes(name)) {
        throw new ToolError('RESOURCE_EXISTS', `There is a remote '${name}' already`, {
          outcome: 'not_executed',
          suggestions: ["Use another name, or give it another URL with action: 'set-url'"],
        });
      }
      const before = await readKnown(git, repository, name, signal);
      return reversibly<RemoteRecord, Awaited<ReturnType<typeof listed>>>(
        call,
        {repository, name, before},
        async () => {
          if (action === 'add') await git.in(repository, ['remote', 'add', '--', name, url ?? ''], {signal});
          if (action === 'remove') await git.in(repository, ['remote', 'remove', '--', name], {signal});
          if (action === 'set-url') await setUrl(git, repository, name, url ?? '', signal);
          return {data: await listed(), left: {after: await readKnown(git, repository, name, signal)}};
        },
      );
    });
  },
  async undo(module: GitModule, {repository, name, before, after}: RemoteRecord, call) {
    const git = module.wrappedInstance;
    const {signal} = call;
    await git.exclusive(repository, async () => {
      const now = await readKnown(git, repository, name, signal);
      if (after === undefined || !isSame(now, after)) throw refused(`The remote '${name}' was changed since`);
      for (const key of new Set(now.entries.map(([entry]) => entry))) {
        await git.in(repository, ['config', '--local', '--unset-all', key], {signal});
      }
      for (const [key, value] of before.entries) {
        await git.in(repository, ['config', '--local', '--add', key, value], {signal});
      }
      // A name that is there already is the same: nothing was fetched since.
      const lost = [...before.references].filter(([ref]) => !now.references.has(ref));
      const commands = lost.map(([ref, hash]) => `create ${ref} ${hash}\n`).join('');
      if (commands !== '') await git.in(repository, ['update-ref', '--stdin'], {signal, input: commands});
      if (before.head === now.head) return;
      await git.in(repository, ['symbolic-ref', `refs/remotes/${name}/HEAD`, before.head], {signal});
    });
  },
});

function needed(action: string, parameter: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new ToolError('INVALID_PARAMETER', `action '${action}' needs ${parameter}`, {
    outcome: 'not_executed',
    context: {parameter},
    suggestions: [`Give ${parameter}`],
  });
}

async function listRemotes(git: Git, repository: Repository, signal: AbortSignal) {
  const entries = await git.configEntries(repository, signal);
  const first = (key: string): string | undefined => valuesOf(entries, key)[0];
  return (await remoteNames(git, repository, signal)).map((name) => {
    const pushUrl = first(`remote.${name}.pushurl`);
    const url = first(`remote.${name}.url`) ?? pushUrl ?? '';
    return {name, url: redactUrls(url), ...(pushUrl !== undefined && {pushUrl: redactUrls(pushUrl)})};
  });
}

/** One URL, for both directions; it takes the place of whatever there was. */
async function setUrl(git: Git, repository: Repository, name: string, url: string, signal: AbortSignal): Promise<void> {
  await git.in(repository, ['config', '--local', '--replace-all', `remote.${name}.url`, url], {signal});
  const pushUrls = await git.configValues(repository, `remote.${name}.pushurl`, signal);
  if (pushUrls.length > 0) {
    await git.in(repository, ['config', '--local', '--unset-all', `remote.${name}.pushurl`], {signal});
  }
}

async function readKnown(git: Git, repository: Repository, name: string, signal: AbortSignal): Promise<Known> {
  const entries = await git.configEntries(repository, signal);
  const followers = entries.filter(([key, value]) => /^branch\..+\.(push)?remote$/s.test(key) && value === name);
  const sections = [`remote.${name}`, ...followers.map(([key]) => key.slice(0, key.lastIndexOf('.')))];
  const head = ['symbolic-ref', '--quiet', `refs/remotes/${name}/HEAD`];
  return {
    head: await git.text(repository, head, {signal, accept: [0, 1]}),
    entries: entries.filter(([key]) => sections.includes(key.slice(0, key.lastIndexOf('.')))),
    references: await readReferences(git, repository, signal, [`refs/remotes/${name}/`]),
  };
}

const isSame = (one: Known, other: Known): boolean =>
  JSON.stringify([...one.entries, ...one.references, one.head]) ===
  JSON.stringify([...other.entries, ...other.references, other.head]);
