import {Transform} from 'node:stream';

const newline = 10;
const carriageReturn = 13;

/**
 * Lets a body through up to `maxBytes`: of all of it, or for a stream of events of each, for such a stream may be endless.
 * Beyond, `refuse` gives the error that it ends with.
 */
export function boundedBody(maxBytes: number, isEvents: boolean, refuse: () => Error): Transform {
  let size = 0;
  let isLineEmpty = true;
  const isWithin = (chunk: Buffer): boolean => {
    if (!isEvents) return (size += chunk.length) <= maxBytes;
    for (const byte of chunk) {
      if (++size > maxBytes) return false;
      if (byte === carriageReturn) continue;
      if (byte !== newline) isLineEmpty = false;
      else if (isLineEmpty) size = 0;
      else isLineEmpty = true;
    }
    return true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isWithin(chunk)) done(null, chunk);
      else done(refuse());
    },
  });
}
