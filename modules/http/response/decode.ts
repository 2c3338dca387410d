import type {Transform} from 'node:stream';
import {promisify} from 'node:util';
import * as zlib from 'node:zlib';
import {ToolError} from '../../../src/sdk.js';
import {tooLarge} from './too-large.js';

interface Coding {
  readonly decode: (bytes: Buffer, options: {maxOutputLength: number}) => Promise<Buffer>;
  readonly stream: () => Transform;
}

/** Node has zstd from 22.15 on. */
interface Zstd {
  readonly zstdDecompress?: typeof zlib.brotliDecompress;
  readonly createZstdDecompress?: () => Transform;
}

const unzip: Coding = {decode: promisify(zlib.gunzip), stream: () => zlib.createGunzip()};

/** Some servers leave out the head that RFC 9110 8.4.1.2 asks for. */
const inflate: Coding = {
  decode: (bytes, options) => promisify((bytes[0] ?? 8) % 16 === 8 ? zlib.inflate : zlib.inflateRaw)(bytes, options),
  stream: () => zlib.createInflate(),
};

const brotli: Coding = {decode: promisify(zlib.brotliDecompress), stream: () => zlib.createBrotliDecompress()};

function zstd(): Coding | undefined {
  const {zstdDecompress, createZstdDecompress} = zlib as Zstd;
  if (zstdDecompress === undefined || createZstdDecompress === undefined) return undefined;
  return {decode: promisify(zstdDecompress), stream: createZstdDecompress};
}

const codings: Readonly<Record<string, Coding | undefined>> = Object.freeze(
  Object.assign(Object.create(null) as Record<string, Coding | undefined>, {
    gzip: unzip,
    'x-gzip': unzip,
    deflate: inflate,
    br: brotli,
    zstd: zstd(),
  }),
);

/** What a request says that it can read. */
export const acceptEncoding = `gzip, deflate, br${codings['zstd'] ? ', zstd' : ''}`;

/** The codings of an answer, the last applied first. Throws PROTOCOL_ERROR for one that can not be read here. */
function codingsOf(header: string | undefined): Coding[] {
  if (header === undefined) return [];
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const applied = names.filter((name) => name !== '' && name !== 'identity');
  // Each layer multiplies what a few bytes can become.
  if (applied.length > 2) throw undecodable(`has ${applied.length} layers of content-encoding`);
  return applied.reverse().map((name) => {
    const coding = codings[name];
    if (coding) return coding;
    throw undecodable(`has the content-encoding '${name.slice(0, 40)}', which can not be read here`);
  });
}

/** The bytes of an answer in clear. Throws LIMIT_EXCEEDED, long before a bomb has unfolded (HT06), and PROTOCOL_ERROR. */
export async function decodeBody(bytes: Buffer, header: string | undefined, maxBytes: number): Promise<Buffer> {
  let decoded = bytes;
  if (bytes.length === 0) return decoded;
  for (const {decode} of codingsOf(header)) {
    decoded = await decode(decoded, {maxOutputLength: Math.max(1, maxBytes)}).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
      throw undecodable('is not what its content-encoding says', error);
    });
  }
  return decoded;
}

/** The same as streams, for downloads, which count what comes out. */
export function decoders(header: string | undefined): Transform[] {
  return codingsOf(header).map(({stream}) => stream());
}

/** What a stream of `decoders` failed with, as an error of the answer. Anything else as it is. */
export function decodingError(thrown: unknown): unknown {
  const {code} = (thrown ?? {}) as NodeJS.ErrnoException;
  const isCoding = typeof code === 'string' && /^Z_|^ERR__ERROR|BROTLI|ZSTD/.test(code);
  return isCoding ? undecodable('is not what its content-encoding says', thrown) : thrown;
}

function undecodable(what: string, cause?: unknown): ToolError {
  return new ToolError('PROTOCOL_ERROR', `The answer ${what}`, {
    suggestions: ["Ask for it as it is: headers: {'accept-encoding': 'identity'}"],
    cause,
  });
}
