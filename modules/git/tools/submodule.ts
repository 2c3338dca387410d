import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {defineTool, ToolError} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import {parseSubmodules} from '../parsers/submodules.js';
import type {Repository} from '../repository.js';
import {redactUrls} from '../safety/redact.js';
import {checkSubmodule, hasSubmodules, submoduleDirectories} from '../safety/submodules.js';
import type {SubmoduleEntry} from '../safety/submodules.js';
import {updateSubmodule} from '../submodule-update.js';
import type {Submodule} from '../submodule-update.js';
import {readHead, remoteErrors, repositoryErrors, repositoryInput, requireWorkTree} from './shared.js';
import type {GitModule} from './shared.js';

export const submodule = defineTool({
  name: 'submodule',
  description:
    'List the submodules of a repository; update brings those that the config opens, and checks out the commits that the repository names. Submodules of submodules stay out.',
  aliases: ['submodules'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'submodule', 'nested', 'dependency'],
  input: {
    repository: repositoryInput,
    action: {type: 'string', enum: ['list', 'update'], default: 'list', description: 'What to do'},
    names: {
      type: 'array',
      items: {type: 'string'},
      description: 'update: only these; default every one that the config opens',
    },
  },
  output: {
    submodules: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          name: {type: 'string'},
          path: {type: 'string', description: 'In the repository; its own handle comes from git.open'},
          url: {type: 'string', description: 'As .gitmodules has it, without credentials'},
          open: {type: 'boolean', description: 'The config lets it be fetched'},
          wanted: {type: 'string', description: 'The commit that the repository names'},
          hash: {type: 'string', description: 'The commit that is checked out; left out when there is none'},
        },
        required: ['name', 'path', 'url', 'open'],
      },
      description: 'The submodules after the call',
    },
    updated: {type: 'array', items: {type: 'string'}, description: 'update: names of those that were changed'},
  },
  returns: 'The submodules after the call',
  errors: {
    ...repositoryErrors,
    ...remoteErrors,
    PERMISSION_DENIED: 'The config does not open the submodule or its URL, or its name, path or URL is a trap',
    INVALID_PARAMETER: 'A name is none of a submodule',
    INVALID_URL: "The submodule's URL is no URL",
    REPOSITORY_NOT_FOUND: 'There is no repository at its URL',
    RESOURCE_NOT_FOUND: 'There is no such submodule, or its remote has not the commit that is wanted',
    INVALID_STATE: 'Its directory is not empty, or the repository has no working tree',
    CHECKOUT_FAILED: 'Local changes in the submodule would be overwritten',
    MERGE_CONFLICT: 'There are unresolved conflicts in the submodule',
    RESOURCE_EXISTS: 'Something came to be in its directory meanwhile',
    CLONE_FAILED: 'git could not clone the submodule',
    LIMIT_EXCEEDED: 'The remote sent more than maxTransferBytes, or git answered more than maxOutputBytes',
    OPERATION_FAILED: 'git could not read or change the submodules',
  },
  planning: {
    cost: 'high',
    reliability: 'medium',
    idempotent: true,
    sideEffects: (input) => input['action'] === 'update',
    reversible: false,
    dependencies: ['git.open', 'git.clone'],
  },
  positional: ['repository', 'action', 'names'],
  requirements: [
    "For update: the submodule's name, or '*', in the config's submodules",
    'Network access for a remote url',
  ],
  limitations: ['Submodules of submodules stay out', 'Submodules are not added, moved or removed'],
  securityTier: 2,
  timeout: 600_000,
  examples: [
    {
      description: 'List the submodules of a repository without any',
      input: {repository: '$made'},
      output: {submodules: []},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
    {
      description: 'Update a submodule that the config does not open',
      input: {repository: '$made', action: 'update', names: ['library']},
      output: {success: false, error: {code: 'PERMISSION_DENIED'}},
      setup: {
        files: {
          'project/.gitmodules': '[submodule "library"]\n\tpath = library\n\turl = https://github.com/ada/library\n',
        },
        steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}],
      },
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository} = input;
    const {signal} = call;
    requireWorkTree(repository);
    const known = await readSubmodules(git, repository, signal);
    if (input.action === 'list') return {submodules: await describeAll(git, repository, known, signal)};
    const chosen = choose(git, known, input.names);
    return git.exclusive(repository, async () => {
      const updated: string[] = [];
      for (const one of chosen) {
        call.progress(`Updating ${one.name}`);
        if (await updateSubmodule(git, repository, one, signal)) updated.push(one.name);
      }
      return {submodules: await describeAll(git, repository, known, signal), updated};
    });
  },
});

const isOpen = (git: Git, name: string): boolean =>
  git.settings.submodules.includes('*') || git.settings.submodules.includes(name);

async function readSubmodules(git: Git, repository: Repository, signal: AbortSignal): Promise<Submodule[]> {
  if (!hasSubmodules(repository)) return [];
  const listed = await git.text(repository, ['config', '--list', '-z', '--no-includes', '--file', '.gitmodules'], {
    signal,
  });
  const staged = await git.text(repository, ['ls-files', '--stage', '-z'], {signal});
  const links = new Map<string, string>();
  for (const entry of staged.split('\0')) {
    const [, hash = '', path = ''] = /^160000 ([0-9a-f]+) 0\t([^]*)$/.exec(entry) ?? [];
    if (hash !== '') links.set(path, hash);
  }
  return parseSubmodules(listed).map((entry) => ({...entry, wanted: links.get(entry.path)}));
}

/** Those that are asked for, else those that the config opens; names that are traps are refused either way. */
function choose(git: Git, known: readonly Submodule[], names: readonly string[] | undefined): readonly Submodule[] {
  if (names === undefined)
    return known.filter(({name}) => isOpen(git, name)).map((one) => ({...one, ...checkSubmodule(one)}));
  return names.map((name) => {
    const found = known.find((one) => one.name === name);
    if (found === undefined) {
      throw new ToolError('RESOURCE_NOT_FOUND', `The repository has no submodule '${name}'`, {
        outcome: 'not_executed',
        suggestions: ['List them with git.submodule'],
      });
    }
    if (!isOpen(git, name)) {
      throw new ToolError('PERMISSION_DENIED', `The config does not open the submodule '${name}'`, {
        context: {reason: 'submodule'},
        outcome: 'not_executed',
        suggestions: [`Name it in the config: submodules: ${JSON.stringify([...git.settings.submodules, name])}`],
      });
    }
    checkSubmodule(found);
    return found;
  });
}

async function describeAll(git: Git, repository: Repository, known: readonly Submodule[], signal: AbortSignal) {
  const described = [];
  for (const {name, path, url, wanted} of known) {
    const hash = await checkedOut(git, repository, {name, path, url}, signal);
    described.push({
      name,
      path,
      url: redactUrls(url),
      open: isOpen(git, name),
      ...(wanted !== undefined && {wanted}),
      ...(hash !== undefined && {hash}),
    });
  }
  return described;
}

/** The commit that is checked out; undefined where there is none, where it can not be read, and of a trap. */
async function checkedOut(
  git: Git,
  repository: Repository,
  entry: SubmoduleEntry,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const {files} = submoduleDirectories(repository, checkSubmodule(entry));
    if (!existsSync(join(files, '.git'))) return undefined;
    return (await readHead(git, await git.discover(files, signal), signal)).hash;
  } catch {
    return undefined;
  }
}
