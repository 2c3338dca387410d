import {randomBytes} from 'node:crypto';
import {Readable} from 'node:stream';
import type {Files} from '../files.js';
import {filesOf} from '../files.js';
import {invalid} from '../problems.js';
import {bytesOfBase64, fixed, tooLong} from './bytes.js';
import type {RequestBody} from './bytes.js';

/** One part: a text, bytes in base64, or a file. */
export interface MultipartPart {
  readonly name: string;
  readonly value?: string | number | boolean | undefined;
  /** Base64 */
  readonly content?: string | undefined;
  /** Path in the files of the module. */
  readonly file?: string | undefined;
  readonly filename?: string | undefined;
  readonly contentType?: string | undefined;
}

interface MultipartOptions {
  readonly maxBytes: number;
  readonly files: Files | undefined;
}

/** Bytes, or the path of a file. */
type Piece = Buffer | string;

/** multipart/form-data (RFC 7578), names escaped as browsers do. Files are read as they are sent. */
export function multipartBody(parts: readonly MultipartPart[], {maxBytes, files}: MultipartOptions): RequestBody {
  const boundary = `haft-${randomBytes(16).toString('hex')}`;
  const pieces: Piece[] = [];
  for (const part of parts) {
    pieces.push(Buffer.from(`--${boundary}\r\n${partHead(part)}\r\n\r\n`), partContent(part), Buffer.from('\r\n'));
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  const contentType = `multipart/form-data; boundary=${boundary}`;
  if (pieces.every((piece) => typeof piece !== 'string')) return fixed(Buffer.concat(pieces), contentType, maxBytes);
  const from = filesOf({files});
  return {
    contentType,
    open: async (signal) => Readable.from(stream(pieces, from, maxBytes, signal), {objectMode: false}),
  };
}

function partHead({name, file, content, filename, contentType}: MultipartPart): string {
  const shown = filename ?? file?.split('/').at(-1) ?? (content === undefined ? undefined : name);
  const disposition = `form-data; name=${quoted('name', name)}${shown === undefined ? '' : `; filename=${quoted('filename', shown)}`}`;
  const type = contentType ?? (shown === undefined ? undefined : 'application/octet-stream');
  if (type !== undefined && !/^[\u0020-\u007e]+$/.test(type)) {
    throw invalid('multipart', `The contentType of '${name}' can not be sent`, ["Give one such as 'image/png'"]);
  }
  return `Content-Disposition: ${disposition}${type === undefined ? '' : `\r\nContent-Type: ${type}`}`;
}

function quoted(what: string, text: string): string {
  if (!/[\u0000-\u001f\u007f]/.test(text)) return `"${text.replaceAll('"', '%22')}"`;
  throw invalid('multipart', `A ${what} of multipart has control characters in it`, ['Leave out line breaks']);
}

function partContent({name, value, content, file}: MultipartPart): Piece {
  const given = [value, content, file].filter((item) => item !== undefined);
  if (given.length !== 1) {
    throw invalid('multipart', `The part '${name}' needs one of value, content and file, received ${given.length}`, [
      "Give {name, value: 'text'}, {name, content: 'base64'} or {name, file: 'path'}",
    ]);
  }
  if (file !== undefined) return file;
  return content === undefined ? Buffer.from(String(value)) : bytesOfBase64('content', content);
}

async function* stream(
  pieces: readonly Piece[],
  files: Files,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let sent = 0;
  const counted = (chunk: Buffer): Buffer => {
    sent += chunk.length;
    if (sent > maxBytes) throw tooLong(maxBytes);
    return chunk;
  };
  for (const piece of pieces) {
    if (typeof piece !== 'string') yield counted(piece);
    else for await (const chunk of await files.createReadStream(piece, {signal})) yield counted(chunk as Buffer);
  }
}
