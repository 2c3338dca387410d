import {constants} from 'node:fs';
import {lstat, open, unlink} from 'node:fs/promises';
import type {FileHandle} from 'node:fs/promises';

import type {Call} from '../../../src/sdk.js';
import {prepareParent} from '../changes/make-folders.js';
import {resizeInPlace} from '../changes/patch.js';
import type {FileSystemClient} from '../client.js';
import {inFolder, splitLast} from '../confinement/anchored-folder.js';
import type {AnchoredFolder} from '../confinement/anchored-folder.js';
import {locate} from '../confinement/locate.js';
import type {Location} from '../confinement/locate.js';
import {assertRegular} from '../confinement/open-file.js';
import {exists, notFound, undoRefused} from '../errors.js';
import {OpenedFile} from './opened-file.js';
import type {Access, OpenFlag} from './open-flags.js';
import {openFlags} from './open-flags.js';

/** A file that `open` made, for undo. */
export interface MadeFile {
  readonly made: true;
  readonly segments: readonly string[];
  readonly device: number;
  readonly inode: number;
}

export interface HowToOpen {
  readonly flags: OpenFlag;
  /** Instead of what the flag says. */
  readonly create: boolean;
  readonly mode: number | undefined;
}

/** Never follows a link, never waits for a FIFO. */
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Opens a file in its opened folder and checks what was opened, before anything is emptied; records how to go back. To be
 * called within `FileSystemClient.change`. Throws RESOURCE_NOT_FOUND, RESOURCE_EXISTS, INVALID_PARAMETER, LIMIT_EXCEEDED.
 */
export async function openByFlags(
  files: FileSystemClient,
  location: Location,
  how: HowToOpen,
  call: Call,
): Promise<OpenedFile> {
  const {asked, segments, stats} = location;
  const access = openFlags[how.flags];
  call.signal.throwIfAborted();
  if (!stats && !how.create) throw notFound(asked);
  if (stats && access.exclusive) throw exists(asked);
  if (stats) assertRegular(asked, stats);
  const {parent, name} = splitLast(segments);
  if (!stats) prepareParent(files.base, parent, false);
  return inFolder(files.base, parent, async (folder) => {
    const handle = await (stats ? openThere(folder, name, asked, access) : make(folder, name, how, asked));
    try {
      const opened = await handle.stat();
      assertRegular(asked, opened);
      const file = new OpenedFile(files, handle, location, how.flags);
      if (!stats) call.undo({made: true, segments, device: opened.dev, inode: opened.ino} satisfies MadeFile);
      else if (access.truncate && opened.size > 0) await empty(files, file, handle, call);
      return file;
    } catch (error) {
      await handle.close();
      if (!stats) await unlink(folder.at(name));
      throw error;
    }
  });
}

/** Removes a file that `open` made. Throws UNDO_REFUSED when it is no longer there, or not empty any more. */
export async function unmake(files: FileSystemClient, {segments, device, inode}: MadeFile): Promise<void> {
  const {parent, name} = splitLast(segments);
  await files.change([locate(files.base, segments, {followLast: false})], () =>
    inFolder(files.base, parent, async (folder) => {
      const now = await lstat(folder.at(name)).catch(() => undefined);
      if (now?.ino !== inode || now.dev !== device || now.size > 0) throw undoRefused('the file was changed since');
      await unlink(folder.at(name));
    }),
  );
}

async function openThere(
  folder: AnchoredFolder,
  name: string,
  asked: readonly string[],
  access: Access,
): Promise<FileHandle> {
  // Before it is opened: a socket can't be, and a device may act on it.
  assertRegular(asked, await lstat(folder.at(name)));
  return open(folder.at(name), modeOf(access) | careful);
}

async function make(
  folder: AnchoredFolder,
  name: string,
  {flags, mode}: HowToOpen,
  asked: readonly string[],
): Promise<FileHandle> {
  try {
    const created = constants.O_CREAT | constants.O_EXCL;
    const file = await open(folder.at(name), modeOf(openFlags[flags]) | created | careful, mode);
    // The umask does not apply to a mode that was asked for.
    if (mode !== undefined) await file.chmod(mode);
    return file;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? exists(asked) : error;
  }
}

/** What is overwritten is read first, so that it can be taken back: files to write are opened for both. */
function modeOf({write, append}: Access): number {
  return (write ? constants.O_RDWR : constants.O_RDONLY) | (append ? constants.O_APPEND : 0);
}

async function empty(files: FileSystemClient, file: OpenedFile, handle: FileHandle, call: Call): Promise<void> {
  try {
    await resizeInPlace(files, {file, handle, stats: await handle.stat()}, 0, call);
  } catch (error) {
    await file.end();
    throw error;
  }
}
