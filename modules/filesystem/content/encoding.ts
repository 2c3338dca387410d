import {isAscii, isUtf8} from 'node:buffer';

import {invalid, shown} from '../errors.js';

/** How bytes are written as text. The last ones are Node's other spellings. */
export const encodings = [
  ...(['utf8', 'ascii', 'latin1', 'utf16le', 'base64', 'hex'] as const),
  ...(['utf-8', 'binary', 'utf-16le', 'ucs2', 'ucs-2'] as const),
] as const;

export type EncodingName = (typeof encodings)[number];
export type Encoding = Exclude<EncodingName, keyof typeof spellings>;

const spellings = {
  'utf-8': 'utf8',
  binary: 'latin1',
  'utf-16le': 'utf16le',
  ucs2: 'utf16le',
  'ucs-2': 'utf16le',
} as const;

export function toEncoding(name: EncodingName): Encoding {
  return name in spellings ? spellings[name as keyof typeof spellings] : (name as Encoding);
}

/** Whether a byte of the value 10 ends a line in this encoding. */
export function hasLines(encoding: Encoding): boolean {
  return encoding === 'utf8' || encoding === 'ascii' || encoding === 'latin1';
}

/** Bytes of the smallest character. */
export function unitOf(encoding: Encoding): 1 | 2 {
  return encoding === 'utf16le' ? 2 : 1;
}

const fits: Readonly<Partial<Record<Encoding, (bytes: Buffer) => boolean>>> = {
  utf8: isUtf8,
  ascii: isAscii,
  utf16le: (bytes) => bytes.length % 2 === 0 && !loneSurrogate.test(bytes.toString('utf16le')),
};

/** Bytes as text. INVALID_PARAMETER when they are none in that encoding: nothing is replaced silently. */
export function decode(bytes: Buffer, encoding: Encoding, segments: readonly string[]): string {
  if (fits[encoding]?.(bytes) === false)
    throw invalid('not_text', `${shown(segments)} is not ${encoding} text`, [`Read it with encoding: 'base64'`]);
  return bytes.toString(encoding);
}

/** Number of bytes that text stands for, before anything is allocated for them. */
export function byteLength(text: string, encoding: Encoding): number {
  return Buffer.byteLength(text, encoding);
}

const loneSurrogate = /\p{Surrogate}/u;

const wellFormed: Readonly<Record<Encoding, {readonly wrong: (text: string) => boolean; readonly what: string}>> = {
  utf8: {wrong: (text) => loneSurrogate.test(text), what: 'half of a surrogate pair'},
  utf16le: {wrong: (text) => loneSurrogate.test(text), what: 'half of a surrogate pair'},
  ascii: {wrong: (text) => /[^\0-\x7f]/.test(text), what: 'a character that is not ASCII'},
  latin1: {wrong: (text) => /[^\0-\xff]/.test(text), what: 'a character that is not latin1'},
  base64: {
    wrong: (text) => !/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.replace(/=+$/, '').length % 4 === 1,
    what: 'what is not base64',
  },
  hex: {wrong: (text) => text.length % 2 === 1 || /[^0-9a-fA-F]/.test(text), what: 'what is not pairs of hex digits'},
};

/** Text as bytes. INVALID_PARAMETER for text that has no bytes in that encoding. */
export function encode(text: string, encoding: Encoding): Buffer {
  const {wrong, what} = wellFormed[encoding];
  if (wrong(text))
    throw invalid('not_encodable', `Parameter "content" holds ${what}`, ['Correct the content, or name its encoding']);
  return Buffer.from(text, encoding);
}
