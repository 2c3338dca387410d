import {isRecord} from '../../../src/sdk.js';
import type {CallOptions, Handle, ModuleInstance} from '../../../src/sdk.js';
import type {FileSystemClient} from '../client.js';
import {fsWatcher} from '../handles.js';
import type {FileSystemConfig} from '../options.js';
import type {FileEvent, FileEventName} from './event-queue.js';
import type {Watcher} from './watcher.js';

/** What `watch` of an instance takes: the input of the tool, and what JSON can't hold. */
interface WatchWithCallback {
  readonly path: string;
  readonly events?: readonly FileEventName[];
  readonly recursive?: boolean;
  /** Told of every event until the watcher's handle is released. */
  readonly callback?: (event: FileEvent) => void;
}

/** `await fs.watch({path, callback})`; otherwise as the tool's own method. */
export type WatchMethod = (input: string | WatchWithCallback, options?: CallOptions) => Promise<WatcherHandle>;

type WatcherHandle = Handle<'fs_watcher', {path: string}>;

/** The method `watch` of an instance. The callback stays here: input of a tool is JSON. */
export function watchWith(module: ModuleInstance<FileSystemConfig, FileSystemClient>): WatchMethod {
  return async (...args: readonly unknown[]) => {
    const [input, options] = args as [unknown, CallOptions | undefined];
    const {callback, rest} = takeCallback(input);
    const watch = module.focus({})['watch'] as (...args: readonly unknown[]) => Promise<WatcherHandle>;
    const handle = await watch(rest, ...args.slice(1));
    if (!callback) return handle;
    const asker = {session: options?.context?.sessionId, instance: module};
    const watcher = module.runtime.handles.resolve(handle, fsWatcher.type, asker) as Watcher;
    watcher.listen(callback);
    return handle;
  };
}

function takeCallback(input: unknown): {callback?: (event: FileEvent) => void; rest: unknown} {
  if (!isRecord(input) || typeof input['callback'] !== 'function') return {rest: input};
  const {callback, ...rest} = input;
  return {callback: callback as (event: FileEvent) => void, rest};
}
