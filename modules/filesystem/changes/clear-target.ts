import type {Call} from '../../../src/sdk.js';
import type {FileSystemClient} from '../client.js';
import type {AnchoredFolder} from '../confinement/anchored-folder.js';
import {splitLast} from '../confinement/anchored-folder.js';
import type {Location} from '../confinement/locate.js';
import type {Kept} from './kept-store.js';
import {treeSize} from './tree-size.js';

export interface Cleared {
  /** Undefined when nothing was there, or when it could not be kept. */
  readonly kept: Kept | undefined;
  /** What was there is gone for good. */
  readonly lost: boolean;
}

/** Takes away what is at a location, and keeps it for undo as far as maxUndoBytes allows. */
export async function clearTarget(
  files: FileSystemClient,
  location: Location,
  folder: AnchoredFolder,
  call: Call,
): Promise<Cleared> {
  const {stats, segments} = location;
  if (!stats) return {kept: undefined, lost: false};
  const {maxBytes} = files.kept;
  const size = await treeSize(files.base, location, maxBytes, call.signal);
  call.signal.throwIfAborted();
  const kept = await files.kept.takeAway(folder, splitLast(segments).name, stats, size);
  if (!kept) call.warn('What was there could not be kept (maxUndoBytes): this call can not be taken back');
  return {kept, lost: kept === undefined};
}
