import type {Readable} from 'node:stream';
import {ToolError} from '../../../src/sdk.js';
import {invalid} from '../problems.js';

/** What is sent: bytes, or a stream that is opened anew for every time it is sent. */
export interface RequestBody {
  readonly contentType: string | undefined;
  open(signal: AbortSignal): Buffer | Promise<Readable | Buffer>;
}

/** Bytes that are sent as often as it takes. Throws LIMIT_EXCEEDED. */
export function fixed(bytes: Buffer, contentType: string | undefined, maxBytes: number): RequestBody {
  if (bytes.length > maxBytes) throw tooLong(maxBytes, bytes.length);
  return {contentType, open: () => bytes};
}

export function tooLong(maxBytes: number, received?: number): ToolError {
  return new ToolError('LIMIT_EXCEEDED', `The body is longer than ${maxBytes} bytes`, {
    outcome: received === undefined ? undefined : 'not_executed',
    suggestions: ['Send less, or raise maxRequestBytes (maxUploadBytes for upload) of the config'],
    context: {limit: maxBytes, ...(received !== undefined && {received})},
  });
}

/** Throws INVALID_PARAMETER where Node would read what it can and drop the rest. */
export function bytesOfBase64(parameter: string, text: string): Buffer {
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 !== 1) return Buffer.from(text, 'base64');
  throw invalid(parameter, `${parameter} is not base64`, ['Give base64 without line breaks']);
}
