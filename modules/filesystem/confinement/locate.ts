import {readlinkSync} from 'node:fs';
import type {Stats} from 'node:fs';
import {resolve} from 'node:path';

import {invalid, outsideBase, shown} from '../errors.js';
import type {BaseFolder} from './base-folder.js';
import {entryAt} from './entry-at.js';

/** Where a path really is: no segment that exists is a link. */
export interface Location {
  /** The path as it was asked for, which answers and messages show. */
  readonly asked: readonly string[];
  readonly segments: readonly string[];
  /** Whether a link in the last place was followed. */
  readonly followLast: boolean;
  /** Undefined where nothing is. */
  readonly stats: Stats | undefined;
}

/** As many links as Linux follows. */
const maxLinks = 40;

/**
 * Follows links one by one without ever looking outside: a link that leads out is refused before its target is touched,
 * so nothing tells whether the target exists (FS02, FS03). `followLast: false` answers the entry itself when the last
 * segment is a link. Throws PERMISSION_DENIED, INVALID_PARAMETER for a loop.
 */
export function locate(base: BaseFolder, segments: readonly string[], {followLast = true} = {}): Location {
  const pending = [...segments];
  let real: string[] = [];
  let stats: Stats | undefined;
  let links = 0;
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    const path = base.absolute([...real, name]);
    stats = entryAt(path, segments);
    if (!stats) return {asked: segments, followLast, segments: [...real, name, ...pending], stats: undefined};
    if (stats.isSymbolicLink() && (followLast || pending.length > 0)) {
      links += 1;
      if (links > maxLinks) throw invalid('link_loop', `${shown(segments)} goes through more than ${maxLinks} links`);
      const target = readTarget(path);
      if (target === undefined) {
        pending.unshift(name);
        continue;
      }
      const inside = base.segmentsOf(resolve(base.absolute(real), target));
      if (!inside) throw outsideBase();
      pending.unshift(...inside);
      real = [];
      stats = undefined;
      continue;
    }
    real.push(name);
  }
  return {asked: segments, followLast, segments: real, stats: stats ?? entryAt(base.absolute(real), segments)};
}

/** Undefined when the link has become something else meanwhile; then it is looked at again. */
function readTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
