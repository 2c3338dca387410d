import {rm} from 'node:fs/promises';
import {closeSync} from 'node:fs';

import type {Call} from '../../../src/sdk.js';
import type {FileSystemClient} from '../client.js';
import {inFolder, splitLast} from '../confinement/anchored-folder.js';
import {homeFor} from '../confinement/home-folder.js';
import type {Location} from '../confinement/locate.js';
import {openFile} from '../confinement/open-file.js';
import {reservedName} from '../confinement/reserved-names.js';
import {place} from '../content/place.js';
import {invalid, shown} from '../errors.js';
import type {Change} from './change.js';
import {clearTarget} from './clear-target.js';
import {copyTree} from './copy-tree.js';
import type {Copied} from './copy-tree.js';
import {fingerprint} from './fingerprint.js';
import {prepareParent, removeFolders} from './make-folders.js';
import {writeFile} from './write-file.js';

export interface CopyOptions {
  readonly overwrite: boolean;
  readonly createParents: boolean;
}

/** Copies one file, in one step. */
export async function copyFile(
  files: FileSystemClient,
  from: Location,
  to: Location,
  options: CopyOptions,
  call: Call,
): Promise<Copied> {
  const source = openFile(files.base, from);
  try {
    const mode = to.stats ? undefined : source.stats.mode & 0o777;
    await writeFile(files, {location: to, content: source.descriptor, mode, ...options}, call);
    return {entries: 1, size: source.stats.size};
  } finally {
    closeSync(source.descriptor);
  }
}

/** Copies a folder under a temporary name, which becomes the final one at the end: nobody sees half a copy. */
export async function copyFolder(
  files: FileSystemClient,
  from: Location,
  to: Location,
  options: CopyOptions,
  call: Call,
): Promise<Copied> {
  const {base, kept} = files;
  const {segments, asked} = to;
  if (to.stats && !to.stats.isDirectory())
    throw invalid('not_directory', `${shown(asked)} is no folder, and is not replaced by one`);
  const {parent, name} = splitLast(segments);
  const folders = prepareParent(base, parent, options.createParents);
  const temporary = reservedName('temp');
  try {
    return await inFolder(base, parent, async (folder) => {
      const home = homeFor(base, folder);
      try {
        const copied = await copyTree(base, from.segments, [...home.segments, temporary], segments, call.signal);
        const after = await fingerprint(base, [...home.segments, temporary], call.signal);
        const cleared = await clearTarget(files, to, folder, call);
        try {
          place(home.at(temporary), folder.at(name), true, asked);
        } catch (error) {
          if (cleared.kept) await kept.putBack(cleared.kept, folder, name);
          throw error;
        }
        const change: Change = {segments, before: cleared.kept, after, folders};
        if (!cleared.lost) call.undo(change);
        return copied;
      } catch (error) {
        await rm(home.at(temporary), {recursive: true, force: true});
        throw error;
      } finally {
        if (home !== folder) home.close();
      }
    });
  } catch (error) {
    removeFolders(base, folders);
    throw error;
  }
}
