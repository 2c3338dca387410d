import {defineModule, ModuleInstance} from '../../src/sdk.js';
import type {Git} from './git.js';
import {gitRepository} from './handles.js';
import type {RepositoryHandle} from './handles.js';
import {gitConfig} from './options.js';
import type {GitConfig} from './options.js';
import {repositoryView} from './repository-view.js';
import type {RepositoryView} from './repository-view.js';
import {createSettings} from './settings.js';
import {add} from './tools/add.js';
import {blame} from './tools/blame.js';
import {branch} from './tools/branch.js';
import {checkout} from './tools/checkout.js';
import {cherryPick} from './tools/cherry-pick.js';
import {clone} from './tools/clone.js';
import {commit} from './tools/commit.js';
import {diff} from './tools/diff.js';
import {fetch} from './tools/fetch.js';
import {init} from './tools/init.js';
import {log} from './tools/log.js';
import {merge} from './tools/merge.js';
import {mv} from './tools/mv.js';
import {open} from './tools/open.js';
import {pull} from './tools/pull.js';
import {push} from './tools/push.js';
import {rebase} from './tools/rebase.js';
import {remote} from './tools/remote.js';
import {reset} from './tools/reset.js';
import {restore} from './tools/restore.js';
import {rm} from './tools/rm.js';
import {show} from './tools/show.js';
import {stash} from './tools/stash.js';
import {status} from './tools/status.js';
import {submodule} from './tools/submodule.js';
import {tag} from './tools/tag.js';
import {worktree} from './tools/worktree.js';

/** Git repositories as tools. */
export class GitModuleInstance extends ModuleInstance<GitConfig, Git> {
  /** A repository as an object with methods of its own; opened at `path` when it is first used, or by its `clone`. */
  repository(path: string): RepositoryView {
    return repositoryView(path, {
      open: async (directory, options) =>
        (await this.getTool('open').call({path: directory}, options)) as RepositoryHandle,
      clone: async (url, directory, options) =>
        (await this.getTool('clone').call({url, directory}, options)) as RepositoryHandle,
      focus: (bound) => this.focus(bound),
    });
  }
}

/** Provider `git`: repositories under `basePath`, by the git program, with nothing of theirs or the user's run (SECURITY 4). */
export const GitModuleDefinition = defineModule({
  name: 'git',
  module: 'GitModule',
  description: 'Git repositories: open, make, clone, look at, change, commit and push, through repository handles.',
  version: '0.1.0',
  category: 'version-control',
  tags: ['git', 'version-control', 'repository'],
  requirements: ['git 2.32 or later on the PATH, or named by gitPath'],
  limitations: [
    'Hooks and submodules are off unless the config opens them; filters (Git LFS) and signing are off',
    'ssh looks up the names of hosts by itself, and follows the configuration of the account',
  ],
  config: gitConfig,
  Instance: GitModuleInstance,
  handles: [gitRepository],
  tools: [
    open,
    init,
    clone,
    status,
    add,
    commit,
    log,
    diff,
    show,
    blame,
    branch,
    checkout,
    merge,
    rebase,
    cherryPick,
    tag,
    stash,
    reset,
    restore,
    rm,
    mv,
    remote,
    fetch,
    pull,
    push,
    worktree,
    submodule,
  ],
  connect: async (config: GitConfig, runtime) => {
    const settings = createSettings(config);
    const {auth} = settings;
    if (auth.kind === 'token') runtime.redactor.add(Buffer.from(`${auth.username}:${auth.token}`).toString('base64'));
    // Who imports haft for another module does without what runs git.
    const {Git} = await import('./git.js');
    return new Git(settings);
  },
  check: (git: Git) => git.version(),
});
export type GitModuleDefinition = typeof GitModuleDefinition;

/** Seed 004's name for the same. */
export {GitModuleDefinition as GitModule};
export {gitRepository} from './handles.js';
export type {GitConfig} from './options.js';
export type {RepositoryHandle} from './handles.js';
export type {RepositoryView} from './repository-view.js';
