import type {Files} from '../files.js';
import {invalid} from '../problems.js';
import {queryString} from '../target/query.js';
import type {QueryArrays} from '../target/query.js';
import {bytesOfBase64, fixed} from './bytes.js';
import type {RequestBody} from './bytes.js';
import {multipartBody} from './multipart.js';
import type {MultipartPart} from './multipart.js';

/** What a call says of its body, in one of four ways. */
export interface BodyInput {
  readonly data?: unknown;
  readonly json?: boolean | undefined;
  readonly body?: string | undefined;
  readonly bodyEncoding?: 'utf8' | 'base64' | undefined;
  readonly multipart?: readonly MultipartPart[] | undefined;
}

interface BodyOptions {
  /** As the caller gave it; it says how `data` is written. */
  readonly contentType: string | undefined;
  readonly maxBytes: number;
  readonly queryArrays: QueryArrays;
  readonly files: Files | undefined;
}

/** The body of a call; undefined for none. Throws INVALID_PARAMETER, LIMIT_EXCEEDED, and INVALID_STATE without files. */
export function requestBody(input: BodyInput, options: BodyOptions): RequestBody | undefined {
  const {data, body, multipart} = input;
  const ways = Object.entries({data, body, multipart}).filter(([, value]) => value !== undefined);
  if (ways.length > 1) {
    const names = ways.map(([name]) => name).join(' and ');
    throw invalid('data', `A request has one body, received ${names}`, ['Give one of data, body and multipart']);
  }
  if (multipart !== undefined) return multipartBody(multipart, options);
  if (body !== undefined) return textBody(body, input.bodyEncoding ?? 'utf8', options.maxBytes);
  return data === undefined ? undefined : dataBody(data, input.json ?? true, options);
}

function textBody(body: string, encoding: 'utf8' | 'base64', maxBytes: number): RequestBody {
  if (encoding === 'utf8') return fixed(Buffer.from(body), 'text/plain; charset=utf-8', maxBytes);
  return fixed(bytesOfBase64('body', body), 'application/octet-stream', maxBytes);
}

function dataBody(data: unknown, json: boolean, {contentType, maxBytes, queryArrays}: BodyOptions): RequestBody {
  const type = contentType ?? (json ? 'application/json' : 'application/x-www-form-urlencoded');
  if (typeof data === 'string' && !/\bjson\b/i.test(type)) return fixed(Buffer.from(data), type, maxBytes);
  if (!/x-www-form-urlencoded/i.test(type)) return fixed(Buffer.from(jsonText(data)), type, maxBytes);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw invalid('data', 'A form is made from an object', ["Give data: {name: 'value'}, or leave out json: false"]);
  }
  const form = queryString(data as Readonly<Record<string, unknown>>, queryArrays);
  return fixed(Buffer.from(form), type, maxBytes);
}

/** A text that is JSON already is sent as it is, as axios does. */
function jsonText(data: unknown): string {
  if (typeof data === 'string') {
    try {
      JSON.parse(data);
      return data;
    } catch {
      // A text as any other value.
    }
  }
  return JSON.stringify(data);
}
