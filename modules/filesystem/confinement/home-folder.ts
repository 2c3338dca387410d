import {AnchoredFolder} from './anchored-folder.js';
import type {BaseFolder} from './base-folder.js';

/**
 * Where temporary entries for a folder are made, so that a rename takes them there: the base itself, where leftovers are
 * found, or the folder where that is on another device. The caller closes it, unless it is `folder`.
 */
export function homeFor(base: BaseFolder, folder: AnchoredFolder): AnchoredFolder {
  const root = new AnchoredFolder(base, []);
  if (root.device === folder.device) return root;
  root.close();
  return folder;
}
