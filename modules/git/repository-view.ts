import type {CallOptions, InferInput, InferOutput} from '../../src/sdk.js';
import type {RepositoryHandle} from './handles.js';
import type {add} from './tools/add.js';
import type {branch} from './tools/branch.js';
import type {checkout} from './tools/checkout.js';
import type {commit} from './tools/commit.js';
import type {diff} from './tools/diff.js';
import type {log} from './tools/log.js';
import type {push} from './tools/push.js';
import type {status} from './tools/status.js';

type Definition = {readonly input: unknown; readonly output: unknown};
type Input<D extends Definition> = Omit<InferInput<D['input']>, 'repository'>;
type Output<D extends Definition> = Promise<InferOutput<D['output']>>;

/**
 * One repository as an object (R1.14): `const repo = git.repository('work'); await repo.commit('Update')`. The values
 * that matter come in order, the others in an object; each method answers and throws what the tool of its name does.
 */
export interface RepositoryView {
  readonly path: string;
  /** The handle; the repository is opened when it is first needed. */
  open(options?: CallOptions): Promise<RepositoryHandle>;
  /** Clones into the path of the view. */
  clone(url: string, options?: CallOptions): Promise<RepositoryHandle>;
  status(): Output<typeof status>;
  add(files?: readonly string[], options?: CallOptions): Output<typeof add>;
  add(input: Input<typeof add>, options?: CallOptions): Output<typeof add>;
  commit(message: string | Input<typeof commit>, options?: CallOptions): Output<typeof commit>;
  log(input?: Input<typeof log>, options?: CallOptions): Output<typeof log>;
  diff(input?: Input<typeof diff>, options?: CallOptions): Output<typeof diff>;
  branch(name?: string, options?: CallOptions): Output<typeof branch>;
  branch(input: Input<typeof branch>, options?: CallOptions): Output<typeof branch>;
  checkout(name: string | Input<typeof checkout>, options?: CallOptions): Output<typeof checkout>;
  push(remote?: string, branch?: string, options?: CallOptions): Output<typeof push>;
  push(input: Input<typeof push>, options?: CallOptions): Output<typeof push>;
}

/** What the view needs of its module. */
export interface RepositorySource {
  open(path: string, options?: CallOptions): Promise<RepositoryHandle>;
  clone(url: string, directory: string, options?: CallOptions): Promise<RepositoryHandle>;
  focus(bound: {
    repository: RepositoryHandle;
  }): Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
}

const methods = ['status', 'add', 'commit', 'log', 'diff', 'branch', 'checkout', 'push'] as const;

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
