import {isAscii, isUtf8} from 'node:buffer';

import {invalid, shown} from '../errors.js';

/** How bytes are written as text. The last two are other spellings. */
export const encodings = ['utf8', 'ascii', 'latin1', 'base64', 'hex', 'utf-8', 'binary'] as const;

export type EncodingName = (typeof encodings)[number];
export type Encoding = Exclude<EncodingName, 'utf-8' | 'binary'>;

export function toEncoding(name: EncodingName): Encoding {
  if (name === 'utf-8') return 'utf8';
  return name === 'binary' ? 'latin1' : name;
}

/** Whether text in this encoding has lines. */
export function isText(encoding: Encoding): boolean {
  return encoding !== 'base64' && encoding !== 'hex';
}

/** Bytes as text. INVALID_PARAMETER when they are none in that encoding: nothing is replaced silently. */
export function decode(bytes: Buffer, encoding: Encoding, segments: readonly string[]): string {
  const fits = encoding === 'utf8' ? isUtf8(bytes) : encoding === 'ascii' ? isAscii(bytes) : true;
  if (!fits)
    throw invalid('not_text', `${shown(segments)} is not ${encoding} text`, [`Read it with encoding: 'base64'`]);
  return bytes.toString(encoding);
}

/** Number of bytes that text stands for, before anything is allocated for them. */
export function byteLength(text: string, encoding: Encoding): number {
  return Buffer.byteLength(text, encoding);
}

const wellFormed: Readonly<Record<Encoding, {readonly wrong: (text: string) => boolean; readonly what: string}>> = {
  utf8: {wrong: (text) => /\p{Surrogate}/u.test(text), what: 'half of a surrogate pair'},
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
