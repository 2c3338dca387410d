import {ToolError} from '../../../src/sdk.js';

/** How the bytes of an answer become data. */
export type ResponseType = 'auto' | 'json' | 'text' | 'base64';

/** `encoding` is there where the data is bytes in base64. */
export interface ResponseData {
  readonly data: unknown;
  readonly encoding?: 'base64';
}

const jsonType = /^(application|text)\/([\w.+-]+\+)?json\b/i;
const textType =
  /^text\/|^application\/([\w.+-]+\+)?(xml|javascript|ecmascript|x-www-form-urlencoded|yaml|x-ndjson|graphql|toml|sql)\b/i;

/**
 * `auto` goes by the content type: JSON, text, else bytes in base64; without a type what it looks like. Nothing is null.
 * Throws PROTOCOL_ERROR for JSON that is none, with the beginning of what `safe` leaves of it.
 */
export function responseData(
  bytes: Buffer,
  contentType: string | undefined,
  type: ResponseType,
  safe: (text: string) => string,
): ResponseData {
  if (type === 'base64') return {data: bytes.toString('base64'), encoding: 'base64'};
  if (type === 'text') return {data: textOf(bytes, contentType)};
  if (bytes.length === 0) return {data: null};
  if (type === 'json' || jsonType.test(contentType ?? '')) return {data: parsed(textOf(bytes, contentType), safe)};
  if (contentType !== undefined && textType.test(contentType)) return {data: textOf(bytes, contentType)};
  return contentType === undefined ? guessed(bytes) : base64(bytes);
}

const base64 = (bytes: Buffer): ResponseData => ({data: bytes.toString('base64'), encoding: 'base64'});

function guessed(bytes: Buffer): ResponseData {
  let text: string;
  try {
    text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    return base64(bytes);
  }
  try {
    return {data: JSON.parse(text)};
  } catch {
    return {data: text};
  }
}

/** Characters of what is no JSON in which secrets are looked for. */
const lookedAt = 16_384;

function parsed(text: string, safe: (text: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What JSON.parse says quotes the answer as well, and would be told uncut. Secrets go before it is cut.
    const start = JSON.stringify(safe(text.slice(0, lookedAt)).slice(0, 80));
    throw new ToolError('PROTOCOL_ERROR', `The answer is not JSON: it begins with ${start}`, {
      suggestions: ["Ask for it as text: responseType: 'text'", 'Check that the URL is that of the API'],
    });
  }
}

/** The text of an answer, by the charset of its type, UTF-8 where it names none that is known. */
export function textOf(bytes: Buffer, contentType: string | undefined): string {
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // An unknown one.
    }
  }
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
