import {renameSync} from 'node:fs';
import {rm} from 'node:fs/promises';

import type {FileSystemClient} from '../client.js';
import {inFolder, splitLast} from '../confinement/anchored-folder.js';
import type {AnchoredFolder} from '../confinement/anchored-folder.js';
import {locate} from '../confinement/locate.js';
import {reservedName} from '../confinement/reserved-names.js';
import {undoRefused} from '../errors.js';
import {fingerprint} from './fingerprint.js';
import type {Kept} from './kept-store.js';
import {removeFolders} from './make-folders.js';

/** What one call did to one path, and what it takes to go back. */
export interface Change {
  readonly segments: readonly string[];
  /** Undefined: nothing was there. */
  readonly before: Kept | undefined;
  /** Fingerprint of what the call left; undefined: nothing. */
  readonly after: string | undefined;
  /** Folders the call made on the way, outermost first. */
  readonly folders: readonly (readonly string[])[];
}

/** Takes a change back. Throws UNDO_REFUSED when the path no longer is as the call left it. */
export async function takeBack(files: FileSystemClient, change: Change, signal: AbortSignal): Promise<void> {
  const {segments, before, after, folders} = change;
  const {base, kept} = files;
  const {parent, name} = splitLast(segments);
  await files.change([locate(base, segments, {followLast: false})], async () => {
    if (before) kept.assertKept(before);
    if ((await fingerprint(base, segments, signal)) !== after) throw undoRefused('the file was changed since');
    await inFolder(base, parent, async (folder) => {
      const putBack = async (): Promise<void> => {
        if (before) await kept.putBack(before, folder, name);
      };
      // Small files replace each other in one step; everything else is set aside until the old is back.
      const inOneStep = after === undefined || (before && 'bytes' in before && after.startsWith('file'));
      await (inOneStep ? putBack() : setAside(folder, name, putBack));
    });
  });
  removeFolders(base, folders);
}

/** Removes an entry when `use` succeeds, else gives it its name back. */
async function setAside(folder: AnchoredFolder, name: string, use: () => Promise<void>): Promise<void> {
  const aside = folder.at(reservedName('temp'));
  renameSync(folder.at(name), aside);
  try {
    await use();
  } catch (error) {
    renameSync(aside, folder.at(name));
    throw error;
  }
  await rm(aside, {recursive: true, force: true});
}
