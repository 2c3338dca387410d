import {accessSync, constants} from 'node:fs';
import {addAbortSignal, Writable} from 'node:stream';

import {ToolError} from '../../../src/sdk.js';
import {prepareParent, removeFolders} from '../changes/make-folders.js';
import {assertWritable} from '../changes/write-file.js';
import type {FileSystemClient} from '../client.js';
import {AnchoredFolder, inFolder, splitLast} from '../confinement/anchored-folder.js';
import {homeFor} from '../confinement/home-folder.js';
import type {Location} from '../confinement/locate.js';
import {TemporaryFile} from '../content/temporary-file.js';
import {writeBytes} from '../content/transfer.js';
import {baseItself, fileFailure, tooLarge} from '../errors.js';
import {endWith} from './live-stream.js';
import {assertStreamOptions} from './stream-options.js';

/** What `createWriteStream` takes beside the path. All of it is optional. */
export interface WriteStreamOptions {
  /** false: RESOURCE_EXISTS when there is a file, also one that came meanwhile; default true. */
  readonly overwrite?: boolean;
  /** Make the folders of the path that are missing; default false. */
  readonly createParents?: boolean;
  /** Permission bits; default those of the file that is replaced, else the system's. */
  readonly mode?: number;
  /** Destroys the stream, and then nothing is left of what was written. */
  readonly signal?: AbortSignal | undefined;
}

const optionNames = [
  'overwrite',
  'createParents',
  'mode',
  'signal',
] as const satisfies readonly (keyof WriteStreamOptions)[];

/**
 * Opens a stream whose bytes become the file when it is finished, in one step; a stream that is destroyed leaves
 * nothing. `maxBytes` bounds them. Throws the codes of `write`; what fails later is the stream's `error`, a ToolError too.
 */
export async function openWriteStream(
  files: FileSystemClient,
  path: string,
  maxBytes: number,
  options: WriteStreamOptions = {},
): Promise<Writable> {
  assertStreamOptions('createWriteStream', options, optionNames);
  const target = files.writable(path);
  const {asked, segments, stats} = target;
  try {
    options.signal?.throwIfAborted();
    if (segments.length === 0) throw baseItself();
    if (stats) assertWritable(target, options.overwrite ?? true);
    const home = openHome(files, segments.slice(0, -1), options.createParents ?? false);
    const temporary = await TemporaryFile.make(home, options.mode).catch((error: unknown) => {
      home.close();
      throw error;
    });
    const abandon = async (): Promise<void> => {
      await temporary.discard();
      home.close();
    };
    const stream = await endWith(
      files,
      () => new FileStream(files, {target, home, temporary, maxBytes, options}),
      abandon,
    );
    return options.signal ? addAbortSignal(options.signal, stream) : stream;
  } catch (error) {
    throw fileFailure(error, 'WRITE_FAILED', asked);
  }
}

/** A folder on the device of the target's; RESOURCE_NOT_FOUND when there is none and none is to be made. */
function openHome({base}: FileSystemClient, parent: readonly string[], createParents: boolean): AnchoredFolder {
  if (!createParents) prepareParent(base, parent, false);
  let folder: AnchoredFolder;
  try {
    folder = new AnchoredFolder(base, parent);
  } catch (error) {
    if (createParents && (error as NodeJS.ErrnoException).code === 'ENOENT') return new AnchoredFolder(base, []);
    throw error;
  }
  const home = homeFor(base, folder);
  if (home !== folder) folder.close();
  return home;
}

interface Parts {
  readonly target: Location;
  /** Where the temporary file is; closed at the end. */
  readonly home: AnchoredFolder;
  readonly temporary: TemporaryFile;
  readonly maxBytes: number;
  readonly options: WriteStreamOptions;
}

type Done = (error?: Error | null) => void;

class FileStream extends Writable {
  readonly #files: FileSystemClient;
  readonly #parts: Parts;
  #bytes = 0;
  #placed = false;
  #running: Promise<void> = Promise.resolve();

  constructor(files: FileSystemClient, parts: Parts) {
    super({decodeStrings: true});
    this.#files = files;
    this.#parts = parts;
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    const {maxBytes, temporary} = this.#parts;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) {
      done(tooLarge('A stream', maxBytes, 'bytes', 'Raise maxWriteBytes of the module', this.#bytes));
      return;
    }
    this.#do(done, () => writeBytes(chunk, temporary.file, undefined));
  }

  override _final(done: Done): void {
    this.#do(done, () => this.#files.change([this.#parts.target], (location) => this.#place(location)));
  }

  /** Waits for what runs: a file that is being put in its place is not taken from under it. */
  override _destroy(error: Error | null, done: Done): void {
    const {temporary, home} = this.#parts;
    void this.#running
      .then(() => (this.#placed ? undefined : temporary.discard()))
      .then(() => {
        home.close();
        done(error);
      });
  }

  async #place(location: Location): Promise<void> {
    const {temporary, options} = this.#parts;
    const {overwrite = true, createParents = false, mode} = options;
    const {base} = this.#files;
    assertWritable(location, overwrite);
    const {parent, name} = splitLast(location.segments);
    const folders = prepareParent(base, parent, createParents);
    try {
      await inFolder(base, parent, async (folder) => {
        // A rename would replace a file that its owner made read-only.
        if (location.stats) accessSync(folder.at(name), constants.W_OK);
        await temporary.finish({mode, existing: location.stats});
        if (this.destroyed) throw new ToolError('OPERATION_CANCELLED', 'The stream was destroyed before its end');
        temporary.place(folder, name, overwrite);
        this.#placed = true;
      });
    } catch (error) {
      removeFolders(base, folders);
      throw error;
    }
  }

  #do(done: Done, work: () => Promise<void>): void {
    const settled = work().then(
      () => done(),
      (error: unknown) => done(fileFailure(error, 'WRITE_FAILED', this.#parts.target.asked)),
    );
    this.#running = settled;
  }
}
