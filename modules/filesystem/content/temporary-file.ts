import {constants, renameSync, unlinkSync} from 'node:fs';
import type {Stats} from 'node:fs';
import {open} from 'node:fs/promises';
import type {FileHandle} from 'node:fs/promises';

import type {AnchoredFolder} from '../confinement/anchored-folder.js';
import {reservedName} from '../confinement/reserved-names.js';
import {place} from './place.js';

/** What a file shall be beside its bytes. */
export interface Finish {
  /** Permission bits; default those of the file that is replaced, else 0o666 less the umask. */
  readonly mode?: number | undefined;
  /** The file that is there. */
  readonly existing?: Stats | undefined;
  /** Time of the last change that the file shall have, ms. */
  readonly modified?: number | undefined;
}

/** A file under a reserved name, which gets its own name when it is whole, or goes. */
export class TemporaryFile {
  readonly file: FileHandle;
  readonly #path: string;

  private constructor(file: FileHandle, path: string) {
    this.file = file;
    this.#path = path;
  }

  /** Makes an empty one. `home` stays open until the file is placed or discarded. */
  static async make(home: AnchoredFolder, mode = 0o666): Promise<TemporaryFile> {
    const path = home.at(reservedName('temp'));
    return new TemporaryFile(await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode), path);
  }

  /** Gives it owner, bits and time, brings it to the disk and closes it. */
  async finish({mode, existing, modified}: Finish): Promise<Stats> {
    const {file} = this;
    if (existing && (existing.uid !== process.geteuid?.() || existing.gid !== process.getegid?.())) {
      await file.chown(existing.uid, existing.gid).catch(() => undefined);
    }
    const bits = mode ?? (existing && existing.mode & 0o7777);
    if (bits !== undefined) await file.chmod(bits);
    if (modified !== undefined) await file.utimes(seconds(modified), seconds(modified));
    await file.sync();
    const stats = await file.stat();
    await file.close();
    return stats;
  }

  /** Gives it its name in a folder, in one step. RESOURCE_EXISTS when there is something and `overwrite` is false. */
  place(folder: AnchoredFolder, name: string, overwrite: boolean): void {
    if (overwrite) renameSync(this.#path, folder.at(name));
    else place(this.#path, folder.at(name), false, [...folder.segments, name]);
  }

  /** Removes it. What can't be removed goes with the next start. */
  async discard(): Promise<void> {
    await this.file.close().catch(() => undefined);
    try {
      unlinkSync(this.#path);
    } catch {
      // Not there any more, or not ours any more.
    }
  }
}

/** For utimes, which cuts to whole microseconds: without the half one, a time that is no sum of powers of two loses one. */
function seconds(ms: number): number {
  return (Math.round(ms * 1000) + 0.5) / 1e6;
}
