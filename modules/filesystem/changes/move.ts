import type {Call} from '../../../src/sdk.js';
import type {FileSystemClient} from '../client.js';
import {inFolder, splitLast} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {entryAt} from '../confinement/entry-at.js';
import {locate} from '../confinement/locate.js';
import type {Location} from '../confinement/locate.js';
import {place} from '../content/place.js';
import {undoRefused} from '../errors.js';
import {clearTarget} from './clear-target.js';
import type {CopyOptions} from './copy.js';
import {fingerprint} from './fingerprint.js';
import type {Kept} from './kept-store.js';
import {prepareParent, removeFolders} from './make-folders.js';

export interface Moved {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** What was at `to`. */
  readonly before: Kept | undefined;
  /** What was moved. */
  readonly print: string | undefined;
  readonly folders: readonly (readonly string[])[];
}

/** Moves an entry in one step. When it throws, everything is where it was. To be called within `FileSystemClient.change`. */
export async function moveEntry(
  files: FileSystemClient,
  from: Location,
  to: Location,
  options: CopyOptions,
  call: Call,
): Promise<void> {
  const {base, kept} = files;
  const isFolder = from.stats?.isDirectory() === true;
  const print = await movedPrint(base, from.segments);
  const source = splitLast(from.segments);
  const target = splitLast(to.segments);
  const folders = prepareParent(base, target.parent, options.createParents);
  try {
    await inFolder(base, source.parent, (fromFolder) =>
      inFolder(base, target.parent, async (toFolder) => {
        const cleared = await clearTarget(files, to, toFolder, call);
        try {
          place(fromFolder.at(source.name), toFolder.at(target.name), isFolder, to.asked);
        } catch (error) {
          if (cleared.kept) await kept.putBack(cleared.kept, toFolder, target.name);
          throw error;
        }
        const moved: Moved = {from: from.segments, to: to.segments, before: cleared.kept, print, folders};
        if (!cleared.lost) call.undo(moved);
      }),
    );
  } catch (error) {
    removeFolders(base, folders);
    throw error;
  }
}

/** Takes a move back. Throws UNDO_REFUSED when the entry was changed or replaced, or its old place is taken. */
export async function moveBack(files: FileSystemClient, {from, to, before, print, folders}: Moved): Promise<void> {
  const {base, kept} = files;
  const source = splitLast(from);
  const target = splitLast(to);
  const places = [from, to].map((segments) => locate(base, segments, {followLast: false}));
  await files.change(places, async (old, now) => {
    if (before) kept.assertKept(before);
    if (!now?.stats || (await movedPrint(base, to)) !== print) throw undoRefused('what was moved was changed since');
    if (old?.stats) throw undoRefused('something else is at the old place');
    if (!entryAt(base.absolute(source.parent), source.parent)) throw undoRefused('the old folder is gone');
    const isFolder = now.stats.isDirectory();
    await inFolder(base, source.parent, (fromFolder) =>
      inFolder(base, target.parent, async (toFolder) => {
        place(toFolder.at(target.name), fromFolder.at(source.name), isFolder, from);
        if (before) await kept.putBack(before, toFolder, target.name);
      }),
    );
  });
  removeFolders(base, folders);
}

/** A folder is known by its identity, time of birth included since numbers are used again: moving it back loses nothing. */
async function movedPrint(base: BaseFolder, segments: readonly string[]): Promise<string | undefined> {
  const stats = entryAt(base.absolute(segments), segments);
  return stats?.isDirectory()
    ? `directory ${stats.dev}:${stats.ino}:${stats.birthtimeMs}`
    : fingerprint(base, segments);
}
