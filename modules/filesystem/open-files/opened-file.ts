import {lstatSync} from 'node:fs';
import type {Stats} from 'node:fs';
import type {FileHandle} from 'node:fs/promises';

import {ToolError} from '../../../src/sdk.js';
import type {FileSystemClient, Live} from '../client.js';
import {inFolder, splitLast} from '../confinement/anchored-folder.js';
import type {Location} from '../confinement/locate.js';
import type {ReadAt} from '../content/read-range.js';
import {shown} from '../errors.js';
import type {Access, OpenFlag} from './open-flags.js';
import {openFlags} from './open-flags.js';

/** A regular file that is open, with a position, until it is closed. The resource of `fs_file` handles. */
export class OpenedFile implements Live {
  readonly asked: readonly string[];
  readonly segments: readonly string[];
  readonly flags: OpenFlag;
  /** Where reading and writing go on when no offset is given, in bytes. */
  position = 0;
  readonly #files: FileSystemClient;
  readonly #handle: FileHandle;
  readonly #leave: () => void;
  #isDirty = false;
  #closed: Promise<void> | undefined;

  /** Takes the file over: it is closed by `end`. Throws LIMIT_EXCEEDED, and then the caller closes it. */
  constructor(files: FileSystemClient, handle: FileHandle, {asked, segments}: Location, flags: OpenFlag) {
    this.asked = asked;
    this.segments = segments;
    this.flags = flags;
    this.#files = files;
    this.#handle = handle;
    this.#leave = files.enter(this);
  }

  get access(): Access {
    return openFlags[this.flags];
  }

  /** Runs work on the file while nobody else changes it, nor moves its position. */
  async run<T>(work: (file: FileHandle, stats: Stats) => Promise<T>): Promise<T> {
    return this.#files.hold(this.segments, async () => {
      if (this.#closed) throw refused('closed', `${shown(this.asked)} was closed`, 'Open it again');
      return work(this.#handle, await this.#handle.stat());
    });
  }

  readonly readAt: ReadAt = (buffer, offset, length, position) => this.#handle.read(buffer, offset, length, position);

  /** INVALID_STATE unless it was opened for reading; PERMISSION_DENIED when it was moved out of the base since. */
  assertReadable(): void {
    const {base} = this.#files;
    if (!this.access.read) throw this.#notOpenFor('reading', 'r+');
    if (base.hasDescriptorPaths) base.assertInside(this.#handle.fd, '');
  }

  /**
   * INVALID_STATE unless it was opened for writing and its path still names it: a file that was deleted, moved or
   * replaced since is no longer the one that the caller means, and may be kept for undo or lie outside by now.
   */
  async assertWritable({dev, ino}: Stats): Promise<void> {
    if (!this.access.write) throw this.#notOpenFor('writing', 'r+');
    const {parent, name} = splitLast(this.segments);
    const there = await inFolder(this.#files.base, parent, (folder) => lstatSync(folder.at(name))).catch(
      () => undefined,
    );
    if (there?.ino === ino && there.dev === dev) return;
    const message = `${shown(this.asked)} was deleted, moved or replaced since it was opened`;
    throw refused('replaced', message, 'Close it and open the file that is there now');
  }

  /** Notes that there is something to bring to the disk. */
  changed(): void {
    this.#isDirty = true;
  }

  /** Brings what was written to the disk and closes the file, once. A read or write that has begun ends first. */
  end(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    try {
      if (this.#isDirty) await this.#handle.sync();
    } finally {
      await this.#handle.close().finally(this.#leave);
    }
  }

  #notOpenFor(what: string, flags: string): ToolError {
    return refused(
      'access',
      `${shown(this.asked)} was opened with flags '${this.flags}' and not for ${what}`,
      `Open it with flags: '${flags}'`,
    );
  }
}

function refused(reason: string, message: string, suggestion: string): ToolError {
  return new ToolError('INVALID_STATE', message, {
    outcome: 'not_executed',
    recoverable: false,
    suggestions: [suggestion],
    context: {reason},
  });
}
