import type {Readable, Writable} from 'node:stream';

import type {FileSystemClient} from '../client.js';

/** Makes a stream that ends with the module, if not before. `abandon` is called when there are too many already. */
export async function endWith<S extends Readable | Writable>(
  files: FileSystemClient,
  make: () => S,
  abandon: () => Promise<void>,
): Promise<S> {
  const live: {end: () => Promise<void>} = {end: () => Promise.resolve()};
  let leave: () => void;
  try {
    leave = files.enter(live);
  } catch (error) {
    await abandon();
    throw error;
  }
  const stream = make();
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  stream.once('close', leave);
  live.end = () => {
    stream.destroy();
    return closed;
  };
  return stream;
}
