import type {BaseFolder} from '../confinement/base-folder.js';
import {entryAt} from '../confinement/entry-at.js';
import type {Location} from '../confinement/locate.js';
import {walk} from '../tree/walk.js';

/** Bytes of all files of an entry; stops counting above `enough`. */
export async function treeSize(
  base: BaseFolder,
  {segments, stats}: Location,
  enough: number,
  signal: AbortSignal,
): Promise<number> {
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  let size = 0;
  for await (const entry of walk(base, segments, {signal})) {
    size += entryAt(base.absolute(entry.segments), entry.segments)?.size ?? 0;
    if (size > enough) break;
  }
  return size;
}
