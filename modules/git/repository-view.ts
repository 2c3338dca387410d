import type {CallOptions, InferInput, InferOutput, SchemaSpec, ToolDefinition, ToolMethod} from '../../src/sdk.js';
import type {RepositoryHandle} from './handles.js';
import type {add} from './tools/add.js';
import type {blame} from './tools/blame.js';
import type {branch} from './tools/branch.js';
import type {checkout} from './tools/checkout.js';
import type {cherryPick} from './tools/cherry-pick.js';
import type {commit} from './tools/commit.js';
import type {diff} from './tools/diff.js';
import type {fetch} from './tools/fetch.js';
import type {log} from './tools/log.js';
import type {merge} from './tools/merge.js';
import type {mv} from './tools/mv.js';
import type {pull} from './tools/pull.js';
import type {push} from './tools/push.js';
import type {rebase} from './tools/rebase.js';
import type {remote} from './tools/remote.js';
import type {reset} from './tools/reset.js';
import type {restore} from './tools/restore.js';
import type {rm} from './tools/rm.js';
import type {show} from './tools/show.js';
import type {stash} from './tools/stash.js';
import type {status} from './tools/status.js';
import type {submodule} from './tools/submodule.js';
import type {tag} from './tools/tag.js';
import type {worktree} from './tools/worktree.js';

/** A tool as a method of one repository, which is left out of its values in order and of its object. */
type Method<Definition> =
  Definition extends ToolDefinition<
    string,
    infer Input extends SchemaSpec,
    infer Output extends SchemaSpec | undefined,
    string,
    readonly ['repository', ...infer Names extends readonly string[]]
  >
    ? ToolMethod<Omit<InferInput<Input>, 'repository'>, InferOutput<Output>, Names>
    : never;

/**
 * One repository as an object (R1.14): `const repo = git.repository('work'); await repo.commit('Update')`. The values
 * that matter come in order, or all in an object; each method answers and throws what the tool of its name does.
 */
export interface RepositoryView {
  /** As it was given. */
  readonly path: string;
  /** The handle; the repository is opened when it is first needed. */
  open(options?: CallOptions): Promise<RepositoryHandle>;
  /** Clones into the path of the view. */
  clone(url: string, options?: CallOptions): Promise<RepositoryHandle>;
  /** Branch, and what was changed since the last commit. */
  readonly status: Method<typeof status>;
  /** Stages files, all by default: `add(['a.txt'])`. */
  readonly add: Method<typeof add>;
  /** Records what is staged: `commit('Update')`. */
  readonly commit: Method<typeof commit>;
  /** Commits, newest first. */
  readonly log: Method<typeof log>;
  /** What was changed, file by file. */
  readonly diff: Method<typeof diff>;
  /** One commit, or a file as it was there: `show('HEAD~1')`. */
  readonly show: Method<typeof show>;
  /** Who wrote each line of a file: `blame('a.txt')`. */
  readonly blame: Method<typeof blame>;
  /** Lists branches, or makes the one that is named: `branch('fix')`. */
  readonly branch: Method<typeof branch>;
  /** Switches to a branch or a commit: `checkout('main')`. */
  readonly checkout: Method<typeof checkout>;
  /** Brings another branch in: `merge('fix')`. */
  readonly merge: Method<typeof merge>;
  /** Puts the own commits on top of a branch: `rebase('main')`. */
  readonly rebase: Method<typeof rebase>;
  /** Takes over single commits: `cherryPick(['1a2b3c4'])`. */
  readonly cherryPick: Method<typeof cherryPick>;
  /** Lists tags, or makes the one that is named: `tag('v1')`. */
  readonly tag: Method<typeof tag>;
  /** Puts changes aside, or takes them back: `stash('push')`. */
  readonly stash: Method<typeof stash>;
  /** Moves the branch to another commit: `reset('HEAD~1')`. */
  readonly reset: Method<typeof reset>;
  /** Takes files back to what they were: `restore(['a.txt'])`. */
  readonly restore: Method<typeof restore>;
  /** Removes files: `rm(['a.txt'])`. */
  readonly rm: Method<typeof rm>;
  /** Moves a file: `mv('a.txt', 'b.txt')`. */
  readonly mv: Method<typeof mv>;
  /** Lists remotes, adds, changes or removes one: `remote('add', 'origin', url)`. */
  readonly remote: Method<typeof remote>;
  /** Brings what is new at a remote: `fetch('origin')`. */
  readonly fetch: Method<typeof fetch>;
  /** Brings the commits of a remote in: `pull('origin', 'main')`. */
  readonly pull: Method<typeof pull>;
  /** Sends commits to a remote: `push('origin', 'main')`. */
  readonly push: Method<typeof push>;
  /** Lists working trees, adds or removes one: `worktree('add', 'beside', 'fix')`. */
  readonly worktree: Method<typeof worktree>;
  /** Lists submodules, or updates them: `submodule('update')`. */
  readonly submodule: Method<typeof submodule>;
}

/** What the view needs of its module. */
export interface RepositorySource {
  open(path: string, options?: CallOptions): Promise<RepositoryHandle>;
  clone(url: string, directory: string, options?: CallOptions): Promise<RepositoryHandle>;
  focus(bound: {
    repository: RepositoryHandle;
  }): Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
}

const methods = [
  'status',
  'add',
  'commit',
  'log',
  'diff',
  'show',
  'blame',
  'branch',
  'checkout',
  'merge',
  'rebase',
  'cherryPick',
  'tag',
  'stash',
  'reset',
  'restore',
  'rm',
  'mv',
  'remote',
  'fetch',
  'pull',
  'push',
  'worktree',
  'submodule',
] as const satisfies readonly (keyof RepositoryView)[];

/** The object itself; nothing is opened yet. */
export function repositoryView(path: string, source: RepositorySource): RepositoryView {
  let handle: Promise<RepositoryHandle> | undefined;
  /** Keeps a handle that could be had; a failure is tried again. */
  const keep = (made: Promise<RepositoryHandle>): Promise<RepositoryHandle> => {
    handle = made;
    made.catch(() => {
      if (handle === made) handle = undefined;
    });
    return made;
  };
  const open = (options?: CallOptions): Promise<RepositoryHandle> => handle ?? keep(source.open(path, options));
  const clone = (url: string, options?: CallOptions): Promise<RepositoryHandle> =>
    keep(source.clone(url, path, options));
  const bound = methods.map((name) => {
    const method = async (...args: readonly unknown[]): Promise<unknown> => {
      const repository = await open();
      return source.focus({repository})[name]?.(...args);
    };
    return [name, method] as const;
  });
  return Object.freeze({path, open, clone, ...Object.fromEntries(bound)}) as unknown as RepositoryView;
}
