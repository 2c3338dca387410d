import {lstatSync} from 'node:fs';
import type {Stats} from 'node:fs';

import {replaced} from '../errors.js';
import {inFolder, splitLast} from './anchored-folder.js';
import type {BaseFolder} from './base-folder.js';
import type {Location} from './locate.js';

/**
 * Stats of what is at a location, asked of the opened folder it is in: `locate` looked by path, and a folder that was
 * swapped for a link meanwhile would tell about something outside (FS04). Throws PERMISSION_DENIED, native errors.
 */
export async function openedStats(base: BaseFolder, {segments, followLast}: Location): Promise<Stats> {
  const {parent, name} = splitLast(segments);
  const stats = await inFolder(base, parent, (folder) => lstatSync(folder.at(name)));
  if (stats.isSymbolicLink() && followLast) throw replaced();
  return stats;
}
