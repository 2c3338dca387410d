import type {Call, UndoEntry} from '../../../src/sdk.js';
import type {FileSystemClient} from '../client.js';
import {inFolder, splitLast} from '../confinement/anchored-folder.js';
import type {Location} from '../confinement/locate.js';
import {assertRegular} from '../confinement/open-file.js';
import {writeAtomically} from '../content/atomic-write.js';
import {exists} from '../errors.js';
import type {Change} from './change.js';
import {filePrint, fingerprint} from './fingerprint.js';
import {prepareParent, removeFolders} from './make-folders.js';

export interface FileToWrite {
  readonly location: Location;
  /** Bytes, or the descriptor of an open file to copy. */
  readonly content: Buffer | number;
  readonly mode: number | undefined;
  readonly overwrite: boolean;
  readonly createParents: boolean;
}

/**
 * Writes a file as one step that can be taken back. Throws what `writeAtomically` throws, RESOURCE_EXISTS and
 * INVALID_PARAMETER, and then nothing was changed. To be called within `FileSystemClient.change`.
 */
export async function writeFile(files: FileSystemClient, file: FileToWrite, call: Call): Promise<void> {
  const {base, kept} = files;
  const {content, mode, overwrite, location} = file;
  assertWritable(location, overwrite);
  const {segments, stats: existing} = location;
  const {parent, name} = splitLast(segments);
  const folders = prepareParent(base, parent, file.createParents);
  let change: Change = {segments, before: undefined, after: undefined, folders};
  let entry: UndoEntry | undefined;
  try {
    await inFolder(base, parent, async (folder) => {
      const before = existing && (await kept.keepCopy(folder, name, existing));
      change = {...change, before};
      if (existing && !before) call.warn('What was there is larger than maxUndoBytes: this call can not be taken back');
      else entry = call.undo(change);
      const written = await writeAtomically(base, folder, name, {
        content,
        mode,
        overwrite,
        existing,
        signal: call.signal,
      });
      const after = typeof content === 'number' ? await fingerprint(base, segments) : filePrint(written, content);
      entry?.complete({...change, after});
    });
  } catch (error) {
    entry?.discard();
    await kept.forget(change.before);
    removeFolders(base, folders);
    throw error;
  }
}

/** Throws INVALID_PARAMETER for what is no regular file, RESOURCE_EXISTS for one that is to stay. */
export function assertWritable({asked, stats}: Location, overwrite: boolean): void {
  if (!stats) return;
  assertRegular(asked, stats);
  if (!overwrite) throw exists(asked);
}
